package dev.ipw.energy.attribution.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collect how near shares of requests that overlapped come to the truth: errors in percent, widths as shares of the figures. */
final class ShareNearness {
    private final List<Double> errors = new ArrayList<>();
    private final List<Double> widths = new ArrayList<>();
    private int covered;

    void add(double joules, double lower, double upper, double truth) {
        errors.add(100 * Math.abs(joules - truth) / truth);
        widths.add((upper - lower) / joules);
        covered += lower <= truth && truth <= upper ? 1 : 0;
    }

    private static double at(List<Double> values, double share) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[(int) (share * (sorted.length - 1))];
    }

    double median() {
        return at(errors, 0.5);
    }

    double p95() {
        return at(errors, 0.95);
    }

    double width() {
        return at(widths, 0.5);
    }

    double wide() {
        return at(widths, 0.95);
    }

    double covered() {
        return errors.isEmpty() ? 100 : 100.0 * covered / errors.size();
    }

    int shares() {
        return errors.size();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f / %.1f %%, %.1f %% covered, width %.2f, %d shares", median(), p95(),
                covered(), width(), shares());
    }
}
