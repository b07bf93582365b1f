#!/bin/bash
# Write the reward: 1 if the task is done, else 0.
if [ "$(cat names.txt 2>/dev/null)" = "$(printf 'delta\nalpha\ncharlie\nbravo')" ]; then echo 1; else echo 0; fi >/logs/verifier/reward.txt
