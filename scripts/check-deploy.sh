#!/bin/sh
# Check the files in deploy/ with the programs that read them: promtool checks and tests the rules; a real Prometheus scrapes
# metrics of a drawn meter, in text and in protobuf, and answers the query of each panel of the dashboard.
# Usage: scripts/check-deploy.sh [SECONDS]   (how long Prometheus scrapes before it is asked; default 75)
# Needs prometheus and promtool (Debian: apt-get install prometheus), Python 3 with yaml, curl, Maven and a JDK.
set -eu

seconds=${1:-75}
root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd -P)
for program in prometheus promtool; do
    command -v "$program" >/dev/null || {
        echo "$program is not installed, so nothing was checked: apt-get install prometheus" >&2
        exit 2
    }
done

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

echo "== Files"
promtool check config "$root/deploy/prometheus.yml"
promtool test rules "$root/deploy/ipw-rules-test.yml"
python3 - "$root/deploy" <<'END'
import sys, pathlib, yaml
for name in ("compose.yml", "kubernetes.yml"):
    documents = list(yaml.safe_load_all((pathlib.Path(sys.argv[1]) / name).read_text()))
    print(name, "has", len(documents), "documents of YAML")
END
work=$(mktemp -d)
started=
# Each program is ended by its number.
trap 'for one in $started; do kill "$one" 2>/dev/null || true; done; wait; rm -rf "$work"' EXIT INT TERM
if command -v systemd-analyze >/dev/null; then
    # The command need not be installed here.
    sed 's#^ExecStart=/[^ ]*#ExecStart=/bin/true#' "$root/deploy/ipw-meter.service" >"$work/ipw-meter.service"
    systemd-analyze verify "$work/ipw-meter.service"
    systemd-analyze security --offline=true "$work/ipw-meter.service" | tail -1
else
    echo "systemd-analyze is not installed: the unit was not checked"
fi

echo "== A drawn meter"
cd "$root"
mvn -B -ntp -q -Dcompiler.checks=-proc:none -Dspotless.check.skip=true -DskipTests -Dmdep.outputFile="$work/classpath" \
    test-compile dependency:build-classpath -pl ipw-meter/tests -am
meter_port=$(free_port)
"${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "ipw-meter/tests/target/test-classes:$(cat "$work/classpath")" \
    dev.ipw.meter.metrics.ServedMetrics "$meter_port" &
started="$started $!"
until curl -sf "http://127.0.0.1:$meter_port/metrics" >"$work/metrics.txt"; do sleep 1; done
# It finds names or help texts that Prometheus does not want.
promtool check metrics <"$work/metrics.txt"
curl -sf -H 'Accept: application/openmetrics-text;version=1.0.0' "http://127.0.0.1:$meter_port/metrics" | tail -1

# Start a Prometheus that scrapes it each second: NAME PORT OPTION...
prometheus_of() {
    name=$1
    port=$2
    shift 2
    mkdir "$work/$name"
    sed -e "s/127.0.0.1:9464/127.0.0.1:$meter_port/" -e 's/_interval: .*/_interval: 1s/' "$root/deploy/prometheus.yml" \
        >"$work/$name/prometheus.yml"
    cp "$root/deploy/ipw-rules.yml" "$work/$name"
    prometheus --config.file="$work/$name/prometheus.yml" --storage.tsdb.path="$work/$name/data" \
        --web.listen-address="127.0.0.1:$port" --log.level=warn "$@" 2>"$work/$name/log" &
    started="$started $!"
}
text_port=$(free_port)
prometheus_of text "$text_port"
native_port=$(free_port)
prometheus_of native "$native_port" --enable-feature=native-histograms
echo "== $seconds seconds of scrapes"
sleep "$seconds"

echo "== The queries of the dashboard, answered by Prometheus"
python3 "$root/scripts/dashboard-queries.py" "$root/deploy/grafana-dashboard.json" "http://127.0.0.1:$text_port"
echo "== The parts of the devices' joules add up (no data if they do not)"
python3 "$root/scripts/dashboard-queries.py" --query 'abs(sum(ipw_device_energy_joules_total)
    - sum(ipw_energy_joules_total) - sum(ipw_unshared_energy_joules_total) - sum(ipw_idle_energy_joules_total)
    - sum(ipw_other_energy_joules_total)) <= 1e-9 * sum(ipw_device_energy_joules_total)' "http://127.0.0.1:$text_port"
echo "== The rules, evaluated by Prometheus"
python3 "$root/scripts/dashboard-queries.py" --rules "http://127.0.0.1:$text_port"
echo "== A native histogram, scraped as protobuf"
python3 "$root/scripts/dashboard-queries.py" --query \
    'histogram_quantile(0.5, sum by (model) (rate(ipw_request_energy_joules[30s])))' "http://127.0.0.1:$native_port"
