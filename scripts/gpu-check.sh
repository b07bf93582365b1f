#!/usr/bin/env bash
# Check the monitor and a profile on a machine with an NVIDIA GPU against readings by other programs.
#   scripts/gpu-check.sh pack        here: put a small Java runtime and the jars that are used into .gpu/pack.tar.xz (under 48 MB)
#   scripts/gpu-check.sh run [OUT [STAGE...]]   there: measure for at most 10 minutes, write OUT/gpu.md; exits 1 if a bound is broken
# Stages, in the order of the run, each of bounded time; all if none is named:
#   steady        monitor, another program and nvidia-smi read the same interval
#   known_shape   joules per token of a decoder of Qwen3-8B's shape, beside published ones
#   shares        what requests of two kinds used together, between what each kind used alone
#   phases        prefill and decode against each alone; spikes of 0.2 s
#   cost          the sampler's processor time with the counter read often and seldom
#   profile       ipw profile of a server
#   meter         requests through ipw meter
#   turns         tokens per second with and without the sampler
# That machine needs python3 with torch, and this checkout with .gpu/pack.tar.xz in it; no JDK, no Maven, no network.
# Settings: IPW_NVML_LIBRARY (the NVML library to read), IPW_CHECK_SECONDS (40, the steady interval),
# IPW_CHECK_ROUND_SECONDS (10, one round with or without the sampler), IPW_CHECK_WIDTH (2048, the decoder's width),
# IPW_CHECK_SHAPE (qwen3-8b; tiny runs on a processor), IPW_CHECK_TOTAL_SECONDS (570; no stage begins that may end later),
# IPW_CHECK_COMMAND (a command in place of the pack's, its words in lines).
set -euo pipefail

root=$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
gpu=$root/.gpu
tools=$root/scripts/gpu_check
most_bytes=48000000
# What doctor, monitor and profile never load: documents, search, other formats of datasets, the MCP server.
unused=(commons-codec commons-collections4 commons-compress commons-lang3 fontbox hardwood-core lucene- mcp- pdfbox poi
    reactor-core snappy-java xmlbeans zstd-jni)
oldest_java=22

fail() {
    printf 'gpu-check: %s\n' "$*" >&2
    exit 2
}

pack() {
    local home version= name bytes
    for home in "${IPW_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/*; do
        version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release" 2>/dev/null || true)
        [ -x "$home/bin/jlink" ] && [ "${version:-0}" -ge "$oldest_java" ] && break
        version=
    done
    [ -n "$version" ] || fail "no JDK $oldest_java or newer with jlink found; name one with IPW_JAVA_HOME"
    IPW_JAVA_HOME=$home "$root/ipw" --version
    rm -rf "$gpu"
    mkdir -p "$gpu/lib"
    cp "$root/ipw-cli/target/ipw-cli.jar" "$gpu/"
    cp "$root"/ipw-cli/target/lib/*.jar "$gpu/lib/"
    for name in "${unused[@]}"; do
        rm "$gpu/lib/$name"*.jar
    done
    IPW_JAVA_HOME=$home "$root/scripts/release.sh" runtime "$gpu/runtime" \
        java.logging,java.management,java.net.http,java.xml,jdk.httpserver,jdk.management,jdk.unsupported
    # Try it here, so that nothing is found missing there.
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    export IPW_LOG_FILE=$work/ipw.log
    "${ipw[@]}" --version
    "${ipw[@]}" doctor >/dev/null
    "${ipw[@]}" monitor --duration 1 --json --quiet --telemetry estimate | tail -n 1
    "${ipw[@]}" profile --max-queries 5 --quiet --output-dir "$work" >/dev/null
    tar -C "$gpu" -cJf "$work/pack.tar.xz" .
    rm -rf "$gpu"
    mkdir "$gpu"
    mv "$work/pack.tar.xz" "$gpu/"
    bytes=$(stat -c %s "$gpu/pack.tar.xz")
    echo "$gpu/pack.tar.xz: $bytes bytes"
    [ "$bytes" -lt "$most_bytes" ] || fail "$gpu/pack.tar.xz is larger than $most_bytes bytes"
}

# Words, no functions: put into the background, a function is a shell that signals would reach instead.
ipw=("$gpu/runtime/bin/java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow
    -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 -jar "$gpu/ipw-cli.jar")

# Processor time in ticks that the threads of a process whose name begins so have used.
thread_ticks() {
    local stat ticks=0
    for stat in "/proc/$1"/task/*/stat; do
        case $(cat "${stat%/stat}/comm" 2>/dev/null || true) in
            "$2"*) ticks=$((ticks + $(sed 's/.*) //' "$stat" | cut -d ' ' -f 12,13 | tr ' ' '+'))) ;;
        esac
    done
    echo "$ticks"
}

monotonic_ns() {
    python3 -c 'import time; print(time.monotonic_ns())'
}

facts() {
    {
        uname -srm
        nproc --all | sed 's/$/ processors/'
        python3 -c 'import platform, torch; print("Python", platform.python_version(), "torch", torch.__version__)
print(torch.cuda.get_device_name(0) if torch.cuda.is_available() else "no CUDA device: torch runs on the processor")'
        if command -v nvidia-smi >/dev/null; then
            nvidia-smi --query-gpu=name,uuid,pci.bus_id,driver_version,power.limit,mig.mode.current --format=csv
        else
            echo 'no nvidia-smi'
        fi
    } >"$work/facts.txt" 2>&1 || fail "the facts of this machine cannot be read: $(tail -n 1 "$work/facts.txt")"
}

# The same steady interval, read by the monitor, by a program of 80 lines, and by nvidia-smi.
steady() {
    local loaded monitored reader ticks began smi=
    "${load[@]}" --seconds $((seconds + 40)) >"$work/steady-load.jsonl" 2>"$work/steady-load.err" &
    loaded=$!
    children+=("$loaded")
    wait_for_lines "$work/steady-load.jsonl" 5 "$loaded" "$work/steady-load.err"
    python3 "$tools/read_nvml.py" --seconds $((seconds + 6)) >"$work/nvml.jsonl" &
    reader=$!
    children+=("$reader")
    if command -v nvidia-smi >/dev/null; then
        nvidia-smi --query-gpu=timestamp,power.draw.instant,power.draw.average --format=csv,noheader,nounits \
            -i 0 -lms 100 >"$work/smi.csv" &
        smi=$!
        children+=("$smi")
    fi
    sleep 2
    "${ipw[@]}" monitor --json --interval 0.5 --duration "$seconds" --telemetry nvml >"$work/monitor.jsonl" \
        2>"$work/monitor.err" &
    monitored=$!
    children+=("$monitored")
    sleep 5
    ticks=$(thread_ticks "$monitored" ipw-sampler)
    began=$(monotonic_ns)
    sleep $((seconds - 10))
    echo "{\"ticks\": $(($(thread_ticks "$monitored" ipw-sampler) - ticks)), \"hertz\": $(getconf CLK_TCK)," \
        "\"nanos\": $(($(monotonic_ns) - began))}" >"$work/cost.json"
    wait "$monitored" || fail "ipw monitor ended with $?: $(cat "$work/monitor.err")"
    [ -z "$smi" ] || kill "$smi"
    wait "$reader" || fail 'the independent reader failed'
    kill "$loaded" 2>/dev/null || true
    wait "$loaded" 2>/dev/null || true
}

# Tokens per second without and with the sampler, in turns, so that a drift of the clock or the heat meets both.
turns() {
    local loaded round began monitored
    "${load[@]}" --seconds $((rounds * (round_seconds + 3) + 60)) >"$work/turns-load.jsonl" 2>"$work/turns-load.err" &
    loaded=$!
    children+=("$loaded")
    wait_for_lines "$work/turns-load.jsonl" 10 "$loaded" "$work/turns-load.err"
    : >"$work/turns.jsonl"
    for round in $(seq 1 "$rounds"); do
        monitored=
        if [ $((round % 2)) -eq 0 ]; then
            "${ipw[@]}" monitor --json --telemetry nvml >/dev/null 2>&1 &
            monitored=$!
            children+=("$monitored")
        fi
        # Starting and ending a Java runtime is no part of sampling.
        sleep 3
        began=$(monotonic_ns)
        sleep "$round_seconds"
        echo "{\"sampled\": $([ -n "$monitored" ] && echo true || echo false), \"from_ns\": $began," \
            "\"to_ns\": $(monotonic_ns)}" >>"$work/turns.jsonl"
        if [ -n "$monitored" ]; then
            kill "$monitored"
            wait "$monitored" 2>/dev/null || true
        fi
    done
    kill "$loaded" 2>/dev/null || true
    wait "$loaded" 2>/dev/null || true
}

profile() {
    local server port reader
    python3 "$tools/serve_torch.py" --width "$width" >"$work/port.txt" 2>"$work/serve.err" &
    server=$!
    children+=("$server")
    wait_for_lines "$work/port.txt" 1 "$server" "$work/serve.err"
    port=$(head -n 1 "$work/port.txt")
    python3 "$tools/read_nvml.py" --seconds 900 >"$work/profile-nvml.jsonl" &
    reader=$!
    children+=("$reader")
    timeout 50 "${ipw[@]}" profile --client openai --client-base-url "http://127.0.0.1:$port/v1" --model random-decoder \
        --max-tokens 200 --dataset arithmetic --max-queries 20 --telemetry nvml,host \
        --output-dir "$work/runs" --run-name gpu --json --quiet >"$work/profile.json" 2>"$work/profile.err" \
        || echo "ipw profile ended with $?" >>"$work/profile.err"
    kill "$reader" "$server"
    wait "$reader" "$server" 2>/dev/null || true
}

# Reads the counter with the other program while a stage measures: its bound in seconds, its name, and the command.
read_beside() {
    local bound=$1 stage=$2 reader status=0
    shift 2
    python3 "$tools/read_nvml.py" --seconds "$bound" >"$work/$stage-nvml.jsonl" 2>>"$work/$stage.err" &
    reader=$!
    children+=("$reader")
    sleep 1
    "$@" || status=$?
    sleep 1
    kill "$reader" 2>/dev/null || true
    wait "$reader" 2>/dev/null || true
    return "$status"
}

known_shape() {
    local tiny=()
    [ "$shape" = qwen3-8b ] || tiny=(--batches 2 4 --answer 64 --seconds 2)
    read_beside 150 known_shape timeout 140 python3 "$tools/known_shape.py" --shape "$shape" "${tiny[@]}" \
        >"$work/known_shape.json" 2>>"$work/known_shape.err"
}

shares() {
    local tiny=()
    [ "$shape" = qwen3-8b ] || tiny=(--seconds 3 --mixes 2)
    read_beside 190 shares timeout 180 python3 "$tools/shares.py" --shape "$shape" --out "$work" "${tiny[@]}" \
        2>>"$work/shares.err"
}

phases() {
    local tiny=()
    [ "$shape" = qwen3-8b ] || tiny=(--requests 3 --spikes 5)
    read_beside 90 phases timeout 80 python3 "$tools/phases.py" --shape "$shape" --out "$work" "${tiny[@]}" \
        2>>"$work/phases.err"
}

cost() {
    local way period monitored ticks began
    for way in often seldom; do
        period=
        [ "$way" = often ] || period=,counter_period=2s
        "${ipw[@]}" monitor --json --interval 1 --telemetry "nvml$period" >/dev/null 2>>"$work/cost.err" &
        monitored=$!
        children+=("$monitored")
        # Starting and compiling is no part of sampling.
        sleep 8
        ticks=$(thread_ticks "$monitored" ipw-sampler)
        began=$(monotonic_ns)
        sleep 12
        echo "{\"way\": \"$way\", \"ticks\": $(($(thread_ticks "$monitored" ipw-sampler) - ticks)), \"hertz\":" \
            "$(getconf CLK_TCK), \"nanos\": $(($(monotonic_ns) - began))}" >>"$work/cost-ways.jsonl"
        kill "$monitored"
        wait "$monitored" 2>/dev/null || true
    done
}

meter() {
    local server metered port listen status=0 model=random-decoder
    if [ "$shape" = qwen3-8b ]; then
        python3 "$tools/serve_torch.py" --width "$width" >"$work/meter-port.txt" 2>>"$work/meter.err" &
        server=$!
        children+=("$server")
        wait_for_lines "$work/meter-port.txt" 1 "$server" "$work/meter.err"
        port=$(head -n 1 "$work/meter-port.txt")
    else
        # The embedded model stands in for the server where there is no GPU.
        port=$(free_port)
        model=small
        "${ipw[@]}" serve --port "$port" --model small >>"$work/meter.err" 2>&1 &
        server=$!
        children+=("$server")
    fi
    listen=127.0.0.1:$(free_port)
    "${ipw[@]}" meter --upstream "http://127.0.0.1:$port" --listen "$listen" --telemetry nvml --log "$work/meter-log" \
        >>"$work/meter.err" 2>&1 &
    metered=$!
    children+=("$metered")
    read_beside 110 meter timeout 100 python3 "$tools/meter.py" --meter "http://$listen" --model "$model" \
        >"$work/meter.json" 2>>"$work/meter.err" || status=$?
    kill "$metered" "$server" 2>/dev/null || true
    wait "$metered" "$server" 2>/dev/null || true
    return "$status"
}

free_port() {
    python3 -c 'import socket
with socket.socket() as one:
    one.bind(("127.0.0.1", 0))
    print(one.getsockname()[1])'
}

# The most seconds that a stage takes.
bound_of() {
    case $1 in
        steady) echo $((seconds + 60)) ;;
        known_shape) echo 150 ;;
        shares) echo 190 ;;
        phases) echo 90 ;;
        cost) echo 45 ;;
        profile) echo 60 ;;
        meter) echo 110 ;;
        turns) echo $((rounds * (round_seconds + 3) + 20)) ;;
        *) fail "there is no stage '$1'" ;;
    esac
}

stage() {
    local left=$((total_seconds - SECONDS)) bound status=0
    bound=$(bound_of "$1")
    if [ "$left" -lt "$bound" ]; then
        echo "$left s are left of $total_seconds, and it may take $bound" | tee "$work/$1.skipped"
        return
    fi
    echo "== $1, after $SECONDS s, for at most $bound s"
    # In a shell of its own, so that its failure ends neither the others nor the report.
    (
        children=()
        trap end_children EXIT
        "$1"
    ) &
    wait $! || status=$?
    echo "$status" >"$work/$1.ended"
}

wait_for_lines() {
    local patience=1200
    until [ "$(wc -l <"$1")" -ge "$2" ]; do
        kill -0 "$3" 2>/dev/null || fail "it ended before it began: $(tail -n 3 "$4")"
        patience=$((patience - 1))
        [ $patience -gt 0 ] || fail "nothing came within two minutes: $(tail -n 3 "$4")"
        sleep 0.1
    done
}

end_children() {
    local child
    for child in "${children[@]}"; do
        kill "$child" 2>/dev/null || true
    done
}

run() {
    out=${1:-$gpu/out}
    shift || true
    local stages=("$@") each broken=0
    [ ${#stages[@]} -gt 0 ] || stages=(steady known_shape shares phases cost profile meter turns)
    if [ -n "${IPW_CHECK_COMMAND:-}" ]; then
        mapfile -t ipw <<<"$IPW_CHECK_COMMAND"
    else
        [ -f "$gpu/pack.tar.xz" ] || fail "$gpu/pack.tar.xz is missing: run 'scripts/gpu-check.sh pack' where there is a JDK"
        # Not tar: a small machine has no xz beside it.
        python3 -c 'import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2], filter="tar")' \
            "$gpu/pack.tar.xz" "$gpu"
    fi
    IPW_COMMAND=$(printf '%s\n' "${ipw[@]}")
    export IPW_COMMAND
    mkdir -p "$out"
    work=$out/raw
    rm -rf "$work"
    mkdir -p "$work"
    export IPW_LOG_FILE=$work/ipw.log
    seconds=${IPW_CHECK_SECONDS:-40}
    round_seconds=${IPW_CHECK_ROUND_SECONDS:-10}
    shape=${IPW_CHECK_SHAPE:-qwen3-8b}
    total_seconds=${IPW_CHECK_TOTAL_SECONDS:-570}
    width=${IPW_CHECK_WIDTH:-2048}
    rounds=6
    load=(python3 "$tools/load.py" --width "$width" --batch 8)
    [ "$seconds" -ge 20 ] || fail 'IPW_CHECK_SECONDS must be at least 20'
    children=()
    trap end_children EXIT
    echo '== Facts'
    facts
    cat "$work/facts.txt"
    echo '== Doctor'
    "${ipw[@]}" doctor | tee "$work/doctor.txt"
    for each in "${stages[@]}"; do
        bound_of "$each" >/dev/null
    done
    for each in "${stages[@]}"; do
        stage "$each"
    done
    python3 "$tools/report.py" "$work" "${stages[@]}" >"$out/gpu.md" || broken=$?
    tar -C "$out" -czf "$out/raw.tar.gz" raw
    rm -rf "$work"
    cat "$out/gpu.md"
    return "$broken"
}

case ${1:-} in
    pack) pack ;;
    run) run "${@:2}" ;;
    *) fail 'give pack or run' ;;
esac
