#!/bin/sh
# Analyse a run of many requests with little memory: what each analysis takes, and the report on the screen. The run is that
# of long-run.sh; each analysis is a process of its own.
# Usage: analyses.sh [HEAP [REQUESTS]], after `mvn -DskipTests package`. JAVA_HOME names a JDK 22 or newer; TMPDIR needs 6 GB
# for a million requests.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
heap=${1:-512m}
requests=${2:-1000000}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

program() {
    "$java" -Xmx"$heap" -cp "$here/target/benchmarks.jar" dev.ipw.examples.benchmarks."$@"
}

program LongRun write "$folder/run" "$requests"
program LongRun finish "$folder/run" >"$folder/finished"
echo '| analysis | records | seconds | processor s | most heap MiB | most MiB |'
echo '|---|---:|---:|---:|---:|---:|'
for analysis in $(program AnalysisTimes "$folder/run"); do
    program AnalysisTimes "$folder/run" "$analysis"
done
echo
start=$(date +%s)
IPW_JAVA_OPTIONS="-Xmx$heap" "$here/../../ipw" analyze "$folder/run" >"$folder/report"
echo "ipw analyze, with the report on the screen and the program's own start: $(($(date +%s) - start)) s"
