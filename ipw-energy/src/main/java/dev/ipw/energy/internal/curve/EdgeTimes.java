package dev.ipw.energy.internal.curve;

import dev.ipw.energy.internal.EnergySteps;
import java.util.Arrays;

/**
 * The times of a counter's edges. Two readings enclose a movement. Its neighbours show the place between them, since
 * most counters move at an even pace: a line through the middles of the edges around it. The deviation of the middles
 * from the line, beyond the effect of the enclosing readings, is the unevenness of the pace; the less even it is, the
 * closer the edge stays to its own middle. A counter that moves at every reading moves more often than it is read; each
 * reading then shows the joules up to half its period before.
 */
final class EdgeTimes {
    private static final int NEIGHBOURS = 16;
    private static final int MIN_NEIGHBOURS = 6;
    private static final double MIN_RESTING_READINGS_SHARE = 0.02;
    private static final double SQRT_3 = Math.sqrt(3);
    // An age can be anything between zero and the period.
    private static final double AGES_PER_VARIANCE = 12;
    private static final double TOLERATED_VARIANCE_RATIO = 1.1;
    private static final double MAX_WIDTHS = 4;
    private static final double MAX_CORRELATION = 0.98;

    private final EnergySteps steps;
    private final double[] nanos;
    private final double[] sigmaNanos;
    private final long origin;

    private EdgeTimes(EnergySteps steps) {
        this.steps = steps;
        int count = steps.edges();
        origin = count == 0 ? 0 : steps.earliest(0);
        nanos = new double[count];
        sigmaNanos = new double[count];
    }

    static EdgeTimes of(EnergySteps steps) {
        EdgeTimes times = new EdgeTimes(steps);
        times.placeInTheMiddle();
        if (steps.isCounted()) {
            if (times.outpacesReadings()) {
                times.placeByAge();
            } else {
                times.placeEvenly();
            }
        }
        times.keepOrder();
        return times;
    }

    /** Returns the origin of the offsets. */
    long originNanos() {
        return origin;
    }

    /** Returns the edges' moments as nanoseconds since the origin. */
    double[] nanos() {
        return nanos;
    }

    /** Returns the standard deviations of the edges' moments in nanoseconds. */
    double[] sigmaNanos() {
        return sigmaNanos;
    }

    private double low(int edge) {
        return steps.earliest(edge) - origin;
    }

    private double high(int edge) {
        return steps.latest(edge) - origin;
    }

    private void placeInTheMiddle() {
        for (int edge = 0; edge < nanos.length; edge++) {
            nanos[edge] = (low(edge) + high(edge)) / 2;
            sigmaNanos[edge] = (high(edge) - low(edge)) / 2 / SQRT_3;
        }
    }

    /** Returns whether a reading hardly ever finds the counter unchanged since the reading before it. */
    private boolean outpacesReadings() {
        int movements = 0;
        int rested = 0;
        for (int edge = 1; edge < nanos.length; edge++) {
            if (steps.isMovement(edge)) {
                movements++;
                rested += steps.latest(edge - 1) < steps.earliest(edge) ? 1 : 0;
            }
        }
        return rested < MIN_RESTING_READINGS_SHARE * movements;
    }

    /** Places each edge in the middle of its possible times, as far as it shows the age of readings. */
    private void placeByAge() {
        double variance = ReadingAge.variance(steps);
        double period = Math.sqrt(AGES_PER_VARIANCE * variance);
        for (int edge = 0; edge < nanos.length; edge++) {
            if (steps.isMovement(edge)) {
                nanos[edge] = Math.max(low(edge), high(edge) - period / 2);
                sigmaNanos[edge] = variance > 0 ? Math.min(sigmaNanos[edge], Math.sqrt(variance)) : sigmaNanos[edge];
            }
        }
    }

    private void placeEvenly() {
        double usual = usualWidth();
        int from = 1;
        while (from < nanos.length) {
            if (!isRegular(from, usual)) {
                placeLate(from, usual);
                from++;
                continue;
            }
            int to = from + 1;
            while (to < nanos.length && isRegular(to, usual)) {
                to++;
            }
            placeEvenly(from, to);
            from = to;
        }
    }

    /** Returns the median time between the two readings that enclose a movement. */
    private double usualWidth() {
        double[] widths = new double[nanos.length];
        int count = 0;
        for (int edge = 1; edge < nanos.length; edge++) {
            if (steps.isMovement(edge)) {
                widths[count++] = high(edge) - low(edge);
            }
        }
        Arrays.sort(widths, 0, count);
        return count == 0 ? 0 : widths[count / 2];
    }

    private boolean isRegular(int edge, double usualWidth) {
        return steps.isMovement(edge) && high(edge) - low(edge) <= MAX_WIDTHS * usualWidth;
    }

    /** After a longer pause the reading shows all, or almost all, joules up to its end. */
    private void placeLate(int edge, double usualWidth) {
        if (steps.isMovement(edge)) {
            nanos[edge] = high(edge) - usualWidth / 2;
            sigmaNanos[edge] = usualWidth / 2 / SQRT_3;
        }
    }

    /** Places the edges of an interval without unknown joules. */
    private void placeEvenly(int from, int to) {
        if (to - from < MIN_NEIGHBOURS) {
            return;
        }
        double[] middles = Arrays.copyOfRange(nanos, from, to);
        double[] numbers = numbers(middles);
        double[] offLine = new double[middles.length];
        double[] sampling = new double[middles.length];
        double[] uneven = new double[middles.length];
        Line line = new Line();
        for (int i = 0; i < middles.length; i++) {
            int first = Math.max(0, i - NEIGHBOURS);
            int last = Math.min(middles.length, i + NEIGHBOURS + 1);
            double enclosed = 0;
            line.clear();
            for (int j = first; j < last; j++) {
                line.add(numbers[j] - numbers[i], middles[j] - middles[i]);
                double half = (high(from + j) - low(from + j)) / 2;
                enclosed += half * half / 3;
            }
            line.solve();
            enclosed /= last - first;
            offLine[i] = line.atZero();
            sampling[i] = enclosed * line.leverage();
            uneven[i] = Math.max(0, line.residualVariance() - TOLERATED_VARIANCE_RATIO * enclosed);
        }
        double repeated = variedTogether(offLine);
        for (int i = 0; i < middles.length; i++) {
            place(from + i, middles[i], offLine[i], sampling[i] * repeated + uneven[i], uneven[i] > 0);
        }
    }

    /**
     * Returns the factor by which a line is more uncertain because its points vary together, as they do where the
     * reading follows the pace of the counter.
     */
    private static double variedTogether(double[] offLine) {
        double squares = 0;
        double products = 0;
        for (int i = 0; i < offLine.length; i++) {
            squares += offLine[i] * offLine[i];
            products += i == 0 ? 0 : offLine[i] * offLine[i - 1];
        }
        double correlation = squares > 0 ? Math.clamp(products / squares, 0, MAX_CORRELATION) : 0;
        return (1 + correlation) / (1 - correlation);
    }

    private void place(int edge, double middle, double offLine, double lineVariance, boolean isUneven) {
        double half = (high(edge) - low(edge)) / 2;
        double middleVariance = half * half / 3;
        double weight = isUneven || lineVariance > middleVariance
                ? middleVariance / (middleVariance + lineVariance)
                : 1;
        nanos[edge] = Math.clamp(middle + weight * offLine, low(edge), high(edge));
        sigmaNanos[edge] = Math.sqrt(Math.min(lineVariance, middleVariance));
    }

    /** Numbers the edges by the number of periods between them: a movement without any count shows no edge. */
    private static double[] numbers(double[] middles) {
        double[] distances = new double[middles.length - 1];
        for (int i = 0; i < distances.length; i++) {
            distances[i] = middles[i + 1] - middles[i];
        }
        double[] sorted = distances.clone();
        Arrays.sort(sorted);
        double period = sorted[sorted.length / 2];
        double[] numbers = new double[middles.length];
        for (int i = 0; i < distances.length; i++) {
            numbers[i + 1] = numbers[i] + Math.max(1, Math.rint(distances[i] / period));
        }
        return numbers;
    }

    private void keepOrder() {
        for (int edge = 1; edge < nanos.length; edge++) {
            nanos[edge] = Math.max(nanos[edge], Math.nextUp(nanos[edge - 1]));
        }
    }

    /** A line through points, fitted by least squares. */
    private static final class Line {
        private double count;
        private double sumX;
        private double sumY;
        private double sumXx;
        private double sumXy;
        private double sumYy;
        private double slope;
        private double offset;

        void clear() {
            count = 0;
            sumX = 0;
            sumY = 0;
            sumXx = 0;
            sumXy = 0;
            sumYy = 0;
        }

        void add(double x, double y) {
            count++;
            sumX += x;
            sumY += y;
            sumXx += x * x;
            sumXy += x * y;
            sumYy += y * y;
        }

        void solve() {
            slope = (count * sumXy - sumX * sumY) / (count * sumXx - sumX * sumX);
            offset = (sumY - slope * sumX) / count;
        }

        double atZero() {
            return offset;
        }

        double residualVariance() {
            return Math.max(0, sumYy - offset * sumY - slope * sumXy) / (count - 2);
        }

        /** Returns the variance of the line at zero, relative to that of a point. */
        double leverage() {
            double mean = sumX / count;
            return 1 / count + mean * mean / (sumXx - count * mean * mean);
        }
    }
}
