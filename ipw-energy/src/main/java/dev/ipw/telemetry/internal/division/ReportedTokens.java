package dev.ipw.telemetry.internal.division;

/**
 * The tokens that a span reported.
 *
 * @param input   tokens of the prompt
 * @param output  tokens of the answer
 * @param isFinal whether the span was finally divided with them, so that later tokens are too late
 */
public record ReportedTokens(long input, long output, boolean isFinal) {
    public static final ReportedTokens NONE = new ReportedTokens(0, 0, false);

    public boolean isAny() {
        return input + output > 0;
    }
}
