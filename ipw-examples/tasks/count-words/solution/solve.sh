#!/bin/bash
set -e
grep -cw ERROR log.txt >count.txt
