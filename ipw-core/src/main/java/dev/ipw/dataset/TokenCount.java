package dev.ipw.dataset;

import java.util.OptionalLong;

/** Count the tokens that a model makes of a prompt: a tokenizer does, or the server that is asked. */
@FunctionalInterface
public interface TokenCount {
    /**
     * Count a prompt's tokens.
     *
     * @param prompt the text
     * @return how many; empty if nobody can tell
     * @throws InterruptedException if the calling thread is interrupted
     */
    OptionalLong of(String prompt) throws InterruptedException;
}
