package dev.ipw.micrometer;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Scope;
import io.micrometer.core.instrument.Tags;
import java.util.Locale;

/** Hold what a scrape is told of one device. Reading it waits for nothing. */
final class DeviceMeter {
    private static final double NANOS_PER_SECOND = 1e9;

    private final EnergySeries series;
    private double mostJoules;
    private volatile double watts = Double.NaN;

    DeviceMeter(EnergySeries series) {
        this.series = series;
    }

    EnergySeries series() {
        return series;
    }

    Tags tags() {
        MeteredDevice device = series.device();
        return Tags.of("hw.id", device.name(), "hw.type", type(device.scope()), "provenance",
                device.provenance().name().toLowerCase(Locale.ROOT));
    }

    /** Name a kind of device as the hardware conventions of OpenTelemetry do, or by its scope where they have no name. */
    private static String type(Scope scope) {
        return switch (scope) {
            case PACKAGE -> "cpu";
            case DRAM, MEMORY -> "memory";
            default -> scope.label();
        };
    }

    /** Return the joules since the first reading; they stand still while the counter is not believed. */
    synchronized double joules() {
        if (series.disbelief().isEmpty()) {
            mostJoules = Math.max(mostJoules, series.totalJoules());
        }
        return mostJoules;
    }

    /** Return the mean power between the last two refreshes; NaN before there are two, and while the sensor is lost. */
    double watts() {
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
