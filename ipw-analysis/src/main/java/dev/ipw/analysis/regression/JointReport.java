package dev.ipw.analysis.regression;

import dev.ipw.analysis.statistics.HuberFit;
import dev.ipw.analysis.statistics.LeastSquares;
import dev.ipw.analysis.statistics.ResidualChecks;
import dev.ipw.analysis.statistics.UnusedPredictor;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.TestResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The report of fitting one figure against the tokens of prompt and answer together.
 *
 * @param fit  the figure
 * @param rows the queries that have it
 */
record JointReport(JointFit fit, JointRows rows) {
    private static final double LEVEL = 0.95;
    private static final double FOLLOWING = 0.2;
    private static final double FAR_OFF = 1;
    private static final List<Column> PREDICTORS = List.of(Column.INPUT_TOKENS, Column.OUTPUT_TOKENS);

    /** The outcome of a fit: its tree, the slopes that are known, and warnings that a reader should know. */
    record Outcome(Map<String, @Nullable Object> tree, Map<String, Estimate> slopes, List<String> warnings) {}

    /** Returns the outcome for figures that were computed from the tokens themselves, which are not fitted. */
    static Outcome ofShares(JointFit fit) {
        return new Outcome(TreeBuilder.object().put("unit", fit.column().unit()).put("count", 0L)
                .put("left_out", Map.of()).put("terms", List.of()).put("reason", RegressionAnalysis.SHARES).build(),
                Map.of(), List.of());
    }

    Outcome write() {
        TreeBuilder tree = TreeBuilder.object().put("unit", fit.column().unit()).put("count", (long) rows.count())
                .put("left_out", rows.leftOut());
        if (rows.count() == 0) {
            tree.put("terms", List.of()).put("reason",
                    "no query has tokens of the prompt, of the answer and the figure");
            return new Outcome(tree.build(), Map.of(), List.of());
        }
        LeastSquares found = LeastSquares.of(rows.outcome(), rows.input(), rows.output());
        List<String> names = new ArrayList<>(List.of("intercept"));
        found.used().forEach(number -> names.add(PREDICTORS.get(number).label()));
        Optional<double[]> consistent = found.consistentErrors();
        Optional<List<Estimate>> estimates = consistent.map(errors -> found.estimates(errors, LEVEL));
        Optional<HuberFit> huber = found.huber();
        tree.put("terms", terms(found, names))
                .put("terms_left_out", found.unused().stream().map(JointReport::unused).toList())
                .put("r2", found.explained()).put("adjusted_r2", found.adjustedExplained())
                .put("residual_standard_deviation", found.residualDeviation())
                .put("residual_checks", found.residualChecks().map(this::checks))
                .put("robust", huber.map(known -> robust(known, names)));
        reason(found).ifPresent(reason -> tree.put("reason", reason));
        if (reason(found).isEmpty() && huber.isEmpty()) {
            tree.put("robust_reason", "more than half of the queries lie on the fit, or it does not settle");
        }
        if (found.degreesOfFreedom() > 0 && consistent.isEmpty()) {
            tree.put("interval_reason", "one query alone decides a term, so only ordinary intervals exist");
        }
        Map<String, Estimate> slopes = new LinkedHashMap<>();
        estimates.ifPresent(known -> {
            for (int term = 0; term < names.size(); term++) {
                slopes.put(names.get(term), known.get(term));
            }
        });
        return new Outcome(tree.build(), slopes, warnings(found));
    }

    private static Optional<String> reason(LeastSquares found) {
        if (found.degreesOfFreedom() == 0) {
            return Optional.of("no query is left beyond those that the terms take up, so there are no intervals");
        }
        if (found.explained().isEmpty()) {
            return Optional.of("the figure is the same in all queries, so there is nothing to explain");
        }
        return found.isExact() ? Optional.of("the fit is exact, so there are no residuals to check") : Optional.empty();
    }

    /**
     * Returns the terms. Their intervals remain valid if residuals vary more in some places; the ordinary ones are
     * listed too.
     */
    private List<Map<String, @Nullable Object>> terms(LeastSquares found, List<String> names) {
        List<Map<String, @Nullable Object>> terms = new ArrayList<>();
        for (int index = 0; index < names.size(); index++) {
            TreeBuilder term = TreeBuilder.object().put("name", names.get(index)).put("unit", unit(index))
                    .put("value", found.coefficients()[index]);
            interval(term, "", index, found, found.consistentErrors());
            interval(term, "ordinary_", index, found, found.standardErrors());
            terms.add(term.build());
        }
        return terms;
    }

    private static void interval(TreeBuilder term, String kind, int index, LeastSquares found,
            Optional<double[]> errors) {
        Optional<Interval> interval = errors.map(known -> found.estimates(known, LEVEL).get(index).interval());
        term.put(kind + "low", interval.map(Interval::low)).put(kind + "high", interval.map(Interval::high))
                .put(kind + "standard_error", errors.map(known -> known[index]));
    }

    private String unit(int term) {
        return term == 0 ? fit.column().unit() : fit.column().unit() + "/token";
    }

    private static Map<String, @Nullable Object> unused(UnusedPredictor unused) {
        return TreeBuilder.object().put("name", PREDICTORS.get(unused.predictor()).label())
                .put("reason", switch (unused.reason()) {
                    case CONSTANT -> "it is the same in all queries";
                    case COLLINEAR -> "it follows from " + PREDICTORS.getFirst().label()
                            + ", so that their effects cannot be told apart";
                }).build();
    }

    private Map<String, @Nullable Object> checks(ResidualChecks checks) {
        return TreeBuilder.object().put("skewness", checks.skewness()).put("excess_kurtosis", checks.excessKurtosis())
                .put("normality", test(checks.normality()))
                .put("heteroscedasticity", checks.heteroscedasticity().map(JointReport::test))
                .put("durbin_watson", checks.durbinWatson())
                .put("lag_1_autocorrelation", checks.lagOneAutocorrelation())
                .put("largest_leverage", checks.largestLeverage())
                .put("largest_leverage_row", rows.number(checks.leverageRow()))
                .put("largest_cooks_distance", checks.largestCooksDistance())
                .put("largest_cooks_distance_row", rows.number(checks.cooksRow())).build();
    }

    private static Map<String, @Nullable Object> test(TestResult test) {
        return TreeBuilder.object().put("test", test.test()).put("statistic", test.statistic())
                .put("p_value", test.pValue()).build();
    }

    private static Map<String, @Nullable Object> robust(HuberFit huber, List<String> names) {
        List<Map<String, @Nullable Object>> terms = new ArrayList<>();
        List<Estimate> estimates = huber.estimates(LEVEL);
        for (int term = 0; term < names.size(); term++) {
            Estimate known = estimates.get(term);
            terms.add(TreeBuilder.object().put("name", names.get(term)).put("value", known.value())
                    .put("low", known.interval().low()).put("high", known.interval().high()).build());
        }
        return TreeBuilder.object().put("method", HuberFit.METHOD).put("terms", terms).put("scale", huber.scale())
                .put("weighed_down", (long) huber.weighedDown()).build();
    }

    /** Returns the assumptions of the intervals that are violated, with hints for the reader. */
    private List<String> warnings(LeastSquares found) {
        List<String> warnings = new ArrayList<>();
        found.unused().forEach(one -> warnings.add(fit.label() + ": " + PREDICTORS.get(one.predictor()).label()
                + " is left out, " + unused(one).get("reason")));
        found.residualChecks().ifPresent(checks -> {
            if (Math.abs(checks.lagOneAutocorrelation()) > FOLLOWING) {
                warnings.add(fit.label() + ": residuals follow from those before, so the intervals are too narrow");
            }
            if (checks.largestCooksDistance().orElse(0) > FAR_OFF) {
                warnings.add(fit.label() + ": query " + rows.number(checks.cooksRow())
                        + " of the dataset, counted from 0, moves the fit a lot; read the robust fit");
            }
        });
        return warnings;
    }
}
