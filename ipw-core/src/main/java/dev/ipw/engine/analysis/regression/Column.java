package dev.ipw.engine.analysis.regression;

import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Name a figure of a query that is fitted, or that others are fitted against. */
enum Column {
    INPUT_TOKENS("tokens", Dimension.INPUT_TOKENS::of),
    OUTPUT_TOKENS("tokens", Dimension.OUTPUT_TOKENS::of),
    /** Over the headline's devices; a query whose joules are known in part has none. */
    JOULES("J", Dimension.ENERGY_JOULES::of),
    /** Those that the Python reference fits. */
    GPU_JOULES("J", Dimension.GPU_ENERGY_JOULES::of),
    /** The query's share where others ran beside it. */
    WATTS("W", Dimension.POWER_WATTS::of),
    /** Those that the Python reference fits: of the devices, whoever used them. */
    GPU_WATTS("W", Dimension.GPU_POWER_WATTS::of),
    TIME_TO_FIRST_TOKEN("s", Dimension.TIME_TO_FIRST_TOKEN::of),
    TOTAL_TIME("s", Dimension.TOTAL_TIME::of);

    private final String unit;
    private final Function<ProfilingRecord, OptionalDouble> figure;

    Column(String unit, Function<ProfilingRecord, OptionalDouble> figure) {
        this.unit = unit;
        this.figure = figure;
    }

    String unit() {
        return unit;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Return whether it was made by dividing joules, where requests overlapped. */
    boolean isShared() {
        return this == JOULES || this == GPU_JOULES || this == WATTS;
    }

    boolean isTime() {
        return unit.equals("s");
    }

    OptionalDouble of(ProfilingRecord record) {
        return figure.apply(record);
    }
}
