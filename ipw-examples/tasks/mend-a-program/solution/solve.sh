#!/bin/bash
set -e
sed -i 's/^print(.*/print(numbers[half] if len(numbers) % 2 else (numbers[half - 1] + numbers[half]) \/ 2)/' median.py
