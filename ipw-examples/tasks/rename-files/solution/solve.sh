#!/bin/bash
set -e
for file in photos/*.JPG; do mv "$file" "${file%.JPG}.jpg"; done
