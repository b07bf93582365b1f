package dev.ipw.telemetry.internal.live;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.SensorState;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one device for exporters, as far as its joules have one provenance. It counts while its series is in
 * the headline, so that the joules of all devices add up to the headline. Reading it waits for nothing.
 */
public final class LiveDevice {
    private static final double NANOS_PER_SECOND = 1e9;

    private final MeteredDevice device;
    private @Nullable EnergySeries series;
    private double joules;
    private double joulesBefore;
    private double watts = Double.NaN;
    private long readUntilNanos = Long.MAX_VALUE;

    LiveDevice(MeteredDevice device) {
        this.device = device;
    }

    /**
     * Returns the device's name.
     *
     * @return the name, for example {@code package-0}
     */
    public String name() {
        return device.name();
    }

    /**
     * Returns its kind in the hardware conventions of OpenTelemetry, or its scope if they have no name for it.
     *
     * @return the kind, for example {@code cpu}
     */
    public String type() {
        return switch (device.scope()) {
            case PACKAGE -> "cpu";
            case DRAM, MEMORY -> "memory";
            default -> device.scope().label();
        };
    }

    /**
     * Returns the provenance of its joules.
     *
     * @return MEASURED, INTEGRATED or ESTIMATED
     */
    public Provenance provenance() {
        return device.provenance();
    }

    /**
     * Returns the joules since the first reading; they never fall, and do not change while the counter is doubted.
     *
     * @return the joules
     */
    public synchronized double joules() {
        if (series != null && series.state() != SensorState.INCONSISTENT) {
            joules = Math.max(joules, series.totalJoules() - joulesBefore);
        }
        return joules;
    }

    /**
     * Returns the mean power between the last two refreshes.
     *
     * @return the watts; NaN before there are two, and while the sensor is lost
     */
    public synchronized double watts() {
        return series == null || series.lossReason().isPresent() ? Double.NaN : watts;
    }

    /** Counts the joules of a series beyond some joules. If it counts that series already, does nothing. */
    synchronized void count(EnergySeries counted, double uncountedJoules) {
        if (!counted.equals(series)) {
            joulesBefore = uncountedJoules - joules;
            series = counted;
        }
    }

    /** Stops counting, unless the counted series is the given one. */
    synchronized void countOnly(@Nullable EnergySeries counted) {
        if (!Objects.equals(counted, series)) {
            joules();
            series = null;
            watts = Double.NaN;
        }
    }

    /**
     * Computes the mean power of a time whose joules are known by now; where the last reading lies before its end, of
     * the time from one last reading to the next.
     */
    synchronized void refresh(long refreshedNanos, long nowNanos) {
        if (series == null) {
            return;
        }
        long endNanos = Math.min(nowNanos, series.lastNanos().orElse(nowNanos));
        long startNanos = Math.min(Math.min(refreshedNanos, readUntilNanos), endNanos);
        readUntilNanos = endNanos;
        EnergyReading reading = series.window(startNanos, endNanos);
        watts = reading.isComplete() && endNanos > startNanos
                ? reading.joules().orElseThrow() * NANOS_PER_SECOND / (endNanos - startNanos)
                : Double.NaN;
    }
}
