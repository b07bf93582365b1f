package dev.ipw.telemetry.remote;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;

/**
 * The place of a GPU exporter that could not be read when its fleet was opened: a sensor of its GPUs without a
 * reading. So the sums of the fleet are shown as those of some of the devices.
 *
 * @param target the exporter
 */
record UnreadExporter(ExporterTarget target) implements TelemetrySource {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    @Override
    public String id() {
        return PrometheusProvider.ID;
    }

    @Override
    public List<Sensor> sensors() {
        return List.of(Sensor.of("devices of " + target.address().name(), Scope.GPU, Quantity.UTILIZATION_PERCENT,
                PrometheusProvider.ID + " " + target.name()));
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
        // There is nothing to read.
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
