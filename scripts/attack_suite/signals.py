"""Ctrl-C and the request to end, while commands read a run of 100,000 rows. Times are figures: they depend on the machine."""

import json
import os
import signal
import subprocess
import time

ROWS = 100_000
DELAY_SECONDS = 3
BOUND_SECONDS = 3


def attack(suite):
    folder = suite.fresh("signals", suite.user)
    source = folder / "llmeter"
    source.mkdir()
    with open(source / "responses.jsonl", "w", encoding="utf-8") as out:
        for number in range(ROWS):
            question = f"What is {number} + {number}?"
            out.write(json.dumps({
                "response_text": f"It is {2 * number}, as anybody can see who adds both. " * 4, "id": f"q{number}", "input_prompt": question,
                "input_payload": {"model": "m", "messages": [{"role": "user", "content": question}]}, "time_to_first_token": 0.1 + number % 7 / 100,
                "time_to_last_token": 0.3 + number % 11 / 100, "num_tokens_input": 20, "num_tokens_output": 11, "time_per_output_token": 0.02,
                "error": None, "retries": 0, "request_time": f"2026-01-31T{12 + number // 36000:02d}:{number // 600 % 60:02d}:{number // 10 % 60:02d}Z"}) + "\n")
    (source / "run_config.json").write_text(json.dumps({"endpoint": {"endpoint_name": "openai", "model_id": "m", "provider": "openai"}, "clients": 2,
                                                        "n_requests": ROWS, "run_name": "a"}))
    attacked = suite.command(folder)
    imported = attacked.run(["import", "llmeter", source, "--output-dir", attacked.runs, "--run-name", "a"], timeout=900)
    runs = [path.parent for path in attacked.runs.glob("*/summary.json")]
    if not runs:
        suite.skipped("signals", "everything", f"no run of {ROWS} rows could be made: exit {imported.code}, {imported.error()}")
        return
    run = runs[0]
    suite.figure("signals", f"a run of {ROWS} rows", f"imported in {imported.seconds:.0f} s")
    before = {path.name: path.stat().st_size for path in run.glob("*.arrow")}
    commands = {
        "report": ["report", run, "--output", folder / "report.html"], "export": ["export", run, "--csv", "--output", folder / "rows.csv"],
        "export --format traces": ["export", run, "--format", "traces", "--output", folder / "traces.jsonl"],
        "analyze": ["analyze", run], "analyze latency": ["analyze", run, "--analysis", "latency"],
        "analyze slowest": ["analyze", run, "--analysis", "slowest"], "analyze regression": ["analyze", run, "--analysis", "regression"],
        "compare": ["compare", run, run], "show": ["show", run], "plot": ["plot", run], "attribute": ["attribute", run],
        "import": ["import", "llmeter", source, "--output-dir", attacked.runs, "--run-name", "b"],
    }
    for name, arguments in commands.items():
        for sent in (signal.SIGINT, signal.SIGTERM):
            code, seconds = interrupted(attacked, arguments, sent)
            if seconds is None:
                seen = f"it had ended before the signal came, exit {code}"
            elif code is None:
                seen = f"killed after {seconds:.0f} s"
            else:
                seen = f"gone after {seconds:.1f} s, exit {code}" + (f": later than {BOUND_SECONDS} s" if seconds > BOUND_SECONDS else "")
            suite.figure("signals", f"{sent.name} during {name}", seen)
    torn = [path.name for path in folder.iterdir() if path.name in ("report.html", "rows.csv", "traces.jsonl") and path.stat().st_size == 0]
    after = {path.name: path.stat().st_size for path in run.glob("*.arrow")}
    suite.held("signals", "the run is as it was, and no empty file lies in a result's place", before == after and not torn,
               f"{len(after)} files of the dataset, {torn or 'none empty'}")


def interrupted(attacked, arguments, sent):
    """The exit code and how long after the signal the command was gone; (None, seconds) if it had to be killed; no seconds if it was over before."""
    process = attacked.start(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(DELAY_SECONDS)
        return process.returncode, None
    except subprocess.TimeoutExpired:
        pass
    begun = time.monotonic()
    os.killpg(process.pid, sent)
    try:
        return process.wait(45), time.monotonic() - begun
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return None, 45.0
