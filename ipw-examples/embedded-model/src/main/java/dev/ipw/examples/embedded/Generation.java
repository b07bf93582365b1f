package dev.ipw.examples.embedded;

import java.util.Optional;

/**
 * A finished answer.
 *
 * @param prompt       the characters that were fed, without the leading newline
 * @param text         the answer, without the closing newline or a stop text
 * @param inputTokens  tokens fed as the prompt, the leading newline included
 * @param outputTokens tokens generated, the closing newline or a stop text included
 * @param finishReason why it ended
 * @param stopText     the stop text that ended it
 */
record Generation(String prompt, String text, int inputTokens, int outputTokens, FinishReason finishReason,
        Optional<String> stopText) {}
