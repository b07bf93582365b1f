"""Hold what a run's files and screens say against what they should say."""

import math

from expected import EXACT, joule_figures, load

# parts of the files that use the same words for other things
ELSEWHERE = {"data", "dimensions", "percentiles", "steady_state", "phases", "devices", "profiler_cost", "cost",
             "compute", "verdict", "slo", "goodput", "coverage", "configuration", "load", "accounting",
             "hosted_estimate"}
JOULES = ["joules_per_query", "joules_per_output_token", "device_watts", "intelligence_per_joule",
          "device_intelligence_per_watt"]
ALWAYS = ["accuracy", "requests_per_second", *JOULES]


def figures(tree, path=""):
    """Yield (path, key, number or interval) of all that a JSON tree says outside of ELSEWHERE."""
    if isinstance(tree, list):
        for number, item in enumerate(tree):
            yield from figures(item, f"{path}[{number}]")
    if not isinstance(tree, dict):
        return
    for key, value in tree.items():
        if key in ELSEWHERE:
            continue
        if isinstance(value, dict) and "value" in value:
            yield f"{path}/{key}", key, (value["value"], value.get("low"), value.get("high"))
        elif isinstance(value, (dict, list)):
            yield from figures(value, f"{path}/{key}")
        else:
            yield f"{path}/{key}", key, (value, tree.get(f"{key}_low"), tree.get(f"{key}_high"))


def same(said, expected):
    if said is None or expected is None:
        return said is expected
    return math.isclose(said, expected, rel_tol=EXACT, abs_tol=1e-12)


def check_run(folder, expected, screens):
    """Yield a sentence for each figure that is not what it should be. Screens are parsed JSON by their names."""
    summary = load(folder / "summary.json")
    yield from check_counts(summary["totals"], expected.journal)
    yield from check_devices(expected)
    sources = {"summary.json": summary["totals"]}
    for file in sorted((folder / "analysis").glob("*.json")):
        if file.stem in ("accuracy", "latency"):
            sources["analysis/" + file.name] = load(file)["summary"]
    found = set()
    for source, tree in [*sources.items(), *screens.items()]:
        for path, key, (value, low, high) in figures(tree):
            if key not in expected.values or isinstance(value, (str, bool)):
                continue
            if value is not None:
                found.add(key)
            yield from check_figure(f"{source}{path}", expected.values[key], value, low, high)
    for key in ALWAYS:
        if expected.values.get(key) is not None and key not in found:
            yield f"{key} is nowhere; it is {expected.values[key]:.6g}"


def check_figure(name, expected, value, low, high):
    # a rate that only some loads have may be absent, and so may a figure that is said elsewhere
    if value is not None and not same(value, expected):
        yield f"{name} is {value:.6g}; by its definition it is {expected:.6g}"
    elif value is not None and low is not None and not low * (1 - EXACT) <= value <= high * (1 + EXACT):
        yield f"{name} is {value:.6g}, outside of its own interval {low:.6g} to {high:.6g}"


def check_counts(totals, journal):
    pairs = [("asked" if "asked" in totals else "queries", journal.asked), ("succeeded", journal.answered),
             ("failed", journal.failed), ("output_tokens", journal.output_tokens)]
    for key, expected in pairs:
        if totals[key] != expected:
            yield f"summary.json totals/{key} is {totals[key]}; the journal has {expected}"


def check_devices(expected):
    if expected.basis != "total" and expected.devices and all(device.raw for device in expected.devices):
        yield f"headlines divide {expected.basis}, though each device's counter was read before and after"
    for device in expected.devices:
        if device.joules is None:
            continue
        parts = [device.requests, device.abandoned, device.idle, device.other]
        if None not in parts and not math.isclose(sum(parts), device.joules, rel_tol=EXACT):
            yield f"{device.name}: requests, abandoned, idle and other come to {sum(parts):.9g} J of " \
                  f"{device.joules:.9g} J"
        if device.raw and not device.raw[0] * (1 - EXACT) <= device.joules <= device.raw[1] * (1 + EXACT):
            yield f"{device.name}: {device.joules:.6g} J; its raw counter says {device.raw[0]:.6g} to " \
                  f"{device.raw[1]:.6g} J"


def check_truth(folder, expected, screens, true_joules, slack_joules):
    """Yield a sentence for each total or headline whose interval does not hold what the true joules make of it."""
    total = load(folder / "summary.json")["totals"]["device_energy"]
    least, most = true_joules - slack_joules, true_joules + slack_joules
    if expected.joules is not None and (total["lower"] > most or total["upper"] < least):
        yield f"the devices' total is {total['lower']:.6g} to {total['upper']:.6g} J; the truth is {least:.6g} to " \
              f"{most:.6g} J"
    said = expected.journal
    accuracy = expected.values["accuracy"]
    ends = [joule_figures(true_joules + slack, said, expected.seconds, accuracy)
            for slack in (-slack_joules, slack_joules)]
    for source, tree in screens.items():
        for path, key, (value, low, high) in figures(tree):
            if key not in ends[0] or value is None or low is None:
                continue
            least, most = sorted(end[key] for end in ends)
            if high < least or low > most:
                yield f"{source}{path} is {low:.6g} to {high:.6g}; the true joules make it {least:.6g} to {most:.6g}"


def raw_unknown(expected):
    """Return the names of devices whose raw counter could not be held against their joules."""
    return [device.name for device in expected.devices if device.raw is None]
