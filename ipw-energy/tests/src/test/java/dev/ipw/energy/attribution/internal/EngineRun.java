package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.PowerRecorder;
import dev.ipw.energy.internal.curve.PowerLimits;
import dev.ipw.energy.simulation.engine.DeviceReading;
import dev.ipw.energy.simulation.engine.EngineRequest;
import dev.ipw.energy.simulation.engine.EngineTrace;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** A trace of a simulated engine as attribution sees it, and how near its shares come to the truth. */
record EngineRun(EngineTrace trace, DeviceSeries series, List<RequestActivity> requests) {
    static EngineRun of(EngineTrace trace) {
        return new EngineRun(trace, series(trace.readings(), trace.averagingSeconds(), trace.limitWatts()),
                trace.requests().stream().map(EngineRun::activity).toList());
    }

    static DeviceSeries series(List<DeviceReading> readings, OptionalDouble averagingSeconds, double limitWatts) {
        boolean counted = readings.getFirst().counterMillijoules().isPresent();
        long period = (readings.getLast().timeNanos() - readings.getFirst().timeNanos()) / readings.size();
        if (counted) {
            CounterRecorder recorder = new CounterRecorder(
                    new MeteredDevice("gpu0", Scope.GPU, Provenance.MEASURED, "simulated counter", period), 1e-3,
                    OptionalLong.empty(), OptionalDouble.empty());
            for (DeviceReading reading : readings) {
                recorder.record(reading.timeNanos(), reading.timeNanos(),
                        Math.round(reading.counterMillijoules().orElseThrow()));
            }
            return recorder.series();
        }
        PowerRecorder recorder = new PowerRecorder(new MeteredDevice("gpu0", Scope.GPU, Provenance.INTEGRATED,
                "simulated power", period, Math.round(1e9 * averagingSeconds.orElseThrow()), 0));
        recorder.raiseLimit(OptionalDouble.of(limitWatts));
        for (DeviceReading reading : readings) {
            recorder.record(reading.timeNanos(), reading.timeNanos(), reading.powerMilliwatts().orElseThrow() / 1e3);
        }
        return recorder.series();
    }

    static RequestActivity activity(EngineRequest request) {
        TokenTimes tokens = request.tokenNanos().length == 0
                ? TokenTimes.NONE
                : request.tokenCounts().length == 0
                        ? TokenTimes.of(request.tokenNanos())
                        : TokenTimes.of(request.tokenNanos(), request.tokenCounts());
        return new RequestActivity(request.id(), request.startNanos(), OptionalLong.empty(), request.firstTokenNanos(),
                request.endNanos(), request.inputTokens(), request.cachedInputTokens().orElse(0),
                request.outputTokens(), tokens, Set.of());
    }

    DeviceAttribution attributed() {
        return Attribution.of(series, requests, AttributionRule.AUTO,
                new PowerLimits(OptionalDouble.of(trace.idleWatts()), OptionalDouble.of(trace.limitWatts())));
    }

    static boolean isShare(RequestEnergy request) {
        return request.reading().flags().contains(EnergyFlag.ATTRIBUTED);
    }

    ShareNearness nearness(DeviceAttribution used) {
        ShareNearness nearness = new ShareNearness();
        addTo(nearness, used);
        return nearness;
    }

    /** Add what shares of requests that overlapped are off by. */
    void addTo(ShareNearness nearness, DeviceAttribution used) {
        for (RequestEnergy request : used.requests()) {
            if (request.joules().isPresent() && isShare(request)) {
                nearness.add(request.joules().getAsDouble(), request.reading().lower().orElseThrow(),
                        request.reading().upper().orElseThrow(),
                        Objects.requireNonNull(trace.truth().get(request.id())).causedJoules());
            }
        }
    }
}
