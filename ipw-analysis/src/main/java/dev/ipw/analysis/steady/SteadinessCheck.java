package dev.ipw.analysis.steady;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.internal.number.SignificantDigits;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * A check whether a figure rises or falls over a window: the slope of its means in equal parts of the window. It drifts
 * if the slope differs from zero with p below {@value #SIGNIFICANCE} and amounts to a tenth of the mean or more from
 * end to end. The second condition is needed because neighbouring parts are alike, so that the test alone would find
 * drift in noise. The result is unknown where fewer than half of the parts have a value.
 */
final class SteadinessCheck {
    private static final double SIGNIFICANCE = 0.001;
    private static final double MIN_CHANGE = 0.1;
    private static final double MILLIS = 1e3;
    /** The fraction of the window whose mean is reported at either end. */
    private static final int PARTS_OF_AN_END = 4;

    private final String figure;
    private final String unit;
    private final double scale;
    private final double[] sums;
    private final long[] counts;
    private boolean counted;

    /**
     * Creates a check of a figure.
     *
     * @param figure its name
     * @param unit   its unit; seconds are reported in milliseconds
     * @param scale  the value, or one event of a part, in that unit
     * @param parts  the number of parts of the window
     */
    SteadinessCheck(String figure, String unit, double scale, int parts) {
        this.figure = figure;
        this.unit = unit;
        this.scale = scale;
        sums = new double[parts];
        counts = new long[parts];
    }

    /** Adds a value to a part, whose mean counts. */
    void add(int part, double value) {
        sums[part] += value;
        counts[part]++;
    }

    /** Adds an event to a part, whose number of events counts. */
    void count(int part) {
        counted = true;
        counts[part]++;
    }

    private boolean isKnown(int part) {
        return counted || counts[part] > 0;
    }

    /** Returns the figure in a part that has one. */
    private double value(int part) {
        return scale * (counted ? (double) counts[part] : sums[part] / counts[part]);
    }

    private SimpleRegression regression() {
        SimpleRegression regression = new SimpleRegression();
        for (int part = 0; part < counts.length; part++) {
            if (isKnown(part)) {
                regression.addData(part, value(part));
            }
        }
        return regression;
    }

    /** Returns the mean over some parts; not a number if none of them has a value. */
    private double mean(int from, int to) {
        double sum = 0;
        long known = 0;
        for (int part = from; part < to; part++) {
            if (isKnown(part)) {
                sum += value(part);
                known++;
            }
        }
        return sum / known;
    }

    /** Returns the mean over the first quarter of the parts that have a value, or over the last. */
    private double end(boolean last) {
        int quarter = Math.toIntExact(regression().getN()) / PARTS_OF_AN_END;
        int known = 0;
        int part = last ? counts.length : -1;
        while (known < quarter) {
            part += last ? -1 : 1;
            known += isKnown(part) ? 1 : 0;
        }
        return last ? mean(part, counts.length) : mean(0, part + 1);
    }

    /** Returns the drift, from first to last value; empty without one or it is unknown. */
    Optional<String> drift() {
        SimpleRegression regression = regression();
        if (whyUnknown().isPresent() || !(regression.getSignificance() < SIGNIFICANCE)
                || Math.abs(regression.getSlope() * (counts.length - 1)) < MIN_CHANGE * mean(0, counts.length)) {
            return Optional.empty();
        }
        double first = end(false);
        double last = end(true);
        return Optional
                .of(name() + " " + (last > first ? "rose" : "fell") + " from " + format(first) + " to " + format(last)
                        + ", from the first quarter of the window to the last");
    }

    /** Returns why it is unknown whether the figure drifts; empty if it was checked. */
    Optional<String> whyUnknown() {
        long known = regression().getN();
        return known < counts.length / 2
                ? Optional.of(name() + " is known in " + known + " of the window's " + counts.length + " parts, "
                        + counts.length / 2 + " are the least")
                : Optional.empty();
    }

    private String name() {
        return figure.replace('_', ' ');
    }

    private String format(double value) {
        // The name of a rate includes the events that it counts per second.
        return switch (unit) {
            case "s" -> SignificantDigits.three(value * MILLIS) + " ms";
            case "1/s" -> SignificantDigits.three(value);
            default -> SignificantDigits.three(value) + " " + unit;
        };
    }

    /** Lists checks, each with its value at either end of the window. */
    static AnalysisTable table(List<SteadinessCheck> checks) {
        return AnalysisTable.of("checks", "What was checked for drift", AnalysisColumn.text("figure"),
                AnalysisColumn.count("parts"), AnalysisColumn.text("unit"),
                AnalysisColumn.number("first_quarter", AnalysisColumn.UNIT_OF_ROW),
                AnalysisColumn.number("last_quarter", AnalysisColumn.UNIT_OF_ROW), AnalysisColumn.number("p_value", ""),
                AnalysisColumn.text("drift"), AnalysisColumn.text("unknown"))
                .rows(checks.stream().map(SteadinessCheck::row).toList());
    }

    private List<AnalysisValue> row() {
        SimpleRegression regression = regression();
        boolean isKnown = whyUnknown().isEmpty();
        return List.of(AnalysisValue.of(figure), AnalysisValue.of(regression.getN()), AnalysisValue.of(unit),
                isKnown ? AnalysisValue.of(end(false)) : AnalysisValue.absent(),
                isKnown ? AnalysisValue.of(end(true)) : AnalysisValue.absent(),
                isKnown ? AnalysisValue.of(regression.getSignificance()) : AnalysisValue.absent(),
                AnalysisValue.of(drift()), AnalysisValue.of(whyUnknown()));
    }
}
