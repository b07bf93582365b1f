package dev.ipw.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The last reading of each sensor of a source. One thread writes; any thread reads. Writing allocates nothing. */
final class LatestReadings {
    private final List<Sensor> sensors;
    private final boolean[] known;
    private final long[] nanos;
    private final double[] values;
    private final @Nullable String[] lostReasons;

    LatestReadings(List<Sensor> sensors) {
        this.sensors = List.copyOf(sensors);
        known = new boolean[sensors.size()];
        nanos = new long[sensors.size()];
        values = new double[sensors.size()];
        lostReasons = new @Nullable String[sensors.size()];
    }

    synchronized void take(long beforeNanos, long afterNanos, Tick tick) {
        for (int i = 0; i < known.length; i++) {
            if (tick.isPresent(i)) {
                known[i] = true;
                nanos[i] = beforeNanos + (afterNanos - beforeNanos) / 2;
                values[i] = tick.isCounter(i) ? tick.counts(i) : tick.value(i);
                lostReasons[i] = null;
            } else if (tick.lostReason(i) != null) {
                lostReasons[i] = tick.lostReason(i);
            }
        }
    }

    /** Lists the readings in the order of the sensors; those of energy counters as raw counts. */
    synchronized List<SensorReading> list() {
        List<SensorReading> readings = new ArrayList<>(known.length);
        for (int i = 0; i < known.length; i++) {
            readings.add(new SensorReading(sensors.get(i), known[i] ? OptionalLong.of(nanos[i]) : OptionalLong.empty(),
                    known[i] ? OptionalDouble.of(values[i]) : OptionalDouble.empty(),
                    Optional.ofNullable(lostReasons[i])));
        }
        return readings;
    }
}
