"""Read the first GPU's energy counter and instant power through NVML, with nothing of ours in between.

Writes a JSON line for each reading: t_ns (monotonic clock), millijoules, milliwatts (null where there is none),
took_ns (how long the reading took).
"""
import argparse
import ctypes
import json
import os
import time

TOTAL_ENERGY = 83
INSTANT_POWER = 186


class FieldValue(ctypes.Structure):
    _fields_ = [("field", ctypes.c_uint), ("scope", ctypes.c_uint), ("timestamp", ctypes.c_longlong),
                ("latency", ctypes.c_longlong), ("type", ctypes.c_int), ("code", ctypes.c_int),
                ("value", ctypes.c_ulonglong)]


def value(field):
    """Give a field's number: a 32-bit one is the lower half of the union."""
    if field.code != 0:
        return None
    return field.value & 0xFFFFFFFF if field.type == 1 else field.value


def require(code, what):
    if code != 0:
        raise SystemExit(f"{what} gave {code}")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, required=True)
    options.add_argument("--period-ms", type=float, default=10)
    chosen = options.parse_args()
    nvml = ctypes.CDLL(os.environ.get("IPW_NVML_LIBRARY", "libnvidia-ml.so.1"))
    require(nvml.nvmlInit_v2(), "nvmlInit_v2")
    gpu = ctypes.c_void_p()
    require(nvml.nvmlDeviceGetHandleByIndex_v2(0, ctypes.byref(gpu)), "nvmlDeviceGetHandleByIndex_v2")
    fields = (FieldValue * 2)(FieldValue(field=TOTAL_ENERGY), FieldValue(field=INSTANT_POWER))
    end = time.monotonic() + chosen.seconds
    while time.monotonic() < end:
        before = time.monotonic_ns()
        require(nvml.nvmlDeviceGetFieldValues(gpu, 2, fields), "nvmlDeviceGetFieldValues")
        after = time.monotonic_ns()
        print(json.dumps({"t_ns": (before + after) // 2, "millijoules": value(fields[0]),
                          "milliwatts": value(fields[1]), "took_ns": after - before}))
        time.sleep(chosen.period_ms / 1e3)


if __name__ == "__main__":
    main()
