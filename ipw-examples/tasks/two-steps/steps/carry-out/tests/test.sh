#!/bin/bash
# Write the reward: 1 if the step is done, else 0.
if [ "$(tr '\n' ' ' <squares.txt 2>/dev/null)" = "1 4 9 16 25 " ]; then echo 1; else echo 0; fi >/logs/verifier/reward.txt
