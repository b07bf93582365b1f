package dev.ipw.telemetry.hardware;

import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;

/** A source with one period, whose sensors are known when it is opened. */
public abstract class HardwareSource implements TelemetrySource {
    private final String id;
    private final Duration period;
    private final List<Sensor> sensors;

    /**
     * Creates a source.
     *
     * @param id      the collector's id
     * @param period  the period at which it is worth reading
     * @param sensors the sensors, in the order of the sink's indices
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
