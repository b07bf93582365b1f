package dev.ipw.engine.attribution;

import dev.ipw.energy.TimeSpan;
import java.util.List;
import java.util.Objects;

/**
 * Hold what the division of joules over spans has to know of one of them. All times are nanoseconds on the clock of the energy
 * readings.
 *
 * @param time              from its start to its end
 * @param within            when spans within it were open, as far as that is known, in any order; the rest of its time is its own
 * @param weighing          by what it shares its own time with others
 * @param firstTokenNanos   when the first token of its answer came; the greatest number if that is not known
 * @param inputTokens       tokens of its prompt
 * @param cachedInputTokens those of them that were served from a cache
 * @param outputTokens      tokens of its answer
 */
public record DividedSpan(TimeSpan time, List<TimeSpan> within, Weighing weighing, long firstTokenNanos,
        long inputTokens,
        long cachedInputTokens, long outputTokens) {
    /** Copies the list; refuse what no span can be. */
    public DividedSpan {
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(weighing, "weighing");
        within = List.copyOf(within);
        if (inputTokens < 0 || outputTokens < 0 || cachedInputTokens < 0 || cachedInputTokens > inputTokens) {
            throw new IllegalArgumentException("A span cannot have " + inputTokens + " input tokens, "
                    + cachedInputTokens + " of them cached, and " + outputTokens + " output tokens");
        }
    }

    /** Shares by tokens, spread evenly over its own time, what it would share by work. */
    DividedSpan byTokens() {
        return weighing == Weighing.WORK
                ? new DividedSpan(time, within, Weighing.TOKENS, firstTokenNanos, inputTokens, cachedInputTokens,
                        outputTokens)
                : this;
    }
}
