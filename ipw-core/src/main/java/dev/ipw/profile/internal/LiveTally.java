package dev.ipw.profile.internal;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.internal.DevicePower;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.HeadlineDevices;
import dev.ipw.inference.ServingHost;
import dev.ipw.progress.LiveFigures;
import dev.ipw.progress.LiveFigures.Percentiles;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.statistics.Quantiles;
import dev.ipw.telemetry.TelemetrySession;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The running figures of answers. For one thread. */
final class LiveTally {
    private static final double NANOS = 1e9;
    private static final long POWER_NANOS = 2_000_000_000L;

    private final TelemetrySession telemetry;
    private final Dispatcher dispatcher;
    private final CallRunner calls;
    private final boolean metered;
    private final long startNanos = System.nanoTime();
    private final Latest firstToken = new Latest();
    private final Latest perToken = new Latest();
    private long answers;
    private long tokens;

    LiveTally(ProfilePlan plan, Dispatcher dispatcher, CallRunner calls) {
        this.dispatcher = dispatcher;
        this.calls = calls;
        telemetry = plan.telemetry();
        metered = plan.configuration().client().servingHost() == ServingHost.LOCAL
                && !telemetry.headlineSeries().isEmpty();
    }

    void add(QueryOutcome outcome) {
        if (outcome.failure().isPresent()) {
            return;
        }
        answers++;
        tokens += outcome.usage().output().orElse(0);
        LatencyMetrics latency = LatencyMetrics.of(outcome);
        latency.timeToFirstTokenSeconds().ifPresent(firstToken::add);
        latency.timePerOutputTokenSeconds().ifPresent(perToken::add);
    }

    /** Returns the current figures; empty before any time has passed. */
    Optional<LiveFigures> now() {
        long now = System.nanoTime();
        double seconds = (now - startNanos) / NANOS;
        if (seconds <= 0) {
            return Optional.empty();
        }
        OptionalDouble watts = OptionalDouble.empty();
        Optional<EnergyReading> used = Optional.empty();
        Map<String, Double> byDevice = new LinkedHashMap<>();
        if (metered) {
            List<DeviceSeries> devices = HeadlineDevices.choose(DeviceSeries.of(telemetry.deviceSeries()));
            used = Optional.of(telemetry.window(startNanos, now).energy()).filter(EnergyReading::isAvailable);
            watts = DevicePower.now(devices, now, POWER_NANOS);
            devices.forEach(device -> DevicePower.now(List.of(device), now, POWER_NANOS)
                    .ifPresent(known -> byDevice.merge(device.device().name(), known, Double::sum)));
        }
        return Optional.of(new LiveFigures(answers / seconds,
                tokens > 0 ? OptionalDouble.of(tokens / seconds) : OptionalDouble.empty(), firstToken.percentiles(),
                perToken.percentiles(), watts, byDevice,
                used.map(EnergyReading::joules).orElse(OptionalDouble.empty()), used.map(EnergyReading::provenance),
                dispatcher.queriesInFlight(), calls.waiting().count()));
    }

    /** The last thousand values. */
    private static final class Latest {
        private final double[] values = new double[1000];
        private int added;

        void add(double value) {
            values[added++ % values.length] = value;
            // Counting continues from where the ring is full, so that the count cannot overflow.
            added = added == 2 * values.length ? values.length : added;
        }

        Percentiles percentiles() {
            return new Percentiles(quantile(0.5, 1), quantile(0.9, 10), quantile(0.99, 100));
        }

        private OptionalDouble quantile(double probability, int least) {
            int kept = Math.min(added, values.length);
            return kept < least
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Quantiles.of(Arrays.copyOf(values, kept), probability));
        }
    }
}
