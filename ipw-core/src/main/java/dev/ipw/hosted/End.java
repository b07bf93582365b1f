package dev.ipw.hosted;

import java.util.function.ToDoubleFunction;

/**
 * One end of all ranges at once. Joules rise with each parameter but the batch, with which they fall, so that the two
 * outer ends have the least and the most joules of all combinations.
 */
enum End {
    LOW, LIKELY, HIGH;

    /** Returns the value of a parameter that raises the result. */
    double of(Range range) {
        return switch (this) {
            case LOW -> range.low();
            case LIKELY -> range.likely();
            case HIGH -> range.high();
        };
    }

    /** Returns the value of a parameter that lowers the result. */
    double against(Range range) {
        return switch (this) {
            case LOW -> range.high();
            case LIKELY -> range.likely();
            case HIGH -> range.low();
        };
    }

    /** Evaluates a formula at each end. */
    static Range range(ToDoubleFunction<End> formula) {
        return new Range(formula.applyAsDouble(LOW), formula.applyAsDouble(LIKELY), formula.applyAsDouble(HIGH));
    }
}
