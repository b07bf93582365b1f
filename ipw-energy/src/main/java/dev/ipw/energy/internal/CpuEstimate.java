package dev.ipw.energy.internal;

/**
 * The estimate of a processor package's energy from the time its logical processors are busy:
 *
 * <pre>{@code
 * joules = elapsedSeconds x logicalProcessors x idleWatts + busySeconds x (activeWatts - idleWatts)
 * }</pre>
 *
 * <p>
 * The watts for one logical processor come from the makers' public data sheets, as package power over threads. Under
 * load: servers 1.9 W (EPYC 9654: 360 W, 192 threads) to 3.4 W (Xeon Platinum 8380: 270 W, 80 threads), desktops 5.3 W
 * (Ryzen 9 7950X: 170 W, 32 threads) to 7.9 W (Core i9-14900K: 253 W, 32 threads), laptops 1.8 W (Core i7-1360P: 28 W,
 * 16 threads). The bounds, 1.5 W and 8 W, include all of these; the nominal 3.5 W is their geometric mean. At idle a
 * package takes from about 0.05 W a thread (laptops asleep between two ticks) to about 1 W (servers with power saving
 * switched off); the nominal 0.25 W lies about equally far from both. It is a guess about a machine that was not
 * measured: the bounds differ by a factor of five under load, and frequency, vector units and memory traffic are not
 * considered at all.
 *
 * @param idleWatts   power of one idle logical processor, in watts
 * @param activeWatts power of one busy logical processor, in watts; at least idleWatts
 */
public record CpuEstimate(double idleWatts, double activeWatts) {
    /** The minimum of the known processors. */
    public static final CpuEstimate LOWEST = new CpuEstimate(0.05, 1.5);
    /** The reported estimate. */
    public static final CpuEstimate NOMINAL = new CpuEstimate(0.25, 3.5);
    /** The maximum of the known processors. */
    public static final CpuEstimate HIGHEST = new CpuEstimate(1.0, 8.0);

    /** Checks that a busy processor takes at least the power of an idle one. */
    public CpuEstimate {
        if (!(idleWatts >= 0 && activeWatts >= idleWatts)) {
            throw new IllegalArgumentException(
                    "Watts must satisfy 0 <= idle <= active, not idle " + idleWatts + " and active " + activeWatts);
        }
    }

    /**
     * Estimates the joules of an interval.
     *
     * @param elapsedSeconds    the length of the interval
     * @param logicalProcessors the number of logical processors
     * @param busySeconds       the busy time, summed over all logical processors
     * @return the estimate in joules
     */
    public double joules(double elapsedSeconds, int logicalProcessors, double busySeconds) {
        return elapsedSeconds * logicalProcessors * idleWatts + busySeconds * (activeWatts - idleWatts);
    }
}
