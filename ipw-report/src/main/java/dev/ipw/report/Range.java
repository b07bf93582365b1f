package dev.ipw.report;

import java.util.Arrays;

/**
 * Hold the ends of an axis, in the unit of its columns. Charts that show the same figure in a row are given the same one.
 *
 * @param from        where the axis begins
 * @param to          where it ends
 * @param logarithmic true if it runs over powers of ten
 */
record Range(double from, double to, boolean logarithmic) {
    private static final double ROOM = 0.05;
    private static final double WIDE = 30;

    /** Span figures from zero, with a little room above; over powers of ten where all are above zero and far apart. */
    static Range fromZeroOrWide(double... figures) {
        Range all = of(figures);
        return isWide(all.from, all.to) ? wide(all.from, all.to) : fromZero(figures);
    }

    /** Span figures from zero, or from the least one that is below it, with a little room above. */
    static Range fromZero(double... figures) {
        Range all = of(figures);
        double top = all.to > 0 ? all.to * (1 + ROOM) : all.to < 0 ? 0 : 1;
        return new Range(Math.min(0, all.from), top, false);
    }

    /** Run over powers of ten, with a little room at both ends. */
    static Range wide(double least, double largest) {
        double room = Math.pow(largest / least, ROOM);
        return new Range(least / room, largest * room, true);
    }

    /** Return whether what lies between is better seen over powers of ten. */
    static boolean isWide(double least, double largest) {
        return least > 0 && largest / least > WIDE;
    }

    /** Span figures without any room; from zero to one if there are none. */
    static Range of(double... figures) {
        double[] known = Arrays.stream(figures).filter(Double::isFinite).toArray();
        return known.length == 0
                ? new Range(0, 1, false)
                : new Range(Arrays.stream(known).min().orElseThrow(), Arrays.stream(known).max().orElseThrow(), false);
    }
}
