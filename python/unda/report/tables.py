"""The tables of the page: what was run, all pairs, misfits by receiver."""

from . import words
from .words import misfit, number, text

OPEN_ROWS = 14  # longer tables are folded


def scrolled(table):
    return f'<div class="wide">{table}</div>'


def _resolution(run):
    points = run.get("report", {}).get("points_per_shortest_wavelength")
    return number(points) if points else words.NONE


def _total(report):
    wall = report.get("wall_seconds")
    return words.seconds(sum(wall.values())) if wall else words.NONE


def _unknowns(report):
    """Of all methods in one measure: numbers of the wavefield that go a step on in a second."""
    loop = (report.get("wall_seconds") or {}).get("time_loop")
    return words.unknowns_rate(report["dofs"] * report["steps"] / loop) if loop and "dofs" in report else words.NONE


def _cost(run, report, found):
    """Wall time beside the worst misfit against the reference all runs were compared with."""
    wall = report.get("wall_seconds")
    judged = [c for c in found["comparisons"] if c["trace"] == run["name"] and "reason" not in c]
    names = [r["name"] for r in found["references"]] + ["closed form"]
    judged = [c for c in judged if c["reference"] in names] or []
    if not wall or not judged:
        return words.NONE
    return f"{words.seconds(sum(wall.values()))} for {misfit(judged[0]['worst']['misfit'])}"


def _memory(report):
    if "memory_bytes" not in report:
        return words.NONE
    return words.memory(report["memory_bytes"] + report["absorbing_layer_bytes"])


def _expected(report):
    expected = report.get("expected_misfit")
    if not expected:
        return words.NONE
    return f"{misfit(expected['misfit'])} after {expected['wavelengths']:.0f} wavelengths"


RUN_ROWS = (
    ("waves", lambda run, r: text(r.get("physics", words.NONE))),
    ("order", lambda run, r: text(r.get("order", words.NONE))),
    ("precision", lambda run, r: text(r.get("precision", words.NONE))),
    ("resolution asked for", lambda run, r: text(run["resolution"])),
    ("mesh", lambda run, r: text(r.get("mesh", words.NONE)).replace(" x ", " × ")),
    ("points or elements in all", lambda run, r: words.count(r["cells"]) if "cells" in r else words.NONE),
    ("points per shortest wavelength", lambda run, r: _resolution(run)),
    ("expected misfit at the farthest receiver, unfiltered", lambda run, r: _expected(r)),
    ("time step", lambda run, r: words.seconds(r.get("dt"))),
    ("steps", lambda run, r: words.count(r["steps"]) if "steps" in r else words.NONE),
    ("wall time", lambda run, r: _total(r)),
    ("points or elements", lambda run, r: words.rate(r.get("updates_per_second"))),
    ("unknowns, comparable across methods", lambda run, r: _unknowns(r)),
    ("memory", lambda run, r: _memory(r)),
)  # fmt: skip


def runs(found):
    """A column a run; those that were not run follow as sentences."""
    begun = [run for run in found["runs"] if run["status"] != "not run"]
    if not begun:
        return ""
    names = "".join(f"<th>{text(run['name'])}</th>" for run in begun)
    rows = ["<tr><th>result</th>" + "".join(f"<td>{_status(run)}</td>" for run in begun) + "</tr>"]
    for name, value in RUN_ROWS:
        cells = "".join(f"<td>{value(run, run.get('report', {}))}</td>" for run in begun)
        rows.append(f"<tr><th>{name}</th>{cells}</tr>")
    costs = [_cost(run, run.get("report", {}), found) for run in begun]
    if any(cost != words.NONE for cost in costs):
        cells = "".join(f"<td>{cost}</td>" for cost in costs)
        rows.append(f"<tr><th>cost: wall time for the worst misfit against the reference</th>{cells}</tr>")
    return scrolled(f"<table><thead><tr><th></th>{names}</tr></thead><tbody>{''.join(rows)}</tbody></table>")


def _status(run):
    return "done" if run["status"] == "done" else "<strong>failed</strong>"


def not_done(found):
    """Sentences about the runs that failed or were not run."""
    lines = []
    for run in found["runs"]:
        if run["status"] != "done":
            lines.append(f"<p><strong>{text(run['name'])}</strong> {run['status']}: {text(run.get('reason', ''))}</p>")
    return "".join(lines)


def matrix(found):
    """All pairs: a row for what is measured, a column for what it is measured against."""
    pairs = {(c["trace"], c["reference"]): c for c in found["comparisons"]}
    traces = list(dict.fromkeys(trace for trace, _ in pairs))
    references = list(dict.fromkeys(reference for _, reference in pairs))
    if not pairs:
        return "<p>No two sets of seismograms could be compared.</p>"
    order = [run["name"] for run in found["runs"]] + [reference["name"] for reference in found["references"]]
    references.sort(key=order.index)
    head = "".join(f"<th>against {text(reference)}</th>" for reference in references)
    rows = []
    for trace in traces:
        cells = "".join(_cell(pairs.get((trace, reference))) for reference in references)
        rows.append(f"<tr><th>{text(trace)}</th>{cells}</tr>")
    body = "".join(rows)
    return scrolled(f'<table class="matrix"><thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table>')


def _cell(comparison):
    if comparison is None:
        return "<td></td>"
    if "reason" in comparison:
        return f'<td class="none">not compared: {text(comparison["reason"])}</td>'
    good, worst = comparison["within_tolerance"], comparison["worst"]
    return (
        f'<td class="{"in" if good else "out"}"><strong>{misfit(worst["misfit"])}</strong> '
        f'<span class="tag">{"within" if good else "beyond"}</span>'
        f'<span class="small">worst, {text(worst["receiver"])} {text(worst["quantity"])}</span>'
        f'<span class="small">median {misfit(comparison["median"])}</span></td>'
    )


def receivers(found):
    """A table a pair with every receiver, quantity and component; long ones folded."""
    parts = []
    for comparison in found["comparisons"]:
        if "reason" in comparison:
            continue
        rows = _receiver_rows(comparison)
        is_open = " open" if len(rows) <= OPEN_ROWS and len(found["comparisons"]) <= 3 else ""
        count = len(comparison["receivers"])
        note = "".join(f"<p>{text(note)}</p>" for note in comparison["notes"])
        parts.append(
            f"<details{is_open}><summary>{words.pair(comparison)}: {count} row{'' if count == 1 else 's'} of receiver "
            f"and quantity</summary>{note}{_receiver_table(rows)}{_weak(comparison)}</details>"
        )
    return "".join(parts)


def _receiver_table(rows):
    head = '<th>receiver</th><th>quantity</th><th>component</th><th class="n">misfit</th><th class="n">own misfit</th>'
    head += '<th class="n">shift (ms)</th><th class="n">envelope</th><th class="n">phase</th>'
    return scrolled(f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>")


def _receiver_rows(comparison):
    worst = comparison["worst"]
    rows = []
    for r in comparison["receivers"]:
        is_worst = all(r[key] == worst[key] for key in ("group", "receiver", "quantity"))
        mark = "*" if r["weak"] else ""
        known = not r["group"] or r["receiver"].startswith(r["group"])
        name = r["receiver"] if known else f"{r['group']}/{r['receiver']}"
        several = len(r["components"]) > 1
        if several:
            rows.append(_row(is_worst, name, r["quantity"], "all", misfit(r["misfit"]) + mark))
        for c in r["components"]:
            figures = [number(c["own_misfit"], 2), number(None if c["shift"] is None else 1000 * c["shift"], 2)]
            figures += [number(c["envelope"], 2), number(c["phase"], 2)]
            own_name = ("", "", text(c["component"])) if several else (name, r["quantity"], words.NONE)
            shown = misfit(c["misfit"]) + ("" if several else mark)
            rows.append(_row(is_worst and not several, *own_name, shown, *figures))
    return rows


def _row(is_worst, name, quantity, component, shown, *figures):
    figures = figures or ("",) * 4
    cells = f"<td>{text(name)}</td><td>{text(quantity)}</td><td>{component}</td>"
    cells += "".join(f'<td class="n">{figure}</td>' for figure in (shown, *figures))
    return f"<tr{' class=worst' if is_worst else ''}>{cells}</tr>"


def _weak(comparison):
    if not any(r["weak"] for r in comparison["receivers"]):
        return ""
    return "<p>* weaker than 10<sup>−4</sup> of the strongest receiver of its group: measured against that.</p>"
