package dev.ipw.examples.embedded;

/**
 * Hold a finished answer.
 *
 * @param prompt the characters that were fed, without the leading newline
 * @param text the answer, without the closing newline
 * @param inputTokens tokens fed as the prompt, the leading newline included
 * @param outputTokens tokens generated, the closing newline included
 * @param finishReason why it ended
 */
record Generation(String prompt, String text, int inputTokens, int outputTokens, FinishReason finishReason) {}
