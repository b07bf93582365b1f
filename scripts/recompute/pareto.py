"""Several runs side by side, by docs/regression.md: means of the queries, and who dominates whom."""

import numpy as np

import joules
import times


def pareto(runs, check):
    said = check.together("pareto.data.points") or []
    points = [point(run, said[number]) for number, run in enumerate(runs)] if said else []
    for number, mine in enumerate(points):
        for name, value in mine.items():
            check.exact_at(f"together.pareto.data.points.{number}.{name}", value)
    for resource in ("joules", "usd", "seconds"):
        known = [mine for mine in points if None not in (mine.get(f"{resource}_per_query"), mine["accuracy"])]
        for number, mine in enumerate(points):
            if mine in known:
                better = [said[points.index(other)]["name"] for other in known if dominates(other, mine, resource)]
                check.same(f"together.pareto.data.points.{number}.dominated_by_{resource}", better)


def point(run, said):
    right, scored = joules.verdicts(run)
    spent = joules.energy(run)
    taken = [times.FIGURES["time_from_intended_start"](row) for row in times.whole(run)]
    found = {"accuracy": right / scored, "seconds_per_query": float(np.mean([t for t in taken if t is not None])),
             "joules_per_query": spent / len(run.rows) if spent else None}
    found["accuracy_low"], found["accuracy_high"] = joules.accuracy_interval(run.rows)
    if said["usd_per_query"] is not None:
        found["usd_per_query"] = said["usd_per_query"]
    return found


def dominates(one, other, resource):
    cost = f"{resource}_per_query"
    return (one["accuracy"] >= other["accuracy"] and one[cost] <= other[cost]
            and (one["accuracy"] > other["accuracy"] or one[cost] < other[cost]))
