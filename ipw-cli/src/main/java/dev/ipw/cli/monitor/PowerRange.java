package dev.ipw.cli.monitor;

import dev.ipw.energy.Scope;
import dev.ipw.engine.energy.DevicePower;
import dev.ipw.engine.energy.DeviceSeries;
import dev.ipw.statistics.Statistics;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Follow the least and the most power of a device over all that was read of it: the readings of its power sensor or, where it
 * has none, the steps of its joules. What is kept for days is thinned, so each interval is looked at soon after it has passed.
 */
final class PowerRange {
    private final TelemetrySession session;
    private final DeviceSeries series;
    private final Optional<Sensor> gauge;
    private final DoubleSummaryStatistics watts = new DoubleSummaryStatistics();
    private long seenNanos;
    private long nextNanos;
    private boolean begun;

    PowerRange(TelemetrySession session, DeviceSeries series) {
        this.session = session;
        this.series = series;
        String device = series.device().name();
        Scope scope = series.device().scope();
        gauge = session.sensors().stream().filter(sensor -> sensor.quantity() == Quantity.POWER_WATTS
                && sensor.device().equals(device) && sensor.scope() == scope).findFirst();
    }

    /** Look at what has come since. */
    void look() {
        if (series.lastNanos().isEmpty()) {
            return;
        }
        long last = series.lastNanos().getAsLong();
        if (!begun) {
            begun = true;
            seenNanos = series.firstNanos().orElse(last);
            nextNanos = last;
        }
        if (gauge.isPresent()) {
            take(session.statistics(gauge.get(), seenNanos, last));
            seenNanos = last;
        } else if (series.isSettledAt(nextNanos)) {
            // What a counter counted after its last movement is not out yet.
            take(DevicePower.over(List.of(series), seenNanos, nextNanos));
            seenNanos = nextNanos;
            nextNanos = last;
        }
    }

    private void take(Optional<Statistics> interval) {
        interval.ifPresent(known -> {
            watts.accept(known.minimum());
            watts.accept(known.maximum());
        });
    }

    /** Return the least in watts; empty if unknown yet. */
    OptionalDouble least() {
        return watts.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(watts.getMin());
    }

    /** Return the most in watts; empty if unknown yet. */
    OptionalDouble most() {
        return watts.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(watts.getMax());
    }
}
