"""Joules per token of Qwen3-8B's shape, beside what ML.ENERGY measured with its real weights: static batches, decode only."""
import argparse
import json
import time
from pathlib import Path

import readings

# J per token of Qwen3-8B on an H100 by the batch, from the ML.ENERGY benchmark.
PUBLISHED = {8: 0.444, 32: 0.163, 128: 0.097, 512: 0.072}
FACTOR = 2.0
PROMPT, ANSWER = 64, 512
# Bytes and operations a second of the memory and of the tensor cores in bf16, as the vendor gives them.
BOARDS = {"H200": (4.8e12, 989e12), "H100": (3.35e12, 989e12)}


def measure(chosen):
    import torch

    import decoder
    shape = decoder.SHAPES[chosen.shape]
    rows = []
    for batch in chosen.batches:
        with torch.inference_mode():
            made = decoder.Decoder(shape, batch, PROMPT + chosen.answer + 1)
            for repeat in range(1000):
                made.positions.fill_(PROMPT)
                decoder.wait()
                start = time.monotonic_ns()
                for token in range(chosen.answer):
                    made.step(PROMPT + token)
                decoder.wait()
                # The first one records the graphs.
                if repeat > 0:
                    rows.append({"batch": batch, "from_ns": start, "to_ns": time.monotonic_ns(),
                                 "tokens": batch * chosen.answer})
                    if rows[-1]["to_ns"] - next(r for r in rows if r["batch"] == batch)["from_ns"] > chosen.seconds * 1e9:
                        break
            del made
            if torch.cuda.is_available():
                torch.cuda.empty_cache()
    context = PROMPT + chosen.answer / 2
    print(json.dumps({"board": torch.cuda.get_device_name(0) if torch.cuda.is_available() else "processor",
                      "shape": chosen.shape, "weights": shape.weights(), "cache_numbers": shape.cache_numbers(),
                      "context": context, "rows": rows}))


def judge(work, report):
    found = json.loads((work / "known_shape.json").read_text())
    read = readings.Readings(work / "known_shape-nvml.jsonl")
    board = next((figures for name, figures in BOARDS.items() if name in found["board"]), None)
    for batch in sorted({row["batch"] for row in found["rows"]}):
        rows = [row for row in found["rows"] if row["batch"] == batch]
        start, end, tokens = rows[0]["from_ns"], rows[-1]["to_ns"], sum(row["tokens"] for row in rows)
        joules, seconds = read.between(start, end), (end - start) / 1e9
        each, published = joules / tokens, PUBLISHED.get(batch)
        text = f"{each:.4f} J, {tokens / seconds:.0f} tokens/s, {joules / seconds:.0f} W"
        if board:
            steps = tokens / batch / seconds
            read_bytes = 2 * (found["weights"] + batch * found["context"] * found["cache_numbers"])
            text += (f"; {100 * steps * read_bytes / board[0]:.0f} % of the memory's bytes a second,"
                     f" {100 * steps * 2 * batch * found['weights'] / board[1]:.0f} % of the operations a second")
        what = f"joules per token, {found['shape']} with random weights, batch {batch}"
        if published and found["shape"] == "qwen3-8b":
            report.check(what, f"{text}; ML.ENERGY {published} J, factor {each / published:.2f}",
                         f"factor between {1 / FACTOR:g} and {FACTOR:g}", 1 / FACTOR <= each / published <= FACTOR)
        else:
            report.note(what, text)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--shape", required=True)
    options.add_argument("--batches", type=int, nargs="+", default=list(PUBLISHED))
    options.add_argument("--answer", type=int, default=ANSWER)
    options.add_argument("--seconds", type=float, default=8)
    measure(options.parse_args())


if __name__ == "__main__":
    main()
