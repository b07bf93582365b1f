package dev.ipw.cli.monitor;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.TimeSpan;
import dev.ipw.engine.energy.DeviceSeries;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
        // Taken once: the series grows meanwhile, and joules and seconds are of the same time.
        Optional<TimeSpan> read = read(series);
        Optional<EnergyReading> all = read.map(span -> series.window(span.startNanos(), span.endNanos()));
        return all.filter(EnergyReading::isAvailable)
                .map(known -> new EnergyTotal(known.joules().orElseThrow(), known.provenance(), known.source(),
                        known.flags().stream().sorted().toList(), read.orElseThrow().endNanos(),
                        series.coveredNanos(read.orElseThrow().startNanos(), read.orElseThrow().endNanos())));
    }

    /** Return why a series that is read has no joules. */
    static Optional<String> whyNone(DeviceSeries series) {
        return series.sampleCount() < 2
                ? Optional.empty()
                : read(series).flatMap(span -> series.window(span.startNanos(), span.endNanos()).reason());
    }

    private static Optional<TimeSpan> read(DeviceSeries series) {
        OptionalLong last = series.lastNanos();
        return last.isPresent()
                ? Optional.of(new TimeSpan(series.firstNanos().orElseThrow(), last.getAsLong()))
                : Optional.empty();
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
