"""Judges fabricated measurements whose truth is known, without a GPU, torch or ipw: `python3 scripts/gpu_check/selftest.py`."""
import json
import math
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import cost
import known_shape
import meter
import phases
import readings
import report
import shares

SECOND = 1_000_000_000


def write_readings(path, watts, seconds):
    """Fabricate a counter in steps of 0.1 s beside the power of the instant, read each 10 ms."""
    joules, rows, shown = 0.0, [], 0
    for tick in range(int(seconds * 100)):
        if tick % 10 == 0:
            shown = round(1e3 * joules)
        rows.append({"t_ns": tick * SECOND // 100, "millijoules": shown, "milliwatts": round(1e3 * watts(tick / 100)),
                     "took_ns": 1000})
        joules += watts(tick / 100 + 0.005) / 100
    readings.write_lines(path, rows)


class SelfTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)
        self.report = report.Report()

    def verdicts(self):
        return [row[3] for row in self.report.rows if row[3]]

    def test_joules_between_two_moments(self):
        write_readings(self.work / "a-nvml.jsonl", lambda at: 100 if math.floor(2 * at) % 2 else 500, 20)
        read = readings.Readings(self.work / "a-nvml.jsonl")
        self.assertAlmostEqual(read.between(3 * SECOND, 13 * SECOND), 3000, delta=10)
        self.assertAlmostEqual(read.between(int(5.1 * SECOND), int(5.4 * SECOND)), 150, delta=5)
        with self.assertRaises(ValueError):
            read.at(21 * SECOND)

    def test_busy_times(self):
        log = [{"start_ns": 5, "end_ns": 9}, {"start_ns": 0, "end_ns": 3}, {"start_ns": 2, "end_ns": 4}]
        self.assertEqual(readings.busy(log), [[0, 4], [5, 9]])

    def test_known_shape(self):
        write_readings(self.work / "known_shape-nvml.jsonl", lambda at: 600, 30)
        found = {"board": "NVIDIA H100 80GB HBM3", "shape": "qwen3-8b", "weights": 7_600_000_000, "cache_numbers": 73728,
                 "context": 320, "rows": [{"batch": 8, "from_ns": 5 * SECOND, "to_ns": 15 * SECOND, "tokens": 13_500},
                                          {"batch": 32, "from_ns": 15 * SECOND, "to_ns": 25 * SECOND, "tokens": 13_500}]}
        (self.work / "known_shape.json").write_text(json.dumps(found))
        known_shape.judge(self.work, self.report)
        self.assertIn("factor 1.00", self.report.rows[0][1])
        self.assertEqual(self.verdicts(), ["PASS", "FAIL"])

    def test_shares(self):
        write_readings(self.work / "shares-nvml.jsonl", lambda at: 100 if at < 5 else 400, 60)
        windows = [{"name": "idle", "from_ns": SECOND, "to_ns": 4 * SECOND}]
        logs, at = [], 10 * SECOND
        for name, kinds, lasts in (("A", "A", 4), ("B", "B", 5), ("AB", "AB", 7)):
            windows.append({"name": f"0-{name}", "from_ns": at, "to_ns": at + lasts * SECOND})
            logs += [{"id": f"{kind}-0-{name}-0-0", "start_ns": at, "end_ns": at + lasts * SECOND} for kind in kinds]
            at += 10 * SECOND
        readings.write_lines(self.work / "shares-windows.jsonl", windows)
        readings.write_lines(self.work / "shares-all.jsonl", logs)
        # E(A) = 1600, E(B) = 2000, E(AB) = 2800 J: A is between 800 and 1600, B between 1200 and 2000.
        for of_a, verdicts in ((1200, ["PASS", "PASS"]), (300, ["FAIL", "FAIL"])):
            self.report = report.Report()
            figures = {"A-0-AB-0-0": {"joules": of_a}, "B-0-AB-0-0": {"joules": 2800 - of_a}}
            with mock.patch.object(readings, "attributed", return_value=(figures, {})):
                shares.judge(self.work, self.report)
            self.assertEqual(self.verdicts(), verdicts)
        self.assertIn("bracket 800 to 1600 J", self.report.rows[1][1])

    def test_phases_and_spikes(self):
        write_readings(self.work / "phases-nvml.jsonl",
                       lambda at: 600 if 20 <= at < 30 and at % 1 < 0.2 else 100, 40)
        windows = [{"name": "idle", "from_ns": SECOND, "to_ns": 4 * SECOND}]
        windows += [{"name": f"spike-{i}", "from_ns": (20 + i) * SECOND, "to_ns": (20 + i) * SECOND + SECOND // 5}
                    for i in range(10)]
        windows.append({"name": "end", "from_ns": 31 * SECOND, "to_ns": 31 * SECOND})
        log = [{"id": f"{kind}-0", "start_ns": at * SECOND, "end_ns": (at + 1) * SECOND}
               for at, kind in ((6, "whole"), (8, "prefill"), (10, "decode"))]
        readings.write_lines(self.work / "phases-windows.jsonl", windows)
        readings.write_lines(self.work / "phases-requests.jsonl", log)
        figures = {f"spike-{i}": {"joules": 118, "lower": 90, "upper": 140} for i in range(10)}
        figures["whole-0"] = {"prefill_joules": 104, "decode_joules": 60}
        with mock.patch.object(readings, "attributed", return_value=(figures, {})):
            phases.judge(self.work, self.report)
        self.assertEqual(self.verdicts(), ["PASS", "FAIL", "PASS"])
        self.assertIn("the bounds of 10 of 10", self.report.rows[2][1])

    def test_meter(self):
        write_readings(self.work / "meter-nvml.jsonl", lambda at: 200, 20)
        found = {"requests": [{"id": "a", "start_ns": 5 * SECOND, "end_ns": 8 * SECOND,
                               "energy": {"joules": 590, "low": 500, "high": 700}}],
                 "totals": {"devices": {"GPU-0": {"joules": 900.0, "requests_joules": 590.0, "idle_joules": 310.0}}}}
        (self.work / "meter.json").write_text(json.dumps(found))
        meter.judge(self.work, self.report)
        self.assertEqual(self.verdicts(), ["PASS", "PASS"])

    def test_cost(self):
        readings.write_lines(self.work / "cost-ways.jsonl",
                             [{"way": "often", "ticks": 90, "hertz": 100, "nanos": 10 * SECOND},
                              {"way": "seldom", "ticks": 5, "hertz": 100, "nanos": 10 * SECOND}])
        cost.judge(self.work, self.report)
        self.assertIn("0.50 % of a core against 9.00 %", self.report.rows[0][1])

    def test_a_stage_that_failed_or_was_left_out(self):
        (self.work / "cost.ended").write_text("1\n")
        (self.work / "cost.err").write_text("no driver\n")
        (self.work / "meter.skipped").write_text("10 s are left of 570\n")
        (self.work / "shares.ended").write_text("0\n")
        for stage in ("cost", "meter", "shares"):
            report.judged(self.work, self.report, stage)
        self.assertEqual(self.verdicts(), ["FAIL", "FAIL"])
        self.assertTrue(self.report.broken)


if __name__ == "__main__":
    unittest.main()
