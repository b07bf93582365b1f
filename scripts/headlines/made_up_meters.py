"""Meters under a made-up /sys that read a random power which is known at every moment."""

import multiprocessing
import os
import random
import time
from bisect import bisect_right
from pathlib import Path

RANGE_MICROJOULES = 262_143_328_850


class RandomPower:
    """Power in watts that is steady for up to 300 ms at a time; times are seconds of the monotonic clock."""

    def __init__(self, seed, start, seconds, shortest=0.005):
        luck = random.Random(seed)
        idle, most = luck.uniform(20, 80), luck.uniform(150, 500)
        self.edges, self.watts, self.joules = [start], [], [0.0]
        busy = False
        while self.edges[-1] < start + seconds:
            busy ^= luck.random() < 0.1
            length = luck.uniform(shortest, 0.3)
            watts = luck.uniform(0.5, 1) * most if busy else idle * luck.uniform(0.9, 1.1)
            self.edges.append(self.edges[-1] + length)
            self.watts.append(watts)
            self.joules.append(self.joules[-1] + watts * length)

    def joules_until(self, at):
        index = min(max(bisect_right(self.edges, at) - 1, 0), len(self.watts) - 1)
        return self.joules[index] + self.watts[index] * (at - self.edges[index])


class FabricatedRapl:
    """Lay out packages below a folder and let them count in a process of their own.

    gaps are (start, end, empty) in seconds after begin(): reading a counter gives nothing where empty, else the same
    number again. A counter counts through them. reset is the moment after begin(), if any, at which the first package's
    counter begins anew.
    """

    def __init__(self, folder, powers, first_microjoules, gaps, reset=None):
        self.powers, self.gaps, self.reset = powers, gaps, reset
        self.first = first_microjoules
        self.files = [self._zone(Path(folder), number) for number in range(len(powers))]
        for number, file in enumerate(self.files):
            file.write_bytes(self._text(self.first[number]))
        self._begun = multiprocessing.Value("d", float("inf"))
        self._stop = multiprocessing.Event()
        self._late_file = Path(folder) / "late.txt"
        self._counting = multiprocessing.Process(target=self._count, daemon=True)
        self._counting.start()

    def begin(self):
        """Say that the load begins now; only the first time counts."""
        if self._begun.value == float("inf"):
            self._begun.value = time.monotonic()

    def close(self):
        self._stop.set()
        self._counting.join()

    def lag_joules(self, at):
        """Return by how many joules the counters may have lagged at a moment, as their process was not let run."""
        seconds = [end - start for start, end in self._late() if start <= at <= end + 0.1]
        return (max(seconds, default=0) + 0.005) * sum(max(power.watts) for power in self.powers)

    def _late(self):
        return [tuple(map(float, line.split())) for line in self._late_file.read_text().splitlines()]

    def joules(self, start, end):
        """Return the true joules of each package in an interval."""
        return [power.joules_until(end) - power.joules_until(start) for power in self.powers]

    @staticmethod
    def _zone(sysfs, number):
        zone = sysfs / "devices/virtual/powercap/intel-rapl" / f"intel-rapl:{number}"
        zone.mkdir(parents=True)
        (zone / "name").write_text(f"package-{number}\n")
        (zone / "max_energy_range_uj").write_text(f"{RANGE_MICROJOULES}\n")
        flat = sysfs / "class/powercap"
        flat.mkdir(parents=True, exist_ok=True)
        (flat / zone.name).symlink_to(zone)
        return zone / "energy_uj"

    @staticmethod
    def _text(microjoules):
        return b"%015d\n" % microjoules

    def _count(self):
        open_files = [os.open(file, os.O_WRONLY) for file in self.files]
        missing, last = False, time.monotonic()
        with self._late_file.open("w") as late:
            while not self._stop.is_set():
                now = time.monotonic()
                since = now - self._begun.value
                gaps = [empty for start, end, empty in self.gaps if start <= since < end]
                if any(gaps):
                    for file in () if missing else open_files:
                        os.ftruncate(file, 0)
                    missing = True
                elif not gaps:
                    missing = False
                    for number, file in enumerate(open_files):
                        os.pwrite(file, self._text(self._value(number, now, since)), 0)
                wrote = time.monotonic()
                if wrote - last > 0.005:
                    late.write(f"{last} {wrote}\n")
                last = wrote
                time.sleep(0.002)

    def _value(self, number, now, since):
        power, first = self.powers[number], self.first[number]
        joules = power.joules_until(now)
        if number == 0 and self.reset is not None and since >= self.reset:
            joules -= power.joules_until(self._begun.value + self.reset)
            first = 0
        return (first + round(1e6 * joules)) % (RANGE_MICROJOULES + 1)


class FabricatedRail(FabricatedRapl):
    """The input of a board, measured by an INA238: power as a mean over its interval, and no counter."""

    INTERVAL_SECONDS = 0.02

    def __init__(self, folder, power, gaps):
        super().__init__(folder, [power], [round(1e6 * power.watts[0])], [(start, end, True) for start, end, _ in gaps])

    @classmethod
    def _zone(cls, sysfs, number):
        chip = sysfs / "devices/platform/bus@0/c240000.i2c/i2c-1/2-0044"
        rail = chip / "hwmon/hwmon0"
        rail.mkdir(parents=True)
        (rail / "device").symlink_to(chip)
        (sysfs / "class/hwmon").mkdir(parents=True)
        (sysfs / "class/hwmon/hwmon0").symlink_to(rail)
        (rail / "name").write_text("ina238\n")
        (rail / "power1_label").write_text("VDD_IN\n")
        (rail / "update_interval").write_text(f"{round(1e3 * cls.INTERVAL_SECONDS)}\n")
        return rail / "power1_input"

    def _value(self, number, now, since):
        power = self.powers[number]
        mean = (power.joules_until(now) - power.joules_until(now - self.INTERVAL_SECONDS)) / self.INTERVAL_SECONDS
        return round(1e6 * mean)

    def lag_joules(self, at):
        return super().lag_joules(at) + self.INTERVAL_SECONDS * max(self.powers[0].watts)
