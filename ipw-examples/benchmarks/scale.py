"""Asks DuckDB or pyarrow a question of a run's Arrow files, or draws the run with pandas and plotly, for scale.sh.

FOLDER duckdb|pyarrow latency|accuracy|slowest|cost, FOLDER duckdb screen (accuracy with the percentiles that are printed above
it), or FOLDER plotly HTML.
"""

import json
import sys

import pyarrow as pa
import pyarrow.compute as pc

MODEL = "fabricated-model"
LATENCY = [
    "time_from_intended_start_seconds",
    "total_query_seconds",
    "time_to_first_token_seconds",
    "time_to_first_visible_token_seconds",
    "time_per_output_token_seconds",
    "median_itl_ms",
    "throughput_tokens_per_sec",
]
DOLLARS = ["total_cost_usd", "input_cost_usd", "output_cost_usd", "machine_cost_usd", "electricity_cost_usd"]
PROBABILITIES = [0.5, 0.9, 0.95, 0.99, 0.999]

folder, engine, question = sys.argv[1:]
with open(f"{folder}/state.json") as state:
    files = [f"{folder}/{one['filename']}" for one in json.load(state)["_data_files"]]


def batches():
    for file in files:
        with pa.OSFile(file) as source:
            yield from pa.ipc.open_stream(source)


def metric(batch, part, name):
    return batch.column("model_metrics").field(MODEL).field(part).field(name)


def with_duckdb():
    import duckdb

    connection = duckdb.connect()
    connection.execute("set threads = 2")
    run = pa.RecordBatchReader.from_batches(pa.ipc.open_stream(files[0]).schema, batches())
    of_model = f'model_metrics."{MODEL}"'
    joules, right = f"{of_model}.energy_metrics.headline_joules", f"{of_model}.lm_correctness"
    seconds = f"{of_model}.latency_metrics.total_query_seconds"
    accuracy = (
        f"count(*), avg({right}::int), sum({joules}), quantile_cont({joules}, 0.5), avg({joules} / {seconds})"
    )
    printed = [joules, f"{joules} / {of_model}.token_metrics.output", f"{joules} / {seconds}"]
    printed += [f"{of_model}.latency_metrics.{name}" for name in (LATENCY[0], LATENCY[2], LATENCY[4], LATENCY[6])]
    columns = {
        "latency": ", ".join(
            f"quantile_cont({of_model}.latency_metrics.{name}, {PROBABILITIES}), avg({of_model}.latency_metrics.{name})"
            for name in LATENCY
        ),
        "accuracy": accuracy,
        "screen": ", ".join([accuracy, *(f"quantile_cont({one}, {PROBABILITIES}), avg({one})" for one in printed)]),
        "cost": ", ".join(f"sum({of_model}.cost.{name})" for name in DOLLARS)
        + f", sum({of_model}.token_metrics.output), sum({of_model}.energy_metrics.headline_joules)",
        "slowest": f"record_id, {of_model}.latency_metrics.time_from_intended_start_seconds as latency",
    }[question]
    order = " order by latency desc limit 10" if question == "slowest" else ""
    return connection.execute(f"select {columns} from run{order}").fetchall()


def with_pyarrow():
    if question == "latency":
        kept = [[metric(batch, "latency_metrics", name) for name in LATENCY] for batch in batches()]
        columns = [pa.chunked_array(column) for column in zip(*kept)]
        return [(pc.quantile(column, PROBABILITIES).to_pylist(), pc.mean(column)) for column in columns]
    if question == "accuracy":
        kept = [
            (
                batch.column("model_metrics").field(MODEL).field("lm_correctness"),
                metric(batch, "energy_metrics", "headline_joules"),
                metric(batch, "latency_metrics", "total_query_seconds"),
            )
            for batch in batches()
        ]
        right, joules, seconds = [pa.chunked_array(column) for column in zip(*kept)]
        return pc.mean(right), pc.sum(joules), pc.quantile(joules, 0.5), pc.mean(pc.divide(joules, seconds))
    if question == "cost":
        kept = [
            [metric(batch, "cost", name) for name in DOLLARS]
            + [metric(batch, "token_metrics", "output"), metric(batch, "energy_metrics", "headline_joules")]
            for batch in batches()
        ]
        return [pc.sum(pa.chunked_array(column)) for column in zip(*kept)]
    kept = [(batch.column("record_id"), metric(batch, "latency_metrics", LATENCY[0])) for batch in batches()]
    table = pa.table([pa.chunked_array(column) for column in zip(*kept)], ["id", "latency"])
    return table.take(pc.select_k_unstable(table["latency"], 10, [("latency", "descending")]))


def with_plotly():
    """Writes histograms of all rows, and the relations of a sample, as a report of the run has them."""
    import numpy as np
    import pandas as pd
    import plotly.graph_objects as go

    kept = []
    for batch in batches():
        columns = {name: metric(batch, "latency_metrics", name) for name in LATENCY}
        columns["joules"] = metric(batch, "energy_metrics", "headline_joules")
        columns["right"] = batch.column("model_metrics").field(MODEL).field("lm_correctness")
        columns["tokens"] = metric(batch, "token_metrics", "output")
        columns["start"] = metric(batch, "timeline", "intended_start_nanos")
        columns["subject"] = batch.column("subject")
        kept.append(pa.table(columns).to_pandas())
    rows = pd.concat(kept, ignore_index=True)
    rows["watts"] = rows["joules"] / rows["total_query_seconds"]
    figures = [go.Figure(go.Table(cells={"values": rows.describe(percentiles=PROBABILITIES).reset_index().T}))]
    subjects = rows.groupby("subject")[["right", "joules", "watts"]].mean().reset_index()
    figures.append(go.Figure(go.Table(cells={"values": subjects.T})))
    for name in [*LATENCY, "joules", "watts"]:
        counts, edges = np.histogram(rows[name].dropna(), 60)
        figures.append(go.Figure(go.Bar(x=edges, y=counts)))
    sample = rows.sample(min(len(rows), 100_000), random_state=1)
    for name in [*LATENCY, "tokens", "start"]:
        figures.append(go.Figure(go.Scattergl(x=sample[name], y=sample["joules"], mode="markers")))
    with open(question, "w") as page:
        page.writelines(one.to_html(full_html=False, include_plotlyjs=at == 0) for at, one in enumerate(figures))
    return len(rows)


if engine == "plotly":
    print(with_plotly())
    sys.exit()
print(with_duckdb() if engine == "duckdb" else with_pyarrow())
