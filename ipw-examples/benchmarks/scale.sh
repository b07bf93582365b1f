#!/bin/sh
# Analyse runs of a million and of ten million queries with little memory, and ask DuckDB and pyarrow the same questions of the
# same files in turn. A longer run names the files of a run of 100,000 queries several times, so it takes little disk.
# Usage: scale.sh [HEAP [COPIES...]], after `mvn -DskipTests package`. JAVA_HOME names a JDK 22 or newer; PYTHON one with duckdb
# and pyarrow, and with pandas and plotly for a report (without them they are left out); TMPDIR needs 1 GB, 80 MB for each column of
# ten million queries, and 5 GB for their export.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
heap=${1:-512m}
test $# -eq 0 || shift
test $# -gt 0 || set -- 10 100
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

program() {
    "$java" -Xmx"$heap" -cp "$here/target/benchmarks.jar" dev.ipw.examples.benchmarks."$@"
}

timed() {
    name=$1
    shift
    /usr/bin/time -o "$folder/time" -f '%e | %U + %S | %M' "$@" >"$folder/output" 2>&1 || tail -n 3 "$folder/output"
    echo "| $name | $(tail -n 1 "$folder/time") |"
}

program LongRun write "$folder/run" 100000
program LongRun finish "$folder/run" >"$folder/finished"
export IPW_JAVA_OPTIONS="-Xmx$heap"
echo '| question | seconds | processor s | most kB |'
echo '|---|---:|---:|---:|'
for copies in "$@"; do
    many=$folder/$copies
    program RunCopies "$folder/run" "$many" "$copies"
    for analysis in latency accuracy cost slowest regression steady-state definitions pareto; do
        timed "$analysis, ${copies}00000" "$here/../../ipw" analyze "$many" --analysis "$analysis"
    done
    timed "accuracy --json, ${copies}00000" "$here/../../ipw" analyze "$many" --analysis accuracy --json
    timed "compare, ${copies}00000" "$here/../../ipw" compare "$folder/run" "$many"
    timed "report, ${copies}00000" "$here/../../ipw" report "$many"
    if [ "$copies" -le 10 ] && "${PYTHON:-python3}" -c 'import pandas, plotly, pyarrow' 2>/dev/null; then
        timed "pandas and plotly, ${copies}00000" "${PYTHON:-python3}" "$here/scale.py" "$many" plotly "$folder/plotly.html"
    fi
    timed "export, ${copies}00000" "$here/../../ipw" export "$many" --output "$folder/export.csv"
    rm -f "$folder/export.csv"
    for question in latency accuracy screen slowest cost; do
        "${PYTHON:-python3}" -c 'import duckdb, pyarrow' 2>/dev/null || break
        timed "DuckDB, $question, ${copies}00000" "${PYTHON:-python3}" "$here/scale.py" "$many" duckdb "$question"
        test "$question" = screen ||
            timed "pyarrow, $question, ${copies}00000" "${PYTHON:-python3}" "$here/scale.py" "$many" pyarrow "$question"
    done
done
