package dev.ipw.internal.number;

/** The number of decimals of a figure that its interval justifies. */
public final class JustifiedDecimals {
    private static final int DIGITS = 2;
    private static final int MAX_DIGITS = 5;
    private static final int MAX_DECIMALS = 12;

    private JustifiedDecimals() {}

    /**
     * Returns the width that determines the digits.
     *
     * @param value the figure
     * @param low   its lower bound; not finite without one
     * @param high  its upper bound; not finite without one
     * @return half of the interval, or the distance to its only bound; not finite without bounds
     */
    public static double half(double value, double low, double high) {
        if (Double.isFinite(low) && Double.isFinite(high)) {
            return (high - low) / 2;
        }
        return Math.abs(value - (Double.isFinite(low) ? low : high));
    }

    /**
     * Returns the number of decimals that an interval justifies: up to the second significant digit of half of it, and
     * at most five digits of the figure.
     *
     * @param value the figure
     * @param low   its lower bound; not finite without one
     * @param high  its upper bound; not finite without one
     * @return the digits after the point; below 0 for tens, hundreds and so on
     */
    public static int of(double value, double low, double high) {
        int wanted = DIGITS - 1 - exponent(half(value, low, high));
        int most = value == 0 ? MAX_DECIMALS : Math.max(MAX_DIGITS - 1 - exponent(value), 0);
        return Math.min(Math.min(wanted, most), MAX_DECIMALS);
    }

    /**
     * Returns the number of decimals of the figure itself: the justified number, or two digits if it would be rounded
     * to zero although its interval excludes zero.
     *
     * @param value the figure
     * @param low   its lower bound; not finite without one
     * @param high  its upper bound; not finite without one
     * @return the digits after the point; below 0 for tens, hundreds and so on
     */
    public static int ofFigure(double value, double low, double high) {
        int justified = of(value, low, high);
        return isOneSided(low, high) ? showing(value, justified) : justified;
    }

    /**
     * Returns whether zero is outside an interval.
     *
     * @param low  its lower bound; not a number if unknown
     * @param high its upper bound; not a number if unknown
     * @return true if all of it lies on one side of zero, which may be its end
     */
    public static boolean isOneSided(double low, double high) {
        return low >= 0 || high <= 0;
    }

    /**
     * Returns enough decimals for a figure that would otherwise be rounded to zero although it is not zero.
     *
     * @param value    the figure
     * @param decimals the decimals of the adjacent figures
     * @return the same decimals, or those that show two of its digits
     */
    public static int showing(double value, int decimals) {
        double size = Math.abs(value);
        boolean vanishes = size > 0 && size < 0.5 * Math.pow(10, -decimals);
        return vanishes && size >= Math.pow(10, -MAX_DECIMALS) ? DIGITS - 1 - exponent(size) : decimals;
    }

    private static int exponent(double value) {
        return (int) Math.floor(Math.log10(Math.abs(value)));
    }
}
