"""What read_nvml.py read: the joules between any two moments, and the same as a log for `ipw attribute`."""
import bisect
import json
import os
import statistics
import subprocess


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines() if line.startswith("{")] if path.exists() else []


class Readings:
    """The counter where it moved; between two movements as the power of the instant divides it."""

    def __init__(self, path):
        self.rows = [row for row in lines(path) if row["millijoules"] is not None]
        self.times, self.joules = [], []
        inside = []
        for earlier, later in zip(self.rows, self.rows[1:]):
            inside.append(later)
            if later["millijoules"] != earlier["millijoules"]:
                self.move((earlier["t_ns"] + later["t_ns"]) / 2, later["millijoules"] / 1e3, inside)
                inside = [later]

    def move(self, nanos, joules, inside):
        if self.times:
            start, before = self.times[-1], self.joules[-1]
            watts = [row["milliwatts"] or 0 for row in inside]
            cuts = [start] + [row["t_ns"] for row in inside if start < row["t_ns"] < nanos] + [nanos]
            pieces = [(b - a) * watts[min(i, len(watts) - 1)] for i, (a, b) in enumerate(zip(cuts, cuts[1:]))]
            whole, done = sum(pieces), 0
            for piece, cut in zip(pieces[:-1], cuts[1:-1]):
                done += piece
                share = done / whole if whole else (cut - start) / (nanos - start)
                self.times.append(cut)
                self.joules.append(before + share * (joules - before))
        self.times.append(nanos)
        self.joules.append(joules)

    def at(self, nanos):
        place = bisect.bisect_right(self.times, nanos)
        if place == 0 or place == len(self.times):
            raise ValueError("the other program did not read then")
        share = (nanos - self.times[place - 1]) / (self.times[place] - self.times[place - 1])
        return self.joules[place - 1] + share * (self.joules[place] - self.joules[place - 1])

    def between(self, start, end):
        return self.at(end) - self.at(start)

    def power_update_ms(self):
        """Give the median time between two changes of the power of the instant."""
        changed = [b["t_ns"] for a, b in zip(self.rows, self.rows[1:]) if a["milliwatts"] != b["milliwatts"]]
        steps = [later - earlier for earlier, later in zip(changed, changed[1:])]
        return statistics.median(steps) / 1e6 if steps else None

    def write_samples(self, path, idle_watts, start, end):
        with path.open("w") as out:
            out.write(json.dumps({"device": "gpu0", "idle_w": idle_watts, "averaging_ms": 0}) + "\n")
            for row in self.rows:
                if start <= row["t_ns"] <= end:
                    sample = {"t_ns": row["t_ns"], "device": "gpu0", "energy_mj": row["millijoules"]}
                    if row["milliwatts"] is not None:
                        sample["power_mw"] = row["milliwatts"]
                    out.write(json.dumps(sample) + "\n")


def busy(log):
    """List the times in which any request was open."""
    spans = []
    for one in sorted(log, key=lambda request: request["start_ns"]):
        if spans and one["start_ns"] <= spans[-1][1]:
            spans[-1][1] = max(spans[-1][1], one["end_ns"])
        else:
            spans.append([one["start_ns"], one["end_ns"]])
    return spans


def attributed(work, name, idle_watts, start, end):
    """Divide what was read between two moments among the requests of a log; return figures by request, and the totals."""
    samples = work / f"{name}-samples.jsonl"
    Readings(work / f"{name.split('-')[0]}-nvml.jsonl").write_samples(samples, idle_watts, start, end)
    command = os.environ["IPW_COMMAND"].split("\n")
    result = subprocess.run([*command, "attribute", "--samples", str(samples), "--requests",
                             str(work / f"{name}-requests.jsonl"), "--json"], capture_output=True, text=True, timeout=120)
    rows = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    if not rows or "total" not in rows[-1]:
        raise ValueError("ipw attribute: " + (result.stderr.strip() or "no figures")[-200:])
    return {row["id"]: row for row in rows[:-1]}, rows[-1]["total"]


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
