package dev.ipw.telemetry;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.SensorState;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.SeriesStanding;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongToDoubleFunction;

/** Give a test spans on its own clock, beside counters whose joules it knows. */
final class FabricatedRequests {
    static final long STEP_NANOS = 1_000_000;
    private static final double JOULES_PER_COUNT = 1e-9;

    private final DrivenClock clock = new DrivenClock(0);
    private final List<CounterRecorder> recorders;
    private final List<LongToDoubleFunction> watts;
    private final long[] counts;
    private long readNanos = -STEP_NANOS;
    private final RequestAccounts accounts;

    /** Read one counter for each power, which is a function of the moment, constant for a millisecond. */
    FabricatedRequests(LongToDoubleFunction... watts) {
        this.watts = List.of(watts);
        counts = new long[watts.length];
        recorders = this.watts.stream().map(power -> new CounterRecorder(
                new MeteredDevice("package-" + this.watts.indexOf(power), Scope.PACKAGE, Provenance.MEASURED, "test",
                        STEP_NANOS),
                JOULES_PER_COUNT, OptionalLong.empty(), OptionalDouble.empty())).toList();
        Readings readings = new Readings(recorders.stream().map(CounterRecorder::series).toList(), List.of(),
                List.of());
        accounts = new RequestAccounts(readings, readings,
                new AwaitedSamplers(List.of(), new Demand(SamplerClock.SYSTEM, () -> {})),
                new MissingEnergy(false, List.of(), List.of()), List::of, clock);
        advanceTo(0);
    }

    /** Let time pass up to a moment, reading the counters all the while. */
    void advanceTo(long moment) {
        while (readNanos + STEP_NANOS <= moment) {
            readNanos += STEP_NANOS;
            for (int device = 0; device < counts.length; device++) {
                counts[device] += readNanos == 0
                        ? 0
                        : Math.round(watts.get(device).applyAsDouble(readNanos - STEP_NANOS / 2) * STEP_NANOS / 1e9
                                / JOULES_PER_COUNT);
                recorders.get(device).record(readNanos, readNanos, counts[device]);
            }
        }
        clock.now = moment;
    }

    /** Leaves a device out of the figures from now on, because its sensor is doubted, or takes it in again. */
    void leaveOut(int device, boolean isLeftOut) {
        recorders.get(device).series().take(new SeriesStanding(Optional.empty(),
                isLeftOut ? Optional.of(SensorState.INCONSISTENT) : Optional.empty(),
                isLeftOut ? Optional.of("doubted by the test") : Optional.empty(), false, false));
    }

    /** Return what all counters showed last, in joules. */
    double joules() {
        double sum = 0;
        for (long count : counts) {
            sum += count * JOULES_PER_COUNT;
        }
        return sum;
    }

    RequestSpan request(String id) {
        return accounts.open(id, null);
    }

    OptionalLong inputTokens() {
        return accounts.inputTokens();
    }

    OptionalLong outputTokens() {
        return accounts.outputTokens();
    }

    RequestReport report() {
        return accounts.report();
    }
}
