#!/usr/bin/env python3
"""Check with HuggingFace datasets and pyarrow that others can read a run's dataset.

    pip install datasets pyarrow
    scripts/check-arrow.py runs/profile_...

Loads the directory as their users would, compares its columns with the pinned schema and its rows with the run's
journal, and exits with 1 and a line for each mismatch. For a maintainer who changed what a run writes; the build needs
no Python.
"""

import argparse
import difflib
import json
import sys
from pathlib import Path

import pyarrow as pa
from datasets import load_from_disk

SCHEMA = Path(__file__).parent.parent / "ipw-core/tests/src/test/resources/golden/run/schema.txt"
MODEL_IN_SCHEMA = "org/model-1.5"
WORDS = {pa.string(): "text", pa.int64(): "whole", pa.float64(): "real", pa.bool_(): "truth"}


def word(kind):
    if pa.types.is_struct(kind):
        return "struct"
    if pa.types.is_list(kind):
        return "list of " + word(kind.value_type)
    return WORDS.get(kind, f"unexpected {kind}")


def describe(fields, indent=""):
    for field in fields:
        yield f"{indent}{field.name}: {word(field.type)}"
        inner = field.type.value_type if pa.types.is_list(field.type) else field.type
        if pa.types.is_struct(inner):
            yield from describe(inner, indent + "  ")


def check_schema(table, model):
    pinned = SCHEMA.read_text(encoding="utf-8").replace(MODEL_IN_SCHEMA, model).splitlines()
    expected, actual = without_metadata(pinned), without_metadata(describe(table.schema))
    for line in difflib.unified_diff(expected, actual, "pinned schema", "this run", lineterm="", n=1):
        yield line


def without_metadata(lines):
    """The questions' own fields differ from dataset to dataset."""
    kept, inside = [], False
    for line in lines:
        inside = line.startswith("dataset_metadata:") or (inside and line.startswith(" "))
        if not inside:
            kept.append(line)
    return kept


def check_rows(dataset, model):
    for number, row in enumerate(dataset):
        metrics = row["model_metrics"][model]
        energy = metrics["energy_metrics"]
        if metrics["lm_correctness"] != metrics["evaluation"]["is_correct"]:
            yield f"row {number}: lm_correctness and evaluation.is_correct differ"
        if row["error"] is not None and metrics["evaluation"]["is_correct"]:
            yield f"row {number}: failed, and yet correct"
        if row["model_answers"][model] != metrics["lm_response"]:
            yield f"row {number}: model_answers and lm_response differ"
        if (energy["headline_joules"] is None) != (energy["headline_provenance"] == "UNAVAILABLE"):
            yield f"row {number}: joules and their provenance disagree"


def check_journal(dataset, model, journal):
    """Every finished request of the journal is a row, with its answer and its error."""
    finished = {}
    for line in journal.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if entry["type"] == "finished":
            finished[entry["question"]["id"]] = entry["outcome"]
    rows = {row["record_id"]: row for row in dataset}
    for missing in finished.keys() ^ rows.keys():
        yield f"record {missing} is in {'the journal' if missing in finished else 'the dataset'} alone"
    for record, outcome in finished.items():
        row = rows.get(record)
        if row and (row["model_answers"][model] or "") != outcome["answer"]:
            yield f"record {record}: the answer is not the journal's"
        if row and (row["error"] is None) != (outcome["error"] is None):
            yield f"record {record}: the error is not the journal's"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, help="a run directory")
    run = parser.parse_args().run
    dataset = load_from_disk(str(run))
    names = [file["filename"] for file in json.loads((run / "state.json").read_text(encoding="utf-8"))["_data_files"]]
    table = pa.concat_tables(pa.ipc.open_stream((run / name).read_bytes()).read_all() for name in names)
    model = table.schema.field("model_metrics").type.field(0).name
    problems = [*check_schema(table, model), *check_rows(dataset, model)]
    journal = run / "journal.jsonl"
    if journal.exists():
        problems += check_journal(dataset, model, journal)
    for problem in problems:
        print(problem, file=sys.stderr)
    failures = sum(row["error"] is not None for row in dataset)
    print(f"{run}: {len(dataset)} rows of {model}, {failures} failed requests: {'DIFFERS' if problems else 'as it should be'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
