package dev.ipw.analysis.regression;

import dev.ipw.analysis.statistics.DoubleColumn;
import dev.ipw.analysis.statistics.LeastSquares;
import dev.ipw.internal.tree.TreeBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fits of the Python reference, of its code or of its documentation, each of one figure against one other. */
enum LineFit {
    INPUT_TOKENS_VS_TTFT(Against.INPUT, Fitted.TIME_TO_FIRST_TOKEN),
    TOTAL_TOKENS_VS_ENERGY(Against.TOTAL, Fitted.ENERGY),
    TOTAL_TOKENS_VS_LATENCY(Against.TOTAL, Fitted.LATENCY),
    TOTAL_TOKENS_VS_POWER(Against.TOTAL, Fitted.POWER),
    TOTAL_TOKENS_VS_POWER_LOG(Against.LOGARITHM_OF_TOTAL, Fitted.POWER),
    INPUT_TOKENS_VS_ENERGY(Against.INPUT, Fitted.ENERGY),
    OUTPUT_TOKENS_VS_ENERGY(Against.OUTPUT, Fitted.ENERGY),
    INPUT_TOKENS_VS_POWER(Against.INPUT, Fitted.POWER),
    OUTPUT_TOKENS_VS_LATENCY(Against.OUTPUT, Fitted.LATENCY);

    private final Against against;
    private final Fitted fitted;

    LineFit(Against against, Fitted fitted) {
        this.against = against;
        this.fitted = fitted;
    }

    private enum Against {
        INPUT, OUTPUT, TOTAL, LOGARITHM_OF_TOTAL;

        double of(RegressionColumns columns, int row) {
            double input = columns.at(Column.INPUT_TOKENS, row);
            double output = columns.at(Column.OUTPUT_TOKENS, row);
            return switch (this) {
                case INPUT -> input;
                case OUTPUT -> output;
                // NaN, and so omitted, if either half is unknown: half a total is no total.
                case TOTAL -> input + output;
                case LOGARITHM_OF_TOTAL -> input + output > 0 ? Math.log(input + output) : Double.NaN;
            };
        }
    }

    private enum Fitted {
        ENERGY, POWER, TIME_TO_FIRST_TOKEN, LATENCY;

        Column column(RegressionColumns columns) {
            return switch (this) {
                case ENERGY -> energy(columns);
                case POWER -> power(columns);
                case TIME_TO_FIRST_TOKEN -> Column.TIME_TO_FIRST_TOKEN;
                case LATENCY -> Column.TOTAL_TIME;
            };
        }
    }

    /**
     * Returns the column of joules. The reference fits the GPU's; a run without a GPU has only those of the headline.
     */
    static Column energy(RegressionColumns columns) {
        return columns.has(Column.GPU_JOULES) ? Column.GPU_JOULES : Column.JOULES;
    }

    static Column power(RegressionColumns columns) {
        return columns.has(Column.GPU_WATTS) ? Column.GPU_WATTS : Column.WATTS;
    }

    /** Fits the line; slope, intercept and r2 are null with a reason where they do not exist. */
    Map<String, @Nullable Object> of(RegressionColumns columns, boolean skipZeroes) {
        Column column = fitted.column(columns);
        if (columns.hasShares() && column.isShared()) {
            return TreeBuilder.object().put("count", 0L).put("slope", (Object) null).put("intercept", (Object) null)
                    .put("r2", (Object) null).put("avg_y", (Object) null).put("reason", RegressionAnalysis.SHARES)
                    .build();
        }
        int[] rows = columns.rows(row -> {
            double x = against.of(columns, row);
            double y = columns.at(column, row);
            boolean isZero = RegressionColumns.isZero(y) || (skipZeroes && RegressionColumns.isZero(x));
            return Double.isFinite(x) && Double.isFinite(y) && !columns.hasFailed(row) && !columns.isCut(column, row)
                    && !(isZero && (skipZeroes || fitted == Fitted.POWER));
        });
        return line(rows.length, RegressionColumns.taken(rows, row -> against.of(columns, row)),
                RegressionColumns.taken(rows, row -> columns.at(column, row))).build();
    }

    private static TreeBuilder line(int rows, DoubleColumn x, DoubleColumn y) {
        TreeBuilder tree = TreeBuilder.object().put("count", (long) rows);
        LeastSquares fit = rows > 0 ? LeastSquares.of(y, x) : null;
        if (fit == null || fit.used().isEmpty()) {
            return tree.put("slope", (Object) null).put("intercept", (Object) null).put("r2", (Object) null)
                    .put("avg_y", fit == null ? null : fit.mean())
                    .put("reason", rows < 2
                            ? "a line needs at least two queries that have both figures"
                            : "all queries have the same number of tokens, so there is no slope");
        }
        // The reference treats an outcome that does not vary as wholly explained.
        return tree.put("slope", fit.coefficients()[1]).put("intercept", fit.coefficients()[0])
                .put("r2", fit.explained().orElse(1)).put("avg_y", fit.mean());
    }
}
