"""Work out a run's headlines from its journal, its device totals and its raw counters, by their definitions alone."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import arrow_stream

EXACT = 1e-9
INCOMPLETE = {"PARTIAL", "LOST", "RESET"}
# a counter that fell would have wrapped at more than this: it began anew
MOST_WATTS = 5_000


@dataclass
class Journal:
    """What the journal says of the requests."""

    asked: int
    failed: int
    right: int
    scored: int
    output_tokens: int
    intended_starts: list
    ends: list

    @property
    def answered(self):
        return self.asked - self.failed


@dataclass
class Device:
    """A device of the headline: what the run says of it, and between which joules its raw counter lies."""

    name: str
    joules: float | None
    requests: float | None
    abandoned: float | None
    idle: float | None
    other: float | None
    raw: tuple | None


@dataclass
class Expected:
    """Headlines that must be found, and those that may be any number between two."""

    journal: Journal
    seconds: float
    joules: float | None
    basis: str
    devices: list
    values: dict = field(default_factory=dict)


def abandoned(device):
    """What went to no query: calls of queries that never ended, and what was done around queries."""
    parts = [device["abandoned_joules"], device.get("phases_joules")]
    known = [part for part in parts if part is not None]
    return sum(known) if known else None


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def journal(folder):
    """Read the last outcome and the last verdict of each query."""
    calls, finished, verdicts, marked = {}, {}, {}, set()
    for line in (folder / "journal.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if entry["type"] == "called":
            calls.setdefault(entry["query_id"], []).append(entry["call"])
        elif entry["type"] == "finished":
            query = entry["question"]["id"]
            # what came before belongs to a time when the query was cut off
            finished[query] = entry, calls.pop(query, [])[-entry["calls"]:] if entry["calls"] else []
            if entry["evaluator"] != "none" and entry["question"]["answer"] is not None:
                marked.add(query)
        elif entry["type"] == "judged":
            verdicts[entry["record_id"]] = entry["evaluation"]["verdict"]
    sent = {query: end for query, end in finished.items() if (end[0]["error"] or {}).get("kind") != "not_asked"}
    failed = {query for query, (end, _) in sent.items() if end["error"]}
    right = sum(verdict == "correct" for verdict in verdicts.values())
    # a request that failed has no verdict and counts as wrong
    scored = sum(verdict in ("correct", "incorrect") for verdict in verdicts.values())
    scored += len((failed & marked) - set(verdicts))
    tokens = sum(call["usage"]["output"] or 0 for query, (_, made) in sent.items() if query not in failed
                 for call in made)
    ends = [end for end, _ in sent.values()]
    return Journal(len(sent), len(failed), right, scored, tokens, [end["intended_start_nanos"] for end in ends],
                   [end["end_nanos"] for end in ends])


def raw_counters(folder):
    """Return by device the readings of its counter in joules as (before, after, joules), wraps undone."""
    found = {}
    for file in sorted((folder / "telemetry").glob("*.arrow")):
        metadata, columns = arrow_stream.read(file)
        sensors = json.loads(metadata.get("ipw_telemetry", "{}")).get("sensors", [])
        for number, sensor in enumerate(sensors):
            values = columns.get(f"{number} {sensor['device']} {sensor['quantity']}")
            if sensor["quantity"] == "energy_counter" and values:
                times = zip(columns["t_before_nanos"], columns["t_after_nanos"], values)
                found.setdefault(sensor["device"], []).append(joules(times, sensor))
    return found


def joules(readings, sensor):
    """Turn counts into joules that only rise; a fall that is no wrap ends the series (None from there on)."""
    series, last, risen = [], None, 0
    for before, after, count in readings:
        if count is None:
            continue
        if last is not None:
            step = count - last
            if step < 0 and sensor["counter_range"] and step < -sensor["counter_range"] / 2:
                step += sensor["counter_range"]
            most = MOST_WATTS * ((after - series[-1][0]) / 1e9 + 0.1)
            if step < 0 or step * sensor["joules_per_unit"] > most:
                series.append((before, after, None))
                last = count
                continue
            risen += step
        last = count
        series.append((before, after, risen * sensor["joules_per_unit"]))
    return series


def between(series, start, end):
    """Return the least and the most joules that a counter allows in an interval, or None if it cannot tell.

    One more change of the counter is allowed on either side, since a counter moves in steps of time.
    """
    inside = [reading for reading in series if start - 5e9 < reading[1] and reading[0] < end + 5e9]
    if any(value is None for _, _, value in inside):
        return None
    steps = [r for before, r in zip([None, *inside], inside) if before is None or r[2] != before[2]]
    before = [r[2] for r in steps if r[1] <= start]
    after_start = [r[2] for r in steps if r[0] >= start]
    before_end = [r[2] for r in steps if r[1] <= end]
    after = [r[2] for r in steps if r[0] >= end]
    if not before or not after or not before_end:
        return None
    least = before_end[max(-2, -len(before_end))] - after_start[min(1, len(after_start) - 1)]
    most = after[min(1, len(after) - 1)] - before[max(-2, -len(before))]
    return max(0.0, least), most


def basis(folder, totals):
    """Return what the headlines in joules divide, as the run says; of older runs by the flags of the total."""
    said = load(folder / "analysis/accuracy.json")["summary"].get("energy_basis_of_headline")
    flags = set(totals["device_energy"]["flags"])
    return said or ("none" if totals["device_energy"]["joules"] is None or flags & INCOMPLETE else "total")


def expect(folder):
    """Work out what the run in a folder should say."""
    summary, said = load(folder / "summary.json"), journal(folder)
    totals = summary["totals"]
    segments = summary["segments"]
    seconds = sum(s["measured_end_nanos"] - s["measured_start_nanos"] for s in segments) / 1e9
    raw = raw_counters(folder)
    devices = []
    for device in totals["devices"]:
        energy = device["energy"]
        if energy["scope"] != totals["headline_scope"]:
            continue
        series = raw.get(device["device"], [])
        bounds = None
        if len(segments) == 1 and len(series) == 1:
            bounds = between(series[0], segments[0]["measured_start_nanos"], segments[0]["measured_end_nanos"])
        devices.append(Device(device["device"], energy["joules"], device["requests_joules"],
                              abandoned(device), device["idle_joules"], device["other_joules"], bounds))
    divided = basis(folder, totals)
    energy = sum(d.joules for d in devices) if devices and divided == "total" else None
    expected = Expected(said, seconds, energy, divided, devices)
    expected.values = values(expected)
    return expected


def values(expected):
    """Apply the definitions; a figure that does not exist is None."""
    said, seconds, energy = expected.journal, expected.seconds, expected.joules
    accuracy = said.right / said.scored if said.scored else None
    found = {
        "measured_seconds": seconds,
        "accuracy": accuracy,
        "requests_per_second": said.answered / seconds,
        "failed_per_second": said.failed / seconds,
        "system_output_tokens_per_second": said.output_tokens / seconds,
    }
    spread = (max(said.intended_starts) - min(said.intended_starts)) / 1e9
    if spread > 0:
        found["offered_per_second"] = (said.asked - 1) / spread
    found.update(joule_figures(energy, said, seconds, accuracy))
    return found


def joule_figures(energy, said, seconds, accuracy):
    """Return the headlines in joules and watts for so many joules."""
    if not energy:
        return {}
    figures = {"device_watts": energy / seconds, "joules_per_query": energy / said.asked}
    if said.output_tokens:
        figures["joules_per_output_token"] = energy / said.output_tokens
    if accuracy is not None:
        figures["intelligence_per_joule"] = accuracy * said.asked / energy
        figures["device_intelligence_per_watt"] = accuracy * seconds / energy
    return figures


def folder_of(text):
    folder = Path(text)
    if not (folder / "journal.jsonl").is_file():
        raise SystemExit(f"{folder} is no folder of a run: it holds no journal.jsonl")
    return folder
