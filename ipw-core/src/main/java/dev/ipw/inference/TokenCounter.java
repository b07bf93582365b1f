package dev.ipw.inference;

/**
 * Count the tokens of a text as one tokenizer divides it. A model's own server counts better: another model's tokenizer
 * is an approximation. Implementations are safe to use from many threads at once.
 */
public interface TokenCounter {
    /**
     * Names the way in which it divides text.
     *
     * @return for example {@code o200k_base}
     */
    String name();

    /**
     * Counts tokens. What looks like a special token counts as the text it is.
     *
     * @param text any text
     * @return how many tokens it has, 0 for an empty text
     */
    int count(String text);
}
