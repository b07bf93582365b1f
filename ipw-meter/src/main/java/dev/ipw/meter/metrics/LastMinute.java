package dev.ipw.meter.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Ratios over the last full minute, for the metrics of the GenAI conventions that are no counters. */
final class LastMinute {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private State begin = new State(Instant.MIN, Map.of(), Map.of(), 0, 0);
    private Map<String, Double> joulesPerToken = Map.of();
    private OptionalDouble idleRatio = OptionalDouble.empty();

    /**
     * The totals at one moment.
     *
     * @param at           the moment
     * @param joules       the joules of finished requests by model
     * @param tokens       their output tokens by model
     * @param deviceJoules the joules of all devices
     * @param idleJoules   the idle ones among them
     */
    record State(Instant at, Map<String, Double> joules, Map<String, Double> tokens, double deviceJoules,
            double idleJoules) {}

    /** Takes the totals at the end of a block. */
    void advance(State now) {
        if (begin.at().equals(Instant.MIN)) {
            begin = now;
        }
        if (Duration.between(begin.at(), now.at()).compareTo(MINUTE) < 0) {
            return;
        }
        Map<String, Double> ratios = new LinkedHashMap<>();
        now.tokens().forEach((model, tokens) -> {
            double grown = tokens - begin.tokens().getOrDefault(model, 0.0);
            if (grown > 0) {
                ratios.put(model, (now.joules().getOrDefault(model, 0.0)
                        - begin.joules().getOrDefault(model, 0.0)) / grown);
            }
        });
        joulesPerToken = ratios;
        double used = now.deviceJoules() - begin.deviceJoules();
        idleRatio = used > 0
                ? OptionalDouble.of((now.idleJoules() - begin.idleJoules()) / used)
                : OptionalDouble.empty();
        begin = now;
    }

    /** Returns the joules of an output token by model; without those that finished none. */
    Map<String, Double> joulesPerToken() {
        return joulesPerToken;
    }

    OptionalDouble idleRatio() {
        return idleRatio;
    }
}
