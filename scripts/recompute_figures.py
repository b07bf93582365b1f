#!/usr/bin/env python3
"""Work out the figures of a report anew from the runs' files and hold the report against them.

    ./ipw report runs/a runs/b --output both.html
    scripts/recompute_figures.py both.html runs/a runs/b [--slo ttft=200ms,tpot=30ms]

Name the runs in the report's order. The program reads the dataset and the raw readings of the meters, and of
summary.json the configuration, the windows and how each device's joules were divided; it shares no code with ipw and
follows docs/. Each line is name, ours, theirs, relative difference, and ok or DIFFERS. Then every figure that the page
shows as text is held against the value of its key. Exit code 1 if anything differs. Needs Python 3.11, pyarrow, numpy
and scipy. For a maintainer; what was found is in docs/measurements/recomputed.md.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "recompute"))

import held_against  # noqa: E402
import joules  # noqa: E402
import lines  # noqa: E402
import other_tools  # noqa: E402
import pareto  # noqa: E402
import run_files  # noqa: E402
import times  # noqa: E402


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("report", type=Path, help="what 'ipw report' wrote")
    options.add_argument("runs", nargs="+", type=Path, help="the folders of its runs, in its order")
    options.add_argument("--slo", help="the service levels that the runs were asked to keep")
    chosen = options.parse_args()
    report = held_against.Report(chosen.report)
    runs = [run_files.RunFiles(folder) for folder in chosen.runs]
    check = held_against.Check(report)
    for number, run in enumerate(runs):
        check.prefix = f"runs.{number}."
        check_run(run, check, chosen.slo)
    check.prefix = ""
    if len(runs) > 1:
        pareto.pareto(runs, check)
    check.shown()
    print(f"{check.lines} figures, {check.bad} differ")
    sys.exit(1 if check.bad else 0)


def check_run(run, check, slo):
    joules.device_totals(run, check)
    spent = joules.headlines(run, check)
    joules.shares(run, check)
    joules.subjects(run, check)
    joules.cost(run, check, spent)
    times.rates(run, check)
    times.percentiles(run, check)
    times.goodput(run, check, slo, spent)
    times.steady(run, check)
    times.parts(run, check)
    lines.joint(run, check)
    lines.reference(run, check)
    other_tools.definitions(run, check)


if __name__ == "__main__":
    main()
