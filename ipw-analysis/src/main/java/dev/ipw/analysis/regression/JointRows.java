package dev.ipw.analysis.regression;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The rows of one joint fit, and the number of queries that are not among them by the first reason that applies. */
final class JointRows {
    private final Map<String, Long> leftOut = new TreeMap<>();
    private final int[] numbers;
    private final double[] outcome;
    private final double[] input;
    private final double[] output;

    JointRows(RegressionColumns columns, JointFit fit, boolean skipZeroes) {
        int[] selected = new int[columns.rows()];
        int count = 0;
        for (int row = 0; row < columns.rows(); row++) {
            String reason = reason(columns, fit, row, skipZeroes);
            if (reason.isEmpty()) {
                selected[count++] = row;
            } else {
                leftOut.merge(reason, 1L, Long::sum);
            }
        }
        numbers = Arrays.copyOf(selected, count);
        outcome = taken(columns, fit.column());
        input = taken(columns, Column.INPUT_TOKENS);
        output = taken(columns, Column.OUTPUT_TOKENS);
    }

    private static String reason(RegressionColumns columns, JointFit fit, int row, boolean skipZeroes) {
        double input = columns.at(Column.INPUT_TOKENS, row);
        double output = columns.at(Column.OUTPUT_TOKENS, row);
        double outcome = columns.at(fit.column(), row);
        if (columns.hasFailed(row)) {
            return "failed";
        }
        if (columns.isCut(fit.column(), row)) {
            return "cut_off_by_the_load";
        }
        if (!Double.isFinite(input)) {
            return "no_input_tokens";
        }
        if (!Double.isFinite(output)) {
            return "no_output_tokens";
        }
        if (!Double.isFinite(outcome)) {
            return fit.absent();
        }
        boolean zero = RegressionColumns.isZero(input) || RegressionColumns.isZero(output)
                || RegressionColumns.isZero(outcome);
        return skipZeroes && zero ? "zero" : "";
    }

    private double[] taken(RegressionColumns columns, Column column) {
        double[] values = new double[numbers.length];
        Arrays.setAll(values, row -> columns.at(column, numbers[row]));
        return values;
    }

    Map<String, Long> leftOut() {
        return leftOut;
    }

    int count() {
        return numbers.length;
    }

    /** Returns the number of a row in the dataset, counted from 0. */
    long number(int row) {
        return numbers[row];
    }

    double[] outcome() {
        return outcome;
    }

    double[] input() {
        return input;
    }

    double[] output() {
        return output;
    }
}
