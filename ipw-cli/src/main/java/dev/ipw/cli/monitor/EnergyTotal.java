package dev.ipw.cli.monitor;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The energy of a device since its sensor's first reading.
 *
 * @param joules       the energy in joules
 * @param provenance   the origin of the figure
 * @param source       the sensor in words
 * @param flags        the flags of the figure, in their order
 * @param nanos        the time of the sensor's last reading, as {@link System#nanoTime()}
 * @param coveredNanos the duration for which the joules are known, in nanoseconds, above zero
 */
public record EnergyTotal(double joules, Provenance provenance, String source, List<EnergyFlag> flags, long nanos,
        long coveredNanos) {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /** Copies the flags. */
    public EnergyTotal {
        flags = List.copyOf(flags);
    }

    /**
     * Sums a series.
     *
     * @param series the recorded series of the device
     * @return its joules so far; empty without joules, which includes a series that was read only once
     */
    static Optional<EnergyTotal> of(DeviceSeries series) {
        // Read once: the series grows meanwhile, and joules and seconds must cover the same time.
        Optional<TimeSpan> read = read(series);
        Optional<EnergyReading> all = read.map(span -> series.window(span.startNanos(), span.endNanos()));
        return all.filter(EnergyReading::isAvailable)
                .map(known -> new EnergyTotal(known.joules().orElseThrow(), known.provenance(), known.source(),
                        known.flags().stream().sorted().toList(), read.orElseThrow().endNanos(),
                        series.coveredNanos(read.orElseThrow().startNanos(), read.orElseThrow().endNanos())));
    }

    /** Returns the reason why a recorded series has no joules. */
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
     * Returns the mean power.
     *
     * @return the mean power in watts over the time for which the joules are known
     */
    public double meanWatts() {
        return joules * NANOS_PER_SECOND / coveredNanos;
    }
}
