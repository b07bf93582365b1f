#!/usr/bin/env bash
# Lets coding agents that others wrote do two tasks at once through the proxy, against a model server that others could have written, and
# compares calls, tokens, turns and tools with their own. Arguments: the agents; all five by default. Needs Node, npm and bubblewrap, and
# the network once, to install the agents into AGENTS (a folder, by default one beside the system's temporary ones).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
agents=${AGENTS:-${TMPDIR:-/tmp}/ipw-foreign-agents}
mkdir -p "$agents"
if [ ! -x "$agents/node_modules/.bin/codex" ]; then
    (cd "$agents" && npm install --no-fund --no-audit --silent @openai/codex @anthropic-ai/claude-code opencode-ai @qwen-code/qwen-code @google/gemini-cli)
    (cd "$agents/node_modules/@anthropic-ai/claude-code" && node install.cjs)
    (cd "$agents/node_modules/opencode-ai" && node postinstall.mjs)
fi
work=$(mktemp -d)
node "$here/foreign/model-server.mjs" 0 "$work/server.log" > "$work/port" &
server=$!
trap 'kill "$server"; rm -rf "$work"' EXIT
until [ -s "$work/port" ]; do kill -0 "$server" || exit 1; sleep 0.1; done
printf '{"id":"a","problem":"Write the answer to life into answer.txt and say it.","answer":"42"}\n' > "$work/tasks.jsonl"
printf '{"id":"b","problem":"Write the answer to everything into answer.txt and say it.","answer":"42"}\n' >> "$work/tasks.jsonl"
[ $# -gt 0 ] || set -- codex claude-code opencode qwen-code gemini-cli
for agent in "$@"; do
    "$here/../ipw" run --client openai --client-base-url "http://127.0.0.1:$(cat "$work/port")/v1" --model m --dataset "$work/tasks.jsonl" \
        --evaluator numeric --concurrency 2 --warmup-queries 0 --agent "$agent" --agent-param "folders=$agents/node_modules/.bin:$agents" \
        --agent-param timeout=5m --output-dir "$work/$agent" > "$work/$agent.txt" 2>&1 || { cat "$work/$agent.txt"; exit 1; }
    node "$here/foreign/check-agents.mjs" "$agent" "$work/$agent"/*/
done
