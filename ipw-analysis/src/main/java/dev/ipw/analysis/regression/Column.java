package dev.ipw.analysis.regression;

import dev.ipw.record.Dimension;
import java.util.Locale;

/** The figures of a query that are fitted, or against which others are fitted. */
enum Column {
    INPUT_TOKENS(Dimension.INPUT_TOKENS),
    OUTPUT_TOKENS(Dimension.OUTPUT_TOKENS),
    /** The joules of the headline's devices; a query whose joules are known in part has none. */
    JOULES(Dimension.ENERGY_JOULES),
    /** The joules that the Python reference fits. */
    GPU_JOULES(Dimension.GPU_ENERGY_JOULES),
    /** The query's share of the watts where others ran beside it. */
    WATTS(Dimension.POWER_WATTS),
    /** The watts that the Python reference fits: of the devices, whoever used them. */
    GPU_WATTS(Dimension.GPU_POWER_WATTS),
    TIME_TO_FIRST_TOKEN(Dimension.TIME_TO_FIRST_TOKEN),
    TOTAL_TIME(Dimension.TOTAL_TIME);

    private final Dimension dimension;

    Column(Dimension dimension) {
        this.dimension = dimension;
    }

    Dimension dimension() {
        return dimension;
    }

    String unit() {
        return dimension.unit();
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether it is the result of dividing joules, where requests overlapped. */
    boolean isShared() {
        return this == JOULES || this == GPU_JOULES || this == WATTS;
    }

    boolean isTime() {
        return unit().equals("s");
    }
}
