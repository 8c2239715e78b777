"""The page as a whole: its sections in order."""

from . import tables, words
from .look import CSS
from .words import number, text

ABOUT_TRACES = """<p>All runs and references on each other, a scale for each receiver. Every picture spans the times at
which its traces or their magnified differences exceed 1 % of the peak, with room on either side.</p>"""
HEADLINES = {"agree": "In agreement", "disagree": "Not in agreement", "incomplete": "Incomplete"}


def page(found, figures, why_no_figures, directory):
    """The HTML text. `figures`: as figures.figures() gives them."""
    title = found["title"] or found["scenario"]
    traces, misfits, model = ([f for f in figures if f.place == place] for place in ("traces", "misfits", "model"))
    sections = [
        _head(found, title),
        _verdict(found),
        f"<p>{text(why_no_figures)}</p>" if why_no_figures else "",
        _section("What was run", tables.runs(found) + tables.not_done(found)),
        _section("What was compared", _compared(found) + tables.matrix(found)),
        _section("Seismograms", ABOUT_TRACES + _figures(traces)) if traces else "",
        _section("Misfits by receiver", _figures(misfits, "single") + tables.receivers(found)),
        _section("Model, sources and receivers", _figures(model, "single model")),
        _section("How to read the figures", _definitions(found)),
        _section("Scenario as run", _scenario(found, directory)),
        _section("Made with", _made_with(found)),
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{text(title)}: verification</title><style>{CSS}</style></head>\n"
        f"<body><main>{''.join(section + chr(10) for section in sections if section)}</main></body></html>\n"
    )


def _section(title, content):
    return f"<section><h2>{title}</h2>{content}</section>" if content else ""


def _head(found, title):
    line = f"{text(found['scenario'])} · {words.date(found['finished'])} · Unda {text(found['version'])}"
    top = f'<p class="kicker">Verification report</p><h1>{text(title)}</h1>'
    return f'<header>{top}<p class="byline">{line}</p></header>'


def _verdict(found):
    kind = found["verdict"]
    notes = "".join(f"<p>{text(note)}</p>" for note in found["notes"])
    sentence = words.typeset(text(found["sentence"]))
    return f'<div class="verdict {kind}"><b>{HEADLINES[kind]}</b><p>{sentence}</p>{notes}</div>'


def _compared(found):
    done = [c for c in found["comparisons"] if "reason" not in c]
    if not done:
        return ""
    against = [f"{text(r['name'])}: {text(r['words'])}" for r in found["references"] if r["words"]]
    first, filtered = done[0], words.filter_of(done[0])
    tolerance = words.typeset(f"{found['tolerance']:g}")
    sentence = (
        "Relative misfits of the seismograms, |a − b| / |b|, with a the row and b the column, of the worst receiver "
        f"and in the median over all receivers and quantities; the tolerance is {tolerance}. "
        f"{first['samples']} samples every {words.seconds(first['interval'])}{', ' + filtered if filtered else ''}."
    )
    return f"<p>{sentence}</p>" + "".join(f"<p>{sentence}.</p>" for sentence in _capitalised(against))


def _capitalised(sentences):
    return [sentence[0].upper() + sentence[1:] for sentence in sentences]


def _figure(figure, kind):
    image = f'<div class="wide"><img alt="{text(figure.alt)}" src="{figure.uri}"></div>'
    return f'<figure class="{kind}">{image}<figcaption>{figure.caption}</figcaption></figure>'


def _figures(figures, kind=""):
    drawn = "".join(_figure(figure, kind + (" upright" if figure.upright else "")) for figure in figures)
    return f'<div class="figures">{drawn}</div>' if drawn and not kind else drawn


MISFITS = """<p><strong>Misfit</strong> of a receiver: |a − b| / |b| over all its components and samples, |x| being the
root of the sum of squares; of a component: |a<sub>c</sub> − b<sub>c</sub>| / |b|, so that the squares of the components
add up to that of the receiver. <strong>Own misfit</strong>: |a<sub>c</sub> − b<sub>c</sub>| / |b<sub>c</sub>|.
<strong>Shift</strong>: by how much a is later than b, at the maximum of the cross-correlation.
<strong>Envelope</strong> and <strong>phase</strong>: the single-valued time–frequency misfits EM and PM of Kristeková et al. (2009); a trace 10 %
too large has an envelope misfit of 0.1, and a phase misfit of 1 is half a period. A component weaker than
10<sup>−3</sup> of its receiver has no figures of its own (–).</p>"""

RESOLUTION = """<p><strong>Resolution</strong> is counted in points per shortest wavelength: the speed of the slowest
wave in the model, divided by the highest frequency of the sources and by the largest spacing between points. The highest
frequency is 2.5 times that of a Ricker wavelet; of other time functions, the one above which the spectrum stays under
3 % of its peak. Here: {}.</p>"""


def _definitions(found):
    points = [
        f"{text(run['name'])} {number(run['report']['points_per_shortest_wavelength'])}"
        for run in found["runs"]
        if run.get("report", {}).get("points_per_shortest_wavelength")
    ]
    return MISFITS + (RESOLUTION.format(", ".join(points)) if points else "")


def _scenario(found, directory):
    parts = []
    for run in found["runs"]:
        if run["status"] == "not run" or (parts and run["resolution"] == "as given"):
            continue
        try:
            written = (directory / run["directory"] / "scenario.toml").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        parts.append(f"<details><summary>{text(run['name'])}</summary><pre>{text(written)}</pre></details>")
    return "".join(parts)


def _made_with(found):
    directories = ", ".join(f"{run['name']}/" for run in found["runs"] if "directory" in run)
    rows = {
        "Program": f"Unda {text(found['version'])}",
        "Command": f"<code>{text(found['command'])}</code>",
        "Machine": f"{text(found['cpu'])}, {_counted(found['threads'], 'thread')}"
        + (f", {_counted(found['ranks'], 'rank')}" if found["ranks"] > 1 else ""),
        "Finished": words.date(found["finished"]),
        "Beside this page": f"verify.json with all figures; {text(directories)} the results of the runs",
    }
    return "<dl>" + "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows.items()) + "</dl>"


def _counted(n, word):
    return f"{n} {word}{'' if n == 1 else 's'}"
