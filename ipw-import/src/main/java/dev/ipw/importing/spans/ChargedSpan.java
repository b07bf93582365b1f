package dev.ipw.importing.spans;

import dev.ipw.energy.EnergyReading;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A span with its charge.
 *
 * @param span         the span
 * @param depth        the number of spans around it
 * @param energy       its share of the devices' joules, including that of GenAI spans within it; empty for a span that
 *                     is not a GenAI operation
 * @param own          the part outside the GenAI spans within it: these add up over all spans
 * @param net          the share beyond its part of the idle power
 * @param inputTokens  tokens of the prompts of the model calls in it, including itself; empty if one has no count
 * @param outputTokens tokens of their answers; empty if one has no count
 */
public record ChargedSpan(LoggedSpan span, int depth, Optional<EnergyReading> energy, Optional<EnergyReading> own,
        Optional<EnergyReading> net, OptionalLong inputTokens, OptionalLong outputTokens) {
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * Returns its duration.
     *
     * @return seconds; empty if it has no end, or one before its start
     */
    public OptionalDouble seconds() {
        return span.hasTime()
                ? OptionalDouble.of((span.endNanos().getAsLong() - span.startNanos()) / NANOS_PER_SECOND)
                : OptionalDouble.empty();
    }

    /**
     * Divides the joules by the output tokens.
     *
     * @return joules a token; empty unless both are known in full
     */
    public OptionalDouble joulesPerOutputToken() {
        return energy.map(reading -> perToken(reading, outputTokens)).orElse(OptionalDouble.empty());
    }

    static OptionalDouble perToken(EnergyReading reading, OptionalLong tokens) {
        return reading.isComplete() && tokens.orElse(0) > 0
                ? OptionalDouble.of(reading.joules().orElseThrow() / tokens.getAsLong())
                : OptionalDouble.empty();
    }
}
