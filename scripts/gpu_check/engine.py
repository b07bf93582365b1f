"""A continuous batcher around the decoder: it admits waiting prompts one by one, then writes a token of each open request.

Requests are logged as `ipw attribute` reads them, with times of the monotonic clock.
"""
import random
import time

import torch

import decoder


def arrivals(seed, kind, rate, seconds, prompt, answer):
    """Draw requests of one kind, the same ones for the same seed: lengths differ by up to half."""
    dice = random.Random(f"{seed} {kind}")
    found, at = [], dice.expovariate(rate)
    while at < seconds:
        found.append({"kind": kind, "at": at, "prompt": max(2, int(prompt * dice.uniform(0.5, 1.5))),
                      "answer": max(2, int(answer * dice.uniform(0.5, 1.5)))})
        at += dice.expovariate(rate)
    return found


class Engine:
    def __init__(self, shape, slots, context):
        self.decoder = decoder.Decoder(decoder.SHAPES[shape], slots, context)
        self.open = [None] * slots

    @torch.inference_mode()
    def warm(self):
        """Record the graphs of all lengths, which nobody should wait for."""
        self.decoder.prefill(0, min(64, self.decoder.context - 2))
        for length in range(1, self.decoder.context, 128):
            self.decoder.positions.zero_()
            self.decoder.step(length)
        decoder.wait()

    @torch.inference_mode()
    def serve(self, requests, name):
        """Serve requests at their times; return their log."""
        waiting = sorted(requests, key=lambda request: request["at"])
        began = time.monotonic_ns()
        log = []
        while waiting or any(self.open):
            now = time.monotonic_ns()
            free = next((slot for slot, one in enumerate(self.open) if one is None), None)
            if free is not None and waiting and began + waiting[0]["at"] * 1e9 <= now:
                self.admit(free, waiting.pop(0), began, f"{name}-{len(log)}-{len(waiting)}", log)
            elif any(self.open):
                self.write(log)
            else:
                time.sleep(max(0.0, (began + waiting[0]["at"] * 1e9 - now) / 1e9))
        return log

    def admit(self, slot, request, began, name, log):
        start = time.monotonic_ns()
        if request.get("prefilled"):
            self.decoder.positions[slot] = request["prompt"]
        else:
            self.decoder.prefill(slot, request["prompt"])
        decoder.wait()
        first = time.monotonic_ns()
        self.open[slot] = {"id": f"{request['kind']}-{name}", "start_ns": int(began + request["at"] * 1e9),
                           "prefill_start_ns": start, "first_token_ns": first, "input_tokens": request["prompt"],
                           "output_tokens": 1, "token_ns": [first], "answer": request["answer"]}
        self.close(slot, log)

    def write(self, log):
        # A slot without a request goes on from the start, so that its context stays short.
        for slot, one in enumerate(self.open):
            if one is None:
                self.decoder.positions[slot] = 0
        self.decoder.step(max(one["input_tokens"] + one["output_tokens"] for one in self.open if one))
        decoder.wait()
        now = time.monotonic_ns()
        for slot, one in enumerate(self.open):
            if one:
                one["output_tokens"] += 1
                one["token_ns"].append(now)
                self.close(slot, log)

    def close(self, slot, log):
        one = self.open[slot]
        if one["output_tokens"] >= one["answer"] or \
                one["input_tokens"] + one["output_tokens"] >= self.decoder.context - 1:
            one["end_ns"] = one["token_ns"][-1]
            del one["answer"]
            log.append(one)
            self.open[slot] = None
