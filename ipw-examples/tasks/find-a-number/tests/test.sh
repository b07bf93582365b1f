#!/bin/bash
# Write the reward: 1 if the task is done, else 0.
if [ "$(tr -d '[:space:]' <answer.txt 2>/dev/null)" = 4711 ]; then echo 1; else echo 0; fi >/logs/verifier/reward.txt
