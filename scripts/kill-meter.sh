#!/usr/bin/env bash
# Kills `ipw meter` 20 times while requests stream through it, and checks its log after each restart: the sums are
# conserved, nothing is counted twice, and what is divided again is what was live.
#
#   scripts/kill-meter.sh UPSTREAM MODEL [TELEMETRY]     e.g. scripts/kill-meter.sh http://127.0.0.1:11434 qwen3:8b
#
# Needs curl, python3, a server with the OpenAI API, and sensors (or a TELEMETRY that `ipw meter --telemetry` takes).
set -euo pipefail

upstream=${1:?the address of a model server}
model=${2:?a model of it}
telemetry=${3:-auto}
kills=${KILLS:-20}
ipw=$(cd "$(dirname "$0")/.." && pwd)/ipw
work=$(mktemp -d)
listen=127.0.0.1:${PORT:-9377}
meter=
callers=()

stop() {
    for pid in "${callers[@]}" $meter; do kill -9 "$pid" 2>/dev/null || true; done
}
trap stop EXIT

start() {
    "$ipw" meter --upstream "$upstream" --listen "$listen" --telemetry "$telemetry" --log "$work/log" \
        >>"$work/meter.out" 2>&1 &
    meter=$!
    for _ in $(seq 300); do
        curl -sf "http://$listen/v1/models" >/dev/null && return
        kill -0 "$meter" 2>/dev/null || { echo "the meter ended:"; tail -5 "$work/meter.out"; exit 1; }
        sleep 0.1
    done
    echo "the meter does not answer at $listen:"; tail -5 "$work/meter.out"; exit 1
}

call() {
    while :; do
        curl -sN "http://$listen/v1/chat/completions" -H 'Content-Type: application/json' -o "$work/answer-$1" -d \
            "{\"model\":\"$model\",\"stream\":true,\"max_tokens\":64,\"messages\":[{\"role\":\"user\",\"content\":\"Count to ten.\"}]}" \
            || sleep 0.2
    done
}

start
for caller in 1 2 3 4; do call "$caller" & callers+=($!); done
for kill in $(seq "$kills"); do
    sleep "$(python3 -c 'import random; print(random.uniform(2, 12))')"
    kill -9 "$meter"
    wait "$meter" 2>/dev/null || true
    "$ipw" attribute "$work/log" --json >"$work/figures-$kill.jsonl" 2>"$work/warnings-$kill"
    python3 - "$work/log" "$work/figures-$kill.jsonl" "$work/warnings-$kill" "$kill" <<'PYTHON'
import glob, json, sys

folder, figures, warnings, kill = sys.argv[1:]
requests, blocks = {}, []
for name in sorted(glob.glob(folder + "/meter-*.jsonl")):
    for line in open(name, "rb").read().split(b"\n")[:-1]:
        entry = json.loads(line)
        if entry["type"] == "request":
            assert entry["id"] not in requests, "counted twice: " + entry["id"]
            requests[entry["id"]] = entry
        elif entry["type"] == "block":
            blocks.append(entry)
numbers = [block["number"] for block in blocks]
assert numbers == list(range(1, len(numbers) + 1)), "blocks are missing or doubled"
for block in blocks:
    for part in block["parts"]:
        total = part["total"].get("joules")
        if total is not None:
            parts = part["requests"] + part["idle"] + part["other"]
            assert abs(parts - total) <= 1e-9 * max(1, total), ("not conserved", block["number"], parts, total)
live = {one["id"]: one["energy"]["joules"] for one in requests.values()}
again = {}
for line in open(figures):
    entry = json.loads(line)
    if "id" in entry:
        again[entry["id"]] = entry["joules"]
worst = max((abs(again[i] - j) / max(1, j) for i, j in live.items() if j is not None), default=0)
assert worst <= 1e-9, ("divided again to other figures", worst)
text = open(warnings).read()
assert "other joules than the meter gave" not in text, text
print(f"kill {kill}: {len(blocks)} blocks, {len(live)} requests, divided again within {worst:.1e}")
PYTHON
    start
done
echo "survived $kills kills; the log is in $work/log"
