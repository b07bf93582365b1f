package dev.ipw.inference.http;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.secret.KnownSecret;
import dev.ipw.internal.secret.Redaction;
import java.util.List;

/** Hold a secret so that it is sent and shown nowhere. */
public final class ApiKey {
    private static final String HIDDEN = "***";

    private final String secret;
    private final KnownSecret known;

    private ApiKey(String secret) {
        this.secret = secret;
        known = KnownSecret.of(secret);
    }

    /**
     * Take a key as it was given.
     *
     * @param text the key; white space around it is dropped
     * @return the key
     * @throws ConfigurationException if it cannot be sent in a header; the message does not repeat it
     */
    public static ApiKey of(String text) {
        String secret = text.strip();
        if (secret.isEmpty()) {
            throw new ConfigurationException("The API key is empty; leave api_key out if the server needs none");
        }
        if (!secret.chars().allMatch(character -> character > ' ' && character < 127)) {
            throw new ConfigurationException(
                    "The API key holds a space, a line break or another character that no key has; "
                            + "check api_key or the variable it came from");
        }
        return new ApiKey(secret);
    }

    /**
     * Give the key itself, for a header that takes it bare. It must not be shown.
     *
     * @return the secret
     */
    public String plain() {
        return secret;
    }

    /**
     * Give the value of an {@code Authorization} header. It must not be shown.
     *
     * @return the bearer token
     */
    public String bearer() {
        return "Bearer " + secret;
    }

    /**
     * Take the key out of a text that a server sent: in upper or lower case, escaped, or within Base64. A key of fewer than
     * eight characters goes where it is a word of its own, one of fewer than four only where the text says that it is a key.
     *
     * @param text may repeat the key
     * @return the text without it
     */
    public String redact(String text) {
        return known.redact(text, false);
    }

    /**
     * Show the start of a text that a server sent on one line, without the key and other secrets.
     *
     * @param text   may repeat the key
     * @param goesOn true if it is itself the start of a longer one
     * @param most   the most characters to show
     * @return the start of the text, with an ellipsis if there is more
     */
    public String excerpt(String text, boolean goesOn, int most) {
        return Redaction.excerpt(text, goesOn, most, List.of(known));
    }

    /** Show nothing of it. */
    @Override
    public String toString() {
        return HIDDEN;
    }
}
