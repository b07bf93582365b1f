package dev.ipw.report.picture;

import dev.ipw.internal.io.VisibleText;
import dev.ipw.statistics.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apiguardian.api.API;

/**
 * One item of a figure.
 *
 * @param name  its name in the legend; empty to omit it there
 * @param shape its style
 * @param hue   its colour by number; the same for all items of one run
 * @param x     the x values of its points
 * @param y     their y values, of the same number
 */
@API(status = API.Status.EXPERIMENTAL)
public record Trace(String name, Shape shape, int hue, double[] x, double[] y) {
    /** The maximum number of drawn points; of more, every second, third and so on is drawn. */
    public static final int MAX_POINTS = 20_000;
    private static final double BOX_HALF_HEIGHT = 0.28;
    private static final double WHISKER = 1.5;

    /** The styles of points. */
    public enum Shape {
        /** Separate. */
        POINTS,
        /** Joined by a line. */
        LINE,
        /** Joined by a dashed line. */
        DASHES,
        /** Joined by a line, with the area below filled. */
        AREA
    }

    /** Rejects coordinates that are not in pairs, and removes invisible characters from the name. */
    public Trace {
        name = VisibleText.line(name);
        Objects.requireNonNull(shape, "shape");
        if (x.length != y.length) {
            throw new IllegalArgumentException(name + " has " + x.length + " places across and " + y.length + " up");
        }
    }

    /**
     * Creates points. Those that cannot be placed on one of the axes (NaN) are omitted; of very many, every second,
     * third and so on is drawn.
     *
     * @param name their name in the legend
     * @param x    their x values
     * @param y    their y values, of the same number
     * @return the points
     */
    public static Trace points(String name, double[] x, double[] y) {
        int[] known = IntStream.range(0, Math.min(x.length, y.length))
                .filter(point -> Double.isFinite(x[point]) && Double.isFinite(y[point])).toArray();
        int every = Math.ceilDiv(Math.max(known.length, 1), MAX_POINTS);
        int[] drawn = IntStream.range(0, Math.ceilDiv(known.length, every)).map(point -> known[point * every])
                .toArray();
        return new Trace(name, Shape.POINTS, 0, Arrays.stream(drawn).mapToDouble(point -> x[point]).toArray(),
                Arrays.stream(drawn).mapToDouble(point -> y[point]).toArray());
    }

    /**
     * Creates a line.
     *
     * @param name its name in the legend
     * @param x    the x values of its points
     * @param y    their y values, of the same number
     * @return the line
     */
    public static Trace line(String name, double[] x, double[] y) {
        return new Trace(name, Shape.LINE, 0, x, y);
    }

    /**
     * Creates a histogram of the fractions of values in bins.
     *
     * @param name   its name in the legend
     * @param values the values
     * @param bins   the bins
     * @return its outline; the fractions of all bins add up to one if all values lie in them
     */
    public static Trace histogram(String name, double[] values, Bins bins) {
        return outline(name, bins, shares(bins, values));
    }

    /** Creates a histogram with the bins on the y axis. */
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
     * Creates an empirical distribution: the fraction of values up to each value.
     *
     * @param name   its name in the legend
     * @param values the values; NaN are omitted
     * @return the steps of the empirical distribution
     */
    public static Trace distribution(String name, double... values) {
        double[] sorted = Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
        int every = Math.ceilDiv(Math.max(sorted.length, 1), MAX_POINTS / 2);
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
     * Creates the density of values, estimated with Gaussian kernels.
     *
     * @param name   its name in the legend
     * @param values the values; NaN are omitted
     * @return the density; without points unless two values differ
     */
    public static Trace density(String name, double... values) {
        return Density.of(values).map(known -> new Trace(name, Shape.AREA, 0, known.x(), known.density()))
                .orElseGet(() -> line(name, new double[0], new double[0]));
    }

    /**
     * Creates a horizontal box: the quartiles and the median, whiskers to the last values within 1.5 interquartile
     * ranges, and the values beyond them as points (Tukey). Quartiles are of type 7.
     *
     * @param name     its name in the legend
     * @param position its y value
     * @param values   the values; NaN are omitted
     * @return its parts; empty without values
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
     * Returns this trace in another colour.
     *
     * @param number the colour by number; traces of one run have the same
     * @return the same in that colour
     */
    public Trace inHue(int number) {
        return new Trace(name, shape, number, x, y);
    }

    /**
     * Returns this trace as a dashed line.
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
