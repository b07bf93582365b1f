package dev.ipw.internal.secret;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The removal of this process's secrets from everything that is kept: answers, errors, files, logs. Code that reads a
 * key, a token or a password registers it here; everything that is written passes here, wherever in the program it
 * originates. That is why there is one for the process: a server may repeat a key of one client where another part of
 * the program writes.
 *
 * <p>A secret is found whole and in fragments of 12 characters or more, in letters of either case, escaped for an
 * address or for JSON, and within Base64. Short texts and plain words are not treated as secrets, because removing them
 * would damage texts: see {@link #learn(String)}. Numbers are never changed. Without secrets a text is returned without
 * being read.
 */
public final class SecretRedactor {
    /**
     * The maximum number of secrets, so that a program that changes its keys often does not fill the memory; the oldest
     * is forgotten.
     */
    private static final int MAX_SECRETS = 100;
    private static final Set<String> SECRETS = new LinkedHashSet<>();
    private static volatile SecretPatterns patterns = SecretPatterns.NONE;

    private SecretRedactor() {}

    /** The content to write. */
    @FunctionalInterface
    public interface Body {
        /**
         * Writes the content.
         *
         * @param out the target; not closed
         * @throws IOException if the target does not accept it
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Registers a secret. Ignored are those of fewer than 8 characters, without a letter, of letters of one case with
     * fewer than 20 characters, such as {@code EMPTY}, {@code ollama} or {@code not-needed}, and with only a few
     * different characters.
     *
     * @param secret a key, a token or a password
     */
    public static void learn(String secret) {
        String text = secret.strip();
        if (!SecretPatterns.isSecret(text)) {
            return;
        }
        synchronized (SECRETS) {
            if (!SECRETS.add(text)) {
                return;
            }
            if (SECRETS.size() > MAX_SECRETS) {
                Iterator<String> oldest = SECRETS.iterator();
                oldest.next();
                oldest.remove();
            }
            patterns = SecretPatterns.of(SECRETS);
        }
    }

    /**
     * Registers a value if its name is that of a secret, as {@code OPENAI_API_KEY} or {@code trust_store_password}.
     *
     * @param name  the name of a variable or a parameter
     * @param value its value
     */
    public static void learn(String name, String value) {
        if (SecretNames.isCredential(name)) {
            learn(value);
        }
    }

    /**
     * Registers the words of a header field if its name is that of a secret, and otherwise those that look like keys.
     *
     * @param name  the name of the field
     * @param value its value
     */
    public static void learnHeader(String name, String value) {
        boolean isCredential = SecretNames.isCredential(name);
        for (String word : value.split("[\\s;,]+")) {
            if (isCredential || KeyShape.looksLikeKey(word)) {
                learn(word);
            }
        }
    }

    /**
     * Removes all known secrets from a text.
     *
     * @param text any text
     * @return the text itself if it contains none
     */
    public static String clean(String text) {
        SecretPatterns known = patterns;
        if (known.isEmpty() || !known.occurIn(text)) {
            return text;
        }
        SecretSieve sieve = new SecretSieve(known);
        for (int at = 0; at < text.length(); at++) {
            sieve.take(text.charAt(at));
        }
        sieve.end();
        return sieve.taken();
    }

    /**
     * Writes content to a stream without the secrets, including those that are split over several pieces.
     *
     * @param body writes the content
     * @param out  receives the rest; flushed and not closed
     * @throws IOException if the target does not accept it
     */
    public static void write(Body body, OutputStream out) throws IOException {
        SecretPatterns known = patterns;
        if (known.isEmpty()) {
            body.writeTo(out);
            return;
        }
        RedactedOutput clean = new RedactedOutput(out, known);
        body.writeTo(clean);
        clean.end();
    }

    /**
     * Returns whether bytes contain a secret.
     *
     * @param in provides the bytes; not closed
     * @return false also if no secret is known, without reading
     * @throws IOException if they cannot be read
     */
    public static boolean occursIn(InputStream in) throws IOException {
        SecretPatterns known = patterns;
        return !known.isEmpty() && known.occurIn(in);
    }

    /**
     * Returns whether any secret is known.
     *
     * @return false if there is nothing to search for
     */
    public static boolean knowsAny() {
        return !patterns.isEmpty();
    }
}
