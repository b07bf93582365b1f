#!/usr/bin/env python3
"""Ask Prometheus the queries of a Grafana dashboard, and fail if one has no data.

Usage: dashboard-queries.py DASHBOARD.json URL
       dashboard-queries.py --query EXPRESSION URL
       dashboard-queries.py --rules URL             (fails if a rule could not be evaluated)
"""
import json
import math
import sys
import urllib.parse
import urllib.request

# The values that Grafana puts in for its own variables.
BUILT_IN = {"__rate_interval": "30s", "__range": "1m"}


def variables(dashboard):
    """Return the value of each variable of the dashboard, as Grafana has it at first."""
    values = dict(BUILT_IN)
    for one in dashboard["templating"]["list"]:
        if one["type"] == "query":
            values[one["name"]] = one["allValue"]
        elif one["type"] == "textbox":
            values[one["name"]] = one["query"]
    return values


def ask(url, path, **parameters):
    with urllib.request.urlopen(url + path + "?" + urllib.parse.urlencode(parameters), timeout=30) as answer:
        return json.load(answer)["data"]


def samples(url, expression):
    return [({k: v for k, v in one["metric"].items() if k != "__name__"}, float(one["value"][1]))
            for one in ask(url, "/api/v1/query", query=expression)["result"]]


def check(url, title, expression):
    """Print the answer to a query; return whether it has data."""
    found = [(labels, value) for labels, value in samples(url, expression) if math.isfinite(value)]
    print(f"{'ok ' if found else 'NO DATA'} {title}")
    if not found:
        print("    " + expression)
    for labels, value in found[:4]:
        print(f"    {', '.join(f'{k}={v}' for k, v in labels.items()) or '(all)'}: {value:.6g}")
    if len(found) > 4:
        print(f"    and {len(found) - 4} more")
    return bool(found)


def check_rules(url):
    rules = [rule for group in ask(url, "/api/v1/rules")["groups"] for rule in group["rules"]]
    for rule in rules:
        print(f"{rule['health']} {rule['name']} {rule.get('state', '')} {rule.get('lastError', '')}".rstrip())
    return bool(rules) and all(rule["health"] == "ok" for rule in rules)


def main(arguments):
    if arguments[0] == "--rules":
        return check_rules(arguments[1])
    if arguments[0] == "--query":
        return check(arguments[2], arguments[1], arguments[1])
    with open(arguments[0], encoding="utf-8") as file:
        dashboard = json.load(file)
    url = arguments[1]
    values = variables(dashboard)
    good = True
    for one in dashboard["templating"]["list"]:
        if one["type"] == "query":  # label_values(SERIES, LABEL)
            series, label = one["query"]["query"].removeprefix("label_values(").removesuffix(")").rsplit(", ", 1)
            names = ask(url, f"/api/v1/label/{label}/values", **{"match[]": series.replace("$job", ".*")})
            print(f"{'ok ' if names else 'NO DATA'} variable {one['name']}: {names}")
            good &= bool(names)
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            expression = target["expr"]
            for name in sorted(values, key=len, reverse=True):
                expression = expression.replace("$" + name, values[name])
            good &= check(url, f"{panel['title']} [{target['refId']}]", expression)
    return good


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
