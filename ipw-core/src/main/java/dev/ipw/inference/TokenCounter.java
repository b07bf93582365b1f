package dev.ipw.inference;

import org.apiguardian.api.API;

/**
 * A count of the tokens of a text by one tokenizer. A model's own server counts better: another model's tokenizer is an
 * approximation. Implementations must allow calls from many threads at once.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface TokenCounter {
    /**
     * Returns the name of the tokenizer.
     *
     * @return for example {@code o200k_base}
     */
    String name();

    /**
     * Counts tokens. A text that looks like a special token counts as text.
     *
     * @param text any text
     * @return the number of tokens, 0 for an empty text
     */
    int count(String text);
}
