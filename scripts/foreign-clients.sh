#!/bin/sh
# Try the SDKs of OpenAI, Anthropic and Ollama against 'ipw serve': what they ask is done, or refused with 400. Prints a
# line for each try, and fails if one does not hold. Not part of the build. Needs node 20 or newer and npm with its
# registry; the SDKs go into a temporary folder.
#   scripts/foreign-clients.sh         # starts ./ipw serve on a free port
#   scripts/foreign-clients.sh URL     # tries a running one, for example http://127.0.0.1:8080 (the model must be large)
set -eu

root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd -P)
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

cp "$root"/scripts/foreign-clients/*.mjs "$work"
(cd "$work" && printf '{"private":true}' >package.json &&
    npm install --no-audit --no-fund --loglevel=error openai @anthropic-ai/sdk ollama >npm.log 2>&1) || {
    cat "$work/npm.log" >&2
    echo "foreign-clients: npm could not install the SDKs" >&2
    exit 1
}

url=${1:-}
if [ -z "$url" ]; then
    "$root/ipw" serve --port 0 --model large >"$work/serve.out" 2>"$work/serve.err" &
    server=$!
    while ! grep -q 'http://' "$work/serve.out"; do
        kill -0 "$server" 2>/dev/null || {
            cat "$work/serve.err" >&2
            exit 1
        }
        sleep 1
    done
    url=$(sed -n 's|.*\(http://[0-9.:]*\)/v1.*|\1|p' "$work/serve.out")
fi

failed=0
for client in openai anthropic ollama; do
    (cd "$work" && node "$client.mjs" "$url") || failed=1
done
exit $failed
