package dev.ipw.telemetry.hardware;

import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;

/** Read sensors that are known when the source is opened, at one period. */
public abstract class HardwareSource implements TelemetrySource {
    private final String id;
    private final Duration period;
    private final List<Sensor> sensors;

    /**
     * Creates a source.
     *
     * @param id      the collector's id
     * @param period  how often it is worth reading
     * @param sensors what it reads, in the order of the sink's indices
     */
    protected HardwareSource(String id, Duration period, List<Sensor> sensors) {
        this.id = id;
        this.period = period;
        this.sensors = List.copyOf(sensors);
    }

    @Override
    public final String id() {
        return id;
    }

    @Override
    public final List<Sensor> sensors() {
        return sensors;
    }

    @Override
    public final Duration period() {
        return period;
    }
}
