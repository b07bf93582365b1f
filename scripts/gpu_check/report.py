"""Compare what gpu-check.sh recorded; print the report and exit 1 if a bound is broken."""
import importlib
import json
import statistics
import subprocess
import sys
from pathlib import Path

COUNTER_PERCENT = 1.0
POWER_PERCENT = 5.0
STEP_PERCENT = 25.0
TOKENS_PERCENT = 0.5
SAMPLER_PERCENT_OF_CORE = 0.5
# Where one reading takes long, the counter is read twice in each of its steps and no less; a third more is for the rest.
READINGS_A_STEP = 2
WITH_THE_REST = 4 / 3


class Report:
    """Collect the rows of the table."""

    def __init__(self):
        self.rows = []
        self.broken = False

    def check(self, what, found, bound, fine):
        self.broken |= not fine
        self.rows.append((what, found, bound, "PASS" if fine else "FAIL"))

    def note(self, what, found, bound="", verdict=""):
        self.rows.append((what, found, bound, verdict))


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines() if line.startswith("{")]


def percent(one, other):
    return 100 * (one - other) / other


def counter_at(readings, nanos):
    """Give the joules that the counter showed at a moment: those of the latest reading up to then."""
    upto = [reading for reading in readings if reading["t_ns"] <= nanos]
    return upto[-1]["millijoules"] / 1e3


def integrated(readings, start, end):
    """Integrate the readings of instant power by trapezoids; a reading stands where none is nearer to an edge."""
    inside = [(r["t_ns"], r["milliwatts"] / 1e3) for r in readings
              if r["milliwatts"] is not None and start <= r["t_ns"] <= end]
    if len(inside) < 2:
        return None
    points = [(start, inside[0][1])] + inside + [(end, inside[-1][1])]
    return sum((b[0] - a[0]) / 1e9 * (a[1] + b[1]) / 2 for a, b in zip(points, points[1:]))


def step_seconds(readings):
    """Give the median time between two changes of the counter."""
    edges = [later["t_ns"] for earlier, later in zip(readings, readings[1:])
             if later["millijoules"] != earlier["millijoules"]]
    return statistics.median(b - a for a, b in zip(edges, edges[1:])) / 1e9 if len(edges) > 2 else None


def steady(work, report):
    independent = [reading for reading in lines(work / "nvml.jsonl") if reading["millijoules"] is not None]
    monitored = [line for line in lines(work / "monitor.jsonl")
                 if line["scope"] == "gpu" and line["energy_joules"] is not None]
    if not independent or not monitored:
        report.check("energy counter", "no joules read by " + ("the monitor" if independent else "the other program"),
                     "joules", False)
        return
    first_device = monitored[0]["device"]
    monitored = [line for line in monitored if line["device"] == first_device]
    start, end = monitored[0], monitored[-1]
    seconds = (end["t_ns"] - start["t_ns"]) / 1e9
    ours = end["energy_joules"] - start["energy_joules"]
    theirs = counter_at(independent, end["t_ns"]) - counter_at(independent, start["t_ns"])
    report.note("window", f"{seconds:.1f} s, {len(monitored)} lines, {ours / seconds:.1f} W")
    report.check("counter, monitor against the other program",
                 f"{ours:.2f} J against {theirs:.2f} J, {percent(ours, theirs):+.3f} %",
                 f"within {COUNTER_PERCENT:g} %", abs(percent(ours, theirs)) <= COUNTER_PERCENT)
    power = integrated(independent, start["t_ns"], end["t_ns"])
    if power is None:
        report.note("instant power (field 186)", "the driver does not give it")
    else:
        report.check("counter against instant power, integrated",
                     f"{ours:.2f} J against {power:.2f} J, {percent(ours, power):+.2f} %",
                     f"within {POWER_PERCENT:g} %", abs(percent(ours, power)) <= POWER_PERCENT)
    smi(work, report, ours / seconds)
    step = step_seconds(independent)
    own = end["counter_step_seconds"]
    if own is None or step is None:
        report.check("counter step", f"monitor {own} s, other program {step} s", "seen by both", False)
    else:
        report.check("counter step", f"{own * 1e3:.1f} ms, by the other program {step * 1e3:.1f} ms",
                     f"within {STEP_PERCENT:g} %", abs(percent(own, step)) <= STEP_PERCENT)
    sampler(work, report, independent, step)


def sampler(work, report, independent, step):
    cost = json.loads((work / "cost.json").read_text())
    share = 100 * cost["ticks"] / cost["hertz"] / (cost["nanos"] / 1e9)
    took = statistics.fmean(reading["took_ns"] for reading in independent) / 1e9
    least = 100 * READINGS_A_STEP * took / step if step else 0
    report.note("one reading by the other program, mean", f"{took * 1e6:.0f} µs")
    bound = max(SAMPLER_PERCENT_OF_CORE, WITH_THE_REST * least)
    report.check("processor time of the sampler's threads", f"{share:.2f} % of a core",
                 f"at most {bound:.1f} %: {SAMPLER_PERCENT_OF_CORE:g} %, or a third more than two such readings a step",
                 share <= bound)


def smi(work, report, watts):
    path = work / "smi.csv"
    if not path.exists():
        report.note("nvidia-smi", "not on this machine")
        return
    values = []
    for line in path.read_text().splitlines():
        try:
            values.append(float(line.split(",")[1]))
        except (IndexError, ValueError):
            continue
    if not values:
        report.note("nvidia-smi, instant power", "it gives none")
        return
    mean = statistics.fmean(values)
    report.check("counter against nvidia-smi's instant power",
                 f"{watts:.1f} W against {mean:.1f} W over {len(values)} lines, {percent(watts, mean):+.2f} %",
                 f"within {POWER_PERCENT:g} %", abs(percent(watts, mean)) <= POWER_PERCENT)


def turns(work, report):
    load = lines(work / "turns-load.jsonl")
    speeds = {True: [], False: []}
    for turn in lines(work / "turns.jsonl"):
        inside = [s for s in load if s["from_ns"] >= turn["from_ns"] and s["to_ns"] <= turn["to_ns"]]
        if inside:
            speeds[turn["sampled"]].append(sum(s["tokens"] for s in inside)
                                           / sum((s["to_ns"] - s["from_ns"]) / 1e9 for s in inside))
    if min(len(some) for some in speeds.values()) < 2:
        report.check("tokens per second with and without the sampler", "too few rounds", "two rounds each", False)
        return
    without, sampled = statistics.fmean(speeds[False]), statistics.fmean(speeds[True])
    # Two standard errors of the difference of the means: what the rounds can tell apart.
    told = 200 * sum(statistics.variance(some) / len(some) for some in speeds.values()) ** 0.5 / without
    found = f"{sampled:.1f} against {without:.1f}, {percent(sampled, without):+.3f} % ± {told:.3f} %"
    bound = f"within {TOKENS_PERCENT:g} %"
    if abs(percent(sampled, without)) - told <= TOKENS_PERCENT < abs(percent(sampled, without)) + told:
        report.note("tokens per second, sampled against not", found + " (the load itself varies too much to tell)", bound,
                    "UNDECIDED")
    else:
        report.check("tokens per second, sampled against not", found, bound,
                     abs(percent(sampled, without)) <= TOKENS_PERCENT)


def profile(work, report):
    try:
        result = json.loads((work / "profile.json").read_text())
    except (OSError, ValueError):
        report.check("profile", "no result: " + (work / "profile.err").read_text().strip()[-200:], "a result", False)
        return
    energy = result["energy"]
    report.check("profile of the generation loop", f"{result['queries']} queries, {result['failed']} failed",
                 "none failed", result["queries"] > 0 and result["failed"] == 0)
    joules, low, high = (energy[name] or 0 for name in ("device_joules", "device_joules_low", "device_joules_high"))
    report.check("its joules", f"{joules:.1f} J [{low:.1f}, {high:.1f}] {energy['provenance']}, {energy['scope']},"
                 f" {energy['source']}", "MEASURED", energy["provenance"] == "MEASURED")
    readings = [r for r in lines(work / "profile-nvml.jsonl") if r["millijoules"] is not None]
    spent = (readings[-1]["millijoules"] - readings[0]["millijoules"]) / 1e3 if readings else 0
    report.check("its joules against those of the whole time, start and end of the command included",
                 f"{joules:.1f} J of {spent:.1f} J", "above 0, no more than all", 0 < joules <= spent)
    for name in ("energy", "time_to_first_token", "time_per_output_token", "power"):
        for label, dimension in result["dimensions"].items():
            if label.startswith(name) and dimension["median"] is not None:
                report.note(f"profile: {label}, median", f"{dimension['median']:.6g} {dimension['unit']}")


def judged(work, report, stage):
    """Judge a stage; one that did not end, or left nothing to judge, is a broken bound and no end of the report."""
    ended = work / f"{stage}.ended"
    if not ended.exists():
        report.note(f"stage {stage}", "left out: " + (work / f"{stage}.skipped").read_text().strip())
        return
    if ended.read_text().strip() != "0":
        last = (work / f"{stage}.err").read_text().strip()[-200:] if (work / f"{stage}.err").exists() else ""
        report.check(f"stage {stage}", f"ended with {ended.read_text().strip()}: {last}", "0", False)
        return
    own = {"steady": steady, "turns": turns, "profile": profile}
    try:
        (own.get(stage) or importlib.import_module(stage).judge)(work, report)
    except (OSError, ValueError, KeyError, IndexError, ZeroDivisionError, subprocess.SubprocessError) as failed:
        report.check(f"stage {stage}", f"cannot be judged: {type(failed).__name__} {failed}"[:300], "a result", False)


def main():
    work = Path(sys.argv[1])
    report = Report()
    for stage in sys.argv[2:]:
        judged(work, report, stage)
    facts = (work / "facts.txt").read_text().strip()
    print("# Measurements on a GPU\n\nBy `scripts/gpu-check.sh run`.\n\n```\n" + facts + "\n```\n")
    print("| what | found | bound | |\n|---|---|---|---|")
    for row in report.rows:
        print("| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in row) + " |")
    # Where the log lay on that machine is of no use to a reader.
    doctor = [line for line in (work / "doctor.txt").read_text().splitlines() if not line.startswith("  log ")]
    print("\n`ipw doctor`:\n\n```\n" + "\n".join(doctor) + "\n```\n")
    if (work / "monitor.err").exists():
        print("`ipw monitor`, at the end:\n\n```\n" + (work / "monitor.err").read_text().strip() + "\n```")
    sys.exit(1 if report.broken else 0)


if __name__ == "__main__":
    main()
