"""Requests through `ipw meter` in front of the server: the joules of all of them, against the counter while any was open."""
import argparse
import concurrent.futures
import json
import time
import urllib.error
import urllib.request
from pathlib import Path

import readings

REQUESTS_PERCENT = 5.0
PATIENCE_SECONDS = 60


def ask(url, body=None):
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
        return answer.headers, answer.read()


def wait_for(look):
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        try:
            found = look()
            if found:
                return found
        except urllib.error.URLError:
            pass
        time.sleep(0.25)
    raise SystemExit("the meter did not answer in time")


def one(meter, model, turn, tokens):
    body = json.dumps({"model": model, "max_tokens": tokens, "stream": True,
                       "messages": [{"role": "user", "content": f"What is {turn} and {turn}? Say it at length."}]}).encode()
    start = time.monotonic_ns()
    headers, _ = ask(meter + "/v1/chat/completions", body)
    return {"id": headers["X-Ipw-Request-Id"], "start_ns": start, "end_ns": time.monotonic_ns()}


def measure(chosen):
    wait_for(lambda: ask(chosen.meter + "/v1/models"))
    with concurrent.futures.ThreadPoolExecutor(chosen.at_once) as pool:
        log = list(pool.map(lambda turn: one(chosen.meter, chosen.model, turn, chosen.tokens), range(chosen.requests)))
    for row in log:
        row.update(wait_for(lambda: final(chosen.meter, row["id"])))
    totals = json.loads(ask(chosen.meter + "/ipw/totals")[1])
    print(json.dumps({"requests": log, "totals": totals}))


def final(meter, name):
    found = json.loads(ask(f"{meter}/ipw/requests/{name}")[1])
    return {"energy": found["energy"]} if found["energy"].get("final") else None


def judge(work, report):
    found = json.loads((work / "meter.json").read_text())
    read = readings.Readings(work / "meter-nvml.jsonl")
    joules = sum(row["energy"].get("joules") or 0 for row in found["requests"])
    least = sum(row["energy"].get("low") or 0 for row in found["requests"])
    most = sum(row["energy"].get("high") or 0 for row in found["requests"])
    truth = sum(read.between(*span) for span in readings.busy(found["requests"]))
    off = 100 * (joules / truth - 1)
    report.check(f"meter: joules of {len(found['requests'])} requests against the counter while any was open",
                 f"{joules:.1f} J [{least:.1f}, {most:.1f}] against {truth:.1f} J, {off:+.2f} %",
                 f"within {REQUESTS_PERCENT:g} %", abs(off) <= REQUESTS_PERCENT)
    for name, device in found["totals"]["devices"].items():
        parts = sum(device.get(f"{part}_joules") or 0 for part in ("requests", "idle", "other", "unmetered"))
        whole = device.get("joules") or 0
        report.check(f"meter: parts of {name[:12]}", f"{parts:.3f} J of {whole:.3f} J", "the same to 1e-6",
                     abs(parts - whole) <= 1e-6 * max(1, whole))


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--meter", required=True)
    options.add_argument("--model", default="random-decoder")
    options.add_argument("--requests", type=int, default=16)
    options.add_argument("--at-once", type=int, default=2)
    options.add_argument("--tokens", type=int, default=200)
    measure(options.parse_args())


if __name__ == "__main__":
    main()
