package dev.ipw.internal.number;

import java.util.List;

/** The powers of a thousand that make a figure short, for units with prefixes. */
public enum SiPrefix {
    /** Thousand millionths. */
    NANO("n", 1e9),
    /** Millionths. */
    MICRO("\u00b5", 1e6),
    /** Thousandths. */
    MILLI("m", 1e3),
    /** The unit itself. */
    NONE("", 1),
    /** Thousands. */
    KILO("k", 1e-3),
    /** Millions. */
    MEGA("M", 1e-6),
    /** Thousand millions. */
    GIGA("G", 1e-9),
    /** Million millions. */
    TERA("T", 1e-12),
    /** Thousand million millions. */
    PETA("P", 1e-15),
    /** Million million millions. */
    EXA("E", 1e-18);

    private static final List<String> SECONDS = List.of("s");
    private static final List<String> ANY = List.of("J", "W", "J/token", "J/query", "Wh", "g", "FLOP");

    private final String letter;
    private final double factor;

    SiPrefix(String letter, double factor) {
        this.letter = letter;
        this.factor = factor;
    }

    /**
     * Chooses the prefix for a figure. Seconds have none above them, and units without prefixes have none at all.
     *
     * @param value the figure, or the largest of several that share a prefix
     * @param unit  its unit
     * @return the prefix with one to three digits before the point, if there is one
     */
    public static SiPrefix of(double value, String unit) {
        double size = Math.abs(value);
        boolean isAny = ANY.contains(unit);
        if (size == 0 || !Double.isFinite(size) || !(isAny || SECONDS.contains(unit))) {
            return NONE;
        }
        SiPrefix found = NANO;
        for (SiPrefix next : values()) {
            found = size * next.factor >= 1 && (isAny || next.compareTo(NONE) <= 0) ? next : found;
        }
        return found;
    }

    /**
     * Returns the unit after the prefix.
     *
     * @param unit for example {@code J}
     * @return for example {@code mJ}
     */
    public String before(String unit) {
        return letter + unit;
    }

    /**
     * Converts a figure to this prefix.
     *
     * @param value in the unit itself
     * @return in the unit with this prefix
     */
    public double scaled(double value) {
        return value * factor;
    }
}
