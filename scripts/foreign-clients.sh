#!/bin/sh
# Try the SDKs of OpenAI, Anthropic and Ollama against 'ipw serve': what they ask is done, or refused with 400. Then ask
# all of it again, directly and through 'ipw meter': status, header fields and bodies are the same, byte for byte, but
# for the fields in which two direct answers differ too. Prints a line for each try, and fails if one does not hold. Not
# part of the build. Needs node 20 or newer and npm with its registry, and Python with pip for its SDKs, which are left
# out without it; the SDKs go into a temporary folder.
#   scripts/foreign-clients.sh                           # starts ./ipw serve and ./ipw meter on free ports
#   scripts/foreign-clients.sh --through forwarder       # a plain TCP forwarder in place of the meter; none: directly only
#   scripts/foreign-clients.sh [--through ...] URL       # a running server, for example http://127.0.0.1:8080 (its model
#                                                        # must be large)
set -eu

root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd -P)
through=meter
if [ "${1:-}" = --through ]; then
    through=${2:-}
    shift 2
fi
case $through in
    meter | forwarder | none) ;;
    *)
        echo "foreign-clients: --through is meter, forwarder or none, not '$through'" >&2
        exit 2
        ;;
esac
work=$(mktemp -d)
server=
between=
trap '[ -z "$between" ] || kill "$between" 2>/dev/null || true; [ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

cp "$root"/scripts/foreign-clients/*.mjs "$root"/scripts/foreign-clients/clients.py "$work"
cd "$work"
printf '{"private":true}' >package.json
npm install --no-audit --no-fund --loglevel=error openai @anthropic-ai/sdk ollama >npm.log 2>&1 || {
    cat npm.log >&2
    echo "foreign-clients: npm could not install the SDKs" >&2
    exit 1
}
clients="openai anthropic ollama"
if python3 -m venv python >pip.log 2>&1 && python/bin/pip install -q openai anthropic >>pip.log 2>&1; then
    clients="$clients python"
else
    echo "foreign-clients: without the SDKs for Python, because pip could not install them: $(tail -n 1 pip.log)"
fi

# Wait until a program that was started has written a line of a pattern to its output.
await() {
    while ! cat "$2.out" "$2.err" | grep -q "$3"; do
        kill -0 "$1" 2>/dev/null || {
            cat "$2.out" "$2.err" >&2
            echo "foreign-clients: the $2 did not start" >&2
            exit 1
        }
        sleep 0.2
    done
}

url=${1:-}
if [ -z "$url" ]; then
    "$root/ipw" serve --port 0 --model large >server.out 2>server.err &
    server=$!
    await "$server" server 'http://'
    url=$(sed -n 's|.*\(http://[0-9.:]*\)/v1.*|\1|p' server.out)
fi

case $through in
    forwarder)
        node forwarder.mjs "$url" >forwarder.out 2>forwarder.err &
        between=$!
        await "$between" forwarder 'http://'
        through_url=$(cat forwarder.out)
        ;;
    meter)
        port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => {
            console.log(s.address().port); s.close() })')
        "$root/ipw" meter --upstream "$url" --listen "127.0.0.1:$port" --telemetry auto,estimate \
            --pass /v1/responses/resp_1 >meter.out 2>meter.err &
        between=$!
        await "$between" meter "127.0.0.1:$port"
        through_url=http://127.0.0.1:$port
        ;;
esac

# Ask as one client; the exchanges are kept.
ask() {
    case $1 in
        python) RECORD=$1.$3 python/bin/python clients.py "$2" ;;
        *) RECORD=$1.$3 node "$1.mjs" "$2" ;;
    esac
}

failed=0
for client in $clients; do
    ask "$client" "$url" direct || failed=1
    [ "$through" != none ] || continue
    for way in again through; do
        asked=$url
        [ $way = again ] || asked=$through_url
        ask "$client" "$asked" $way >"$client.$way.out" 2>&1 || {
            grep -v '^  ok' "$client.$way.out" | sed "s/^/$way: /"
            failed=1
        }
    done
    node compare.mjs "$client" "$client.direct" "$client.again" "$client.through" "$through" || failed=1
done
exit $failed
