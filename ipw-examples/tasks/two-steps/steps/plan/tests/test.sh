#!/bin/bash
# Write the reward: 1 if the step is done, else 0.
if [ "$(cat plan.txt 2>/dev/null)" = "squares of 1 to 5" ] && [ ! -e squares.txt ]; then echo 1; else echo 0; fi >/logs/verifier/reward.txt
