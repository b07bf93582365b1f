package dev.ipw.telemetry.remote;

import dev.ipw.energy.TimeSpan;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keep what one tick of a source gave, and hold the source to the kinds of its sensors. */
final class RecordingSink implements SampleSink {
    private final TelemetrySource source;
    private final Map<Integer, Double> values = new HashMap<>();
    private final List<TimeSpan> times = new ArrayList<>();
    private final Map<Integer, String> losses = new HashMap<>();

    private RecordingSink(TelemetrySource source) {
        this.source = source;
    }

    static RecordingSink sample(TelemetrySource source) {
        RecordingSink sink = new RecordingSink(source);
        source.sample(sink);
        return sink;
    }

    /** Return each reading by {@code device scope quantity}, counters in joules. */
    Map<String, Double> values() {
        Map<String, Double> named = new HashMap<>();
        values.forEach((sensor, value) -> named.put(name(sensor), value));
        return named;
    }

    Map<String, String> losses() {
        Map<String, String> named = new HashMap<>();
        losses.forEach((sensor, reason) -> named.put(name(sensor), reason));
        return named;
    }

    private String name(int sensor) {
        Sensor one = source.sensors().get(sensor);
        return one.device() + " " + one.scope().label() + " " + one.quantity();
    }

    /** Return the times of the readings that have one, in the order in which they came. */
    List<TimeSpan> times() {
        return times;
    }

    @Override
    public void at(long beforeNanos, long afterNanos) {
        times.add(new TimeSpan(beforeNanos, afterNanos));
    }

    @Override
    public void counter(int sensor, long counts) {
        if (!source.sensors().get(sensor).quantity().isCounter()) {
            throw new AssertionError(name(sensor) + " is no counter");
        }
        long countsPerJoule = Math.round(1 / source.sensors().get(sensor).joulesPerUnit().orElseThrow());
        values.put(sensor, (double) counts / countsPerJoule);
    }

    @Override
    public void gauge(int sensor, double value) {
        if (source.sensors().get(sensor).quantity().isCounter()) {
            throw new AssertionError(name(sensor) + " is a counter");
        }
        values.put(sensor, value);
    }

    @Override
    public void lost(int sensor, String reason) {
        losses.put(sensor, reason);
    }
}
