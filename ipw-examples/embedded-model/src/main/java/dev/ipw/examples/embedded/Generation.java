package dev.ipw.examples.embedded;

import java.util.Optional;

/**
 * A finished answer.
 *
 * @param prompt       the characters that were fed, without the leading newline
 * @param text         the answer, without the closing newline or a stop text
 * @param inputTokens  tokens fed as the prompt, including the leading newline
 * @param outputTokens tokens generated, including the closing newline or a stop text
 * @param finishReason the reason for its end
 * @param stopText     the stop text that ended it
 */
record Generation(String prompt, String text, int inputTokens, int outputTokens, FinishReason finishReason,
        Optional<String> stopText) {}
