package dev.ipw.cli.monitor;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.engine.energy.DeviceSeries;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Hold what a device has used since its sensor's first reading.
 *
 * @param joules       what it has used, in joules
 * @param provenance   how the figure came about
 * @param source       the sensor in words
 * @param flags        what to know about the figure, in their order
 * @param nanos        when the sensor was last read, as {@link System#nanoTime()}
 * @param coveredNanos for how long the joules are known, in nanoseconds, above zero
 */
public record EnergyTotal(double joules, Provenance provenance, String source, List<EnergyFlag> flags, long nanos,
        long coveredNanos) {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /** Copy the flags. */
    public EnergyTotal {
        flags = List.copyOf(flags);
    }

    /**
     * Add up a series.
     *
     * @param series what was recorded of the device
     * @return its joules so far; empty if there are none to tell, as long as it was read once only
     */
    static Optional<EnergyTotal> of(DeviceSeries series) {
        EnergyReading all = all(series);
        long last = series.lastNanos().orElse(0);
        return all.isAvailable()
                ? Optional.of(new EnergyTotal(all.joules().orElseThrow(), all.provenance(), all.source(),
                        all.flags().stream().sorted().toList(), last,
                        series.coveredNanos(series.firstNanos().orElse(last), last)))
                : Optional.empty();
    }

    /** Return why a series that is read has no joules. */
    static Optional<String> whyNone(DeviceSeries series) {
        return series.sampleCount() < 2 ? Optional.empty() : all(series).reason();
    }

    private static EnergyReading all(DeviceSeries series) {
        long last = series.lastNanos().orElse(0);
        return series.window(series.firstNanos().orElse(last), last);
    }

    /**
     * Return what the device drew on average.
     *
     * @return the mean power in watts over the time for which the joules are known
     */
    public double meanWatts() {
        return joules * NANOS_PER_SECOND / coveredNanos;
    }
}
