#!/bin/bash
set -e
python3 -c "
import json
for run in sorted(json.load(open('runs.json')), key=lambda run: run['joules']):
    print(run['name'])" >names.txt
