package dev.ipw.importing.log;

import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.statistics.Quantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The error of figures against the truth. Errors are relative to the truth of each request; requests without any true
 * use are excluded from them.
 *
 * @param requests           the number of requests with a figure and a truth
 * @param missing            the number of requests with a truth but no figure
 * @param medianError        the median of the absolute errors
 * @param error95            the 95th percentile of the absolute errors
 * @param bias               the error of the sum
 * @param coverage           the share of the truths that are within the bounds; empty if there are no bounds
 * @param medianWidthJoules  the median distance of the bounds
 * @param medianWidth        the same, relative to the truth
 * @param medianPrefillError the median error of the part before the first token; empty if one side does not have it
 * @param prefillError95     the 95th percentile of those errors
 * @param prefillBias        the error of their sum
 */
public record AttributionScore(int requests, int missing, OptionalDouble medianError, OptionalDouble error95,
        OptionalDouble bias, OptionalDouble coverage, OptionalDouble medianWidthJoules, OptionalDouble medianWidth,
        OptionalDouble medianPrefillError, OptionalDouble prefillError95, OptionalDouble prefillBias) {
    // The tolerance of sums: figures are written with all of their digits, but sums of joules are not exact in the last
    // ones.
    private static final double ROUNDING = 1e-9;

    /**
     * Scores figures.
     *
     * @param figures the figures of a tool
     * @param truth   the true figures
     * @return the score
     * @throws InputException if they have no request in common
     */
    public static AttributionScore of(FigureLog figures, FigureLog truth) {
        Errors errors = new Errors();
        Errors prefill = new Errors();
        List<Double> widths = new ArrayList<>();
        List<Double> relativeWidths = new ArrayList<>();
        int[] counts = new int[3];
        truth.figures().forEach((id, true_) -> {
            FigureLog.Figure figure = figures.figures().get(id);
            if (figure == null) {
                counts[1]++;
                return;
            }
            counts[0]++;
            errors.add(figure.joules(), true_.joules());
            if (figure.prefillJoules().isPresent() && true_.prefillJoules().isPresent()) {
                prefill.add(figure.prefillJoules().getAsDouble(), true_.prefillJoules().getAsDouble());
            }
            if (figure.lower().isPresent() && figure.upper().isPresent()) {
                double lower = figure.lower().getAsDouble();
                double upper = figure.upper().getAsDouble();
                double slack = ROUNDING * Math.max(1, Math.abs(true_.joules()));
                counts[2] += lower - slack <= true_.joules() && true_.joules() <= upper + slack ? 1 : 0;
                widths.add(upper - lower);
                if (true_.joules() > 0) {
                    relativeWidths.add((upper - lower) / true_.joules());
                }
            }
        });
        if (counts[0] == 0) {
            throw new InputException("No request is in both the figures and the truth. Compare the ids in both files");
        }
        return new AttributionScore(counts[0], counts[1], errors.at(0.5), errors.at(0.95), errors.bias(),
                widths.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of((double) counts[2] / widths.size()),
                quantile(widths, 0.5), quantile(relativeWidths, 0.5), prefill.at(0.5), prefill.at(0.95),
                prefill.bias());
    }

    private static OptionalDouble quantile(List<Double> values, double probability) {
        return values.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        Quantiles.of(values.stream().mapToDouble(Double::doubleValue).toArray(), probability));
    }

    /**
     * Writes the score as an object.
     *
     * @return the figures by their names in JSON; errors as shares, not percent
     */
    public Map<String, @Nullable Object> toTree() {
        return TreeBuilder.object().put("requests", requests).put("missing", missing).put("median_error", medianError)
                .put("p95_error", error95).put("bias", bias).put("coverage", coverage)
                .put("median_width_joules", medianWidthJoules).put("median_width", medianWidth)
                .put("median_prefill_error", medianPrefillError).put("p95_prefill_error", prefillError95)
                .put("prefill_bias", prefillBias).build();
    }

    private static final class Errors {
        private final List<Double> relative = new ArrayList<>();
        private double figures;
        private double truths;

        void add(double figure, double truth) {
            figures += figure;
            truths += truth;
            if (truth > 0) {
                relative.add(Math.abs(figure / truth - 1));
            }
        }

        OptionalDouble at(double probability) {
            return quantile(relative, probability);
        }

        OptionalDouble bias() {
            return truths > 0 ? OptionalDouble.of(figures / truths - 1) : OptionalDouble.empty();
        }
    }
}
