package dev.ipw.importing.spans;

import dev.ipw.energy.EnergyReading;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Hold what all spans of one agent, tool or model were charged. Calls of a model that lie around other calls, as a gateway's do,
 * have a sum of their own: their tokens are those of the calls within them and count there.
 *
 * @param kind          which of them
 * @param name          its name
 * @param isAroundCalls whether these are the model's calls around others; never of an agent or a tool
 * @param count         how many spans there are
 * @param seconds       how long they took together, without those within another of the same name; of a model, the time outside
 *                      the GenAI spans within the calls, as its joules are. Empty if one has no end, or one before its start
 * @param energy        their joules with those of what lies in them; of a model, those of the calls alone. PARTIAL if some are
 *                      not known
 * @param own           the part outside the GenAI spans within them
 * @param inputTokens   tokens of the prompts of the model calls in them; empty if one does not tell, and of calls around others
 * @param outputTokens  tokens of their answers; empty if one does not tell, and of calls around others
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
