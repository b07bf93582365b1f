package dev.ipw.analysis.regression;

import dev.ipw.analysis.statistics.DoubleColumn;
import java.util.Map;
import java.util.TreeMap;

/** The rows of one joint fit, and the number of queries that are not among them by the first reason that applies. */
final class JointRows {
    private final Map<String, Long> leftOut = new TreeMap<>();
    private final int[] numbers;
    private final DoubleColumn outcome;
    private final DoubleColumn input;
    private final DoubleColumn output;

    JointRows(RegressionColumns columns, JointFit fit, boolean skipZeroes) {
        numbers = columns.rows(row -> {
            String reason = reason(columns, fit, row, skipZeroes);
            if (!reason.isEmpty()) {
                leftOut.merge(reason, 1L, Long::sum);
            }
            return reason.isEmpty();
        });
        outcome = RegressionColumns.taken(numbers, row -> columns.at(fit.column(), row));
        input = RegressionColumns.taken(numbers, row -> columns.at(Column.INPUT_TOKENS, row));
        output = RegressionColumns.taken(numbers, row -> columns.at(Column.OUTPUT_TOKENS, row));
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

    DoubleColumn outcome() {
        return outcome;
    }

    DoubleColumn input() {
        return input;
    }

    DoubleColumn output() {
        return output;
    }
}
