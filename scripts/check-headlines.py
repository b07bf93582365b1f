#!/usr/bin/env python3
"""Work out a run's headlines anew and hold what it says against them.

    scripts/check-headlines.py runs/NAME...          check runs that were kept
    scripts/check-headlines.py --make 20 --seed 7    make runs by chance whose joules are known, and check them

Accuracy, joules a query and a token, IPJ, IPW, watts and rates are computed from the journal and the device totals,
and the joules from the raw counters of the telemetry, by the definitions in docs/metrics.md and without any code of
ipw. The runs that it makes ask a scripted server on 127.0.0.1, under made-up meters with gaps, wraps and resets. Exit
code 1 if anything is not what it should be. For a maintainer; needs Python 3.11 and Linux, nothing else.
"""

import argparse
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts/headlines"))

import expected as expectation  # noqa: E402
import held_against  # noqa: E402
import random_runs  # noqa: E402


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("runs", nargs="*", type=expectation.folder_of, help="folders of runs")
    options.add_argument("--make", type=int, default=0, metavar="N", help="make N runs and check them")
    options.add_argument("--seed", type=int, default=1, help="the first run's seed; the next has the next")
    options.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the runs that were made there")
    options.add_argument("--ipw", default=str(ROOT / "ipw"), metavar="COMMAND", help="how ipw is started")
    chosen = options.parse_args()
    if not chosen.runs and not chosen.make:
        options.error("name a run's folder, or --make N")
    command = shlex.split(chosen.ipw)
    bad = sum(check_kept(folder, command) for folder in chosen.runs)
    if chosen.make:
        bad += check_made(chosen, command)
    print("All as it should be." if not bad else f"{bad} runs say something else than they should.")
    sys.exit(1 if bad else 0)


def check_kept(folder, command):
    with tempfile.TemporaryDirectory() as logs:
        analyze = [*command, "analyze", folder, "--json"]
        screens = {"analyze --json": random_runs.run(analyze, Path(logs) / "analyze.log", {})}
    expected = expectation.expect(folder)
    return report(str(folder), expected, list(held_against.check_run(folder, expected, screens)), "")


def check_made(chosen, command):
    folder = chosen.keep or Path(tempfile.mkdtemp(prefix="headlines-"))
    bad = 0
    for seed in range(chosen.seed, chosen.seed + chosen.make):
        made = random_runs.make(seed, folder / f"seed-{seed}", command)
        expected = expectation.expect(made.folder)
        joules, slack = made.true_joules()
        problems = [*random_runs.check_outcomes(made, expected.journal),
                    *held_against.check_run(made.folder, expected, made.screens),
                    *held_against.check_truth(made.folder, expected, made.screens, joules, slack)]
        bad += report(f"seed {seed}: {made.description}", expected, problems, f"true {joules:.1f} J, ")
    if not chosen.keep:
        shutil.rmtree(folder)
    return bad


def report(name, expected, problems, truth):
    """Print a run's line and what is wrong with it; return whether something is."""
    said = expected.journal
    joules = f"not whole ({expected.basis})" if expected.joules is None else f"{expected.joules:.1f} J"
    verdict = "BAD" if problems else "ok "
    print(f"{verdict} {name}; {said.asked} asked, {said.failed} failed, {truth}device total {joules}", flush=True)
    for problem in problems:
        print(f"    {problem}")
    unknown = held_against.raw_unknown(expected)
    if unknown:
        print(f"    (not held against raw counters: {', '.join(unknown)})")
    return bool(problems)


if __name__ == "__main__":
    main()
