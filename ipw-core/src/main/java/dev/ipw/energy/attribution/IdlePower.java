package dev.ipw.energy.attribution;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.TimeSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Hold what a device draws while it serves nobody: the median over quiet pieces of two seconds, each begun at least a second after
 * the last request ended.
 *
 * @param watts       the median in watts
 * @param spreadWatts how far the pieces stray from it: the median distance, scaled to a standard deviation
 * @param pieces      how many there are
 * @param nanos       when the last of them ended, on the clock of the readings
 */
public record IdlePower(double watts, double spreadWatts, int pieces, long nanos) {
    private static final long SETTLING_NANOS = 1_000_000_000L;
    private static final long PIECE_NANOS = 2_000_000_000L;
    private static final double SIGMAS_PER_MEDIAN_DISTANCE = 1.4826;
    private static final Set<EnergyFlag> SPOILT = Set.of(EnergyFlag.RESET, EnergyFlag.GAP, EnergyFlag.PARTIAL,
            EnergyFlag.SHORT, EnergyFlag.LOST);

    /**
     * Measure in the quiet times of a run.
     *
     * @param series   what the device used
     * @param requests what it served; time outside of them is quiet
     * @return the idle power; empty if no time was quiet for long enough
     */
    public static Optional<IdlePower> of(EnergySeries series, List<RequestActivity> requests) {
        return series.firstNanos().isEmpty()
                ? Optional.empty()
                : within(new TimeSpan(series.firstNanos().getAsLong(), series.lastNanos().orElseThrow()), series,
                        requests);
    }

    /**
     * Measure in the quiet times of part of a series.
     *
     * @param span     the part in which all requests are known
     * @param series   what the device used
     * @param requests what it served; time outside of them is quiet
     * @return the idle power; empty if no time was quiet for long enough
     */
    public static Optional<IdlePower> within(TimeSpan span, EnergySeries series, List<RequestActivity> requests) {
        List<TimeSpan> quiet = quiet(span.startNanos(), span.endNanos(), requests);
        double[] watts = new double[64];
        int pieces = 0;
        long last = 0;
        for (TimeSpan rest : quiet) {
            for (long from = rest.startNanos(); from + PIECE_NANOS <= rest.endNanos(); from += PIECE_NANOS) {
                EnergyReading piece = series.window(from, from + PIECE_NANOS);
                if (piece.isAvailable() && piece.flags().stream().noneMatch(SPOILT::contains)) {
                    watts = pieces == watts.length ? Arrays.copyOf(watts, pieces * 2) : watts;
                    watts[pieces++] = piece.joules().orElseThrow() / (PIECE_NANOS / 1e9);
                    last = from + PIECE_NANOS;
                }
            }
        }
        if (pieces == 0) {
            return Optional.empty();
        }
        double[] known = Arrays.copyOf(watts, pieces);
        double median = median(known);
        double distance = median(Arrays.stream(known).map(one -> Math.abs(one - median)).toArray());
        return Optional.of(new IdlePower(median, SIGMAS_PER_MEDIAN_DISTANCE * distance, pieces, last));
    }

    private static List<TimeSpan> quiet(long first, long last, List<RequestActivity> requests) {
        List<RequestActivity> byStart = new ArrayList<>(requests);
        byStart.sort(Comparator.comparingLong(RequestActivity::startNanos));
        List<TimeSpan> quiet = new ArrayList<>();
        long from = first;
        for (RequestActivity request : byStart) {
            if (request.startNanos() > from) {
                quiet.add(new TimeSpan(from, Math.min(last, request.startNanos())));
            }
            from = Math.max(from, request.endNanos() + SETTLING_NANOS);
            if (from >= last) {
                return quiet;
            }
        }
        quiet.add(new TimeSpan(from, last));
        return quiet;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
