#!/bin/sh
# Finish and analyse runs of more and more requests with little memory: the journal of each is written first, with what two
# energy counters show each 10 ms, as a run leaves them that was killed before it judged its answers.
# Usage: long-run.sh [HEAP [REQUESTS...]], after `mvn -pl ipw-examples/benchmarks -am -DskipTests package`.
# JAVA_HOME names a JDK 22 or newer; TMPDIR needs 6 GB for a million requests.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
heap=${1:-256m}
test $# -eq 0 || shift
test $# -gt 0 || set -- 100000 300000 1000000
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

printf '%10s %12s %10s %12s %11s %9s %10s %12s\n' requests 'journal MiB' 'finish s' 'accuracy s' 'latency s' 'heap MiB' \
    'most MiB' joules
for requests in "$@"; do
    "$java" -cp "$here/target/benchmarks.jar" dev.ipw.examples.benchmarks.LongRun write "$folder/$requests" "$requests"
    "$java" -Xmx"$heap" -cp "$here/target/benchmarks.jar" dev.ipw.examples.benchmarks.LongRun finish "$folder/$requests"
    rm -r "${folder:?}/$requests"
done
