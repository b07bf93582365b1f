package dev.ipw.report.picture;

import dev.ipw.internal.io.VisibleText;
import dev.ipw.statistics.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Hold one thing that a figure shows.
 *
 * @param name  what the legend calls it; empty to leave it out there
 * @param shape how it is drawn
 * @param hue   its colour by number; the same for all that is of one run
 * @param x     where its points lie across
 * @param y     where they lie up, as many
 */
public record Trace(String name, Shape shape, int hue, double[] x, double[] y) {
    /** The most points that are drawn; of more of them every second, third and so on is. */
    public static final int MOST_POINTS = 20_000;
    private static final double BOX_HALF_HEIGHT = 0.28;
    private static final double WHISKER = 1.5;

    /** List the ways to draw points. */
    public enum Shape {
        /** Each for itself. */
        POINTS,
        /** Joined by a line. */
        LINE,
        /** Joined by a dashed line. */
        DASHES,
        /** Joined by a line, with the area below filled. */
        AREA
    }

    /** Refuse coordinates that are not in pairs, and leave out of the name what cannot be seen. */
    public Trace {
        name = VisibleText.line(name);
        Objects.requireNonNull(shape, "shape");
        if (x.length != y.length) {
            throw new IllegalArgumentException(name + " has " + x.length + " places across and " + y.length + " up");
        }
    }

    /**
     * Show points. What has no place on one of the axes (NaN) is left out; of very many every second, third and so on is
     * drawn.
     *
     * @param name what the legend calls them
     * @param x    where they lie across
     * @param y    where they lie up, as many
     * @return the points
     */
    public static Trace points(String name, double[] x, double[] y) {
        int[] known = IntStream.range(0, Math.min(x.length, y.length))
                .filter(point -> Double.isFinite(x[point]) && Double.isFinite(y[point])).toArray();
        int every = Math.ceilDiv(Math.max(known.length, 1), MOST_POINTS);
        int[] drawn = IntStream.range(0, Math.ceilDiv(known.length, every)).map(point -> known[point * every])
                .toArray();
        return new Trace(name, Shape.POINTS, 0, Arrays.stream(drawn).mapToDouble(point -> x[point]).toArray(),
                Arrays.stream(drawn).mapToDouble(point -> y[point]).toArray());
    }

    /**
     * Show a line.
     *
     * @param name what the legend calls it
     * @param x    where its points lie across
     * @param y    where they lie up, as many
     * @return the line
     */
    public static Trace line(String name, double[] x, double[] y) {
        return new Trace(name, Shape.LINE, 0, x, y);
    }

    /**
     * Show the shares of values in bins.
     *
     * @param name   what the legend calls them
     * @param values the values
     * @param bins   the bins
     * @return their outline; the shares of all bins add up to one if all values lie in them
     */
    public static Trace histogram(String name, double[] values, Bins bins) {
        return outline(name, bins, shares(bins, values));
    }

    /** Show the shares of values in bins with the bins upwards. */
    static Trace standingHistogram(String name, double[] values, Bins bins) {
        Trace lying = histogram(name, values, bins);
        return new Trace(name, Shape.LINE, 0, lying.y(), lying.x());
    }

    private static double[] shares(Bins bins, double[] values) {
        long all = Arrays.stream(values).filter(Double::isFinite).count();
        return Arrays.stream(bins.count(values)).mapToDouble(count -> all == 0 ? 0 : (double) count / all).toArray();
    }

    private static Trace outline(String name, Bins bins, double[] heights) {
        double[] edges = bins.edges();
        double[] x = new double[2 * edges.length];
        double[] y = new double[2 * edges.length];
        for (int edge = 0; edge < edges.length; edge++) {
            x[2 * edge] = edges[edge];
            x[2 * edge + 1] = edges[edge];
            y[2 * edge] = edge == 0 ? 0 : heights[edge - 1];
            y[2 * edge + 1] = edge == heights.length ? 0 : heights[edge];
        }
        return new Trace(name, Shape.AREA, 0, x, y);
    }

    /**
     * Show which share of values is at most so great.
     *
     * @param name   what the legend calls it
     * @param values the values; NaN are left out
     * @return the steps of the empirical distribution
     */
    public static Trace distribution(String name, double... values) {
        double[] sorted = Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
        int every = Math.ceilDiv(Math.max(sorted.length, 1), MOST_POINTS / 2);
        int[] shown = IntStream.range(0, sorted.length)
                .filter(place -> place % every == 0 || place == sorted.length - 1).toArray();
        double[] x = new double[2 * shown.length];
        double[] y = new double[2 * shown.length];
        for (int step = 0; step < shown.length; step++) {
            x[2 * step] = sorted[shown[step]];
            x[2 * step + 1] = sorted[shown[step]];
            y[2 * step] = step == 0 ? 0 : y[2 * step - 1];
            y[2 * step + 1] = (shown[step] + 1.0) / sorted.length;
        }
        return line(name, x, y);
    }

    /**
     * Show the density of values, estimated with Gaussian kernels.
     *
     * @param name   what the legend calls it
     * @param values the values; NaN are left out
     * @return the density; without points unless two values differ
     */
    public static Trace density(String name, double... values) {
        return Density.of(values).map(known -> new Trace(name, Shape.AREA, 0, known.x(), known.density()))
                .orElseGet(() -> line(name, new double[0], new double[0]));
    }

    /**
     * Show a lying box: the quartiles and the median, whiskers to the last values within 1.5 interquartile ranges, and the
     * values beyond them as points (Tukey). Quartiles are of type 7.
     *
     * @param name     what the legend calls it
     * @param position where it lies up
     * @param values   the values; NaN are left out
     * @return what it is made of; nothing without values
     */
    public static List<Trace> box(String name, double position, double... values) {
        double[] sorted = Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
        List<Trace> parts = new ArrayList<>();
        if (sorted.length == 0) {
            return parts;
        }
        double low = Quantiles.ofSorted(sorted, 0.25);
        double high = Quantiles.ofSorted(sorted, 0.75);
        double median = Quantiles.ofSorted(sorted, 0.5);
        double least = Arrays.stream(sorted).filter(value -> value >= low - WHISKER * (high - low)).min().orElse(low);
        double most = Arrays.stream(sorted).filter(value -> value <= high + WHISKER * (high - low)).max().orElse(high);
        double top = position + BOX_HALF_HEIGHT;
        double bottom = position - BOX_HALF_HEIGHT;
        parts.add(line(name, new double[]{low, high, high, low, low}, new double[]{bottom, bottom, top, top, bottom}));
        parts.add(line("", new double[]{median, median}, new double[]{bottom, top}));
        parts.add(line("", new double[]{least, low}, new double[]{position, position}));
        parts.add(line("", new double[]{high, most}, new double[]{position, position}));
        double[] beyond = Arrays.stream(sorted).filter(value -> value < least || value > most).toArray();
        if (beyond.length > 0) {
            double[] places = new double[beyond.length];
            Arrays.fill(places, position);
            parts.add(points("", beyond, places));
        }
        return parts;
    }

    /**
     * Draw in another colour.
     *
     * @param number the colour by number; those of one run have the same
     * @return the same in that colour
     */
    public Trace inHue(int number) {
        return new Trace(name, shape, number, x, y);
    }

    /**
     * Draw it dashed.
     *
     * @return the same as a dashed line
     */
    public Trace dashed() {
        return new Trace(name, Shape.DASHES, hue, x, y);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Trace trace && name.equals(trace.name) && shape == trace.shape && hue == trace.hue
                && Arrays.equals(x, trace.x) && Arrays.equals(y, trace.y);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, shape, hue, Arrays.hashCode(x), Arrays.hashCode(y));
    }

    @Override
    public String toString() {
        return shape + " " + name + " of " + x.length + " points";
    }
}
