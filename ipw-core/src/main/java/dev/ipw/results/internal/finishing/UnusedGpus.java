package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleStore;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The check for graphics processors that were idle while the model answered, as where it ran on the processor: their
 * joules are not the model's. If a single one worked, or its use is unknown, all of them count.
 *
 * @param store    the samples
 * @param series   the joules of all devices
 * @param powers   their known powers
 * @param times    the measured times
 */
record UnusedGpus(SampleStore store, List<DeviceSeries> series, DevicePowers powers, RunTimes times) {
    private static final int MIN_READINGS = 3;
    // A driver reports the mean use over up to a second before.
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final double ABOVE_IDLE = 1.25;

    /** Returns whether all are known to be unused. */
    boolean areAll() {
        List<DeviceSeries> gpus = series.stream().filter(one -> one.device().scope() == Scope.GPU).toList();
        long named = gpus.stream().map(one -> one.device().name()).distinct().count();
        return named > 0 && named == store.devicesByScope().getOrDefault(Scope.GPU, 0)
                && gpus.stream().allMatch(one -> isIdle(one.device()) && !drawsMoreThanIdle(one));
    }

    private boolean isIdle(MeteredDevice device) {
        double[] busyPercent = times.of(device).stream()
                .map(span -> new TimeSpan(span.startNanos(), span.endNanos() + LATE_NANOS))
                .flatMapToDouble(span -> Arrays.stream(store.values(Quantity.UTILIZATION_PERCENT, device, span)))
                .toArray();
        return busyPercent.length >= MIN_READINGS && Arrays.stream(busyPercent).allMatch(percent -> percent == 0)
                && store.resolutionNanos(Quantity.UTILIZATION_PERCENT, device).orElse(0) <= LATE_NANOS;
    }

    private boolean drawsMoreThanIdle(DeviceSeries gpu) {
        List<TimeSpan> measured = times.of(gpu.device());
        double seconds = measured.stream().mapToLong(TimeSpan::nanos).sum() / 1e9;
        double joules = measured.stream().map(span -> gpu.window(span.startNanos(), span.endNanos()))
                .map(EnergyReading::joules).mapToDouble(known -> known.orElse(0)).sum();
        return powers.baseline(gpu).filter(idle -> joules > ABOVE_IDLE * idle.watts() * seconds).isPresent();
    }
}
