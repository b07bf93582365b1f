package dev.ipw.importing.spans;

import dev.ipw.energy.EnergyReading;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Hold what all spans of one agent, tool or model were charged.
 *
 * @param kind         which of them
 * @param name         its name
 * @param count        how many spans there are; of a model, those that are weighed as calls
 * @param seconds      how long they took together, without those within another of the same name
 * @param energy       their joules with those of what lies in them; of a model, those of the calls alone. PARTIAL if some are
 *                     not known
 * @param own          the part outside the GenAI spans within them
 * @param inputTokens  tokens of the prompts of the model calls in them; empty if one does not tell
 * @param outputTokens tokens of their answers; empty if one does not tell
 */
public record SpanSum(SpanKind kind, String name, long count, double seconds, EnergyReading energy, EnergyReading own,
        OptionalLong inputTokens, OptionalLong outputTokens) {
    /**
     * Divide the joules by the output tokens.
     *
     * @return joules a token; empty unless both are known in full
     */
    public OptionalDouble joulesPerOutputToken() {
        return ChargedSpan.perToken(energy, outputTokens);
    }
}
