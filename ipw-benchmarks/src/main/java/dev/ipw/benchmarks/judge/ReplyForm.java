package dev.ipw.benchmarks.judge;

import dev.ipw.inference.ResponseFormat;
import java.util.Optional;

/**
 * The form in which a judge gives a verdict. Only what bears the code of the request counts: the code is drawn for each
 * request and stands in the prompt behind all material, so that no text that is judged can hold it.
 *
 * @param <T> what a verdict is
 */
interface ReplyForm<T> {
    /** Returns the end of a prompt, which asks for a verdict in this form. */
    String request(String code);

    /** Returns the question after a reply without a verdict: it asks for the verdict and nothing else. */
    String again(String code);

    /** Returns the JSON schema of the form, for servers that can hold a model to one; empty leaves it to the prompt. */
    Optional<ResponseFormat> format();

    /** Reads the verdict; empty if there is none in this form, or several that differ. */
    Optional<T> read(String reply, String code);
}
