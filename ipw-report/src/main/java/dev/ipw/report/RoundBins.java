package dev.ipw.report;

import java.util.Arrays;

/**
 * Bins of equal width, 1, 2 or 5 times a power of ten, that begin at a multiple of the width.
 *
 * @param first the lower edge of the first bin
 * @param width the width of each
 * @param count the number of bins
 */
record RoundBins(double first, double width, int count) {
    /**
     * The minimum span: values that differ by less are one value with rounding errors; bounds between them would be
     * equal.
     */
    private static final double MIN_SPAN = 1e-12;

    /**
     * Chooses bins.
     *
     * @param low    the minimum value
     * @param high   the maximum value
     * @param wanted the approximate number of bins
     * @param whole  true if values are whole numbers, so that bins are at least one wide
     */
    static RoundBins over(double low, double high, double wanted, boolean whole) {
        double span = high - low > MIN_SPAN * Math.max(Math.abs(low), Math.abs(high)) ? high - low : 0;
        double least = whole ? 1 : Double.MIN_NORMAL;
        double width = span > 0 ? Math.max(least, nice(span / wanted)) : Math.max(least, nice(Math.abs(low) / 10));
        width = width > Double.MIN_NORMAL ? width : 1;
        double first = Math.floor(low / width + 1e-9) * width;
        int count = (int) Math.max(1, Math.floor((high - first) / width + 1e-9) + 1);
        return new RoundBins(first, width, count);
    }

    private static double nice(double width) {
        if (!(width > 0)) {
            return 0;
        }
        double power = Math.pow(10, Math.floor(Math.log10(width)));
        double digit = width / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }

    /** Returns a value's bin; -1 if it is outside the range. */
    int of(double value) {
        int bin = (int) Math.floor((value - first) / width + 1e-9);
        return value >= first && bin < count ? bin : -1;
    }

    double[] lower() {
        double[] lower = new double[count];
        Arrays.setAll(lower, bin -> first + bin * width);
        return lower;
    }

    double[] upper() {
        double[] upper = new double[count];
        Arrays.setAll(upper, bin -> first + (bin + 1) * width);
        return upper;
    }
}
