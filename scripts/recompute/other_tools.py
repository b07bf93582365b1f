"""Two metrics as other tools define them, by docs/definitions.md; a call is when a request was taken up."""

import numpy as np

import intervals
import times

RULES = {"llmeter": intervals.exclusive, "guidellm": intervals.inverse}


def streamed(row):
    return row["token_metrics"]["output"]


def since_call(row, until):
    return times.seconds(row, until, "taken_up_nanos")


def first_token(row):
    return since_call(row, "first_token_nanos")


def first_visible(row):
    return since_call(row, "first_visible_token_nanos")


def per_token(row, since="first_token_nanos", until="last_token_nanos", least=0):
    """Return the seconds between two moments over the tokens less one."""
    tokens, taken = streamed(row), times.seconds(row, until, since)
    return taken / (tokens - 1) if taken is not None and tokens and tokens > 1 and taken >= least else None


TIME_TO_FIRST_TOKEN = {
    "ipw": times.FIGURES["time_to_first_token"],
    "llmeter": first_visible, "AIPerf": first_token, "guidellm": first_token, "genai-bench": first_token,
    "inference-perf": lambda row: first_visible(row) if streamed(row) > 1 else None,
    "llmperf": first_visible}
TIME_PER_OUTPUT_TOKEN = {
    "ipw": times.time_per_output_token,
    "llmeter": lambda row: per_token(row, "first_visible_token_nanos"),
    "AIPerf": per_token,
    "guidellm": lambda row: since_call(row, "last_token_nanos") / streamed(row),
    "inference-perf": lambda row: per_token(row, "first_visible_token_nanos"),
    "genai-bench": lambda row: per_token(row, until="end_nanos", least=1e-3),
    "vllm bench serve": per_token}


def definitions(run, check):
    rows = [row for row in times.whole(run) if streamed(row)]
    if len(rows) != len(times.whole(run)):
        return
    mine = {"time_to_first_token": TIME_TO_FIRST_TOKEN, "time_per_output_token": TIME_PER_OUTPUT_TOKEN}
    for number, said in enumerate(check.theirs("definitions.data.metrics") or []):
        figure = mine.get(said["metric"], {}).get(said["tool"])
        if figure is None or said["mean"] is None:
            continue
        sample = [value for value in map(figure, rows) if value is not None]
        rule = RULES.get(said["tool"], lambda values, share: float(np.quantile(values, share)))
        key = f"definitions.data.metrics.{number}."
        check.exact(key + "n", len(sample))
        check.exact(key + "mean", float(np.mean(sample)))
        for name in ("p50", "p90", "p99"):
            if said["tool"] == "ipw":
                check.exact(key + name, intervals.percentile(sample, times.SHARES[name]))
            else:
                check.exact(key + name, rule(sample, times.SHARES[name]))
