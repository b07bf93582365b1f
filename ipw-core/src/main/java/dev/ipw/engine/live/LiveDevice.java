package dev.ipw.engine.live;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;

/** Hold what exporters are told of one device. Asking waits for nothing. */
public final class LiveDevice {
    private static final double NANOS_PER_SECOND = 1e9;

    private final EnergySeries series;
    private double mostJoules;
    private volatile double watts = Double.NaN;

    LiveDevice(EnergySeries series) {
        this.series = series;
    }

    /**
     * Return the device's name.
     *
     * @return the name, for example {@code package-0}
     */
    public String name() {
        return series.device().name();
    }

    /**
     * Return its kind as the hardware conventions of OpenTelemetry name it, or its scope where they have no name.
     *
     * @return the kind, for example {@code cpu}
     */
    public String type() {
        Scope scope = series.device().scope();
        return switch (scope) {
            case PACKAGE -> "cpu";
            case DRAM, MEMORY -> "memory";
            default -> scope.label();
        };
    }

    /**
     * Return how its joules are known.
     *
     * @return MEASURED, INTEGRATED or ESTIMATED
     */
    public Provenance provenance() {
        return series.device().provenance();
    }

    /**
     * Return the joules since the first reading; they never fall, and stand still while the counter is not believed.
     *
     * @return the joules
     */
    public synchronized double joules() {
        if (series.disbelief().isEmpty()) {
            mostJoules = Math.max(mostJoules, series.totalJoules());
        }
        return mostJoules;
    }

    /**
     * Return the mean power between the last two refreshes.
     *
     * @return the watts; NaN before there are two, and while the sensor is lost
     */
    public double watts() {
        return series.lossReason().isPresent() ? Double.NaN : watts;
    }

    /** Take the mean power of a time whose joules are known by now. */
    void refresh(long startNanos, long endNanos) {
        EnergyReading reading = series.window(startNanos, endNanos);
        watts = reading.isComplete() && endNanos > startNanos
                ? reading.joules().orElseThrow() * NANOS_PER_SECOND / (endNanos - startNanos)
                : Double.NaN;
    }
}
