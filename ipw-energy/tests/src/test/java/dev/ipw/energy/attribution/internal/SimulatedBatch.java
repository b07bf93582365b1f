package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.curve.PowerLimits;
import dev.ipw.energy.simulation.BatchingEngine;
import dev.ipw.energy.simulation.Errors;
import dev.ipw.energy.simulation.PowerTrace;
import dev.ipw.energy.simulation.SteppingCounter;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.UnaryOperator;

/** A run of a batching engine whose costs differ from seed to seed, and what a counter showed of it. */
record SimulatedBatch(BatchingEngine engine, PowerTrace trace, DeviceSeries series) {
    static final int REQUESTS = 400;
    private static final double LAG_SECONDS = 0.01;
    private static final double LIMIT_WATTS = 2000;
    private static final SteppingCounter COUNTER = new SteppingCounter(0.1, 0.0005, 0.02);

    static SimulatedBatch of(int seed, double concurrency, int batch, double cachedShare) {
        return of(seed, concurrency, batch, cachedShare, BatchingEngine.Kind.MIXED);
    }

    static SimulatedBatch of(int seed, double concurrency, int batch, double cachedShare, BatchingEngine.Kind kind) {
        Random random = new Random(seed);
        BatchingEngine.Costs costs = BatchingEngine.Costs.random(random);
        // Every other engine has prompts whose cost grows faster than their length.
        BatchingEngine engine = new BatchingEngine(random, seed % 2 == 0 ? costs : costs.withPairs(random),
                new BatchingEngine.Traffic(REQUESTS, concurrency, batch, cachedShare, 1), kind);
        PowerTrace trace = engine.trace(LAG_SECONDS);
        return new SimulatedBatch(engine, trace, COUNTER.poll(trace, random));
    }

    DeviceAttribution attributed(AttributionRule rule) {
        return attributed(rule, request -> request);
    }

    /** Attribute with requests of which less is known. */
    DeviceAttribution attributed(AttributionRule rule, UnaryOperator<RequestActivity> known) {
        return Attribution.of(series, engine.requests().stream().map(known).toList(), rule, new PowerLimits(
                OptionalDouble.of(engine.costs().idleWatts()), OptionalDouble.of(LIMIT_WATTS)));
    }

    void addTo(Errors errors, DeviceAttribution attribution) {
        List<RequestEnergy> requests = attribution.requests();
        for (int i = 0; i < requests.size(); i++) {
            errors.add(requests.get(i).reading().joules().orElse(0), engine.trueJoules()[i]);
        }
    }
}
