package dev.ipw.energy.internal;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Build small series for tests. Times are in milliseconds, counts are joules. */
final class SeriesFixtures {
    static final long MILLI = 1_000_000L;
    static final long PERIOD_NANOS = 20 * MILLI;

    private SeriesFixtures() {}

    static MeteredDevice device(Provenance provenance) {
        return new MeteredDevice("package-0", Scope.PACKAGE, provenance, "test package-0", PERIOD_NANOS);
    }

    static CounterRecorder jouleCounter() {
        return new CounterRecorder(device(Provenance.MEASURED), 1, OptionalLong.empty(), OptionalDouble.empty());
    }

    static void readAt(CounterRecorder recorder, long millis, long counts) {
        recorder.record(millis * MILLI, millis * MILLI, counts);
    }

    /** Record {@code samples} readings, one each 20 ms from zero on, of a device that draws a steady power. */
    static DeviceSeries steady(int samples, long joulesPerStep) {
        CounterRecorder recorder = jouleCounter();
        for (int i = 0; i < samples; i++) {
            readAt(recorder, 20L * i, i * joulesPerStep);
        }
        return recorder.series();
    }
}
