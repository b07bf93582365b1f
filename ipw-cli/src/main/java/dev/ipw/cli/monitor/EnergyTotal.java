package dev.ipw.cli.monitor;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.Provenance;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Say what a device has used since its sensor's first reading.
 *
 * @param joules       what it has used, in joules
 * @param provenance   how the figure came about
 * @param source       the sensor in words
 * @param nanos        when the sensor was last read, as {@link System#nanoTime()}
 * @param coveredNanos for how long the joules are known, in nanoseconds, above zero
 */
public record EnergyTotal(double joules, Provenance provenance, String source, long nanos, long coveredNanos) {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /**
     * Add up a series.
     *
     * @param series what was recorded of the device
     * @return its joules so far; empty if there are none to tell, as long as it was read once only
     */
    static Optional<EnergyTotal> of(EnergySeries series) {
        if (series.firstNanos().isEmpty() || series.lastNanos().isEmpty()) {
            return Optional.empty();
        }
        long first = series.firstNanos().getAsLong();
        long last = series.lastNanos().getAsLong();
        EnergyReading all = series.window(first, last);
        return all.isAvailable()
                ? Optional.of(new EnergyTotal(all.joules().getAsDouble(), all.provenance(), all.source(), last,
                        series.coveredNanos(first, last)))
                : Optional.empty();
    }

    /**
     * Say what the device drew on average.
     *
     * @return the mean power in watts over the time for which the joules are known
     */
    public double meanWatts() {
        return joules * NANOS_PER_SECOND / coveredNanos;
    }
}
