"""Least squares with standard errors and checks of the residuals, by docs/regression.md."""

import numpy as np
from scipy import stats

import joules
import times

TUNING, NORMAL = 1.345, stats.norm.ppf(0.75)


def outcomes(run):
    """Return the figure of each fit, by row; energy and power only where no two requests overlapped."""
    return {"time_to_first_token": times.FIGURES["time_to_first_token"], "total_time": times.FIGURES["total_time"],
            "energy": lambda row: row["energy_metrics"]["headline_joules"] if joules.complete(row) else None,
            "power": lambda row: row["power_metrics"]["request_share_watts"]}


def joint(run, check):
    for name, figure in outcomes(run).items():
        key = f"regression.data.joint.{name}."
        if not check.theirs(key + "terms"):
            continue
        allowed = times.kept(run) if name in ("time_to_first_token", "total_time") else times.whole(run)
        rows = [(number, row) for number, row in enumerate(run.rows) if any(row is other for other in allowed)
                and None not in (row["token_metrics"]["input"], row["token_metrics"]["output"], figure(row))]
        check.exact(key + "count", len(rows))
        columns = {"intercept": np.ones(len(rows)),
                   "input_tokens": np.array([row["token_metrics"]["input"] for _, row in rows], float),
                   "output_tokens": np.array([row["token_metrics"]["output"] for _, row in rows], float)}
        terms = [term["name"] for term in check.theirs(key + "terms")]
        design = np.column_stack([columns[term] for term in terms])
        fit(check, key, terms, design, np.array([figure(row) for _, row in rows]), [number for number, _ in rows])


def fit(check, key, terms, design, outcome, numbers):
    count, width = design.shape
    inverse = np.linalg.inv(design.T @ design)
    slopes = np.linalg.lstsq(design, outcome, rcond=None)[0]
    residuals = outcome - design @ slopes
    squares, total = residuals @ residuals, ((outcome - outcome.mean()) ** 2).sum()
    variance = squares / (count - width)
    errors = np.sqrt(variance * np.diag(inverse))
    leverage = np.einsum("ij,jk,ik->i", design, inverse, design)
    scaled = (residuals / (1 - leverage)) ** 2
    robust_errors = np.sqrt(np.diag(inverse @ (design.T * scaled) @ design @ inverse))
    quantile = stats.t.ppf(0.975, count - width)
    for place, _ in enumerate(terms):
        term = f"{key}terms.{place}."
        check.exact(term + "value", slopes[place], 1e-7)
        check.exact(term + "standard_error", errors[place], 1e-7)
        check.exact(term + "low", slopes[place] - quantile * errors[place], 1e-7)
        check.exact(term + "high", slopes[place] + quantile * errors[place], 1e-7)
        check.exact(term + "hc3_standard_error", robust_errors[place], 1e-7)
    check.exact(key + "r2", 1 - squares / total, 1e-7)
    check.exact(key + "adjusted_r2", 1 - squares / (count - width) / (total / (count - 1)), 1e-7)
    check.exact(key + "residual_standard_deviation", np.sqrt(variance), 1e-7)
    residual_checks(check, key + "residual_checks.", design, residuals, leverage, variance, numbers)
    huber(check, key + "robust.terms.", design, outcome, slopes)


def residual_checks(check, key, design, residuals, leverage, variance, numbers):
    count, width = design.shape
    skewness, excess = stats.skew(residuals), stats.kurtosis(residuals)
    statistic = count / 6 * (skewness ** 2 + excess ** 2 / 4)
    squared = residuals ** 2
    fitted = design @ np.linalg.lstsq(design, squared, rcond=None)[0]
    koenker = count * (1 - ((squared - fitted) ** 2).sum() / ((squared - squared.mean()) ** 2).sum())
    distance = residuals ** 2 * leverage / (width * variance * (1 - leverage) ** 2)
    steps = np.diff(residuals)
    found = {"skewness": skewness, "excess_kurtosis": excess, "normality.statistic": statistic,
             "normality.p_value": stats.chi2.sf(statistic, 2), "heteroscedasticity.statistic": koenker,
             "heteroscedasticity.p_value": stats.chi2.sf(koenker, width - 1),
             "durbin_watson": steps @ steps / (residuals @ residuals),
             "lag_1_autocorrelation": residuals[1:] @ residuals[:-1] / (residuals @ residuals),
             "largest_leverage": leverage.max(), "largest_leverage_row": numbers[int(leverage.argmax())],
             "largest_cooks_distance": distance.max(), "largest_cooks_distance_row": numbers[int(distance.argmax())]}
    for name, value in found.items():
        check.exact(key + name, value, 1e-6)


def huber(check, key, design, outcome, slopes):
    """Weigh residuals beyond 1.345 scales down until nothing moves; the scale is the median absolute residual."""
    for _ in range(500):
        residuals = outcome - design @ slopes
        scale = np.median(np.abs(residuals)) / NORMAL
        weights = np.minimum(1, TUNING * scale / np.maximum(np.abs(residuals), 1e-300))
        root = np.sqrt(weights)
        moved = np.linalg.lstsq(design * root[:, None], outcome * root, rcond=None)[0]
        if np.max(np.abs(moved - slopes)) <= 1e-13 * np.max(np.abs(moved)):
            break
        slopes = moved
    for place, value in enumerate(moved):
        check.exact(f"{key}{place}.value", value, 1e-5)


def reference(run, check):
    """The lines of the Python reference: one slope, with figures under its names."""
    def total(row):
        return row["token_metrics"]["input"] + row["token_metrics"]["output"]
    pairs = {"input_tokens_vs_ttft": (lambda row: row["token_metrics"]["input"], times.FIGURES["time_to_first_token"]),
             "total_tokens_vs_latency": (total, times.FIGURES["total_time"]),
             "output_tokens_vs_latency": (lambda row: row["token_metrics"]["output"], times.FIGURES["total_time"])}
    for name, (across, along) in pairs.items():
        rows = [row for row in times.kept(run) if along(row) is not None
                and None not in (row["token_metrics"]["input"], row["token_metrics"]["output"])]
        if len(rows) < 3 or check.theirs(f"regression.data.{name}.slope") is None:
            continue
        line = stats.linregress([across(row) for row in rows], [along(row) for row in rows])
        for part, value in {"count": len(rows), "slope": line.slope, "intercept": line.intercept,
                            "r2": line.rvalue ** 2}.items():
            check.exact(f"regression.data.{name}.{part}", value, 1e-7)
