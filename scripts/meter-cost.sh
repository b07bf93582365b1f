#!/usr/bin/env bash
# Measure what the meter's gateway costs, beside a plain TCP forwarder, and nginx where it is installed:
# scripts/meter-cost.sh [STREAMS] [TOKENS] [TOKENS_PER_SECOND]. Needs a build (mvn package) and Linux.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
streams=${1:-64} tokens=${2:-100} rate=${3:-50}
server=19080 forwarded=19081 metered=19082 proxied=19083
jar=ipw-examples/benchmarks/target/benchmarks.jar
work=$(mktemp -d)
started=()
finish() {
    for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
package=dev.ipw.examples.benchmarks.meter

java -cp "$jar" "$package.TcpForwarder" $forwarded $server >"$work/forwarder.log" 2>&1 &
started+=($!)
ways=("forwarder=$forwarded:$!")

IPW_JAVA_OPTIONS="${IPW_METER_JAVA_OPTIONS:-}" ./ipw meter --upstream "http://127.0.0.1:$server" \
    --listen "127.0.0.1:$metered" --telemetry "${IPW_METER_TELEMETRY:-auto,estimate}" --log "$work/log" \
    >"$work/meter.log" 2>&1 &
started+=($!)
for _ in $(seq 100); do
    (exec 3<>"/dev/tcp/127.0.0.1/$metered") 2>/dev/null && break
    sleep 0.2
done
ways+=("meter=$metered:$!")

if command -v nginx >/dev/null; then
    cat >"$work/nginx.conf" <<CONFIGURATION
daemon off; master_process off; pid $work/nginx.pid; error_log $work/nginx.log;
events { worker_connections 4096; }
http {
    access_log off; client_body_temp_path $work; proxy_temp_path $work; fastcgi_temp_path $work;
    uwsgi_temp_path $work; scgi_temp_path $work;
    server {
        listen 127.0.0.1:$proxied;
        location / {
            proxy_pass http://127.0.0.1:$server; proxy_http_version 1.1; proxy_buffering off;
            proxy_set_header Connection "";
        }
    }
}
CONFIGURATION
    nginx -c "$work/nginx.conf" >/dev/null 2>&1 &
    started+=($!)
    ways+=("nginx=$proxied:$!")
fi
java -cp "$jar" "$package.GatewayCost" $server "$streams" "$tokens" "$rate" "${ways[@]}"
