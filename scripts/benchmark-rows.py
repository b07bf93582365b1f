#!/usr/bin/env python3
"""Write the data files with which the row readers of ipw-benchmarks are tested.

    pip install pyarrow
    scripts/benchmark-rows.py

The same twelve rows go into every format; types.* hold one value of each type that only some formats have. For a
maintainer who changes what the tests read; the build needs no Python.
"""

import csv
import datetime
import decimal
import gzip
import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet

FOLDER = Path(__file__).parent.parent / "ipw-benchmarks/tests/src/test/resources/dev/ipw/benchmarks/rows"
SUBJECTS = ["algebra", "law", "medicine"]
FLAT = ["id", "question", "score", "right", "subject", "name", "dotted.name"]
COUNT = 12


def row(number):
    """Every third row lacks what may be missing."""
    lacking = number % 3 == 2
    return {
        "id": number,
        "question": f'Which "{number}", of these,\nis größer?',
        "score": None if lacking else number + 0.25,
        "right": number % 2 == 0,
        "subject": SUBJECTS[number % 3],
        "choices": None if number == 5 else [f"choice {number}.{place}" for place in range(number % 4)],
        "person": None if lacking else {"name": None if number == 4 else f"inner {number}", "age": 30 + number},
        "turns": [{"role": "user", "parts": [f"part {place}"] * place} for place in range(number % 3)],
        "matrix": [[1, 2], [], None, [number]] if number % 2 else [],
        "name": None if number == 7 else f"outer {number}",
        "dotted.name": f"between {number}, and on",
    }


ROWS = [row(number) for number in range(COUNT)]


def schema(text):
    return pa.schema([
        ("id", pa.int32()),
        ("question", text),
        ("score", pa.float64()),
        ("right", pa.bool_()),
        ("subject", text),
        ("choices", pa.list_(text)),
        ("person", pa.struct([("name", text), ("age", pa.int64())])),
        ("turns", pa.list_(pa.struct([("role", text), ("parts", pa.list_(text))]))),
        ("matrix", pa.list_(pa.list_(pa.int16()))),
        ("name", text),
        ("dotted.name", text),
    ])


def write_parquet():
    small, large = (pa.Table.from_pylist(ROWS, schema(text)) for text in (pa.string(), pa.large_string()))
    groups = {"row_group_size": 4}
    parquet.write_table(small, FOLDER / "snappy.parquet", compression="snappy", use_dictionary=True, **groups)
    parquet.write_table(large, FOLDER / "zstd.parquet", compression="zstd", data_page_version="2.0", **groups)
    parquet.write_table(small, FOLDER / "gzip.parquet", compression="gzip", use_dictionary=False, **groups)
    parquet.write_table(large, FOLDER / "none.parquet", compression="none", use_dictionary=["subject"],
                        write_page_index=True, **groups)
    parquet.write_table(small.slice(0, 0), FOLDER / "empty.parquet")


def write_arrow():
    table = pa.Table.from_pylist(ROWS, schema(pa.large_string()))
    with pa.ipc.new_stream(FOLDER / "stream.arrow", table.schema) as writer:
        writer.write_table(table, max_chunksize=4)
    with pa.ipc.new_file(FOLDER / "file.arrow", table.schema) as writer:
        writer.write_table(table, max_chunksize=4)


def write_json():
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS).encode()
    (FOLDER / "plain.jsonl").write_bytes(lines)
    (FOLDER / "lines.json").write_bytes(lines)
    half = len(lines.splitlines(keepends=True)[0]) * 3
    (FOLDER / "gzip.jsonl.gz").write_bytes(gzip.compress(lines[:half], mtime=0) + gzip.compress(lines[half:], mtime=0))
    (FOLDER / "zstd.ndjson.zst").write_bytes(zstandard(lines[:half]) + zstandard(lines[half:]))
    (FOLDER / "list.json").write_text(json.dumps(ROWS, indent=1), encoding="utf-8")
    nested = {"version": "1.1", "about": {"rows": [1]}, "data": ROWS, "tags": ["x"]}
    (FOLDER / "nested.json").write_text(json.dumps(nested), encoding="utf-8")
    columns = {name: [row[name] for row in ROWS] for name in ROWS[0]}
    (FOLDER / "columns.json").write_text(json.dumps(columns), encoding="utf-8")
    (FOLDER / "list.json.gz").write_bytes(gzip.compress(json.dumps(ROWS).encode(), mtime=0))


def zstandard(data):
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    return sink.getvalue().to_pybytes()


def write_separated():
    for name, separator in (("plain.csv", ","), ("plain.tsv", "\t")):
        text = io.StringIO()
        writer = csv.writer(text, delimiter=separator, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
        writer.writerow(FLAT)
        for row in ROWS:
            writer.writerow(["" if row[column] is None else json.dumps(row[column])
                             if isinstance(row[column], bool) else row[column] for column in FLAT])
        (FOLDER / name).write_text(text.getvalue(), encoding="utf-8")
    (FOLDER / "gzip.csv.gz").write_bytes(gzip.compress((FOLDER / "plain.csv").read_bytes(), mtime=0))


def write_types():
    """Two rows: one with a value of each type, one with none."""
    moment = datetime.datetime(2024, 2, 29, 13, 14, 15, 250000)
    values = {
        "image": (pa.struct([("bytes", pa.binary()), ("path", pa.string())]),
                  {"bytes": b"\x89PNG\x00", "path": "a.png"}),
        "bytes": (pa.binary(), b"\x00\xff"),
        "large_bytes": (pa.large_binary(), b"\x01"),
        "fixed_bytes": (pa.binary(3), b"abc"),
        "small_decimal": (pa.decimal128(5, 2), decimal.Decimal("-12.50")),
        "large_decimal": (pa.decimal128(30, 3), decimal.Decimal("123456789012345678901.125")),
        "local": (pa.timestamp("us"), moment),
        "utc": (pa.timestamp("ms", "UTC"), moment.replace(tzinfo=datetime.timezone.utc)),
        "before_1970": (pa.timestamp("us"), datetime.datetime(1969, 12, 31, 23, 59, 59, 500000)),
        "date": (pa.date32(), datetime.date(2024, 2, 29)),
        "time": (pa.time64("us"), datetime.time(1, 2, 3, 4)),
        "unsigned": (pa.uint32(), 4_000_000_000),
        "half": (pa.float16(), 1.5),
        "single": (pa.float32(), 0.5),
        "nan": (pa.float64(), float("nan")),
        "nothing": (pa.null(), None),
        "label": (pa.dictionary(pa.int32(), pa.string()), "yes"),
    }
    table = table_of(values)
    with pa.ipc.new_stream(FOLDER / "types.arrow", table.schema) as writer:
        writer.write_table(table)
    values["map"] = (pa.map_(pa.string(), pa.list_(pa.int64())), [("a", [1, 2]), ("b", None), ("c", [])])
    values["beyond_long"] = (pa.uint64(), 18_000_000_000_000_000_000)
    parquet.write_table(table_of(values), FOLDER / "types.parquet", compression="zstd")
    old = pa.table({"old": pa.array([moment, None], pa.timestamp("ns"))})
    parquet.write_table(old, FOLDER / "int96.parquet", use_deprecated_int96_timestamps=True)


def table_of(values):
    fields = pa.schema([(name, kind) for name, (kind, _) in values.items()])
    rows = [{name: value for name, (_, value) in values.items()}, {name: None for name in values}]
    return pa.Table.from_pylist(rows, fields)


def write_refused():
    table = pa.Table.from_pylist(ROWS, schema(pa.string()))
    feather.write_feather(table, FOLDER / "compressed.arrow", compression="zstd")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    write_parquet()
    write_arrow()
    write_json()
    write_separated()
    write_types()
    write_refused()
