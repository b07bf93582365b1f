package dev.ipw.inference.http;

import dev.ipw.error.ConfigurationException;

/** Hold a secret so that it is sent and shown nowhere. */
public final class ApiKey {
    private static final String HIDDEN = "***";

    private final String secret;

    private ApiKey(String secret) {
        this.secret = secret;
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
     * Take the key out of a text that a server sent.
     *
     * @param text may repeat the key
     * @return the text without it
     */
    public String redact(String text) {
        return text.replace(secret, HIDDEN);
    }

    /** Show nothing of it. */
    @Override
    public String toString() {
        return HIDDEN;
    }
}
