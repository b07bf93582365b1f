package dev.ipw.report.axis;

import java.util.Arrays;

/**
 * The ends of an axis, in the unit of its columns. Charts in a row that show the same figure share one range.
 *
 * @param from        the start of the axis
 * @param to          its end
 * @param logarithmic true for powers of ten
 */
public record AxisRange(double from, double to, boolean logarithmic) {
    private static final double ROOM = 0.05;
    private static final double WIDE = 30;

    /**
     * Returns a range from zero with a little room above, or a logarithmic one if all figures are positive and differ
     * by orders of magnitude.
     */
    public static AxisRange fromZeroOrWide(double... figures) {
        AxisRange all = of(figures);
        return isWide(all.from, all.to) ? wide(all.from, all.to) : fromZero(figures);
    }

    /** Returns a range from zero, or from the minimum if that is negative, with a little room above. */
    public static AxisRange fromZero(double... figures) {
        AxisRange all = of(figures);
        double top = all.to > 0 ? all.to * (1 + ROOM) : all.to < 0 ? 0 : 1;
        return new AxisRange(Math.min(0, all.from), top, false);
    }

    /** Returns a logarithmic range with a little room at both ends. */
    public static AxisRange wide(double least, double largest) {
        double room = Math.pow(largest / least, ROOM);
        return new AxisRange(least / room, largest * room, true);
    }

    /** Returns whether a logarithmic range is more legible. */
    public static boolean isWide(double least, double largest) {
        return least > 0 && largest / least > WIDE;
    }

    /** Returns a range without room; from zero to one if there are no figures. */
    public static AxisRange of(double... figures) {
        double[] known = Arrays.stream(figures).filter(Double::isFinite).toArray();
        return known.length == 0
                ? new AxisRange(0, 1, false)
                : new AxisRange(Arrays.stream(known).min().orElseThrow(), Arrays.stream(known).max().orElseThrow(),
                        false);
    }
}
