package dev.ipw.telemetry.hardware.amd;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Take the readings of one tick, by the sensors' names without the device's. */
final class Reading implements SampleSink {
    private final List<Sensor> sensors;
    private final Map<String, Number> values = new LinkedHashMap<>();
    private final Map<String, String> losses = new LinkedHashMap<>();

    private Reading(List<Sensor> sensors) {
        this.sensors = sensors;
    }

    static Reading of(TelemetrySource source) {
        Reading reading = new Reading(source.sensors());
        source.sample(reading);
        return reading;
    }

    Map<String, Number> values() {
        return values;
    }

    Map<String, String> losses() {
        return losses;
    }

    @Override
    public void counter(int sensor, long counts) {
        values.put(name(sensor), counts);
    }

    @Override
    public void gauge(int sensor, double value) {
        values.put(name(sensor), value);
    }

    @Override
    public void lost(int sensor, String reason) {
        losses.put(name(sensor), reason);
    }

    private String name(int sensor) {
        String source = sensors.get(sensor).source();
        return source
                .substring(source.indexOf(sensors.get(sensor).device()) + sensors.get(sensor).device().length() + 1);
    }
}
