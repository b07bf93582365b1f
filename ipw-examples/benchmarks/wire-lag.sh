#!/bin/sh
# Measure how late each way to read streams stamps their events: the server on core 0, the clients on core 1.
# Usage: wire-lag.sh [ROUNDS [SECONDS [SHAPE]]], after `mvn -pl ipw-examples/benchmarks -am -DskipTests package`.
# With -P peers and -pl ipw-examples/benchmarks/peers instead, other libraries' clients take part.
# A SHAPE such as "burst, 256" measures only what is called so. JAVA_HOME names a JDK 22 or newer.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
keytool=${JAVA_HOME:+$JAVA_HOME/bin/}keytool
ulimit -n "$(ulimit -H -n)"
folder=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -r "$folder"' EXIT

"$keytool" -genkeypair -keyalg EC -alias golden -dname CN=loopback -ext san=ip:127.0.0.1 -storetype PKCS12 \
    -storepass changeit -keystore "$folder/keys.p12" 2>"$folder/keytool"
: >"$folder/addresses"
classes="$here/target/benchmarks.jar"
opens=
if test -e "$here/peers/target/peers.jar"; then
    classes="$classes:$here/peers/target/peers.jar:$here/peers/target/lib/*"
    opens=--add-opens=java.base/java.lang=ALL-UNNAMED # Gatling looks in there.
fi
taskset -c 0 "$java" -Djavax.net.ssl.keyStore="$folder/keys.p12" -Djavax.net.ssl.keyStorePassword=changeit \
    -cp "$classes" dev.ipw.examples.benchmarks.wire.GoldenServer >"$folder/addresses" &
server=$!
until grep -q ready "$folder/addresses"; do
    kill -0 "$server"
    sleep 0.2
done
# Room enough that no collection of garbage falls into a turn by chance; one goes before each.
taskset -c 1 "$java" -Xms2g -Xmn1g $opens -Djavax.net.ssl.trustStore="$folder/keys.p12" -Djavax.net.ssl.trustStorePassword=changeit \
    -cp "$classes" dev.ipw.examples.benchmarks.wire.WireLag $(grep http "$folder/addresses") "${1:-5}" "${2:-2}" \
    "${3:-}"
