package dev.ipw.inference;

import org.apiguardian.api.API;

/**
 * The flags of implausible figures that a server reported about an answer: the figures are omitted, and the answer
 * keeps the flag.
 */
@API(status = API.Status.EXPERIMENTAL)
public enum ResponseFlag {
    /** A token count was no whole number from 0 to {@link TokenUsage#MAX_TOKENS}. */
    COUNT_OUT_OF_RANGE("a token count that no answer can have"),
    /** Zero tokens of input, although no prompt is empty. */
    NO_INPUT("no input tokens of a prompt"),
    /** More tokens of the prompt were read from a cache, or written to one, than the prompt has. */
    CACHED_ABOVE_INPUT("more cached tokens than the prompt has"),
    /** More tokens of reasoning than of output, and no total that includes both. */
    REASONING_ABOVE_OUTPUT("more reasoning than output"),
    /** More tokens arrived than were generated. */
    STREAMED_ABOVE_OUTPUT("more streamed tokens than output"),
    /** Zero tokens of output, although text arrived. */
    NO_OUTPUT_BESIDE_TEXT("no output tokens beside text"),
    /** The total is not the sum of its parts. */
    TOTAL_NOT_SUM("a total that its parts do not add up to"),
    /** A duration was no number from 0 to {@link ServerTimings#MAX_NANOS}. */
    DURATION_OUT_OF_RANGE("a duration that no answer can take");

    private final String words;

    ResponseFlag(String words) {
        this.words = words;
    }

    /**
     * Describes the reported figures.
     *
     * @return words that follow "the server told"
     */
    public String words() {
        return words;
    }
}
