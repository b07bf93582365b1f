#!/bin/sh
# Profile a server that streams at an even pace with many streams for a long time, each in a JVM of its own, and print what
# the client holds meanwhile. Usage: soak.sh [STREAMS [SECONDS [TOKENS [MILLIS]]]], after
# `mvn -pl ipw-examples/benchmarks -am -DskipTests package`: an answer has TOKENS tokens, MILLIS apart. The client's heap is
# 256 MiB. JAVA_HOME names a JDK 22 or newer.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
ulimit -n "$(ulimit -H -n)"
folder=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -r "$folder"' EXIT

"$java" -cp "$here/target/benchmarks.jar" dev.ipw.examples.benchmarks.soak.PacedServer "${3:-50}" "${4:-200}" \
    >"$folder/address" &
server=$!
until grep -q http "$folder/address"; do
    kill -0 "$server"
    sleep 0.2
done
"$java" -Xmx256m --add-opens=java.base/java.nio=ALL-UNNAMED -cp "$here/target/benchmarks.jar" \
    dev.ipw.examples.benchmarks.soak.Soak "$(cat "$folder/address")" "${1:-1000}" "${2:-900}" "$folder/runs"
