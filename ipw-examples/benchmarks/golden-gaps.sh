#!/bin/sh
# Measure how far the clients' gaps between events are from the server's: the server on core 0, the clients on core 1.
# Usage: golden-gaps.sh [EVENTS], a multiple of 16, after `mvn -pl ipw-examples/benchmarks -am -DskipTests package`.
# JAVA_HOME names a JDK 22 or newer.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
address=$(mktemp)
server=
trap 'test -z "$server" || kill "$server"; rm "$address"' EXIT

taskset -c 0 "$java" -cp "$here/target/benchmarks.jar" dev.ipw.examples.benchmarks.golden.StampedAnswers >"$address" &
server=$!
until grep -q http "$address"; do
    kill -0 "$server"
    sleep 0.2
done
taskset -c 1 "$java" -Xms1g -cp "$here/target/benchmarks.jar" dev.ipw.examples.benchmarks.golden.GoldenGaps \
    "$(cat "$address")" "${1:-512}"
