package dev.ipw.statistics.internal.series;

import dev.ipw.statistics.Quantiles;
import java.util.Arrays;

/**
 * The factor on the variance of a mean of autocorrelated values: a mean of n such values varies as one of n /
 * inflation independent values does.
 *
 * <p>The inflation is the larger of two estimates, because each is too small where the other is not: that of a series
 * whose memory fades by the same share at each step, corrected for the bias of its correlation in short series
 * (Marriott and Pope, 1954), and the sum of the measured correlations (Geyer, 1992). A drift counts as one draw: had
 * the run begun elsewhere on it, all values would lie elsewhere. Long series are put into batches first, so the time
 * grows with their length.
 */
public final class SeriesInflation {
    private static final int MIN = 8;
    private static final int MAX_BATCHES = 4096;
    private static final int FEW_BATCHES = 12;
    private static final double LAG_ONE_SURE = 1.645;
    /** The quantile at 0.99 of chi squared for {@value #FEW_BATCHES} to 17 batches, one degree of freedom fewer. */
    private static final double[] MAX_CHI_SQUARED = {24.724970311318283, 26.21696730553585, 27.688249610457049,
            29.141237740672797, 30.577914166892494, 31.99992690881518};
    private static final double DRIFT_CHANCE = 0.03;

    private SeriesInflation() {}

    /**
     * Estimates the inflation of a series.
     *
     * @param series finite values in the order of time
     * @return from 1 to the length; 1 if independence is plausible, the series does not vary, or is shorter than
     *         {@value #MIN}
     * @throws IllegalArgumentException if a value is not finite
     */
    public static double of(double[] series) {
        if (!Arrays.stream(series).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("A series has finite values only; leave out what is not known");
        }
        double largest = Arrays.stream(series).map(Math::abs).max().orElse(0);
        // Squares of very large or small values exceed the range of a double; scaling by a power of two changes no
        // digit.
        int exponent = largest > 0 ? Math.getExponent(largest) : 0;
        return ofScaled(Arrays.stream(series).map(value -> Math.scalb(value, -exponent)).toArray());
    }

    private static double ofScaled(double[] series) {
        int count = series.length;
        double variance = count < MIN ? 0 : Math.pow(Quantiles.standardDeviation(series), 2);
        if (!(variance > 0) || looksIndependent(series, variance)) {
            return 1;
        }
        int size = (count + MAX_BATCHES - 1) / MAX_BATCHES;
        double[] batches = batches(series, size);
        double ofBatches = Math.pow(Quantiles.standardDeviation(batches), 2);
        return Math.clamp(size * ofBatches / variance * inflationOf(batches), 1, count);
    }

    /**
     * Returns whether the series looks independent: neighbours show a memory, a few long batches show a drift that no
     * two neighbours show.
     */
    private static boolean looksIndependent(double[] series, double variance) {
        boolean neighbours = Autocorrelation.ofLagOne(series) <= LAG_ONE_SURE / Math.sqrt(series.length);
        int size = series.length / FEW_BATCHES;
        if (size < 2) {
            return neighbours;
        }
        double[] few = batches(series, size);
        double ratio = size * Math.pow(Quantiles.standardDeviation(few), 2) / variance;
        return neighbours && ratio <= maxChiSquared(few.length) / (few.length - 1);
    }

    /** Returns the quantile of chi squared that so many independent batches seldom exceed. */
    static double maxChiSquared(int batches) {
        return MAX_CHI_SQUARED[batches - FEW_BATCHES];
    }

    private static double[] batches(double[] series, int size) {
        double[] batches = new double[series.length / size];
        Arrays.setAll(batches, batch -> {
            double sum = 0;
            for (int index = batch * size; index < (batch + 1) * size; index++) {
                sum += series[index];
            }
            return sum / size;
        });
        return batches;
    }

    private static double inflationOf(double[] series) {
        int count = series.length;
        double[] rest = series.clone();
        double share = takeDriftOut(rest);
        double memory = ofMemory(rest);
        double worth = Math.max(1, count / memory);
        double slope = Math.sqrt(share / Math.max(1e-12, 1 - share) * Math.max(1, count - 2) / memory);
        boolean drifts = share > 1 - 1e-9
                || StudentTail.beyond(slope, Math.max(1, worth - 2)) < DRIFT_CHANCE;
        return drifts ? share * count + (1 - share) * memory : ofMemory(series);
    }

    /** Subtracts the straight line of least squares; returns its share of the variance. */
    private static double takeDriftOut(double[] series) {
        double middle = (series.length - 1) / 2.0;
        double mean = Arrays.stream(series).average().orElseThrow();
        double products = 0;
        double squares = 0;
        double all = 0;
        for (int index = 0; index < series.length; index++) {
            products += (index - middle) * (series[index] - mean);
            squares += (index - middle) * (index - middle);
            all += (series[index] - mean) * (series[index] - mean);
        }
        double slope = products / squares;
        for (int index = 0; index < series.length; index++) {
            series[index] -= mean + slope * (index - middle);
        }
        return all > 0 ? Math.min(1, slope * products / all) : 0;
    }

    private static double ofMemory(double[] series) {
        double count = series.length;
        double lagOne = Autocorrelation.ofLagOne(series);
        double corrected = Math.min(lagOne + (1 + 3 * lagOne) / count, (count - 1) / (count + 1));
        double fading = (1 + corrected) / (1 - corrected);
        double summed = count / Autocorrelation.effectiveSize(series);
        double larger = Math.clamp(Math.max(fading, summed), 1, count);
        // The variance of a series with a memory is too small as well, because the mean follows it.
        return larger / Math.max(1 / count, 1 - larger / count);
    }
}
