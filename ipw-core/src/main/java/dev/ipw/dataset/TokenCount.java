package dev.ipw.dataset;

import java.util.OptionalLong;

/** Count a prompt's tokens by a tokenizer or by the server. */
@FunctionalInterface
public interface TokenCount {
    /**
     * Counts a prompt's tokens.
     *
     * @param prompt the text
     * @return how many; empty if unknown
     * @throws InterruptedException if the calling thread is interrupted
     */
    OptionalLong of(String prompt) throws InterruptedException;
}
