"""Compares a merged run with what the server got, and Spark's sums of its Parquet file with the run's."""

import json
import sys
from collections import Counter

run, log, questions, unfinished, sums, analysis = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), *sys.argv[5:]

got = Counter(int(line) for line in open(log))
doubled = sorted(count for count in got.values() if count > 1)
assert len(got) == questions, f"the server got {len(got)} of {questions} questions"
assert all(count == 2 for count in doubled), f"the server got questions more than twice: {doubled}"
assert len(doubled) <= unfinished, f"{len(doubled)} questions twice, but {unfinished} were in flight or not in a journal yet"

with open(f"{run}/summary.json") as file:
    summary = json.load(file)
shards = summary["shards"]
attempts = [shard["attempts"] for shard in shards]
assert max(attempts) > 1, f"no shard has a second attempt: {attempts}"

spark = dict(line.split(" ", 1) for line in open(sums).read().splitlines())
assert int(spark["rows"]) == questions, spark
assert int(spark["ids"]) == questions, spark
assert int(spark["output_tokens"]) == summary["totals"]["output_tokens"], (spark, summary["totals"]["output_tokens"])
with open(analysis) as file:
    accuracy = json.load(file)["analyses"][0]["summary"]
assert int(spark["correct"]) == accuracy["correct"], (spark, accuracy["correct"])
print(f"results: {questions} questions, each once; server: {sum(got.values())} requests, {len(doubled)} questions twice "
      f"(at most {unfinished} had begun and were in no journal); attempts of shards: {attempts}")
print(f"Parquet read by Spark: {spark}")
