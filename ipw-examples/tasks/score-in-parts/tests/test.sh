#!/bin/bash
# Write the reward: 1 if the task is done, else 0.
parts=0
for pair in one:1 two:2 three:3; do
    [ "$(cat "${pair%:*}.txt" 2>/dev/null)" = "${pair#*:}" ] && parts=$((parts + 1))
done
case $parts in 0) reward=0 ;; 1) reward=0.333 ;; 2) reward=0.667 ;; *) reward=1 ;; esac
printf '{"reward": %s, "parts": %s}\n' "$reward" "$parts" >/logs/verifier/reward.json
