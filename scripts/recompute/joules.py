"""Joules from the raw readings, headlines, shares, net and cost, by metrics.md, attribution.md, cost.md in docs/."""

import numpy as np

import intervals
import times

RESAMPLES = 4_000
INCOMPLETE = {"PARTIAL", "RESET", "LOST"}


def complete(row):
    return row["energy_metrics"]["headline_joules"] is not None and not INCOMPLETE & set(row["energy_metrics"]["flags"])


def headline_devices(run):
    """Return the devices whose joules the headline divides; an estimate stands for the package."""
    totals = run.summary["totals"]
    scopes = totals["headline_scope"].replace("cpu-estimate", "package").split("+")
    return [d for d in totals["devices"] if d["energy"]["scope"] in scopes]


def device_totals(run, check):
    """Hold each device's joules against its raw readings, and add up what they were divided into."""
    for number, device in enumerate(run.summary["totals"]["devices"]):
        name, said = device["device"], device["energy"]["joules"]
        key = f"summary.totals.devices.{number}."
        if said is None:
            continue
        meter = run.counters.get(name) or run.powers.get(name)
        if meter is not None:
            ours = sum(meter.between(*window) for window in run.windows)
            check.near(key + "energy.joules", ours, 0.005 if name in run.counters else 0.02)
        if name in run.counters and len(run.windows) == 1:
            check.within(key + "energy.joules", run.counters[name].bounds(*run.windows[0]))
        parts = [device[part] for part in ("abandoned_joules", "phases_joules", "idle_joules", "other_joules")]
        shares = sum(entry["joules"] for row in run.rows for entry in row["energy_metrics"]["devices"]
                     if entry["device"] == name and entry["joules"] is not None)
        check.exact(key + "requests_joules", shares)
        check.exact(key + "energy.joules", shares + sum(part or 0 for part in parts))
        idle(run, check, meter, key)


def idle(run, check, meter, key):
    """Idle power is the median over quiet pieces of about two seconds; here those of the rests alone."""
    if check.theirs(key + "idle_watts") is None or meter is None:
        return
    pieces = []
    for rest in run.phases("resting"):
        start, end = rest["start_nanos"], rest["end_nanos"]
        count = max(1, round((end - start) / 2e9))
        edges = np.linspace(start, end, count + 1)
        pieces += [meter.between(low, high) / (high - low) * 1e9 for low, high in zip(edges, edges[1:])]
    if pieces:
        check.near(key + "idle_watts", float(np.median(pieces)), 0.05)


def energy(run):
    """Return the joules that the headline divides, by the raw readings' own total in the summary; None if unknown."""
    said = [device["energy"]["joules"] for device in headline_devices(run)]
    phases = sum(device.get("phases_joules") or 0 for device in headline_devices(run))
    return None if not said or None in said else sum(said) - phases


def verdicts(run):
    judged = [row["evaluation"]["is_correct"] for row in run.rows]
    known = [verdict for verdict in judged if verdict is not None]
    return sum(known), len(known)


def accuracy_interval(rows):
    """Return the interval of an accuracy; answers to one question, asked as ID, ID#2 and so on, are a cluster."""
    questions = {}
    for row in rows:
        if row["evaluation"]["is_correct"] is not None:
            questions.setdefault(row["record_id"].split("#")[0], []).append(row["evaluation"]["is_correct"])
    return intervals.clustered(list(questions.values()))


def headlines(run, check):
    joules, count, key = energy(run), len(run.rows), "accuracy.summary."
    right, scored = verdicts(run)
    accuracy = right / scored if scored else None
    check.exact(key + "accuracy", accuracy)
    check.exact(key + "correct", right)
    check.exact(key + "total_scored", scored)
    if accuracy is not None:
        low, high = accuracy_interval(run.rows)
        check.exact(key + "accuracy_low", low)
        check.exact(key + "accuracy_high", high)
    if joules is None or check.theirs(key + "energy_basis_of_headline") != "total":
        return None
    tokens = times.output_tokens(run)
    found = {"joules_per_query": joules / count, "device_watts": joules / run.seconds,
             "joules_per_output_token": joules / tokens if tokens else None,
             "intelligence_per_joule": accuracy / (joules / count) if accuracy is not None else None,
             "device_intelligence_per_watt": accuracy / (joules / run.seconds) if accuracy is not None else None}
    for name, value in found.items():
        check.exact(key + name, value)
    net(run, check, joules, accuracy)
    drawn(run, check, joules, tokens)
    return joules


def net(run, check, joules, accuracy):
    idle_watts = [device["idle_watts"] for device in headline_devices(run)]
    table = "accuracy.data.gross_and_net.net."
    if None in idle_watts or not idle_watts:
        return
    rest = joules - sum(idle_watts) * run.seconds
    check.exact(table + "net_joules_per_query", rest / len(run.rows))
    check.exact(table + "net_device_watts", rest / run.seconds)
    if accuracy is not None:
        check.exact(table + "net_intelligence_per_joule", accuracy / (rest / len(run.rows)))
        check.exact(table + "net_intelligence_per_watt", accuracy / (rest / run.seconds))


def drawn(run, check, joules, tokens):
    """Draw queries anew with replacement; what no request was charged with is spread over all evenly."""
    own = np.array([row["energy_metrics"]["headline_joules"] or np.nan for row in run.rows])
    if np.isnan(own).any() or run.summary["epochs"] != 1:
        return
    luck, count = np.random.default_rng(1), len(own)
    weight = own + (joules - own.sum()) / count
    judged = np.array([row["evaluation"]["is_correct"] is True for row in run.rows], float)
    output = np.array([row["token_metrics"]["output"] or 0 if not row["error"] else 0
                       for row in run.rows], float)
    picks = luck.integers(0, count, (RESAMPLES, count))
    spent = weight[picks].sum(axis=1)
    samples = {"joules_per_query": spent / count, "joules_per_output_token": spent / output[picks].sum(axis=1),
               "intelligence_per_joule": judged[picks].mean(axis=1) / (spent / count)}
    for name, sample in samples.items():
        low, high = np.quantile(sample, [0.025, 0.975])
        check.interval("accuracy.summary." + name, low, high)


def shares(run, check):
    """Net and idle share add up to the share, prefill and decode too; ratios are over the row's own figures."""
    found = {"net + idle": [], "prefill + decode": [], "energy_per_output_token_joules": [],
             "request_share_watts": [], "output_tokens_per_joule": []}
    for row in run.rows:
        joules, name = row["energy_metrics"], row["record_id"]
        total, tokens = joules["headline_joules"], row["token_metrics"]["output"]
        if not complete(row):
            continue
        if joules["net_joules"] is not None:
            found["net + idle"].append((name, joules["net_joules"] + joules["idle_share_joules"], total))
        phases = row["phase_metrics"]
        if phases["prefill_energy_j"] is not None and phases["decode_energy_j"] is not None:
            found["prefill + decode"].append((name, phases["prefill_energy_j"] + phases["decode_energy_j"], total))
        if tokens:
            found["energy_per_output_token_joules"].append(
                (name, total / tokens, joules["energy_per_output_token_joules"]))
            found["output_tokens_per_joule"].append((name, tokens / total, joules["output_tokens_per_joule"]))
        if not row["error"] and not row["calls"]:
            found["request_share_watts"].append(
                (name, total / times.seconds(row, "end_nanos"), row["power_metrics"]["request_share_watts"]))
    for name, triples in found.items():
        check.rows(name, triples)


def subjects(run, check):
    rows = {}
    for row in run.rows:
        rows.setdefault(row["subject"], []).append(row)
    for number, said in enumerate(check.theirs("accuracy.data.per_subject") or []):
        key, mine = f"accuracy.data.per_subject.{number}.", rows[said["subject"]]
        known = [row for row in mine if row["evaluation"]["is_correct"] is not None]
        right = sum(row["evaluation"]["is_correct"] for row in known)
        check.exact(key + "accuracy", right / len(known))
        low, high = accuracy_interval(mine)
        check.exact(key + "accuracy_low", low)
        check.exact(key + "accuracy_high", high)
        if said["energy_joules"] is not None:
            share = filled(mine) / len(mine)
            check.exact(key + "energy_joules", share)
            check.exact(key + "intelligence_per_share_joule", right / len(known) / share)


def filled(rows):
    """Return the shares' sum; a query without a whole one counts with the others' mean power over its seconds."""
    own = sum(row["energy_metrics"]["headline_joules"] for row in rows if complete(row))
    taken = sum(times.seconds(row, "end_nanos") for row in rows if complete(row))
    return own + own / taken * sum(times.seconds(row, "end_nanos") for row in rows if not complete(row))


def price(row, prices):
    """Return the dollars of a query's tokens: of the prompt what no cache had, of the answer what is no reasoning."""
    tokens = row["token_metrics"]
    cached, reasoning = tokens["cached_input"] or 0, tokens["reasoning"] or 0
    counts = {"input": tokens["input"] - cached, "cached_input": cached, "output": tokens["output"] - reasoning,
              "reasoning": reasoning}
    return {name: count * (prices[f"{name}_usd_per_million"] or 0) / 1e6 for name, count in counts.items()}


def cost(run, check, joules):
    """Work out the dollars of the run from tokens, hours and kilowatt-hours."""
    known, key = run.summary["accounting"], "cost.summary."
    prices, factors = known["pricing"], known["factors"]
    answered = times.whole(run)
    if prices["input_usd_per_million"] is None or any(row["token_metrics"]["input"] is None for row in answered):
        return
    tokens = 0.0
    for part in ("input", "cached_input", "output", "reasoning"):
        check.rows(f"{part}_cost_usd", [(row["record_id"], price(row, prices)[part], row["cost"][f"{part}_cost_usd"])
                                        for row in answered if not row["calls"]])
    tokens = sum(sum(price(row, prices).values()) for row in answered)
    if len(answered) == len(run.rows):
        check.exact(key + "tokens_usd", tokens)
    total = tokens
    if factors["usd_per_hour"] is not None:
        check.exact(key + "machine_usd", run.seconds / 3600 * factors["usd_per_hour"])
        total += run.seconds / 3600 * factors["usd_per_hour"]
    if joules is not None:
        hours = joules / 3.6e6 * (factors["power_usage_effectiveness"] or 1)
        check.exact(key + "kilowatt_hours", hours)
        if factors["usd_per_kilowatt_hour"] is not None:
            check.exact(key + "electricity_usd", hours * factors["usd_per_kilowatt_hour"])
            total += hours * factors["usd_per_kilowatt_hour"]
        if factors["carbon_grams_per_kilowatt_hour"] is not None:
            check.exact(key + "co2e_grams", hours * factors["carbon_grams_per_kilowatt_hour"])
    if check.theirs(key + "total_usd") is not None:
        right, _ = verdicts(run)
        check.exact(key + "total_usd", total)
        check.exact(key + "usd_per_query", total / len(run.rows))
        check.exact(key + "usd_per_correct_answer", total / right)
        check.exact(key + "usd_per_million_output_tokens", 1e6 * total / times.output_tokens(run))
