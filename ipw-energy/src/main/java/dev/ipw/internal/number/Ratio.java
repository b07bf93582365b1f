package dev.ipw.internal.number;

import java.util.OptionalDouble;

/** The division of figures that may be absent. */
public final class Ratio {
    private Ratio() {}

    /** Divides; empty if the dividend is absent, or the divisor is not above 0. */
    public static OptionalDouble of(OptionalDouble above, double below) {
        return above.isEmpty() || !(below > 0)
                ? OptionalDouble.empty()
                : OptionalDouble.of(above.getAsDouble() / below);
    }

    /** Divides; empty if either is absent, or the divisor is not above 0. */
    public static OptionalDouble of(OptionalDouble above, OptionalDouble below) {
        return of(above, below.orElse(0));
    }
}
