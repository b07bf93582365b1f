#!/bin/bash
set -e
echo "squares of 1 to 5" >plan.txt
