package dev.ipw.inference;

import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A check of the token counts of one answer against each other. Impossible counts, and those that contradict each
 * other, are omitted, whichever of them is wrong. Checked counts pass again unchanged.
 */
final class CheckedCounts {
    private static final OptionalLong UNKNOWN = OptionalLong.empty();

    private final EnumSet<ResponseFlag> flags = EnumSet.noneOf(ResponseFlag.class);
    private OptionalLong input;
    private OptionalLong output;
    private OptionalLong total;
    private OptionalLong cachedInput;
    private OptionalLong reasoning;
    private OptionalLong streamed;
    private OptionalLong firstChunk;
    private OptionalLong cacheWritten;
    private OptionalLong cacheWrittenForAnHour;

    CheckedCounts(TokenUsage.Counts counts, Set<ResponseFlag> known) {
        flags.addAll(known);
        input = possible(counts.input());
        output = possible(counts.output());
        total = possible(counts.total());
        cachedInput = possible(counts.cachedInput());
        reasoning = possible(counts.reasoning());
        streamed = possible(counts.streamed());
        firstChunk = possible(counts.firstChunk());
        cacheWritten = possible(counts.cacheWritten());
        cacheWrittenForAnHour = possible(counts.cacheWrittenForAnHour());
        checkCached();
        checkInput();
        checkReasoning();
        checkStreamed();
        checkTotal();
    }

    private OptionalLong possible(OptionalLong count) {
        if (count.isEmpty() || (count.getAsLong() >= 0 && count.getAsLong() <= TokenUsage.MAX_TOKENS)) {
            return count;
        }
        flags.add(ResponseFlag.COUNT_OUT_OF_RANGE);
        return UNKNOWN;
    }

    private void checkCached() {
        if (input.isPresent() && cachedInput.orElse(0) + cacheWritten.orElse(0) > input.getAsLong()) {
            flags.add(ResponseFlag.CACHED_ABOVE_INPUT);
            input = UNKNOWN;
            total = UNKNOWN;
            cachedInput = UNKNOWN;
            cacheWritten = UNKNOWN;
            cacheWrittenForAnHour = UNKNOWN;
        }
    }

    /**
     * Checks the input. No prompt is empty: a server that reports no input does not know it, and then its other zeros
     * are unknown too.
     */
    private void checkInput() {
        if (input.isPresent() && input.getAsLong() == 0) {
            flags.add(ResponseFlag.NO_INPUT);
            input = UNKNOWN;
            total = UNKNOWN;
            cachedInput = UNKNOWN;
            cacheWritten = UNKNOWN;
            cacheWrittenForAnHour = UNKNOWN;
            if (output.orElse(0) == 0) {
                leaveOutOutput();
            }
        }
    }

    private void checkReasoning() {
        if (output.isPresent() && reasoning.orElse(0) > output.getAsLong() && !liesBeside()) {
            flags.add(ResponseFlag.REASONING_ABOVE_OUTPUT);
            leaveOutOutput();
            reasoning = UNKNOWN;
        }
    }

    /** Returns whether the total shows that reasoning is not included in the output. */
    private boolean liesBeside() {
        return total.isPresent() && input.isPresent()
                && total.getAsLong() == sum() + reasoning.orElse(0);
    }

    private void checkStreamed() {
        if (streamed.isPresent() && firstChunk.orElse(0) > streamed.getAsLong()) {
            flags.add(ResponseFlag.STREAMED_ABOVE_OUTPUT);
            streamed = UNKNOWN;
            firstChunk = UNKNOWN;
        }
        boolean within = total.isPresent() && input.isPresent() && output.isPresent() && total.getAsLong() == sum();
        long most = output.orElse(TokenUsage.MAX_TOKENS) + (within ? 0 : reasoning.orElse(0));
        if (streamed.orElse(0) > most) {
            flags.add(ResponseFlag.STREAMED_ABOVE_OUTPUT);
            leaveOutOutput();
        }
    }

    /** Omits the output's count, and all counts derived from it. */
    private void leaveOutOutput() {
        output = UNKNOWN;
        total = UNKNOWN;
        streamed = UNKNOWN;
        firstChunk = UNKNOWN;
    }

    /**
     * Checks the total. Some servers count reasoning, or cached tokens of the prompt, in addition to prompt and answer.
     */
    private void checkTotal() {
        if (total.isEmpty() || input.isEmpty() || output.isEmpty()) {
            return;
        }
        long beyond = total.getAsLong() - sum();
        long thought = reasoning.orElse(0);
        long cached = cachedInput.orElse(0);
        long written = cacheWritten.orElse(0);
        boolean explained = beyond == 0 || beyond == thought || beyond == cached || beyond == cached + written
                || beyond == thought + cached || beyond == thought + cached + written;
        if (!explained) {
            flags.add(ResponseFlag.TOTAL_NOT_SUM);
            total = UNKNOWN;
        }
    }

    private long sum() {
        return input.orElse(0) + output.orElse(0);
    }

    TokenUsage.Counts counts() {
        return new TokenUsage.Counts(input, output, total, cachedInput, reasoning, streamed, firstChunk, cacheWritten,
                cacheWrittenForAnHour);
    }

    Set<ResponseFlag> flags() {
        return flags;
    }
}
