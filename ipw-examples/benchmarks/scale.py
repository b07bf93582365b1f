"""Asks DuckDB or pyarrow a question of a run's Arrow files, for scale.sh: FOLDER duckdb|pyarrow latency|accuracy|slowest."""

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
    columns = {
        "latency": ", ".join(
            f"quantile_cont({of_model}.latency_metrics.{name}, {PROBABILITIES}), avg({of_model}.latency_metrics.{name})"
            for name in LATENCY
        ),
        "accuracy": f"count(*), avg({of_model}.lm_correctness::int), sum({of_model}.energy_metrics.headline_joules), "
        f"quantile_cont({of_model}.energy_metrics.headline_joules, 0.5), "
        f"avg({of_model}.energy_metrics.headline_joules / {of_model}.latency_metrics.total_query_seconds)",
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
    kept = [(batch.column("record_id"), metric(batch, "latency_metrics", LATENCY[0])) for batch in batches()]
    table = pa.table([pa.chunked_array(column) for column in zip(*kept)], ["id", "latency"])
    return table.take(pc.select_k_unstable(table["latency"], 10, [("latency", "descending")]))


print(with_duckdb() if engine == "duckdb" else with_pyarrow())
