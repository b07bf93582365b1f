"""Generate without end until the time is over; write how many tokens each slice of a second gave, as JSON lines.

Times are of the monotonic clock, which the Java runtime's nanoTime reads too on Linux.
"""
import argparse
import json
import time

import model


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, required=True)
    options.add_argument("--width", type=int, required=True)
    options.add_argument("--batch", type=int, required=True)
    chosen = options.parse_args()
    decoder = model.make(chosen.width)
    end = time.monotonic_ns() + int(chosen.seconds * 1e9)
    began, tokens = time.monotonic_ns(), 0
    while time.monotonic_ns() < end:
        for _ in model.generate(decoder, b"To whom it may concern", chosen.batch, 512):
            tokens += chosen.batch
            now = time.monotonic_ns()
            if now - began >= 1_000_000_000:
                print(json.dumps({"from_ns": began, "to_ns": now, "tokens": tokens}), flush=True)
                began, tokens = now, 0
            if now >= end:
                break


if __name__ == "__main__":
    main()
