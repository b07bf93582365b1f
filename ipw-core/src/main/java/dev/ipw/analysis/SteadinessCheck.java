package dev.ipw.analysis;

import dev.ipw.internal.tree.TreeBuilder;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.jspecify.annotations.Nullable;

/**
 * Check whether a figure rises or falls over a stretch: the slope of its means in equal parts of the stretch. It does if the
 * slope is other than zero with p below {@value #SIGNIFICANCE} and comes to a tenth of the mean or more from end to end:
 * neighbouring parts are alike, so that the test alone would see drift in noise.
 */
final class SteadinessCheck {
    private static final double SIGNIFICANCE = 0.001;
    private static final double LEAST_CHANGE = 0.1;
    private static final double PERCENT = 100;

    private final String figure;
    private final double[] sums;
    private final long[] counts;
    private boolean counted;

    SteadinessCheck(String figure, int parts) {
        this.figure = figure;
        sums = new double[parts];
        counts = new long[parts];
    }

    /** Add a value of a part, of whose values the mean is taken. */
    void add(int part, double value) {
        sums[part] += value;
        counts[part]++;
    }

    /** Count an event of a part, whose number of events is taken. */
    void count(int part) {
        counted = true;
        counts[part]++;
    }

    private SimpleRegression regression() {
        SimpleRegression regression = new SimpleRegression();
        for (int part = 0; part < counts.length; part++) {
            if (counted) {
                regression.addData(part, (double) counts[part]);
            } else if (counts[part] > 0) {
                regression.addData(part, sums[part] / counts[part]);
            }
        }
        return regression;
    }

    private double mean() {
        double sum = 0;
        long all = 0;
        for (int part = 0; part < counts.length; part++) {
            sum += counted ? (double) counts[part] : counts[part] == 0 ? 0 : sums[part] / counts[part];
            all += counted || counts[part] > 0 ? 1 : 0;
        }
        return sum / all;
    }

    /** Say by how much it drifts; empty if it does not, or there is too little to tell. */
    Optional<String> drift() {
        SimpleRegression regression = regression();
        if (isTooLittle(regression)) {
            return Optional.empty();
        }
        double change = change(regression);
        return regression.getSignificance() < SIGNIFICANCE && Math.abs(change) >= LEAST_CHANGE
                ? Optional.of(String.format(Locale.ROOT, "%s %s by %.0f %% over the window", figure.replace('_', ' '),
                        change > 0 ? "rose" : "fell", Math.abs(change) * PERCENT))
                : Optional.empty();
    }

    private boolean isTooLittle(SimpleRegression regression) {
        return regression.getN() < counts.length / 2 || !(mean() > 0);
    }

    private double change(SimpleRegression regression) {
        return regression.getSlope() * (counts.length - 1) / mean();
    }

    Map<String, @Nullable Object> toMap() {
        SimpleRegression regression = regression();
        TreeBuilder tree = TreeBuilder.object().put("figure", figure).put("parts", regression.getN());
        if (!isTooLittle(regression)) {
            double significance = regression.getSignificance();
            tree.put("change_share", change(regression));
            tree.put("p_value", Double.isNaN(significance) ? null : (Double) significance);
        }
        return tree.put("drift", drift()).build();
    }
}
