import sys

numbers = sorted(float(line) for line in sys.stdin if line.strip())
half = len(numbers) // 2
print(numbers[half])
