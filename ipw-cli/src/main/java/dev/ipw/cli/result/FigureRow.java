package dev.ipw.cli.result;

import dev.ipw.analysis.QuantileEstimate;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.ShownFigure;
import dev.ipw.internal.number.SiPrefix;
import dev.ipw.record.Dimension;
import dev.ipw.statistics.Statistics;
import java.util.Arrays;
import java.util.Optional;

/**
 * The figures of all queries in one dimension, formatted in one unit.
 *
 * @param mean   their mean, with the digits that its standard error justifies
 * @param median half of them are below it
 * @param p90    nine of ten are below it
 * @param p99    99 of 100 are below it
 * @param unit   the unit with its prefix; empty if the name contains it
 */
record FigureRow(String mean, String median, String p90, String p99, String unit) {
    private static final double[] PROBABILITIES = {0.5, 0.9, 0.99};
    /** The quantile of the normal distribution for a 95 % interval. */
    private static final double STANDARD_ERRORS = 1.96;

    static FigureRow of(Dimension dimension, double[] sorted, boolean withIntervals) {
        String unit = dimension.unit();
        SiPrefix prefix = SiPrefix.of(Statistics.of(sorted).map(Statistics::average).orElse(0.0), unit);
        String[] percentiles = new String[PROBABILITIES.length];
        for (int each = 0; each < PROBABILITIES.length; each++) {
            percentiles[each] = percentile(QuantileEstimate.ofSorted(sorted, PROBABILITIES[each]), prefix, unit,
                    withIntervals);
        }
        String mean = Statistics.of(sorted).map(known -> mean(known.average(), sorted, prefix, unit))
                .orElse(Figures.UNKNOWN);
        String shownUnit = dimension.isShare() && prefix == SiPrefix.NONE ? "" : prefix.before(unit);
        return new FigureRow(mean, percentiles[0], percentiles[1], percentiles[2], shownUnit);
    }

    private static String mean(double average, double[] values, SiPrefix prefix, String unit) {
        double squares = Arrays.stream(values).map(value -> (value - average) * (value - average)).sum();
        double half = STANDARD_ERRORS * Math.sqrt(squares / Math.max(1, values.length - 1) / values.length);
        return ShownFigure.in(prefix, average, average - half, average + half, unit).value();
    }

    private static String percentile(Optional<QuantileEstimate> found, SiPrefix prefix, String unit,
            boolean withInterval) {
        return found.map(QuantileEstimate::estimate).map(known -> ShownFigure.in(prefix, known.value(),
                known.interval().low(), known.interval().high(), unit))
                .map(shown -> withInterval && !shown.interval().isEmpty()
                        ? shown.value() + " " + shown.interval()
                        : shown.value())
                .orElse(Figures.UNKNOWN);
    }
}
