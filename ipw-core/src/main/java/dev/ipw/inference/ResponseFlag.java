package dev.ipw.inference;

/** Flag implausible figures that a server reported of an answer: they are omitted, and the answer keeps the flag. */
public enum ResponseFlag {
    /** A token count was no whole number from 0 to {@link TokenUsage#MOST_TOKENS}. */
    COUNT_OUT_OF_RANGE("a token count that no answer can have"),
    /** No token of input, although no prompt is empty. */
    NO_INPUT("no input tokens of a prompt"),
    /** More of the prompt came from a cache, or went into one, than the prompt has tokens. */
    CACHED_ABOVE_INPUT("more cached tokens than the prompt has"),
    /** More tokens of reasoning than of output, and no total tells that reasoning lies beside it. */
    REASONING_ABOVE_OUTPUT("more reasoning than output"),
    /** More tokens came than were generated. */
    STREAMED_ABOVE_OUTPUT("more streamed tokens than output"),
    /** No token of output, although text came. */
    NO_OUTPUT_BESIDE_TEXT("no output tokens beside text"),
    /** The total is not what its parts add up to. */
    TOTAL_NOT_SUM("a total that its parts do not add up to"),
    /** A duration was no number from 0 to {@link ServerTimings#MOST_NANOS}. */
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
