package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.curve.PowerLimits;
import dev.ipw.energy.simulation.engine.TwoTruthTrace;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/** A trace with two truths as attribution sees it, and how near its shares come to both truths. */
record TwoTruthRun(TwoTruthTrace trace, DeviceSeries series, List<RequestActivity> requests) {
    static TwoTruthRun of(TwoTruthTrace trace) {
        return new TwoTruthRun(trace, EngineRun.series(trace.readings(), trace.averagingSeconds(), trace.limitWatts()),
                trace.requests().stream().map(EngineRun::activity).toList());
    }

    DeviceAttribution attributed() {
        return Attribution.of(series, requests, AttributionRule.AUTO,
                new PowerLimits(OptionalDouble.of(trace.idleWatts()), OptionalDouble.of(trace.limitWatts())));
    }

    /**
     * How near shares come.
     *
     * @param owned   to the first truth
     * @param shapley to the second
     * @param either  to the nearer of the two
     * @param prompts of prompts to the first truth
     */
    record Nearness(ShareNearness owned, ShareNearness shapley, ShareNearness either, ShareNearness prompts) {
        Nearness() {
            this(new ShareNearness(), new ShareNearness(), new ShareNearness(), new ShareNearness());
        }
    }

    Nearness nearness(DeviceAttribution used) {
        Nearness nearness = new Nearness();
        addTo(nearness, used);
        return nearness;
    }

    /** Adds the errors of shares of requests that overlapped. */
    void addTo(Nearness nearness, DeviceAttribution used) {
        for (RequestEnergy request : used.requests()) {
            if (request.joules().isPresent() && EngineRun.isShare(request)) {
                double joules = request.joules().getAsDouble();
                double lower = request.reading().lower().orElseThrow();
                double upper = request.reading().upper().orElseThrow();
                TwoTruthTrace.Truth truth = Objects.requireNonNull(trace.truth().get(request.id()));
                nearness.owned.add(joules, lower, upper, truth.ownedJoules());
                nearness.shapley.add(joules, lower, upper, truth.shapleyJoules());
                nearness.either.add(joules, lower, upper, nearest(truth, lower, upper));
                request.prefillJoules().ifPresent(prompt -> nearness.prompts.add(prompt, prompt, prompt,
                        truth.ownedPromptJoules()));
            }
        }
    }

    double shapleyJoules(RequestEnergy request) {
        return Objects.requireNonNull(trace.truth().get(request.id())).shapleyJoules();
    }

    private static double nearest(TwoTruthTrace.Truth truth, double lower, double upper) {
        return truth.ownedJoules() >= lower && truth.ownedJoules() <= upper
                ? truth.ownedJoules()
                : truth.shapleyJoules();
    }
}
