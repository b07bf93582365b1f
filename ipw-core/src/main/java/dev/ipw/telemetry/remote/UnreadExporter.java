package dev.ipw.telemetry.remote;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place of a GPU exporter that could not be read when its fleet was opened: a lost sensor without joules. So the
 * sums of the fleet are shown as those of some of the devices.
 */
final class UnreadExporter implements TelemetrySource {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final List<Sensor> sensors;
    private volatile @Nullable String reason;

    UnreadExporter(ExporterTarget target, String reason) {
        this.reason = reason;
        sensors = List.of(Sensor.of("devices of " + target.address().name(), Scope.GPU, Quantity.UTILIZATION_PERCENT,
                PrometheusProvider.ID + " " + target.name()));
    }

    @Override
    public String id() {
        return PrometheusProvider.ID;
    }

    @Override
    public List<Sensor> sensors() {
        return sensors;
    }

    @Override
    public Duration period() {
        return PERIOD;
    }

    @Override
    public boolean readsServingMachine() {
        return true;
    }

    @Override
    public void sample(SampleSink sink) {
        String lost = reason;
        if (lost != null) {
            sink.lost(0, lost);
        }
    }

    @Override
    public void close() {
        reason = null;
    }
}
