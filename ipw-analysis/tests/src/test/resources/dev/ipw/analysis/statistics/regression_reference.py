"""Write regression_reference.json, which RegressionReferenceTests compares dev.ipw.analysis.statistics.LeastSquares with.

Run by hand, never by the build: python3 regression_reference.py > regression_reference.json
Made with SciPy 1.17.1, NumPy 2.4, statsmodels 0.15 and mpmath. Lines are SciPy's, with the intercept from exact fractions. Planes
are solved with 60 digits, since the double arithmetic of statsmodels loses more than 1e-10 where predictors are nearly alike or
far from zero; the script fails if statsmodels does not agree. The checks of the residuals and the robust fit are those of
statsmodels, of standardised predictors.
"""

import json
import warnings
from fractions import Fraction

import mpmath
import numpy as np
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.diagnostic import het_breuschpagan
from statsmodels.stats.stattools import durbin_watson, jarque_bera


def finite(number):
    return float(number) if np.isfinite(number) else None


def finites(numbers):
    return [finite(number) for number in numbers]


def exact_mean(values):
    return sum(Fraction(value) for value in values.tolist()) / len(values)


def line(x, y):
    fit = stats.linregress(x, y)
    slope = sum((Fraction(a) - exact_mean(x)) * Fraction(b) for a, b in zip(x.tolist(), y.tolist())) / sum(
        (Fraction(a) - exact_mean(x)) ** 2 for a in x.tolist())
    return {"slope": finite(fit.slope), "intercept": float(exact_mean(y) - slope * exact_mean(x)),
            "r2": finite(fit.rvalue ** 2), "slope_error": finite(fit.stderr)}


def unscaled(covariance, means, scales, unit):
    """Give standard errors for predictors as they were before they were centred and scaled, and the outcome before."""
    turn = np.diag(np.concatenate([[1.0], 1 / scales]))
    turn[0, 1:] = -means / scales
    return finites(np.sqrt(np.diag(turn @ covariance @ turn.T)) * unit)


def exact(predictors, y):
    """Solve least squares with 60 digits: coefficients, standard errors, those of HC3, residuals and leverages."""
    design = mpmath.matrix([[1] + row for row in predictors.tolist()])
    outcome = mpmath.matrix(y.tolist())
    inverse = (design.T * design) ** -1
    coefficients = inverse * (design.T * outcome)
    residuals = outcome - design * coefficients
    count, terms = design.rows, design.cols
    variance = sum(r * r for r in residuals) / (count - terms)
    leverages = [(design[row, :] * inverse * design[row, :].T)[0] for row in range(count)]
    result = {"intercept": float(coefficients[0]), "slopes": [float(one) for one in coefficients[1:]],
              "deviation": float(mpmath.sqrt(variance)),
              "errors": [float(mpmath.sqrt(variance * inverse[term, term])) for term in range(terms)],
              "leverage": float(max(leverages))}
    if max(leverages) < 1 - 1e-9:
        weighted = mpmath.matrix(count, terms)
        for row in range(count):
            weighted[row, :] = design[row, :] * residuals[row] / (1 - leverages[row])
        covariance = inverse * (weighted.T * weighted) * inverse
        result["hc3"] = [float(mpmath.sqrt(covariance[term, term])) for term in range(terms)]
    return result, np.array([float(r) for r in residuals])


def plane(predictors, y):
    means, scales, middle, unit = predictors.mean(axis=0), predictors.std(axis=0), y.mean(), y.std()
    design = sm.add_constant((predictors - means) / scales, has_constant="add")
    fit = sm.OLS((y - middle) / unit, design).fit()
    result, residuals = exact(predictors, y)
    errors = unscaled(fit.cov_params(), means, scales, unit)
    assert np.allclose(errors, result["errors"], rtol=1e-6), "statsmodels and the exact arithmetic disagree"
    result |= {"r2": finite(fit.rsquared), "adjusted": finite(fit.rsquared_adj),
               "t": finite(stats.t.ppf(0.975, fit.df_resid))}
    influence = fit.get_influence()
    if "hc3" in result:
        assert np.allclose(unscaled(fit.cov_HC3, means, scales, unit), result["hc3"], rtol=1e-5)
        result["cooks"] = finite(influence.cooks_distance[0].max())
        result["cooks_row"] = int(influence.cooks_distance[0].argmax())
    lagrange, p, _, _ = het_breuschpagan(residuals, design)
    bera, bera_p, skew, kurtosis = jarque_bera(residuals)
    result |= {"breusch_pagan": finite(lagrange), "breusch_pagan_p": finite(p), "durbin_watson": durbin_watson(residuals),
               "jarque_bera": finite(bera), "jarque_bera_p": finite(bera_p), "skewness": finite(skew),
               "excess_kurtosis": finite(kurtosis - 3)}
    deviation = residuals.std()
    robust = sm.RLM(residuals / deviation, design, M=sm.robust.norms.HuberT(1.345)).fit(tol=1e-14, maxiter=2000, cov="H1")
    slopes = np.array(result["slopes"]) + robust.params[1:] / scales * deviation
    result["huber"] = {"slopes": finites(slopes), "scale": finite(robust.scale * deviation),
                       "intercept": float(exact_mean(y) + Fraction(robust.params[0] * deviation)
                                          - sum(Fraction(s) * exact_mean(column)
                                                for s, column in zip(slopes.tolist(), predictors.T))),
                       "errors": unscaled(robust.cov_params(), means, scales, deviation)}
    return result


def tokens(r, count, mean):
    return np.maximum(1, r.poisson(r.gamma(2, mean / 2, count))).astype(float)


def data_sets():
    r = np.random.default_rng(20261121)
    yield "four rows", [1, 2, 4, 7], [3, 1, 4, 1], [1.5, 2.5, 3.0, 6.5]
    yield "five rows", [1, 2, 3, 4, 5], [2, 1, 5, 3, 3], [1.0, 2.0, 2.5, 4.5, 5.0]
    for count in (8, 12, 30, 60, 200):
        x1, x2 = tokens(r, count, 300), tokens(r, count, 80)
        yield f"tokens of {count}", x1, x2, 0.01 * x1 + 0.4 * x2 + 3 + r.normal(0, 2, count)
    x1, x2 = tokens(r, 80, 200), tokens(r, 80, 50)
    yield "skewed noise", x1, x2, 0.02 * x1 + 0.5 * x2 + r.lognormal(0, 1.2, 80)
    yield "noise grows", x1, x2, 0.02 * x1 + 0.5 * x2 + x2 * r.normal(0, 0.2, 80)
    far = 0.02 * x1 + 0.5 * x2 + r.normal(0, 1, 80)
    far[[3, 40, 77]] += [400, -250, 900]
    yield "three outliers", x1, x2, far
    heavy = x1.copy()
    heavy[11] = 90000
    yield "one far prompt", heavy, x2, 0.02 * heavy + 0.5 * x2 + r.normal(0, 1, 80)
    yield "ties", r.integers(1, 4, 90), r.integers(1, 3, 90), r.integers(0, 5, 90)
    yield "two levels", np.repeat([128, 512], 25), np.tile([16, 64, 64, 16, 16], 10), r.normal(10, 1, 50)
    yield "nearly collinear", x1, 2 * x1 + r.normal(0, 0.1, 80), 0.1 * x1 + r.normal(0, 1, 80)
    walk = np.cumsum(r.normal(0, 1, 120))
    yield "residuals follow", tokens(r, 120, 100), tokens(r, 120, 100), walk
    steps = np.arange(100.0)
    yield "huge offset", 1e9 + steps, 2e9 + tokens(r, 100, 50), 5 + 0.25 * steps + r.normal(0, 1, 100)
    yield "huge outcome", tokens(r, 100, 50), tokens(r, 100, 20), 1e9 + r.normal(0, 3, 100)
    yield "tiny figures", x1 * 1e-9, x2 * 1e-12, 1e-9 * x1 + 1e-10 * x2 + r.normal(0, 1e-8, 80)
    yield "huge figures", x1 * 1e12, x2 * 1e3, 1e10 * x1 + r.normal(0, 1e11, 80)
    yield "no relation", tokens(r, 150, 400), tokens(r, 150, 100), r.normal(0, 1, 150)
    yield "almost exact", x1, x2, 3 + 0.5 * x1 - 0.25 * x2 + r.normal(0, 1e-3, 80)
    yield "heavy tails", x1, x2, 0.1 * x1 + stats.t.rvs(2, size=80, random_state=r)
    yield "falling", x1, x2, -0.4 * x1 - 3 * x2 + r.normal(0, 5, 80)
    lone = np.zeros(40)
    lone[17] = 1
    yield "one row alone", lone, tokens(r, 40, 60), r.normal(5, 1, 40)
    mostly = np.where(r.uniform(size=60) < 0.3, 5.0, 1.0)
    yield "mostly one value", tokens(r, 60, 60), mostly, 2 * mostly + r.normal(0, 0.1, 60)
    yield "large", tokens(r, 1500, 700), tokens(r, 1500, 200), r.lognormal(1, 0.5, 1500)


def case(name, first, second, y):
    first, second, y = (np.asarray(column, float) for column in (first, second, y))
    return {"name": name, "first": first.tolist(), "second": second.tolist(), "outcome": y.tolist(),
            "line": line(first, y), "plane": plane(np.column_stack([first, second]), y)}


warnings.simplefilter("ignore")
np.seterr(all="ignore")
mpmath.mp.dps = 60
print(json.dumps({"cases": [case(*data) for data in data_sets()]}, separators=(",", ":")))
