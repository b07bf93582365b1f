"""Prefill and decode of requests that do not overlap, against runs of each phase alone; and spikes of 0.2 s."""
import argparse
import statistics
import time
from pathlib import Path

import readings

LENGTHS = {"qwen3-8b": (1800, 100, 2304), "tiny": (120, 40, 256)}
SPIKE_SECONDS, REST_SECONDS = 0.2, 0.8
PHASE_PERCENT, SPIKE_PERCENT = 15.0, 10.0


def measure(chosen):
    import torch

    import decoder
    import engine
    prompt, answer, context = LENGTHS[chosen.shape]
    served = engine.Engine(chosen.shape, 1, context)
    served.warm()
    windows = [{"name": "idle", "from_ns": time.monotonic_ns()}]
    time.sleep(2)
    windows[0]["to_ns"] = time.monotonic_ns()
    kinds = {"whole": {"prompt": prompt, "answer": answer}, "prefill": {"prompt": prompt, "answer": 1},
             "decode": {"prompt": prompt, "answer": answer, "prefilled": True}}
    logs = []
    for kind, request in kinds.items():
        for turn in range(chosen.requests):
            # A rest lets the counter's edges stand apart.
            time.sleep(0.3)
            logs += served.serve([{"kind": kind, "at": 0.0, **request}], str(turn))
    left = torch.randn((4096, 4096) if torch.cuda.is_available() else (256, 256), device=decoder.device())
    left @ left
    for turn in range(chosen.spikes):
        time.sleep(REST_SECONDS)
        start = time.monotonic_ns()
        while time.monotonic_ns() - start < SPIKE_SECONDS * 1e9:
            for _ in range(4):
                left @ left
            decoder.wait()
        windows.append({"name": f"spike-{turn}", "from_ns": start, "to_ns": time.monotonic_ns()})
    time.sleep(REST_SECONDS)
    windows.append({"name": "end", "from_ns": time.monotonic_ns(), "to_ns": time.monotonic_ns()})
    time.sleep(0.5)
    spikes = [{"id": row["name"], "start_ns": row["from_ns"], "first_token_ns": row["to_ns"], "end_ns": row["to_ns"],
               "input_tokens": 1, "output_tokens": 1} for row in windows if row["name"].startswith("spike")]
    readings.write_lines(chosen.out / "phases-requests.jsonl", logs + spikes)
    readings.write_lines(chosen.out / "phases-windows.jsonl", windows)


def judge(work, report):
    read = readings.Readings(work / "phases-nvml.jsonl")
    windows = {row["name"]: row for row in readings.lines(work / "phases-windows.jsonl")}
    log = readings.lines(work / "phases-requests.jsonl")
    idle = read.between(windows["idle"]["from_ns"], windows["idle"]["to_ns"]) \
        / ((windows["idle"]["to_ns"] - windows["idle"]["from_ns"]) / 1e9)
    figures, _ = readings.attributed(work, "phases", idle, read.times[0], read.times[-1])
    alone = {kind: statistics.fmean(read.between(one["start_ns"], one["end_ns"]) for one in log
                                    if one["id"].startswith(kind)) for kind in ("prefill", "decode")}
    for phase in ("prefill", "decode"):
        found = [figures[one["id"]].get(f"{phase}_joules") for one in log if one["id"].startswith("whole")]
        found = [joules for joules in found if joules is not None]
        if not found:
            report.note(f"{phase} in whole requests", f"not told apart; alone {alone[phase]:.1f} J")
            continue
        off = 100 * (statistics.fmean(found) / alone[phase] - 1)
        report.check(f"{phase} in whole requests against {phase} alone",
                     f"{statistics.fmean(found):.1f} J against {alone[phase]:.1f} J, {off:+.1f} %",
                     f"within {PHASE_PERCENT:g} %", abs(off) <= PHASE_PERCENT)
    spikes = [row for name, row in windows.items() if name.startswith("spike")]
    if spikes:
        # The counter over all spikes and the rests between, less the rests: no edge of a single spike enters.
        start, end = spikes[0]["from_ns"] - 4e8, windows["end"]["from_ns"]
        lasted = sum(row["to_ns"] - row["from_ns"] for row in spikes)
        truth = (read.between(start, end) - idle * (end - start - lasted) / 1e9) / len(spikes)
        rows = [figures[row["name"]] for row in spikes]
        mean = statistics.fmean(row.get("joules") or 0 for row in rows)
        held = sum((row.get("lower") or 0) <= truth <= (row.get("upper") or 0) for row in rows)
        off = 100 * (mean / truth - 1)
        report.check("spikes of 0.2 s, each against the counter over all",
                     f"{mean:.1f} J against {truth:.1f} J, {off:+.1f} %; the bounds of {held} of {len(rows)} contain it",
                     f"within {SPIKE_PERCENT:g} %", abs(off) <= SPIKE_PERCENT)
    report.note("update of the power of the instant", f"each {read.power_update_ms() or float('nan'):.1f} ms,"
                " as the other program sees it, read each 10 ms")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--shape", required=True)
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--requests", type=int, default=10)
    options.add_argument("--spikes", type=int, default=20)
    measure(options.parse_args())


if __name__ == "__main__":
    main()
