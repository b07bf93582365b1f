"""Read what a run keeps: its dataset, its windows and the raw readings of its meters."""

import json
from dataclasses import dataclass
from pathlib import Path

import pyarrow.ipc as ipc


@dataclass
class Counter:
    """The readings of one energy counter, in joules that only rise: (before, after, joules), nanoseconds."""

    device: str
    readings: list

    def bounds(self, start, end):
        """Return the least and the most that was counted in an interval, one movement of doubt at each edge."""
        moved = [reading for last, reading in zip([None, *self.readings], self.readings)
                 if last is None or reading[2] != last[2]]
        before = [joules for _, after, joules in moved if after <= start]
        inside = [joules for first, after, joules in moved if first >= start and after <= end]
        after = [joules for first, _, joules in moved if first >= end]
        if not before or not after or len(inside) < 3:
            return None
        return max(0.0, inside[-2] - inside[1]), after[min(1, len(after) - 1)] - before[max(-2, -len(before))]

    def between(self, start, end):
        """Return the joules of an interval, with a straight line between neighbouring readings."""
        return self._at(end) - self._at(start)

    def _at(self, moment):
        last = None
        for before, after, joules in self.readings:
            middle = (before + after) / 2
            if middle >= moment:
                if last is None:
                    return joules
                return last[1] + (joules - last[1]) * (moment - last[0]) / (middle - last[0])
            last = middle, joules
        return last[1]


@dataclass
class Power:
    """Polled power in watts, each reading the mean over a time: (moment, watts)."""

    device: str
    readings: list
    averaging: int

    def between(self, start, end):
        """Return the trapezoids between readings, each reading standing at the middle of what it is the mean of."""
        points = [(moment - self.averaging / 2, watts) for moment, watts in self.readings]
        total = 0.0
        for (first, low), (second, high) in zip(points, points[1:]):
            begin, stop = max(first, start), min(second, end)
            if begin < stop:
                def line(at, first=first, second=second, low=low, high=high):
                    return low + (high - low) * (at - first) / (second - first)
                total += (line(begin) + line(stop)) / 2 * (stop - begin) / 1e9
        return total


class RunFiles:
    """A run's folder. summary holds the configuration and the windows, rows the dataset with its newest columns."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.summary = json.loads((self.folder / "summary.json").read_text(encoding="utf-8"))
        self.rows = []
        for file in sorted(self.folder.glob("data-*.arrow")):
            self.rows += ipc.open_stream(file).read_all().to_pylist()
        for row in self.rows:
            row.update(row.pop("model_metrics")[self.summary["model"]])
        self.windows = [(s["measured_start_nanos"], s["measured_end_nanos"]) for s in self.summary["segments"]]
        self.seconds = sum(end - start for start, end in self.windows) / 1e9
        self.counters, self.powers = self._meters()

    def meter(self, device):
        """Return what gives the joules of a device between two moments; None if no sample was kept."""
        return self.counters.get(device) or self.powers.get(device)

    def _meters(self):
        counters, powers, estimates = {}, {}, {}
        for file in sorted((self.folder / "telemetry").glob("*.arrow")):
            table = ipc.open_stream(file).read_all()
            said = json.loads((table.schema.metadata or {}).get(b"ipw_telemetry", b"{}"))
            columns = {name: table[name].to_pylist() for name in table.column_names}
            times = list(zip(columns["t_before_nanos"], columns["t_after_nanos"]))
            for number, sensor in enumerate(said.get("sensors", [])):
                values = columns.get(f"{number} {sensor['device']} {sensor['quantity']}")
                known = [(*time, value) for time, value in zip(times, values or []) if value is not None]
                if sensor["quantity"] == "energy_counter" and known:
                    counters[sensor["device"]] = Counter(sensor["device"], unwrapped(known, sensor))
                elif sensor["quantity"] == "power_watts" and known:
                    middles = [((before + after) / 2, value) for before, after, value in known]
                    powers[sensor["device"]] = Power(sensor["device"], middles, sensor["averaging_nanos"] or 0)
                elif sensor["quantity"] == "system_cpu_time_nanos" and known:
                    processors = columns[f"{number + 1} {sensor['device']} logical_processors"]
                    estimates[sensor["device"]] = Counter(sensor["device"], estimated(known, processors[0]))
        # An estimate stands for a device that nothing else meters.
        return {**{name: one for name, one in estimates.items() if name not in powers}, **counters}, powers

    def phases(self, name):
        """Return the intervals of a phase as the journal has them."""
        lines = (self.folder / "journal.jsonl").read_text(encoding="utf-8").splitlines()
        return [entry for entry in map(json.loads, lines) if entry["type"] == "phase" and name in json.dumps(entry)]


def unwrapped(readings, sensor):
    """Turn counts into joules since the first one; a fall of more than half the range is a wrap."""
    risen, last, found = 0, readings[0][2], []
    for before, after, count in readings:
        step = count - last
        if step < 0 and sensor["counter_range"] and step < -sensor["counter_range"] / 2:
            step += sensor["counter_range"]
        risen, last = risen + step, count
        found.append((before, after, risen * sensor["joules_per_unit"]))
    return found


def estimated(readings, processors):
    """Turn processor time into joules at 0.25 W an idle and 3.5 W a busy logical processor."""
    found, total = [(*readings[0][:2], 0.0)], 0.0
    for (first, second, last), (before, after, busy) in zip(readings, readings[1:]):
        passed = ((before + after) - (first + second)) / 2e9
        worked = min(max((busy - last) / 1e9, 0.0), passed * processors)
        total += passed * processors * 0.25 + worked * (3.5 - 0.25)
        found.append((before, after, total))
    return found
