package dev.ipw.report.picture;

import dev.ipw.statistics.Quantiles;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apiguardian.api.API;

/**
 * The bounds of a histogram's bins. A bin includes its lower bound and excludes its upper one; the last one includes
 * both.
 *
 * @param edges the bounds in ascending order, one more than the number of bins
 */
@API(status = API.Status.EXPERIMENTAL)
public record Bins(double[] edges) {
    /** The maximum number of drawn bins: narrower ones are not visible. */
    public static final int MAX = 2_000;
    /** The maximum below which a double represents every whole number. */
    private static final double MAX_EXACT = 0x1p53;
    private static final int MIN_FITTING = 10;
    private static final int MAX_FITTING = 400;

    /** Copies the bounds and rejects those that do not increase. */
    public Bins {
        edges = edges.clone();
        if (edges.length < 2 || edges.length > MAX + 1 || !grows(edges)) {
            throw new IllegalArgumentException(
                    "Bins need 2 to " + (MAX + 1) + " bounds that grow, not " + edges.length);
        }
    }

    private static boolean grows(double[] bounds) {
        return IntStream.range(1, bounds.length).allMatch(bound -> bounds[bound] > bounds[bound - 1]);
    }

    @Override
    public double[] edges() {
        return edges.clone();
    }

    /**
     * Chooses bins for values, by the rule of Freedman and Diaconis: twice the interquartile range over the cube root
     * of the number of values, within {@value #MIN_FITTING} and {@value #MAX_FITTING} bins.
     *
     * @param values at least one
     * @return the bins
     */
    public static Bins of(double... values) {
        return of(values, OptionalInt.empty(), OptionalDouble.empty(), false);
    }

    /**
     * Chooses bins for values.
     *
     * @param values      at least one; on a logarithmic axis only those above zero count
     * @param count       the number of bins; empty for an automatic choice
     * @param width       the width of each, starting at a multiple of it; takes precedence over the count
     * @param logarithmic true for bins that look equally wide on a logarithmic axis
     * @return the bins
     * @throws IllegalArgumentException if no value counts, or the width makes more than {@value #MAX} bins
     */
    public static Bins of(double[] values, OptionalInt count, OptionalDouble width, boolean logarithmic) {
        double[] sorted = Arrays.stream(values).filter(value -> Double.isFinite(value) && (!logarithmic || value > 0))
                .map(value -> logarithmic ? Math.log10(value) : value).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("There is no value to choose bins for");
        }
        double[] edges = edges(sorted, count.orElseGet(() -> fitting(sorted)), width, logarithmic);
        return new Bins(growing(logarithmic ? powers(edges, values) : edges));
    }

    /** Removes bounds that rounding made equal, such as those between values that differ in their last digit only. */
    private static double[] growing(double[] edges) {
        double[] distinct = Arrays.stream(edges).map(edge -> Math.clamp(edge, -Double.MAX_VALUE, Double.MAX_VALUE))
                .sorted().distinct().toArray();
        return distinct.length > 1
                ? distinct
                : new double[]{Math.nextDown(distinct[0]), Math.min(Math.nextUp(distinct[0]), Double.MAX_VALUE)};
    }

    /** Converts logarithms back; rounding must not move the minimum or the maximum outside. */
    private static double[] powers(double[] logarithms, double[] values) {
        double[] edges = Arrays.stream(logarithms).map(edge -> Math.pow(10, edge)).toArray();
        int last = edges.length - 1;
        edges[0] = Math.min(edges[0], Arrays.stream(values).filter(value -> value > 0).min().orElse(edges[0]));
        edges[last] = Math.max(edges[last], Arrays.stream(values).max().orElse(edges[last]));
        return edges;
    }

    private static double[] edges(double[] sorted, int count, OptionalDouble width, boolean logarithmic) {
        if (logarithmic) {
            return ofCount(sorted, count);
        }
        // Whole numbers, such as token counts, have bins of whole widths: otherwise the bins would alternate between
        // one number and none.
        boolean whole = width.isEmpty()
                && Arrays.stream(sorted).allMatch(value -> value == Math.rint(value) && Math.abs(value) < MAX_EXACT);
        double spread = sorted[sorted.length - 1] - sorted[0] + 1;
        return width.isPresent() || whole
                ? ofWidth(sorted, width.orElse(Math.max(1, Math.ceil(spread / count))))
                : ofCount(sorted, count);
    }

    private static double[] ofWidth(double[] sorted, double width) {
        double first = Math.floor(sorted[0] / width);
        double last = Math.floor(sorted[sorted.length - 1] / width) + 1;
        if (!(width > 0) || last - first > MAX) {
            throw new IllegalArgumentException("Bins of a width of " + width + " would be "
                    + (width > 0 ? Math.round(last - first) + "" : "endless") + "; at most " + MAX
                    + " are drawn, so take wider ones");
        }
        return IntStream.rangeClosed(0, (int) (last - first)).mapToDouble(edge -> (first + edge) * width).toArray();
    }

    private static double[] ofCount(double[] sorted, int count) {
        double least = sorted[0];
        double most = sorted[sorted.length - 1];
        // Equal values have one bin around them.
        double around = most > least ? 0 : Math.max(Math.abs(least) * 0.05, 0.5e-9);
        double start = least - around;
        double end = most + around;
        // The difference of the ends may exceed the range of a double.
        double[] edges = IntStream.rangeClosed(0, count)
                .mapToDouble(edge -> start * ((double) (count - edge) / count) + end * ((double) edge / count))
                .toArray();
        edges[0] = Math.min(edges[0], least);
        edges[count] = Math.max(edges[count], most);
        return edges;
    }

    private static int fitting(double[] sorted) {
        double quartiles = Quantiles.ofSorted(sorted, 0.75) - Quantiles.ofSorted(sorted, 0.25);
        double width = 2 * quartiles / Math.cbrt(sorted.length);
        double spread = sorted[sorted.length - 1] - sorted[0];
        return width > 0 && spread < Double.POSITIVE_INFINITY
                ? (int) Math.clamp(Math.ceil(spread / width), MIN_FITTING, MAX_FITTING)
                : MIN_FITTING;
    }

    /**
     * Returns the number of bins.
     *
     * @return at least one
     */
    public int count() {
        return edges.length - 1;
    }

    /**
     * Counts values.
     *
     * @param values the values; those in no bin are omitted
     * @return the number in each bin
     */
    public long[] count(double... values) {
        long[] counts = new long[count()];
        for (double value : values) {
            int bin = indexOf(value);
            if (bin >= 0) {
                counts[bin]++;
            }
        }
        return counts;
    }

    /** Returns the name of a bin: its bounds, or its single whole number. */
    String name(int bin) {
        boolean whole = edges[bin] == Math.rint(edges[bin]) && edges[bin + 1] == Math.rint(edges[bin + 1]);
        String low = FigureNumbers.ofTick(whole ? edges[bin] : FigureNumbers.rounded(edges[bin]));
        String high = FigureNumbers.ofTick(whole ? edges[bin + 1] - 1 : FigureNumbers.rounded(edges[bin + 1]));
        return low.equals(high) ? low : low + "\u2013" + high;
    }

    /** Returns the bin of a value; negative if it is in no bin. */
    int indexOf(double value) {
        if (!(value >= edges[0] && value <= edges[edges.length - 1])) {
            return -1;
        }
        int found = Arrays.binarySearch(edges, value);
        return Math.min(found >= 0 ? found : -found - 2, count() - 1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bins bins && Arrays.equals(edges, bins.edges);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(edges);
    }

    @Override
    public String toString() {
        return count() + " bins from " + edges[0] + " to " + edges[edges.length - 1];
    }
}
