package dev.ipw.energy.attribution.internal.activity;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.EnergySteps;
import dev.ipw.statistics.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A device's idle power: the median over quiet pieces of time.
 *
 * @param watts       the median in watts
 * @param spreadWatts the spread of the pieces as a standard deviation: the median distance, scaled; for a single piece
 *                    its uncertainty by its bounds
 * @param leastWatts  the power in the quietest twentieth of them
 * @param pieces      the number of pieces
 * @param nanos       the end of the last piece, on the clock of the readings
 */
public record IdlePower(double watts, double spreadWatts, double leastWatts, int pieces, long nanos) {
    private static final long SETTLING_NANOS = 1_000_000_000L;
    private static final long PIECE_NANOS = 2_000_000_000L;
    // A counter spreads the following joules over the step in which they begin.
    private static final long STEP_NANOS = 250_000_000L;
    private static final int SETTLING_PART_OF_A_REST = 5;
    private static final int STEP_PART_OF_A_REST = 20;
    private static final int MIN_REST_PIECES = 2;
    private static final double SIGMAS_PER_MEDIAN_DISTANCE = 1.4826;
    private static final double MEDIAN = 0.5;
    private static final double QUIETEST = 0.05;
    private static final double SQRT_12 = Math.sqrt(12);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long LONG_GAP_NANOS = 3_600_000_000_000L;
    private static final Set<EnergyFlag> SPOILT = Set.of(EnergyFlag.RESET, EnergyFlag.GAP, EnergyFlag.PARTIAL,
            EnergyFlag.PROVISIONAL, EnergyFlag.SHORT, EnergyFlag.LOST);

    /**
     * Measures the quiet times of a series, as {@link #quietPieces} finds them in the intervals that are read without a
     * gap of an hour.
     *
     * @param series   the joules of the device
     * @param requests the requests; time outside of them is quiet
     * @return the idle power; empty if no quiet time was long enough
     */
    public static Optional<IdlePower> of(DeviceSeries series, List<RequestActivity> requests) {
        List<TimeSpan> quiet = new ArrayList<>();
        for (TimeSpan read : intervals(series.steps())) {
            quiet.addAll(quietPieces(read, requests));
        }
        return over(series, quiet);
    }

    /** Lists the intervals between long gaps, which may be years where clocks are mixed up. */
    private static List<TimeSpan> intervals(EnergySteps steps) {
        List<TimeSpan> intervals = new ArrayList<>();
        int from = 0;
        for (int step = 0; step + 1 < steps.edges(); step++) {
            if (steps.isGap(step) && steps.latest(step + 1) - steps.earliest(step) > LONG_GAP_NANOS) {
                intervals.add(new TimeSpan(steps.earliest(from), steps.latest(step)));
                from = step + 1;
            }
        }
        if (steps.edges() > 0) {
            intervals.add(new TimeSpan(steps.earliest(from), steps.latest(steps.edges() - 1)));
        }
        return intervals;
    }

    /**
     * Measures pieces of time that are known to be quiet. A piece that the readings do not cover well, because some are
     * missing or it holds less than two steps of the counter, is left out.
     *
     * @param series the joules of the device
     * @param quiet  the pieces, in any order
     * @return the idle power; empty if no piece remains
     */
    public static Optional<IdlePower> over(DeviceSeries series, List<TimeSpan> quiet) {
        double[] watts = new double[quiet.size()];
        int pieces = 0;
        long last = Long.MIN_VALUE;
        double openWatts = 0;
        for (TimeSpan whole : quiet) {
            // Work after a moment already shows in means up to the averaging time later.
            TimeSpan span = new TimeSpan(whole.startNanos(),
                    Math.max(whole.startNanos(), whole.endNanos() - series.device().averagingNanos()));
            EnergyReading piece = series.window(span.startNanos(), span.endNanos());
            if (span.nanos() > 0 && piece.isAvailable() && piece.flags().stream().noneMatch(SPOILT::contains)) {
                double seconds = span.nanos() / NANOS_PER_SECOND;
                watts[pieces++] = piece.joules().orElseThrow() / seconds;
                openWatts = (piece.upper().orElseThrow() - piece.lower().orElseThrow()) / seconds;
                last = Math.max(last, span.endNanos());
            }
        }
        if (pieces == 0) {
            return Optional.empty();
        }
        double[] known = Arrays.copyOf(watts, pieces);
        double median = Quantiles.of(known, MEDIAN);
        double distance = Quantiles.of(Arrays.stream(known).map(one -> Math.abs(one - median)).toArray(), MEDIAN);
        double spread = pieces == 1 ? openWatts / SQRT_12 : SIGMAS_PER_MEDIAN_DISTANCE * distance;
        return Optional.of(new IdlePower(median, spread, Quantiles.of(known, QUIETEST), pieces, last));
    }

    /**
     * Finds quiet pieces of two seconds between requests. Each starts at least a second after the end of the last
     * request, and ends at least a quarter of a second before the start of the next.
     *
     * @param span     the part of the run in which all requests are known
     * @param requests the requests; time outside of them is quiet
     * @return the pieces, in order
     */
    public static List<TimeSpan> quietPieces(TimeSpan span, List<RequestActivity> requests) {
        return quietPieces(span, ActiveTimes.of(requests));
    }

    /**
     * Finds the same pieces from the times of the requests alone.
     *
     * @param span     the part of the run in which all requests are known
     * @param requests the times of the requests
     * @return the pieces, in order
     */
    public static List<TimeSpan> quietPieces(TimeSpan span, ActiveTimes requests) {
        List<TimeSpan> pieces = new ArrayList<>();
        for (TimeSpan rest : gaps(span.startNanos(), span.endNanos(), requests)) {
            for (long from = rest.startNanos(); from + PIECE_NANOS <= rest.endNanos()
                    - STEP_NANOS; from += PIECE_NANOS) {
                pieces.add(new TimeSpan(from, from + PIECE_NANOS));
            }
        }
        return pieces;
    }

    /**
     * Divides a rest, which begins and ends next to a request, into quiet pieces. Its first second, or fifth, is
     * reserved for the device to settle, and its last quarter of a second, or twentieth, for the counter's step into
     * the next request. The remaining time forms pieces of two seconds, or two shorter ones.
     *
     * @param rest a time without requests
     * @return the pieces, in order; empty for a rest without length
     */
    public static List<TimeSpan> piecesOfRest(TimeSpan rest) {
        long settled = rest.startNanos() + Math.min(SETTLING_NANOS, rest.nanos() / SETTLING_PART_OF_A_REST);
        long end = rest.endNanos() - Math.min(STEP_NANOS, rest.nanos() / STEP_PART_OF_A_REST);
        long pieceNanos = Math.min(PIECE_NANOS, (end - settled) / MIN_REST_PIECES);
        List<TimeSpan> pieces = new ArrayList<>();
        for (long from = settled; pieceNanos > 0 && from + pieceNanos <= end; from += pieceNanos) {
            pieces.add(new TimeSpan(from, from + pieceNanos));
        }
        return pieces;
    }

    private static List<TimeSpan> gaps(long first, long last, ActiveTimes requests) {
        List<TimeSpan> quiet = new ArrayList<>();
        int ended = 0;
        for (int started = 0; started < requests.size(); started++) {
            long start = requests.start(started);
            while (ended < started && requests.end(ended) + SETTLING_NANOS < start) {
                ended++;
            }
            // No request is in flight if equal numbers have ended and started.
            if (ended == started) {
                addGap(quiet, settled(first, ended, requests), Math.min(last, start));
            }
            if (start >= last) {
                return quiet;
            }
        }
        addGap(quiet, settled(first, requests.size(), requests), last);
        return quiet;
    }

    private static long settled(long first, int ended, ActiveTimes requests) {
        return ended == 0 ? first : Math.max(first, requests.end(ended - 1) + SETTLING_NANOS);
    }

    private static void addGap(List<TimeSpan> quiet, long from, long to) {
        if (from < to) {
            quiet.add(new TimeSpan(from, to));
        }
    }
}
