#!/bin/bash
# Write the reward: 1 if the task is done, else 0.
passed=0
check() { [ "$(printf "$1" | timeout 10 python3 median.py 2>/dev/null)" = "$2" ] && passed=$((passed + 1)); }
check '3\n1\n2\n' 2.0
check '4\n1\n3\n2\n' 2.5
check '10\n20\n' 15.0
check '5\n' 5.0
if [ "$passed" = 4 ]; then echo 1; else echo 0; fi >/logs/verifier/reward.txt
