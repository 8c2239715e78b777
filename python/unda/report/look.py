"""The style sheet of the page: a column of text, tables with few rules, figures beside each other where they fit."""

CSS = """
:root { --ink: #1c2126; --soft: #59636e; --rule: #d5dae0; --blue: #1f3f66;
  --good: #1d6b3a; --good-ground: #e9f4ec; --bad: #a3341c; --bad-ground: #fbece7; --open: #7a5a00; --open-ground: #fbf4df; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; color: var(--ink); background: #fff;
  font: 16px/1.55 "Source Serif 4", "Source Serif Pro", Charter, "Bitstream Charter", Cambria, Georgia, serif; }
main { max-width: 1120px; margin: 0 auto; padding: 40px 28px 64px; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0.1em 0 0.25em; font-weight: 600; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.4em 0 0.6em; padding-top: 0.55em; border-top: 1px solid var(--rule); font-weight: 600; }
p { max-width: 46em; margin: 0.6em 0; }
table, .kicker, .byline, .verdict b, figcaption, summary, dl, .tag, .small { font-family: "Source Sans 3", "Source Sans Pro",
  "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; }
.kicker { color: var(--blue); letter-spacing: 0.09em; text-transform: uppercase; font-size: 0.8rem; font-weight: 600; margin: 0; }
.byline { color: var(--soft); font-size: 0.92rem; margin: 0 0 1.4em; max-width: none; }
.verdict { border-left: 5px solid; padding: 0.9em 1.2em; margin: 1.2em 0; max-width: none; }
.verdict p { margin: 0.25em 0 0; max-width: 56em; overflow-wrap: anywhere; }
.verdict b { letter-spacing: 0.05em; font-size: 1.05rem; }
.agree { border-color: var(--good); background: var(--good-ground); } .agree b { color: var(--good); }
.disagree { border-color: var(--bad); background: var(--bad-ground); } .disagree b { color: var(--bad); }
.incomplete { border-color: var(--open); background: var(--open-ground); } .incomplete b { color: var(--open); }
.wide { overflow-x: auto; margin: 0.8em 0; }
table { border-collapse: collapse; font-size: 0.92rem; line-height: 1.4; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding: 0 0 0.5em; }
th, td { padding: 0.34em 0.95em 0.34em 0; text-align: left; vertical-align: top; }
thead th { border-bottom: 1.5px solid var(--ink); font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 400; color: var(--soft); }
tbody tr { border-bottom: 1px solid #eceff2; }
tbody tr:last-child { border-bottom: 1.5px solid var(--ink); }
td.n, th.n { text-align: right; white-space: nowrap; }
table.matrix td, table.matrix th { padding: 0.5em 0.9em; } table.matrix tbody th { color: var(--ink); white-space: nowrap; }
table.matrix thead th { white-space: normal; max-width: 16em; overflow-wrap: anywhere; }
td.in { background: var(--good-ground); } td.out { background: var(--bad-ground); } td.none { color: var(--soft); max-width: 22em; }
td strong { font-size: 1.12em; } td .small { display: block; color: var(--soft); font-size: 0.86em; }
.tag { font-size: 0.78rem; font-weight: 600; white-space: nowrap; } .in .tag { color: var(--good); } .out .tag { color: var(--bad); }
tr.worst td { font-weight: 600; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 500px), 1fr)); gap: 1.6em 2em; align-items: start; }
figure { margin: 0.6em 0; min-width: 0; } figure .wide { margin: 0; }
figure img { display: block; width: 100%; height: auto; }
figure.single { max-width: 760px; } figure.upright { max-width: 480px; }
figcaption { color: var(--soft); font-size: 0.9rem; line-height: 1.45; margin-top: 0.5em; max-width: 46em; }
figcaption strong { color: var(--ink); }
details { margin: 0.5em 0; } summary { cursor: pointer; padding: 0.25em 0; color: var(--blue); font-size: 0.96rem; }
pre { font: 0.82rem/1.5 "JetBrains Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace; background: #f6f8fa; padding: 1em 1.2em;
  overflow-x: auto; margin: 0.6em 0; }
code { font: 0.88em "DejaVu Sans Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.3em 1.4em; font-size: 0.92rem; margin: 0.8em 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 640px) {
  body { font-size: 15px; } main { padding: 24px 16px 40px; } h1 { font-size: 1.5rem; }
  figure.model:not(.upright) img { min-width: 460px; }
  table { font-size: 0.88rem; } th, td { padding-right: 0.75em; }
  .verdict { padding: 0.7em 0.9em; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.6em; }
}
@media print {
  @page { margin: 18mm 16mm; }
  body { font-size: 10.5pt; } main { padding: 0; max-width: none; }
  figure, tr, .verdict { break-inside: avoid; } h2 { break-after: avoid; }
  .figures { grid-template-columns: 1fr; } figure { max-width: 150mm; } .wide { overflow: visible; }
  pre { white-space: pre-wrap; overflow: visible; } td, .verdict { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""
