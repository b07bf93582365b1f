package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keep what one tick of a source gave. */
final class ReadSink implements SampleSink {
    private final List<Sensor> sensors;
    private final Map<Integer, Double> values = new HashMap<>();
    private final Map<Integer, String> losses = new HashMap<>();

    private ReadSink(List<Sensor> sensors) {
        this.sensors = sensors;
    }

    static ReadSink of(TelemetrySource source) {
        ReadSink sink = new ReadSink(source.sensors());
        source.sample(sink);
        return sink;
    }

    @Override
    public void counter(int sensor, long counts) {
        values.put(sensor, (double) counts);
    }

    @Override
    public void gauge(int sensor, double value) {
        values.put(sensor, value);
    }

    @Override
    public void lost(int sensor, String reason) {
        losses.put(sensor, reason);
    }

    /** Return the value of the first sensor of a kind; empty if it gave none. */
    Optional<Double> value(Quantity quantity, Scope scope) {
        return Optional.ofNullable(values.get(index(quantity, scope)));
    }

    /** Return the reason why the first sensor of a kind gave nothing; empty if it gave none. */
    Optional<String> loss(Quantity quantity, Scope scope) {
        return Optional.ofNullable(losses.get(index(quantity, scope)));
    }

    /** Return the value of a sensor by its place. */
    Optional<Double> value(int sensor) {
        return Optional.ofNullable(values.get(sensor));
    }

    Map<Integer, Double> values() {
        return values;
    }

    Map<Integer, String> losses() {
        return losses;
    }

    private int index(Quantity quantity, Scope scope) {
        for (int i = 0; i < sensors.size(); i++) {
            if (sensors.get(i).quantity() == quantity && sensors.get(i).scope() == scope) {
                return i;
            }
        }
        throw new AssertionError("There is no sensor for " + quantity + " of " + scope + " among " + sensors);
    }
}
