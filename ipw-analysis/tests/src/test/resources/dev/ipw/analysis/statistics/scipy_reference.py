"""Write scipy_reference.json, which ScipyReferenceTests compares the package dev.ipw.statistics with.

Run by hand, never by the build: python3 scipy_reference.py > scipy_reference.json
Made with SciPy 1.17.1 and NumPy 2.4. Resamples are drawn by a generator small enough to be written twice, here and in the
test, and handed to scipy.stats.bootstrap as those of an earlier call, so that the interval is SciPy's own.
"""

import json
import math
import warnings
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
from scipy import special, stats

RESAMPLES = 499
LEVEL = 0.95
MASK = (1 << 64) - 1


def draws(seed, size, resamples=RESAMPLES):
    state, rows = seed, []
    for _ in range(resamples):
        row = []
        for _ in range(size):
            state = (state * 6364136223846793005 + 1442695040888963407) & MASK
            row.append((state >> 33) % size)
        rows.append(row)
    return np.array(rows)


def mean(values, axis=-1):
    return np.mean(values, axis=axis)


def quantile(probability):
    return lambda values, axis=-1: np.quantile(values, probability, axis=axis)


STATISTICS = {"mean": mean, "median": quantile(0.5), "p90": quantile(0.9), "p99": quantile(0.99)}


def finite(number):
    return float(number) if np.isfinite(number) else None


def bca(samples, statistic, replicates, paired=False):
    earlier = SimpleNamespace(bootstrap_distribution=np.asarray(replicates))
    result = stats.bootstrap(samples, statistic, paired=paired, method="BCa", n_resamples=0, bootstrap_result=earlier,
                             confidence_level=LEVEL, vectorized=True)
    return {"low": finite(result.confidence_interval.low), "high": finite(result.confidence_interval.high)}


def single(values):
    drawn = values[draws(1, len(values))]
    return {name: {"value": float(figure(values))} | bca((values,), figure, figure(drawn))
            for name, figure in STATISTICS.items()}


def difference(first, second, paired):
    one = draws(1, len(first))
    other = one if paired else draws(2, len(second))
    result = {}
    for name, figure in STATISTICS.items():
        def minus(left, right, axis=-1):
            return figure(right, axis=axis) - figure(left, axis=axis)
        replicates = figure(second[other]) - figure(first[one])
        result[name] = {"value": float(minus(first, second))} | bca((first, second), minus, replicates, paired)
    return result


def ratio(first, second):
    def over(above, below, axis=-1):
        return np.sum(above, axis=axis) / np.sum(below, axis=axis)
    drawn = draws(1, len(first))
    return {"value": float(over(first, second))} | bca((first, second), over, over(first[drawn], second[drawn]), True)


def signed_rank_quantile(count, probability):
    ways = [1] + [0] * (count * (count + 1) // 2)
    for rank in range(1, count + 1):
        for total in range(len(ways) - 1, rank - 1, -1):
            ways[total] += ways[total - rank]
    return quantile_of(ways, 2 ** count, probability)


def won_pairs_quantile(first, second, probability):
    ways = {(size, 0): [1] for size in range(first + 1)} | {(0, size): [1] for size in range(second + 1)}
    for size in range(1, first + 1):
        for other in range(1, second + 1):
            law = [0] * (size * other + 1)
            for won, number in enumerate(ways[size - 1, other]):
                law[won + other] += number
            for won, number in enumerate(ways[size, other - 1]):
                law[won] += number
            ways[size, other] = law
    return quantile_of(ways[first, second], math.comb(first + second, first), probability)


def quantile_of(ways, total, probability):
    reached = Fraction(0)
    for figure, number in enumerate(ways):
        reached += Fraction(number, total)
        if reached >= probability:
            return figure
    raise AssertionError


def interval(pairs, rank):
    pairs = np.sort(pairs)
    rank = max(1, rank)
    return {"value": float(np.median(pairs)), "low": float(pairs[rank - 1]), "high": float(pairs[len(pairs) - rank])}


def location(values):
    count = len(values)
    row, column = np.triu_indices(count)
    if count <= 50:
        rank = signed_rank_quantile(count, (1 - LEVEL) / 2)
    else:
        pairs = count * (count + 1) / 2
        rank = math.floor(pairs / 2 + 0.5 + stats.norm.ppf((1 - LEVEL) / 2) * math.sqrt(pairs * (2 * count + 1) / 12))
    return interval(values[row] / 2 + values[column] / 2, rank)


def shift(first, second):
    sizes = len(first), len(second)
    if max(sizes) <= 50:
        rank = won_pairs_quantile(*sizes, (1 - LEVEL) / 2)
    else:
        pairs = sizes[0] * sizes[1]
        rank = math.floor(pairs / 2 + 0.5
                          + stats.norm.ppf((1 - LEVEL) / 2) * math.sqrt(pairs * (sum(sizes) + 1) / 12))
    return interval(np.subtract.outer(second, first).ravel(), rank)


def tested(result):
    return {"statistic": finite(result.statistic), "p": finite(result.pvalue)}


def effective_size(series):
    centred = series - series.mean()
    count = len(series)
    covariance = np.correlate(centred, centred, "full")[count - 1:]
    if count < 4 or covariance[0] <= 0:
        return float(count)
    correlation, time = covariance / covariance[0], -1.0
    for lag in range(0, min(count, 1000) - 1, 2):
        pair = correlation[lag] + correlation[lag + 1]
        if pair <= 0:
            break
        time += 2 * pair
    return count / max(1.0, time)


def biserial(differences):
    moved = differences[differences != 0]
    ranks = stats.rankdata(np.abs(moved))
    return float((ranks * np.sign(moved)).sum() / ranks.sum()) if len(moved) else 0.0


def newcombe(one, other, first, second, correlation):
    low_one, high_one = one
    low_other, high_other = other
    gap = second - first
    down, down_first = second - low_other, high_one - first
    up, up_first = high_other - second, first - low_one
    return [gap - math.sqrt(max(0, down ** 2 - 2 * correlation * down * down_first + down_first ** 2)),
            gap + math.sqrt(max(0, up ** 2 - 2 * correlation * up * up_first + up_first ** 2))]


def wilson(successes, trials):
    ci = stats.binomtest(successes, trials).proportion_ci(LEVEL, "wilson")
    return ci.low, ci.high


def proportions():
    cases = []
    for both, first, second, neither in [(10, 2, 5, 3), (100, 20, 4, 76), (0, 3, 0, 7), (7, 0, 0, 0), (0, 0, 0, 9),
                                         (1, 0, 0, 1), (400, 31, 52, 17), (1, 8, 9, 1), (0, 5, 5, 0), (30, 1, 1, 30),
                                         (2000, 100, 160, 740), (3, 0, 6, 0)]:
        trials = both + first + second + neither
        ones, others = both + first, both + second
        one, other = wilson(ones, trials), wilson(others, trials)
        margins = math.sqrt(ones * (second + neither) * others * (first + neither))
        excess = both * neither - first * second
        excess = max(0.0, excess - trials / 2) if excess > 0 else excess
        correlation = excess / margins if margins else 0.0
        table = [[ones, trials - ones], [others, trials - others]]
        cases.append({"both": both, "first": first, "second": second, "neither": neither,
                      "paired": newcombe(one, other, ones / trials, others / trials, correlation),
                      "independent": newcombe(one, other, ones / trials, others / trials, 0.0),
                      "mcnemar": float(stats.binomtest(min(first, second), first + second, 0.5).pvalue)
                      if first + second else 1.0,
                      "fisher": float(stats.fisher_exact(table).pvalue)})
    return cases


def holm():
    cases = []
    for values in [[0.01, 0.04, 0.03, 0.005], [0.5], [1, 1, 0.9], [0.02, 0.02, 0.02], [0.2, 0.001, 0.0, 0.049, 0.7]]:
        ascending = sorted(range(len(values)), key=lambda index: values[index])
        adjusted, largest = [0.0] * len(values), 0.0
        for rank, index in enumerate(ascending):
            largest = max(largest, min(1.0, values[index] * (len(values) - rank)))
            adjusted[index] = largest
        cases.append({"p": values, "adjusted": adjusted})
    return cases


def autoregressive(random, count, share):
    values = [random.normal()]
    for _ in range(count - 1):
        values.append(share * values[-1] + random.normal())
    return np.array(values) + 10


def binary(values):
    """Keep so few bits that sums are exact: a resample that is the sample itself, reordered, then has its very mean."""
    return np.round(np.asarray(values) * 2 ** 20) / 2 ** 20


def quarters(values):
    return np.round(values * 4) / 4


def data_sets():
    r = np.random.default_rng(20260917)
    yield "two values", [1.0, 2.0], [1.5, 4.0]
    yield "three values", [3.0, 1.0, 2.0], [2.5, 6.0, 0.5]
    yield "five normal", binary(r.normal(10, 1, 5)), binary(r.normal(11, 1, 5))
    yield "eight exponential", binary(r.exponential(1, 8)), binary(r.exponential(2, 8))
    yield "thirteen tied", quarters(r.normal(3, 0.5, 13)), quarters(r.normal(3.5, 0.5, 13))
    yield "fourteen tied", quarters(r.normal(3, 0.5, 14)), quarters(r.normal(3.5, 0.5, 14))
    yield "twenty lognormal", binary(r.lognormal(0, 1, 20)), binary(r.lognormal(0.3, 1, 20))
    yield "thirty uniform", r.uniform(0, 1, 30), r.uniform(0, 1, 30)
    yield "constant", np.full(12, 3.25), np.full(12, 3.25)
    yield "two constants", np.full(9, 1.0), np.full(9, 2.0)
    yield "one constant", np.full(25, 5.0), r.normal(5, 1, 25)
    yield "almost constant", np.append(np.full(39, 2.0), 2.5), np.append(np.full(39, 2.0), 3.0)
    yield "two levels", np.where(r.uniform(size=40) < 0.5, 1.0, 2.0), np.where(r.uniform(size=40) < 0.3, 1.0, 2.0)
    yield "fifty normal", r.normal(100, 15, 50), r.normal(100, 15, 50)
    yield "fifty-one normal", r.normal(100, 15, 51), r.normal(108, 15, 51)
    pairs = r.lognormal(1, 0.8, 60)
    yield "pairs", pairs, pairs * r.normal(0.95, 0.03, 60)
    yield "pareto", r.pareto(1.5, 80) + 1, r.pareto(1.5, 80) + 1.2
    yield "negative", r.normal(-5, 3, 70), r.normal(5, 3, 70)
    yield "whole numbers", r.integers(0, 6, 90).astype(float), r.integers(1, 7, 90).astype(float)
    yield "mixture", np.concatenate([r.normal(1, 0.1, 70), r.normal(9, 0.1, 30)]), r.normal(1.1, 0.1, 100)
    yield "autoregressive", autoregressive(r, 150, 0.8), autoregressive(r, 150, -0.5)
    yield "tiny figures", r.lognormal(-18, 0.2, 120), r.lognormal(-18.1, 0.2, 120)
    yield "huge figures", r.lognormal(20, 2, 120), r.lognormal(20.5, 2, 120)
    yield "two hundred times", np.round(r.lognormal(-4.5, 0.25, 200), 7), np.round(r.lognormal(-4.45, 0.25, 200), 7)
    yield "uneven sizes", binary(r.normal(0, 1, 6)), binary(r.normal(0.8, 1, 37))
    yield "one against many", np.array([1.5]), r.normal(0, 1, 30)
    yield "large", np.round(r.gamma(2, 0.5, 1500), 9), np.round(r.gamma(2.1, 0.5, 1500), 9)
    yield "large and uneven", np.round(r.gamma(2, 0.5, 1200), 9), np.round(r.gamma(2, 0.52, 700), 9)


def case(name, first, second):
    first, second = np.asarray(first, float), np.asarray(second, float)
    result = {"name": name, "first": first.tolist(), "second": second.tolist(),
              "location": location(first), "shift": shift(first, second),
              "mann_whitney": tested(stats.mannwhitneyu(first, second)),
              "kolmogorov_smirnov": tested(stats.ks_2samp(first, second)),
              "effective_size": effective_size(first),
              "cliffs_delta": float(np.sign(np.subtract.outer(second, first)).mean())}
    if len(first) > 1 and len(second) > 1:
        result |= {"single": single(first), "difference": difference(first, second, False)}
    if len(first) == len(second):
        moved = second - first
        result |= {"paired": difference(first, second, True), "ratio": ratio(first, second),
                   "wilcoxon": tested(stats.wilcoxon(moved)) if np.any(moved) else {"statistic": 0.0, "p": 1.0},
                   "rank_biserial": biserial(moved)}
    return result


np.seterr(all="ignore")
warnings.simplefilter("ignore")
print(json.dumps({"level": LEVEL, "resamples": RESAMPLES, "proportions": proportions(), "holm": holm(),
                  "kolmogorov": [{"t": t, "p": float(special.kolmogorov(t))}
                                 for t in [0.2, 0.4, 0.7, 0.99, 1.0, 1.36, 2.0, 3.5]],
                  "cases": [case(*data) for data in data_sets()]}, indent=None, separators=(",", ":")))
