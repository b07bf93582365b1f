package dev.ipw.benchmarks.judge;

import dev.ipw.inference.ResponseFormat;
import java.util.Optional;

/**
 * The form in which a judge gives a verdict. Only text with the code of the request counts: the code is drawn for each
 * request and is in the prompt behind all material, so that no judged text can contain it.
 *
 * @param <T> the type of a verdict
 */
interface ReplyForm<T> {
    /** Returns the end of a prompt, which asks for a verdict in this form. */
    String request(String code);

    /** Returns the question after a reply without a verdict: it asks only for the verdict. */
    String again(String code);

    /**
     * Returns the JSON schema of the form, for servers that enforce one; empty to describe the form only in the prompt.
     */
    Optional<ResponseFormat> format();

    /** Reads the verdict; empty if there is none in this form, or if several differ. */
    Optional<T> read(String reply, String code);
}
