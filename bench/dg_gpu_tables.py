"""The tables of bench/dg_speed --gpu: speeds by order, mesh sizes, exchanges, and the kernels on the way."""
import re
import statistics
import subprocess

from dg_cases import PERIODIC, WITH_SELF, measure

MILLION = (55, 55, 55)
# In double precision orders 7 and 8 take the plain step: fewer elements.
SPEEDS = [*((order, "single", MILLION) for order in range(2, 9)), *((order, "double", MILLION) for order in range(2, 7)),
          (7, "double", (32, 32, 32)), (8, "double", (32, 32, 32))]  # fmt: skip
# The meshes of Mu, Chen and Wang (2013), figures 3 and 4, as closely as boxes come; then larger ones.
SIZES = [(800, (3, 5, 9)), (3799, (7, 9, 10)), (6899, (8, 12, 12)), (12547, (10, 13, 16)), (15764, (11, 12, 20)), (21121, (11, 16, 20)),
         (24606, (13, 15, 21)), (29335, (16, 17, 18)), (57920, (20, 21, 23)), (None, (27, 28, 28)), (None, (40, 40, 40)), (None, MILLION)]  # fmt: skip
EXCHANGES = [(5, "single", MILLION), (4, "single", MILLION), (5, "double", MILLION), (5, "single", (27, 28, 28)), (5, "single", (20, 21, 23))]
MODES = ("overlap", "blocking", "nosend", "off")


def milliseconds(run):
    return 1e3 * run["seconds"] / run["steps"]


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *rows])


def row_of(cells):
    """One that fails says why, and the others go on."""
    try:
        row = "| " + " | ".join(str(c) for c in cells()) + " |"
    except RuntimeError as error:
        row = f"| failed: {error} |"
    print(row, flush=True)
    return row


def speeds(options):
    last = {}

    def cells(order, precision, boxes):
        runs = [measure(options.program, boxes, order, precision, "gpu", steps=options.steps) for _ in range(options.repeats)]
        rates, run = [r["updates_per_second"] / 1e6 for r in runs], runs[-1]
        last.update(run)
        numbers = run["dofs"] / run["cells"]
        estimate = run["memory_bytes"] / run["allocated_bytes"] - 1
        return [f"{run['cells']:,}", order, precision, f"{statistics.median(rates):.0f} ({max(rates):.0f})",
                f"{statistics.median(rates) * numbers / 1e3:.1f}", f"{run['allocated_bytes'] / 1e9:.2f}", f"{100 * estimate:+.1f} %",
                f"{run['fraction_of_bandwidth']:.2f}", f"{run['fraction_of_peak']:.2f}"]

    head = ["elements", "order", "precision", "M elements/s (best)", "G degrees of freedom/s", "GB allocated", "estimate off by",
            "fraction of a copy's bandwidth", "fraction of peak"]
    rows = [row_of(lambda case=case: cells(*case)) for case in SPEEDS]
    return table(head, rows) + (f"\n\nDevice: {last.get('device_name', 'GPU')}, copy {last.get('copy_bandwidth', 0) / 1e12:.2f} TB/s; "
                                f"median (best) of {options.repeats} runs of {options.steps} steps.")


def sizes(options):
    """Time of 100 steps, order 5."""
    def cells(paper, boxes):
        single = measure(options.program, boxes, 5, "single", "gpu", steps=100)
        double = measure(options.program, boxes, 5, "double", "gpu", steps=100)
        found = [f"{paper:,}" if paper else "", f"{single['cells']:,}"]
        for run in (single, double):
            found += [f"{100 * milliseconds(run):.2f}", f"{run['updates_per_second'] / 1e6:.0f}"]
        for threads in options.threads:
            if single["cells"] > 60000:
                found.append("")
                continue
            cpu = measure(options.program, boxes, 5, "single", "cpu", threads=threads, steps=5)
            found.append(f"{single['updates_per_second'] / cpu['updates_per_second']:.0f}")
        return found

    head = ["elements there", "here", "single, ms for 100 steps", "M elements/s", "double, ms for 100 steps", "M elements/s"]
    head += [f"single, times {t} thread{'s' if t > 1 else ''}" for t in options.threads]
    return table(head, [row_of(lambda case=case: cells(*case)) for case in SIZES])


def exchanges(options):
    """One rank that exchanges with itself across two sides, by the modes of `bench --comm`."""
    def cells(order, precision, boxes):
        times = []
        for mode in MODES:
            more = ["--timeline", options.timeline] if options.timeline and mode == "overlap" and (order, precision, boxes) == EXCHANGES[0] else []
            run = measure(options.program, boxes, order, precision, "gpu", steps=options.steps, options=["--comm", mode, *more], sides=PERIODIC,
                          more=WITH_SELF)
            times.append(f"{milliseconds(run):.3f}")
            sent = run["bytes_sent_per_step"] if mode == "overlap" else sent
        ratio = re.search(r"outer to inner elements (?:up to )?(\S+)", run["remarks"]["ranks"])[1]
        return [f"{run['cells']:,}", order, precision, ratio, f"{sent / 1e6:.2f}", *times]

    head = ["elements", "order", "precision", "outer to inner elements", "MB a step", *(f"{mode}, ms a step" for mode in MODES)]
    return table(head, [row_of(lambda case=case: cells(*case)) for case in EXCHANGES])


def ladder(options):
    done = subprocess.run([options.ladder], capture_output=True, text=True)
    print(done.stderr, done.stdout, sep="", flush=True)
    if done.returncode != 0:
        raise RuntimeError("the ladder failed, or a rung is wrong")
    return done.stdout.strip() + "\n\nM elements/s."


TABLES = {"ladder": ("dg ladder table", ladder), "speeds": ("dg gpu table", speeds), "exchanges": ("dg exchange table", exchanges),
          "sizes": ("dg sizes table", sizes)}  # fmt: skip


def make(options, write):
    """All tables asked for; one with a row that failed leaves the page as it is."""
    failed = False
    for key in options.tables:
        marker, measured = TABLES[key]
        if key == "ladder" and not options.ladder:
            continue
        print(f"== {marker}", flush=True)
        try:
            found = measured(options)
        except (RuntimeError, OSError) as error:
            print(f"failed: {error}", flush=True)
            failed = True
            continue
        if "failed:" in found:
            failed = True
        elif options.write:
            write(marker, found)
    return 1 if failed else 0
