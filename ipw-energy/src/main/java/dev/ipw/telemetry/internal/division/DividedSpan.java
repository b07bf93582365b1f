package dev.ipw.telemetry.internal.division;

import dev.ipw.energy.TimeSpan;
import java.util.List;
import java.util.Objects;

/**
 * A span with the properties that the division of joules needs. All times are nanoseconds on the clock of the energy
 * readings.
 *
 * @param time              from its start to its end
 * @param within            the times of spans within it, as far as they are known, in any order; the remaining time is
 *                          its own
 * @param weighing          the weighing by which it shares its own time with others
 * @param firstTokenNanos   the time of the first token of its answer; the maximum number if it is not known
 * @param inputTokens       tokens of its prompt
 * @param cachedInputTokens the tokens among them that were served from a cache
 * @param outputTokens      tokens of its answer
 */
public record DividedSpan(TimeSpan time, List<TimeSpan> within, Weighing weighing, long firstTokenNanos,
        long inputTokens,
        long cachedInputTokens, long outputTokens) {
    /** Copies the list; refuses impossible values. */
    public DividedSpan {
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(weighing, "weighing");
        within = List.copyOf(within);
        if (inputTokens < 0 || outputTokens < 0 || cachedInputTokens < 0 || cachedInputTokens > inputTokens) {
            throw new IllegalArgumentException("A span cannot have " + inputTokens + " input tokens, "
                    + cachedInputTokens + " of them cached, and " + outputTokens + " output tokens");
        }
    }

    /**
     * Returns a span that shares by tokens, spread evenly over its own time, if this one shares by work; else this one.
     */
    DividedSpan byTokens() {
        return weighing == Weighing.WORK
                ? new DividedSpan(time, within, Weighing.TOKENS, firstTokenNanos, inputTokens, cachedInputTokens,
                        outputTokens)
                : this;
    }
}
