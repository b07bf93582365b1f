#!/bin/bash
# Write the reward: 1 if the task is done, else 0.
if [ -x double.sh ] && [ "$(timeout 10 ./double.sh 21 2>/dev/null)" = 42 ] && [ "$(timeout 10 ./double.sh -4 2>/dev/null)" = -8 ]; then echo 1; else echo 0; fi >/logs/verifier/reward.txt
