#!/bin/bash
# Write the reward: 1 if the task is done, else 0.
if [ "$(ls photos | sort | tr '\n' ' ')" = "a.jpg b.jpg c.png d.jpg " ]; then echo 1; else echo 0; fi >/logs/verifier/reward.txt
