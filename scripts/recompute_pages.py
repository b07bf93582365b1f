#!/usr/bin/env python3
"""Work out the figures of the pages of 'ipw view' anew from the runs' files and hold the pages' text against them.

    ./ipw view runs/a runs/b --output site
    scripts/recompute_pages.py site runs/a runs/b

Reads the text of the pages (the list of runs, each run's page, each query's page), the datasets and the raw samples. It
shares no code with ipw. A figure agrees if the page's text is the recomputed value times the page's factor, rounded to the
page's digits. Joules of the total come from the samples; a query's joules too where no other request was in flight.
Exit code 1 if anything differs, or if a page has fewer figures than expected. Needs Python 3.11, pyarrow and numpy.
For a maintainer; results are in docs/measurements/recomputed.md.
"""

import argparse
import re
import sys
from collections import Counter
from html import unescape
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent / "recompute"))

import held_against  # noqa: E402
import intervals  # noqa: E402
import joules  # noqa: E402
import run_files  # noqa: E402
import times  # noqa: E402

TEXT = re.compile(r'<span data-key="([^"]*)" data-format="text">([^<]*)<')
PARTS = {"waiting": "waiting_nanos", "retrying": "retrying_nanos", "connecting": "connecting_nanos",
         "sending": "sending_nanos", "until first byte": "until_first_byte_nanos",
         "until first token": "until_first_token_nanos", "generating": "generating_nanos", "until end": "until_end_nanos"}


class Page:
    """The figures and words of a page by their keys: (factor, decimals, text)."""

    def __init__(self, file):
        html = file.read_text(encoding="utf-8")
        self.figures, self.words, self.html = {}, {}, html
        for key, factor, decimals, text in held_against.FIGURE.findall(html):
            self.figures[unescape(key).replace("%20", " ")] = factor, int(decimals), unescape(text)
        for key, text in TEXT.findall(html):
            self.words[unescape(key)] = unescape(text)


class Table:
    """The figures that were compared, a line for each name, with the last that differs, or the last."""

    def __init__(self):
        self.lines, self.count, self.bad = {}, 0, 0

    def hold(self, name, page, key, ours):
        """Compare a figure of a page; one that is not there has to be unknown here too, and does not count then."""
        if key not in page.figures:
            if ours is None:
                return
            good, shown, mine = False, "-", ours
        elif ours is None:
            good, shown, mine = False, page.figures[key][2], ours
        else:
            factor, decimals, shown = page.figures[key]
            mine = ours * float(factor)
            good = "".join(shown.split()) in held_against.rounded(ours, factor, decimals)
        self.add(name, mine, shown, good)

    def same(self, name, ours, theirs):
        self.add(name, ours, theirs, ours == theirs)

    def add(self, name, mine, shown, good):
        rows, wrong, *example = self.lines.get(name, (0, 0, None, None))
        if not good or not wrong:
            example = mine, shown
        self.lines[name] = rows + 1, wrong + (not good), *example
        self.count, self.bad = self.count + 1, self.bad + (not good)

    def print(self):
        print(f"{'figure':64} {'rows':>5} {'differ':>6}  {'here':>14}  on the page")
        for name, (rows, wrong, mine, shown) in self.lines.items():
            mine = f"{mine:.7g}" if isinstance(mine, float) else short(mine)
            print(f"{name:64} {rows:5} {wrong:6}  {mine:>14}  {short(shown)}{'  DIFFERS' if wrong else ''}")


def short(value):
    return str(value) if len(str(value)) < 30 else str(value)[:27] + "..."


def verdict(row):
    if row["error"]:
        return "failed"
    right = row["evaluation"]["is_correct"]
    return "unscored" if right is None else "right" if right else "wrong"


def total(run):
    """Return the joules of the headline's devices in the measured windows, from the raw samples."""
    spent = 0.0
    for device in joules.headline_devices(run):
        meter = run.meter(device["device"])
        if meter is None:
            return None
        spent += sum(meter.between(*window) for window in run.windows) - (device.get("phases_joules") or 0)
    return spent


def run_figures(run):
    """Return the figures of a run that its page and the list of runs have."""
    judged = [row["evaluation"]["is_correct"] for row in run.rows if row["evaluation"]["is_correct"] is not None]
    accuracy = sum(judged) / len(judged) if judged else None
    low, high = joules.accuracy_interval(run.rows) if judged else (None, None)
    spent, count = total(run), len(run.rows)
    first = times.values(times.kept(run), "time_to_first_token")
    found = {"accuracy": accuracy, "accuracy_low": low, "accuracy_high": high,
             "joules_per_query": None if spent is None else spent / count,
             "device_watts": None if spent is None else spent / run.seconds,
             "intelligence_per_joule": None if spent is None or accuracy is None else accuracy / (spent / count),
             "requests_per_second": len(times.whole(run)) / run.seconds,
             "time_to_first_token_p50": intervals.percentile(first, 0.5),
             "time_to_first_token_p99": intervals.percentile(first, 0.99)}
    return found, first


def list_page(runs, page, table):
    """Hold the list of runs, the latest first, against the runs."""
    order = sorted(runs, key=lambda run: run.summary["start_time"], reverse=True)
    for place, run in enumerate(order):
        name = f"list of runs: {run.folder.name}, "
        table.same(name + "its place", run.folder.name, page.words.get(f"runs.{place}.name"))
        figures, _ = run_figures(run)
        for figure in ("accuracy", "accuracy_low", "accuracy_high", "joules_per_query", "device_watts",
                       "intelligence_per_joule", "time_to_first_token_p99"):
            table.hold(name + figure, page, f"runs.{place}.{figure}", figures[figure])


def run_page(run, page, table):
    name = f"run {run.folder.name}: "
    figures, first = run_figures(run)
    for figure in ("accuracy", "accuracy_low", "accuracy_high", "joules_per_query", "device_watts",
                   "intelligence_per_joule"):
        # An agent's page has the joules of a solved task in their place.
        if figure != "joules_per_query" or "runs.0.agent_energy.total_joules" not in page.figures:
            table.hold(name + figure, page, f"runs.0.accuracy.summary.{figure}", figures[figure])
    key = "runs.0.latency.data.percentiles.time_to_first_token.p50"
    table.hold(name + "TTFT p50", page, key, figures["time_to_first_token_p50"])
    low, high = intervals.order_statistics(first, 0.5) if first else (None, None)
    table.hold(name + "TTFT p50_low", page, key + "_low", low)
    table.hold(name + "TTFT p50_high", page, key + "_high", high)
    table.hold(name + "requests a second", page, "runs.0.latency.summary.requests_per_second",
               figures["requests_per_second"])
    table.hold(name + "queries", page, "queries.queries", len(run.rows))
    division(run, page, table)
    places = [int(found) - 1 for found in re.findall(r'<th scope="row"><a href="query-(\d+)\.html', page.html)]
    by_joules = [(-(row["energy_metrics"]["headline_joules"] if joules.complete(row) else -1.0), place)
             for place, row in enumerate(run.rows)]
    table.same(name + "the dearest queries first", [place for _, place in sorted(by_joules)][:len(places)], places)
    said = Counter(page.words.get(f"queries.rows.{row}.verdict") for row in range(len(places)))
    ours = Counter(verdict(run.rows[place]) for place in places)
    for one in ("right", "wrong", "unscored", "failed"):
        table.same(f"{name}{one}, of {len(places)} in the table", ours[one], said[one])
    for number, place in enumerate(places):
        row_figures(run, run.rows[place], page, table, f"{name}table, ", f"queries.rows.{number}.", "energy_joules")


def division(run, page, table):
    """Hold where the joules of an agent went against the calls, tools, waiting and phases of its tasks."""
    if "runs.0.agent_energy.total_joules" not in page.figures:
        return
    lists = {"call": [call["energy_metrics"]["headline_joules"] for row in run.rows for call in row["calls"] or []],
             "tool": [tool["joules"] for row in run.rows for tool in row["tools"] or []],
             "idle": [row["idle_energy"]["joules"] for row in run.rows if row["idle_energy"]],
             "phase": [phase["joules"] for row in run.rows for phase in row["query_phases"] or []]}
    parts = {kind: sum(one for one in found if one is not None) for kind, found in lists.items() if found}
    whole = total(run)
    if whole is not None:
        whole += sum(device.get("phases_joules") or 0 for device in joules.headline_devices(run))
        parts["outside"] = whole - sum(parts.values())
    name = f"run {run.folder.name}: where the joules went, "
    table.hold(name + "all", page, "runs.0.agent_energy.total_joules", whole)
    for place, (kind, spent) in enumerate(parts.items()):
        table.hold(name + kind, page, f"runs.0.agent_energy.parts.{place}.joules", spent)
        table.hold(name + "share of " + kind, page, f"runs.0.agent_energy.parts.{place}.share",
                   spent / whole if whole else None)


def row_figures(run, row, page, table, name, key, energy):
    """Hold the figures of a query in a table."""
    spent = row["energy_metrics"]
    known = joules.complete(row)
    table.hold(name + "joules", page, key + energy, spent["headline_joules"] if known else None)
    table.hold(name + "joules_low", page, key + "energy_joules_low", spent["headline_lower"] if known else None)
    table.hold(name + "joules_high", page, key + "energy_joules_high", spent["headline_upper"] if known else None)
    table.hold(name + "tokens in", page, key + "input_tokens", row["token_metrics"]["input"])
    table.hold(name + "tokens out", page, key + "output_tokens", row["token_metrics"]["output"])
    if not row["error"]:
        table.hold(name + "TTFT", page, key + "time_to_first_token", times.FIGURES["time_to_first_token"](row))
        table.hold(name + "time", page, key + "time_from_intended_start",
                   times.FIGURES["time_from_intended_start"](row))
    table.hold(name + "cost", page, key + "cost_usd", row["cost"]["total_cost_usd"])


def query_page(run, row, page, table):
    name, spent = f"query pages of {run.folder.name}: ", row["energy_metrics"]
    table.same(name + "verdict", verdict(row), page.words.get("verdict"))
    for key, column in (("joules", "headline_joules"), ("lower", "headline_lower"), ("upper", "headline_upper")):
        table.hold(name + key, page, f"energy.{key}", spent[column])
    for number, device in enumerate(spent["devices"]):
        table.hold(name + "joules of a device", page, f"energy.devices.{number}.joules", device["joules"])
    table.hold(name + "tokens in", page, "figures.input_tokens", row["token_metrics"]["input"])
    table.hold(name + "tokens out", page, "figures.output_tokens", row["token_metrics"]["output"])
    if not row["error"]:
        for figure in ("time_to_first_token", "time_per_output_token", "time_from_intended_start"):
            table.hold(name + figure, page, f"figures.{figure}", times.FIGURES[figure](row))
    known, taken = joules.complete(row), times.seconds(row, "end_nanos")
    tokens = row["token_metrics"]["output"]
    table.hold(name + "watts of its share", page, "figures.power_watts",
               spent["headline_joules"] / taken if known and taken else None)
    if not row["calls"]:
        table.hold(name + "joules per output token", page, "figures.energy_per_output_token_joules",
                   spent["headline_joules"] / tokens if known and tokens and not row["error"] else None)
    moments = row["timeline"]
    own = moment_parts(moments) if not row["calls"] and not row["error"] else None
    for part, column in PARTS.items():
        length = own[part] if own else row["time_parts"][column]
        table.hold(f"{name}{part}", page, f"part_seconds.{part}", length / 1e9 if length else None)


def moment_parts(moments):
    """Return the parts of a request's time from its moments: each ends at the next known one."""
    found, last = dict.fromkeys(PARTS), moments["intended_start_nanos"]
    attempt = moments["last_try_nanos"]
    setup = sum(moments[part] or 0 for part in ("lookup_nanos", "connect_nanos", "tls_nanos"))
    for part, moment in (("waiting", moments["taken_up_nanos"]), ("retrying", attempt),
                         ("sending", moments["sent_nanos"]), ("until first byte", moments["first_byte_nanos"]),
                         ("until first token", moments["first_token_nanos"]),
                         ("generating", moments["last_token_nanos"]), ("until end", moments["end_nanos"])):
        if moment is not None:
            found[part], last = moment - last, moment
    if setup and found["sending"]:
        found["connecting"], found["sending"] = setup, found["sending"] - setup
    return found


def alone(run, table, pages):
    """Hold the joules of queries that had the machine for themselves against the samples between their moments."""
    spans = [(row["timeline"]["sent_nanos"], row["timeline"]["end_nanos"]) for row in run.rows]
    if None in {moment for span in spans for moment in span}:
        return
    order = sorted(spans)
    if any(start < end for (_, end), (start, _) in zip(order, order[1:])):
        return
    devices = [run.meter(device["device"]) for device in joules.headline_devices(run)]
    for place, page in pages.items():
        if joules.complete(run.rows[place]) and None not in devices:
            table.hold(f"query pages of {run.folder.name}: joules, from the samples", page, "energy.joules",
                       sum(meter.between(*spans[place]) for meter in devices))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("site", type=Path, help="the folder that 'ipw view --output' wrote")
    options.add_argument("runs", nargs="+", type=Path, help="the folders of all its runs")
    chosen = options.parse_args()
    runs, table = [run_files.RunFiles(folder) for folder in chosen.runs], Table()
    list_page(runs, Page(chosen.site / "index.html"), table)
    for run in runs:
        # The run b in a series a has the id a~b.
        folder = next(one for one in sorted((chosen.site / "runs").iterdir())
                      if one.name.split("~")[-1] == run.folder.name)
        run_page(run, Page(folder / "index.html"), table)
        pages = {int(file.stem.split("-")[1]) - 1: Page(file) for file in folder.glob("query-*.html")}
        for place in sorted(pages):
            query_page(run, run.rows[place], pages[place], table)
        table.same(f"query pages of {run.folder.name}: their number", min(len(run.rows), 500), len(pages))
        alone(run, table, pages)
    table.print()
    print(f"{len(table.lines)} names, {table.count} figures, {table.bad} differ")
    sys.exit(1 if table.bad or table.count < 30 * len(runs) else 0)


if __name__ == "__main__":
    main()
