package dev.ipw.cli.monitor;

import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DevicePower;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.statistics.Statistics;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The minimum and the maximum power of a device over all its readings: those of its power sensor or, without one, the
 * steps of its joules. Samples that are kept for days are thinned, so each interval is processed soon after it has
 * passed.
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

    /** Processes the readings since the last call. */
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
            // The counter has not yet published its count after its last step.
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

    /** Returns the minimum in watts; empty if unknown yet. */
    OptionalDouble least() {
        return watts.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(watts.getMin());
    }

    /** Returns the maximum in watts; empty if unknown yet. */
    OptionalDouble most() {
        return watts.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(watts.getMax());
    }
}
