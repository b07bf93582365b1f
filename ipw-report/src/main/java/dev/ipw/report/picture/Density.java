package dev.ipw.report.picture;

import dev.ipw.statistics.Quantiles;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apiguardian.api.API;

/**
 * A density estimated with Gaussian kernels, from the minimum to the maximum value. The bandwidth is 0.9 standard
 * deviations over the fifth root of the number of values (Silverman 1986, equation 3.31, without the interquartile
 * range), as in the Python reference. The density beyond the minimum and the maximum is not shown, as in the
 * reference.
 *
 * @param x         {@value #POINTS} places
 * @param density   the density there, whose integral over all real numbers is one
 * @param bandwidth the standard deviation of a kernel
 */
@API(status = API.Status.EXPERIMENTAL)
public record Density(double[] x, double[] density, double bandwidth) {
    private static final int POINTS = 512;
    /**
     * The number of bins of a histogram that replaces a larger number of values; the bins are much narrower than a
     * kernel.
     */
    private static final int BINS = 16_384;
    private static final double KERNELS = 8;

    /**
     * Estimates the density.
     *
     * @param values any values; non-finite ones do not count
     * @return the density; empty unless two values differ
     */
    public static Optional<Density> of(double[] values) {
        double[] sorted = Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
        if (sorted.length < 2 || sorted[0] == sorted[sorted.length - 1]) {
            return Optional.empty();
        }
        double least = sorted[0];
        double step = (sorted[sorted.length - 1] - least) / (POINTS - 1);
        double bandwidth = 0.9 * Quantiles.standardDeviation(sorted) * Math.pow(sorted.length, -0.2);
        double[] x = IntStream.range(0, POINTS).mapToDouble(point -> least + step * point).toArray();
        double[] centres = sorted;
        double[] weights = new double[sorted.length];
        Arrays.fill(weights, 1);
        if (sorted.length > BINS) {
            double width = (sorted[sorted.length - 1] - least) / (BINS - 1);
            centres = IntStream.range(0, BINS).mapToDouble(bin -> least + width * bin).toArray();
            weights = new double[BINS];
            for (double value : sorted) {
                weights[(int) Math.round((value - least) / width)]++;
            }
        }
        return Optional.of(new Density(x, at(x, centres, weights, bandwidth, sorted.length), bandwidth));
    }

    private static double[] at(double[] x, double[] centres, double[] weights, double bandwidth, int count) {
        double scale = 1 / (count * bandwidth * Math.sqrt(2 * Math.PI));
        double[] density = new double[x.length];
        for (int point = 0; point < x.length; point++) {
            double sum = 0;
            int first = Math.abs(lowerBound(centres, x[point] - KERNELS * bandwidth));
            for (int one = first; one < centres.length && centres[one] <= x[point] + KERNELS * bandwidth; one++) {
                double distance = (x[point] - centres[one]) / bandwidth;
                sum += weights[one] * Math.exp(-distance * distance / 2);
            }
            density[point] = sum * scale;
        }
        return density;
    }

    private static int lowerBound(double[] sorted, double value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
