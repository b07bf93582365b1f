package dev.ipw.importing.spans;

import dev.ipw.energy.EnergyReading;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The charge of all spans of one agent, tool or model. Calls of a model around other calls, such as those of a gateway,
 * have a sum of their own: their tokens are those of the calls within them and count there.
 *
 * @param kind          the kind of the spans
 * @param name          the name of the agent, tool or model
 * @param isAroundCalls whether these are the model's calls around others; never of an agent or a tool
 * @param count         the number of spans
 * @param seconds       their total duration, without those within another of the same name; for a model, the time
 *                      outside the GenAI spans within the calls, as for its joules. Empty if one has no end, or one
 *                      before its start
 * @param energy        their joules, including those of spans within them; for a model, those of the calls alone.
 *                      PARTIAL if some are not known
 * @param own           the part outside the GenAI spans within them
 * @param inputTokens   tokens of the prompts of the model calls in them; empty if one has no count, and for calls
 *                      around others
 * @param outputTokens  tokens of their answers; empty if one has no count, and for calls around others
 */
public record SpanSum(SpanKind kind, String name, boolean isAroundCalls, long count, OptionalDouble seconds,
        EnergyReading energy, EnergyReading own, OptionalLong inputTokens, OptionalLong outputTokens) {
    /**
     * Divides the joules by the output tokens.
     *
     * @return joules a token; empty unless both are known in full
     */
    public OptionalDouble joulesPerOutputToken() {
        return ChargedSpan.perToken(energy, outputTokens);
    }
}
