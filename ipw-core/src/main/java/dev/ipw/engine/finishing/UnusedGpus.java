package dev.ipw.engine.finishing;

import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleStore;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Graphics processors that did nothing while the model answered, as where it ran on the processor: their joules are not the model's. */
final class UnusedGpus {
    private static final int FEWEST_READINGS = 3;
    // A driver tells how busy it was over up to a second before.
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private UnusedGpus() {}

    /** Returns whether all said all the time that nothing ran on them; false where that is not known. */
    static boolean areAllUnused(SampleStore store, List<TimeSpan> measured) {
        double[] busyPercent = measured.stream()
                .map(span -> new TimeSpan(span.startNanos(), span.endNanos() + LATE_NANOS))
                .flatMapToDouble(span -> Arrays.stream(store.values(Quantity.UTILIZATION_PERCENT, Scope.GPU, span)))
                .toArray();
        return busyPercent.length >= FEWEST_READINGS && Arrays.stream(busyPercent).allMatch(percent -> percent == 0);
    }
}
