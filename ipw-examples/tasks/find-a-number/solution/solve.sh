#!/bin/bash
set -e
grep -rhoE '^key=[0-9]+' maze | cut -d= -f2 >answer.txt
