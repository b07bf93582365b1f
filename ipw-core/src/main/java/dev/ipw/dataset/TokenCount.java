package dev.ipw.dataset;

import java.util.OptionalLong;
import org.apiguardian.api.API;

/** A count of a prompt's tokens by a tokenizer or by the server. */
@API(status = API.Status.EXPERIMENTAL)
@FunctionalInterface
public interface TokenCount {
    /**
     * Counts a prompt's tokens.
     *
     * @param prompt the text
     * @return the number of tokens; empty if unknown
     * @throws InterruptedException if the calling thread is interrupted
     */
    OptionalLong of(String prompt) throws InterruptedException;
}
