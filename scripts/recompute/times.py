"""Times of requests, their percentiles, rates, goodput and the steady window, by docs/metrics.md and docs/load.md."""

import json
import re

import numpy as np

import intervals

SHARES = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99}
UNITS = {"ms": 1e-3, "s": 1.0, "us": 1e-6}


def whole(run):
    return [row for row in run.rows if not row["error"]]


def kept(run):
    """Return the whole answers that --cut-start and --cut-end leave in."""
    load = run.summary["load"]
    first = min(row["timeline"]["intended_start_nanos"] for row in run.rows)
    last = max(row["timeline"]["end_nanos"] for row in run.rows)
    return [row for row in whole(run)
            if row["timeline"]["intended_start_nanos"] >= first + 1e9 * load["cut_start_seconds"]
            and row["timeline"]["end_nanos"] <= last - 1e9 * load["cut_end_seconds"]]


def seconds(row, until, since="sent_nanos"):
    moments = row["timeline"]
    if moments[until] is None or moments[since] is None:
        return None
    return (moments[until] - moments[since]) / 1e9


def calls(row):
    """Return the moments and the tokens of each call of a query; a plain question is one."""
    if not row["calls"]:
        return [(row["timeline"], row["token_metrics"])]
    made = [json.loads(call["call"]) for call in row["calls"]]
    return [(call["timeline"], call["usage"]) for call in made]


AFTER_THE_FIRST = {
    "counted": lambda tokens, chunks: tokens["streamed"] - tokens["first_chunk"],
    "tokenized": lambda tokens, chunks: tokens["streamed"] - tokens["first_chunk"],
    "one_a_chunk": lambda tokens, chunks: chunks - 1,
    "spread": lambda tokens, chunks: tokens["streamed"] - tokens["streamed"] / chunks,
    "ends_only": lambda tokens, chunks: tokens["streamed"] - 1}


def time_per_output_token(row):
    """Return the time between tokens by the basis that the row names, over all calls of the query together."""
    basis, taken, after = row["latency_metrics"]["time_per_output_token_basis"], 0, 0
    for moments, tokens in calls(row):
        chunks = moments["chunk_nanos"] or []
        if basis in AFTER_THE_FIRST and len(chunks) > 1 and chunks[-1] > chunks[0]:
            taken += moments["last_token_nanos"] - moments["first_token_nanos"]
            after += AFTER_THE_FIRST[basis](tokens, len(chunks))
    return taken / 1e9 / after if after > 0 else None


def inter_token(row):
    """Return the median gap between chunks within calls, of two at least; a call that came at one moment has none."""
    gaps = []
    for moments, _ in calls(row):
        chunks = moments["chunk_nanos"] or []
        if len(chunks) > 1 and chunks[-1] > chunks[0]:
            gaps += list(np.diff(chunks) / 1e9)
    return float(np.median(gaps)) if len(gaps) > 1 else None


def output_speed(row):
    tokens, taken = row["token_metrics"]["output"], seconds(row, "end_nanos")
    return tokens / taken if tokens is not None and taken else None


FIGURES = {
    "time_to_first_token": lambda row: seconds(row, "first_token_nanos"),
    "time_to_first_visible_token": lambda row: seconds(row, "first_visible_token_nanos"),
    "time_per_output_token": time_per_output_token,
    "inter_token_latency": inter_token,
    "total_time": lambda row: seconds(row, "end_nanos"),
    "time_from_intended_start": lambda row: seconds(row, "end_nanos", "intended_start_nanos"),
    "output_tokens_per_second": output_speed,
}
SHORT = {"ttft": "time_to_first_token", "tpot": "time_per_output_token", "itl": "inter_token_latency",
         "latency": "time_from_intended_start"}


def values(rows, figure):
    found = [FIGURES[figure](row) for row in rows]
    return [value for value in found if value is not None]


def percentiles(run, check):
    rows = kept(run)
    for figure in FIGURES:
        sample = values(rows, figure)
        key = f"latency.data.percentiles.{figure}"
        check.exact(f"{key}.count", len(sample))
        check.exact(f"{key}.mean", float(np.mean(sample)) if sample else None)
        for name, share in SHARES.items():
            check.exact(f"{key}.{name}", intervals.percentile(sample, share))
            if intervals.percentile(sample, share) is not None:
                low, high = intervals.order_statistics(sample, share)
                check.exact(f"{key}.{name}_low", low)
                check.exact(f"{key}.{name}_high", high)


def output_tokens(run):
    counts = [row["token_metrics"]["output"] for row in whole(run)]
    return None if None in counts else sum(counts)


def rates(run, check):
    starts = [row["timeline"]["intended_start_nanos"] for row in run.rows]
    load = run.summary["load"]
    key = "latency.summary."
    if load["rate_per_second"] is not None:
        check.exact(key + "offered_per_second", (len(starts) - 1) / ((max(starts) - min(starts)) / 1e9))
        check.exact(key + "asked_per_second", load["rate_per_second"])
    check.exact(key + "requests_per_second", len(whole(run)) / run.seconds)
    check.exact(key + "failed_per_second", (len(run.rows) - len(whole(run))) / run.seconds)
    tokens = output_tokens(run)
    check.exact(key + "system_output_tokens_per_second", None if tokens is None else tokens / run.seconds)
    ends = [row["timeline"]["end_nanos"] for row in run.rows]
    if len(run.windows) == 1:
        check.exact("summary.totals.measured_seconds", (max(ends) - min(starts)) / 1e9)


def levels(text):
    """Read 'ttft=200ms,tpot=30ms' as seconds by figure."""
    found = {}
    for level in text.split(","):
        name, most = level.split("=")
        number, unit = re.fullmatch(r"([\d.]+)(\D*)", most).groups()
        found[SHORT.get(name, name)] = float(number) * UNITS[unit or "s"]
    return found


def goodput(run, check, slo, joules):
    if slo is None:
        return
    most = levels(slo)

    def good(row):
        figures = [FIGURES[figure](row) for figure in most]
        return all(value is not None and value <= limit for value, limit in zip(figures, most.values()))
    met, asked = sum(map(good, whole(run))), len(run.rows)
    low, high = intervals.wilson(met, asked)
    said = json.loads((run.folder / "analysis/latency.json").read_text(encoding="utf-8"))["summary"]
    key = "analysis/latency.json "
    for name, value in {"slo_met": met, "slo_attempted": asked, "goodput_share": met / asked, "goodput_share_low": low,
                        "goodput_share_high": high, "goodput_per_second": met / run.seconds}.items():
        check.kept(key + name, value, said.get(name))
    if joules is not None and met:
        check.kept(key + "joules_per_good_answer", joules / met, said.get("joules_per_good_answer"))


def steady(run, check):
    """From when the requests in flight first reach their median, weighted by time, until they last leave it."""
    key = "steady-state.summary."
    if check.theirs(key + "window_start_seconds") is None:
        return
    moments = []
    for row in run.rows:
        moments += [(row["timeline"]["sent_nanos"], 1), (row["timeline"]["end_nanos"], -1)]
    moments.sort()
    flying, pieces = 0, []
    for (at, change), (following, _) in zip(moments, moments[1:]):
        flying += change
        pieces.append((at, following, flying))
    spans = {}
    for begin, end, count in pieces:
        spans[count] = spans.get(count, 0) + end - begin
    total, passed, median = sum(spans.values()), 0, 0
    for count in sorted(spans):
        passed += spans[count]
        if passed >= total / 2:
            median = count
            break
    inside = [piece for piece in pieces if piece[2] >= median and piece[1] > piece[0]]
    start, end = inside[0][0], inside[-1][1]
    check.exact(key + "window_start_seconds", start / 1e9)
    check.exact(key + "window_end_seconds", end / 1e9)
    sent = [row for row in whole(run) if start <= row["timeline"]["sent_nanos"] <= end]
    for figure in ("time_to_first_token", "time_per_output_token", "time_from_intended_start"):
        for name in ("p50", "p90"):
            check.exact(f"{key}{figure}_{name}_window", intervals.percentile(values(sent, figure), SHARES[name]))
    share = sum(max(0, min(end, row["timeline"]["end_nanos"]) - max(start, row["timeline"]["sent_nanos"]))
                / (row["timeline"]["end_nanos"] - row["timeline"]["sent_nanos"]) for row in whole(run))
    check.exact(key + "requests_per_second_window", share / ((end - start) / 1e9))


def parts(run, check):
    """The parts of a request are its latency to the nanosecond; columns are what their moments say."""
    check.rows("sum of time_parts", [
        (row["record_id"], row["timeline"]["end_nanos"] - row["timeline"]["intended_start_nanos"],
         sum(part or 0 for part in row["time_parts"].values())) for row in run.rows if not row["calls"]], 0)
    columns = {"time_to_first_token_seconds": "time_to_first_token", "total_query_seconds": "total_time",
               "time_per_output_token_seconds": "time_per_output_token",
               "time_from_intended_start_seconds": "time_from_intended_start"}
    for column, figure in columns.items():
        check.rows(column, [(row["record_id"], FIGURES[figure](row), row["latency_metrics"][column])
                            for row in whole(run)])
