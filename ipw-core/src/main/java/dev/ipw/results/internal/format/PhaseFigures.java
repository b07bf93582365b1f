package dev.ipw.results.internal.format;

import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.number.Ratio;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The known figures of the times before and after a request's first token.
 *
 * @param prefillJoules joules until the first token
 * @param decodeJoules  joules from the first token on
 * @param prefillNanos  from the send to the first token
 * @param decodeNanos   from the first token to the end
 * @param inputTokens   tokens of the prompt
 * @param outputTokens  tokens of the answer
 */
record PhaseFigures(OptionalDouble prefillJoules, OptionalDouble decodeJoules, OptionalDouble prefillNanos,
        OptionalDouble decodeNanos, OptionalLong inputTokens, OptionalLong outputTokens) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Creates figures of joules alone. */
    PhaseFigures(OptionalDouble prefillJoules, OptionalDouble decodeJoules) {
        this(prefillJoules, decodeJoules, OptionalDouble.empty(), OptionalDouble.empty(), OptionalLong.empty(),
                OptionalLong.empty());
    }

    /** Returns figures of joules alone. */
    static PhaseFigures of(EnergyBreakdown energy) {
        return new PhaseFigures(energy.prefillJoules(), energy.decodeJoules());
    }

    /** Returns the figures of a request's phases; without a first token they are absent. */
    static PhaseFigures of(EnergyBreakdown energy, ResponseTimeline timeline, TokenUsage tokens) {
        if (timeline.firstTokenNanos().isEmpty()) {
            return new PhaseFigures(OptionalDouble.empty(), OptionalDouble.empty());
        }
        long first = timeline.firstTokenNanos().getAsLong();
        return new PhaseFigures(energy.prefillJoules(), energy.decodeJoules(),
                OptionalDouble.of((double) (first - timeline.serviceStartNanos())),
                OptionalDouble.of((double) (timeline.endNanos() - first)), tokens.input(), tokens.output());
    }

    OptionalDouble prefillWatts() {
        return Ratio.of(prefillJoules, prefillNanos.orElse(0) / NANOS_PER_SECOND);
    }

    OptionalDouble decodeWatts() {
        return Ratio.of(decodeJoules, decodeNanos.orElse(0) / NANOS_PER_SECOND);
    }

    OptionalDouble prefillJoulesPerToken() {
        return Ratio.of(prefillJoules, (double) inputTokens.orElse(0));
    }

    OptionalDouble decodeJoulesPerToken() {
        return Ratio.of(decodeJoules, (double) outputTokens.orElse(0));
    }
}
