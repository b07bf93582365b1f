package dev.ipw.internal.secret;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Takes the secrets of this process out of everything that is kept: answers, errors, files, logs. Whoever reads a key, a token or
 * a password makes it known here; whatever is written passes here, wherever in the program it came from. That is why it is one for
 * the process: a server may repeat a key of one client where another part of the program writes.
 *
 * <p>A secret is found whole and in fragments of 12 characters or more, in letters of either case, escaped for an address or
 * for JSON, and within Base64. What is short or a plain word is no secret, because taking it out would damage texts: see
 * {@link #learn(String)}. Numbers are never touched. Without secrets a text passes as it is, without being read.
 */
public final class SecretRedactor {
    /** A program that changes its keys all the time must not fill the memory; the oldest is forgotten. */
    private static final int MOST_SECRETS = 100;
    private static final Set<String> SECRETS = new LinkedHashSet<>();
    private static volatile SecretPatterns patterns = SecretPatterns.NONE;

    private SecretRedactor() {}

    /** Writes all of something. */
    @FunctionalInterface
    public interface Body {
        /**
         * Writes it.
         *
         * @param out takes it; left open
         * @throws IOException if it does not take it
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Makes a secret known. Nothing happens for one of fewer than 8 characters, one without a letter, one of letters of one case
     * with fewer than 20 characters, such as {@code EMPTY}, {@code ollama} or {@code not-needed}, and one that repeats a few characters.
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
            if (SECRETS.size() > MOST_SECRETS) {
                Iterator<String> oldest = SECRETS.iterator();
                oldest.next();
                oldest.remove();
            }
            patterns = SecretPatterns.of(SECRETS);
        }
    }

    /**
     * Makes a value known where its name says that it is a secret, as {@code OPENAI_API_KEY} or {@code trust_store_password} do.
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
     * Makes the words of a header field known, where its name says that it is a secret, and elsewhere those that look like keys.
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
     * Takes all known secrets out of a text.
     *
     * @param text any text
     * @return the text itself if it holds none
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
     * Writes something to a stream without the secrets, also those that come in several pieces.
     *
     * @param body writes it
     * @param out  takes what is left; flushed and left open
     * @throws IOException if it does not take it
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
     * Returns whether bytes hold a secret.
     *
     * @param in gives the bytes; left open
     * @return false also where no secret is known, without reading
     * @throws IOException if they cannot be read
     */
    public static boolean occursIn(InputStream in) throws IOException {
        SecretPatterns known = patterns;
        return !known.isEmpty() && known.occurIn(in);
    }

    /**
     * Returns whether any secret is known.
     *
     * @return false if nothing has to be looked for
     */
    public static boolean knowsAny() {
        return !patterns.isEmpty();
    }
}
