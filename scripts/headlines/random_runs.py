"""Make runs whose joules, outcomes and tokens are known from elsewhere, with gaps, failures and queues by chance."""

import json
import os
import random
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from made_up_meters import RANGE_MICROJOULES, FabricatedRail, FabricatedRapl, RandomPower
from scripted_server import ScriptedServer

LONGEST_SECONDS = 180


@dataclass
class MadeRun:
    """A run that was made, and what is known of it."""

    folder: Path
    description: str
    screens: dict
    outcomes: list
    meter: FabricatedRapl

    def true_joules(self):
        """Return the joules of all devices over the run's measurement window, and by how much counters lagged."""
        summary = json.loads((self.folder / "summary.json").read_text())
        segment = summary["segments"][0]
        ends = [(segment["monotonic_anchor_nanos"] + segment[key]) / 1e9
                for key in ("measured_start_nanos", "measured_end_nanos")]
        return sum(self.meter.joules(*ends)), sum(self.meter.lag_joules(at) for at in ends)


def questions(luck, count, file):
    asked = set()
    while len(asked) < count:
        asked.add((luck.randint(1, 999), luck.randint(1, 999)))
    lines = [{"id": f"q{number}", "problem": f"What is {first} + {second}?", "answer": str(first + second),
              "evaluator": "numeric"} for number, (first, second) in enumerate(sorted(asked))]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))


def load_options(luck):
    kind = luck.choice(["concurrency", "poisson", "bursts"])
    if kind == "concurrency":
        return ["--concurrency", str(luck.randint(1, 10))]
    options = ["--rate", f"{luck.uniform(4, 20):.2f}", "--seed", str(luck.randint(1, 1_000))]
    return options + (["--burstiness", "0.3"] if kind == "bursts" else [])


def make(seed, folder, command):
    """Make the run of a seed; command is how ipw is started."""
    luck = random.Random(seed)
    folder.mkdir(parents=True)
    count = luck.randint(25, 60)
    questions(luck, count, folder / "questions.jsonl")
    meter, collector, description = made_up_meter(luck, folder / "sys")
    failing = luck.choice([0, luck.uniform(0.05, 0.2)])
    server = ScriptedServer(seed, failing, luck.uniform(0.2, 0.95), luck.uniform(10, 40), luck.uniform(0.002, 0.01),
                            luck.randint(2, 12), meter.begin)
    load = load_options(luck)
    idle = luck.choice(["0", "0.6"])
    try:
        options = ["--client", "openai", "--client-base-url", server.url, "--model", "scripted", "--dataset",
                   folder / "questions.jsonl", "--warmup-queries", "1", "--idle-seconds", idle, "--no-calibration",
                   "--telemetry", collector, "--output-dir", folder, "--run-name", "run", "--client-param",
                   "idle_timeout=1s", *load]
        screens = screens_of(command, options, folder)
    finally:
        server.close()
        meter.close()
    return MadeRun(folder / "run", f"{' '.join(load[:2]).lstrip('-')}, {description}", screens, server.outcomes, meter)


def made_up_meter(luck, folder):
    """Return a meter below a folder, the collector that reads it, and a few words about it."""
    gaps = [(at, at + luck.uniform(0.1, 1.5), luck.random() < 0.7)
            for at in (luck.uniform(-0.5, 5) for _ in range(luck.randint(0, 3)))]
    missing = f"gaps {sum(end - start for start, end, _ in gaps):.1f} s"
    if luck.random() < 0.25:
        short = [(start, start + (end - start) / luck.choice([1, 10]), empty) for start, end, empty in gaps]
        missing = f"gaps {sum(end - start for start, end, _ in short):.1f} s"
        power = RandomPower(luck.random(), time.monotonic(), LONGEST_SECONDS, shortest=0.1)
        return FabricatedRail(folder, power, short), "hwmon", f"power of a board, {missing}"
    packages = luck.randint(1, 2)
    powers = [RandomPower(luck.random(), time.monotonic(), LONGEST_SECONDS) for _ in range(packages)]
    reset = luck.uniform(0.3, 2) if luck.random() < 0.1 else None
    # a counter that begins anew when it was about to wrap looks like one that wrapped
    near_wrap = 0 if reset else 0.4
    first = [RANGE_MICROJOULES - round(luck.uniform(0, 1.5e9)) if luck.random() < near_wrap
             else luck.randint(0, 10**11) for _ in powers]
    description = f"{packages} packages, {missing}{', reset' if reset else ''}"
    return FabricatedRapl(folder, powers, first, gaps, reset), "powercap", description


def screens_of(command, options, folder):
    """Profile, then analyse; return what both print as JSON."""
    sensors = {"IPW_SYSFS_ROOT": str(folder / "sys")}
    profile = run([*command, "profile", "--json", *options], folder / "profile.log", sensors)
    analyze = run([*command, "analyze", folder / "run", "--json"], folder / "analyze.log", sensors)
    return {"profile --json": profile, "analyze --json": analyze}


def run(command, log, environment):
    """Start ipw and return the JSON that it prints; its notes go to a log."""
    done = subprocess.run([str(part) for part in command], env={**os.environ, **environment}, capture_output=True,
                          text=True, timeout=LONGEST_SECONDS)
    log.write_text(done.stderr)
    # 1 says that some requests failed
    if done.returncode not in (0, 1) or not done.stdout.lstrip().startswith("{"):
        raise SystemExit(f"{' '.join(map(str, command[-3:]))} ended with {done.returncode}; see {log}")
    return json.loads(done.stdout)


def check_outcomes(made, journal):
    """Yield a sentence where the journal counts something else than the server did."""
    answered = [outcome for outcome in made.outcomes if not outcome["failure"]]
    pairs = [("asked", journal.asked, len(made.outcomes)), ("answered", journal.answered, len(answered)),
             ("right", journal.right, sum(outcome["right"] for outcome in answered)),
             ("output tokens", journal.output_tokens, sum(outcome["tokens"] for outcome in answered))]
    for name, said, known in pairs:
        if said != known:
            yield f"{name}: the journal has {said}, the server {known}"
