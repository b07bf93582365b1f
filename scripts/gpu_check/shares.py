"""Shares against the truth that hardware can give.

A has long prompts and short answers, B the reverse. The same arrivals are served as A alone, B alone, and both together: what A
used in the mixed run lies between E(A+B) - E(B) and E(A), joules of the times in which requests are open, idle power included.
"""
import argparse
import time
from pathlib import Path

import readings

# Requests a second of A and of B.
MIXES = [(2, 2), (4, 1), (1, 3), (3, 3), (6, 1)]
LENGTHS = {"qwen3-8b": {"A": (1400, 16), "B": (60, 260)}, "tiny": {"A": (120, 8), "B": (8, 60)}}
SLOTS, CONTEXT = 32, {"qwen3-8b": 2304, "tiny": 256}
QUIET_SECONDS = 2
# The three runs differ by chance: a bracket's ends are known to about this share of the mixed run.
SLACK = 0.03


def measure(chosen):
    import engine
    served = engine.Engine(chosen.shape, SLOTS, CONTEXT[chosen.shape])
    served.warm()
    windows = [{"name": "idle", "from_ns": time.monotonic_ns()}]
    time.sleep(QUIET_SECONDS)
    windows[0]["to_ns"] = time.monotonic_ns()
    logs = []
    for mix, rates in enumerate(MIXES[:chosen.mixes]):
        drawn = {kind: engine.arrivals(mix, kind, rate, chosen.seconds, *LENGTHS[chosen.shape][kind])
                 for kind, rate in zip("AB", rates)}
        for name, requests in (("A", drawn["A"]), ("B", drawn["B"]), ("AB", drawn["A"] + drawn["B"])):
            time.sleep(0.3)
            start = time.monotonic_ns()
            log = served.serve(requests, f"{mix}-{name}")
            windows.append({"name": f"{mix}-{name}", "from_ns": start, "to_ns": time.monotonic_ns()})
            logs += log
    time.sleep(0.5)
    readings.write_lines(chosen.out / "shares-requests.jsonl", [one for one in logs if one["id"].split("-")[2] == "AB"])
    readings.write_lines(chosen.out / "shares-all.jsonl", logs)
    readings.write_lines(chosen.out / "shares-windows.jsonl", windows)


def judge(work, report):
    read = readings.Readings(work / "shares-nvml.jsonl")
    windows = {row["name"]: row for row in readings.lines(work / "shares-windows.jsonl")}
    logs = readings.lines(work / "shares-all.jsonl")
    idle = read.between(windows["idle"]["from_ns"], windows["idle"]["to_ns"]) \
        / ((windows["idle"]["to_ns"] - windows["idle"]["from_ns"]) / 1e9)
    figures, total = readings.attributed(work, "shares", idle, read.times[0], read.times[-1])
    device = next(iter(total.get("devices", {}).values()), {})
    report.note("shares: idle power, quality of the division", f"{idle:.1f} W, {device.get('quality')}, {device.get('trust')}")
    for mix, rates in enumerate(MIXES):
        if f"{mix}-AB" not in windows:
            continue
        runs = {name: [one for one in logs if one["id"].split("-")[1:3] == [str(mix), name]] for name in ("A", "B", "AB")}
        joules = {name: sum(read.between(*span) for span in readings.busy(log)) for name, log in runs.items()}
        for kind, other in (("A", "B"), ("B", "A")):
            share = sum(figures[one["id"]].get("joules") or 0 for one in runs["AB"] if one["id"].startswith(kind))
            least, most = joules["AB"] - joules[other], joules[kind]
            slack = SLACK * joules["AB"]
            place = (share - least) / (most - least) if most > least else float("nan")
            report.check(f"share of {kind}, {rates[0]} A and {rates[1]} B a second",
                         f"{share:.0f} J of {joules['AB']:.0f} J, bracket {least:.0f} to {most:.0f} J, at {100 * place:.0f} %",
                         f"in the bracket, ± {100 * SLACK:g} % of the run", least - slack <= share <= most + slack)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--shape", required=True)
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--seconds", type=float, default=7)
    options.add_argument("--mixes", type=int, default=len(MIXES))
    measure(options.parse_args())


if __name__ == "__main__":
    main()
