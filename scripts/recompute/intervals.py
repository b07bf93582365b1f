"""Intervals and percentiles by the definitions in docs/metrics.md and docs/accuracy.md."""

import math
import statistics

import numpy as np


def wilson(right, scored, z=statistics.NormalDist().inv_cdf(0.975)):
    """Return Wilson's interval of a share at 95 %."""
    share, z2 = right / scored, z * z
    middle = (share + z2 / (2 * scored)) / (1 + z2 / scored)
    half = z * math.sqrt(share * (1 - share) / scored + z2 / (4 * scored * scored)) / (1 + z2 / scored)
    return max(0.0, middle - half), min(1.0, middle + half)


def clustered(clusters):
    """Return Wilson's interval, wider by how much answers to one question are alike, and by Student's t."""
    answers = [answer for cluster in clusters for answer in cluster]
    right, scored, count = sum(answers), len(answers), len(clusters)
    share = right / scored
    if count == scored or count < 2 or share in (0, 1):
        return wilson(right, scored)
    from scipy import stats
    strayed = sum((sum(cluster) - len(cluster) * share) ** 2 for cluster in clusters) * count / (count - 1)
    wider = max(1.0, strayed / (share * (1 - share) * scored))
    return wilson(right / wider, scored / wider, stats.t.ppf(0.975, count - 1))


def percentile(values, share):
    """Return type 7 of Hyndman and Fan, or None below 1/(1 - p) values; a median needs one."""
    if not values or len(values) * (1 - share) < 1 - 1e-9 and share > 0.5:
        return None
    return float(np.quantile(values, share))


def order_statistics(values, share):
    """Return the two order statistics between which the percentile lies with 95 %: 2.5 % at most beyond each side.

    Where the sample is too small for one side, the other one has all 5 %.
    """
    ordered, count = sorted(values), len(values)
    logs = [math.lgamma(count + 1) - math.lgamma(k + 1) - math.lgamma(count - k + 1)
            + k * math.log(share) + (count - k) * math.log1p(-share) for k in range(count)]
    below = np.cumsum(np.exp(logs))

    def low_rank(most):
        return int(np.searchsorted(below, most, side="right"))

    def high_rank(least):
        return int(np.searchsorted(below, least)) + 1
    low, high = low_rank(0.025), high_rank(0.975)
    if low == 0:
        high = high_rank(0.95)
    elif high > count:
        low = low_rank(0.05)
    return (ordered[low - 1] if low > 0 else None, ordered[high - 1] if high <= count else None)


def exclusive(values, share):
    """Return type 6, going on in a line beyond the greatest value."""
    ordered = sorted(values)
    count = len(ordered)
    if count == 1:
        return ordered[0]
    place = share * (count + 1)
    lower = min(max(int(place), 1), count - 1)
    return ordered[lower - 1] + (place - lower) * (ordered[lower] - ordered[lower - 1])


def inverse(values, share):
    """Return type 1: a value of the sample."""
    return float(np.quantile(values, share, method="inverted_cdf"))
