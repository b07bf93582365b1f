package dev.ipw.internal.secret;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A secret that is known to one server or program, to be found in texts of that one: in letters of either case, escaped
 * for an address or for JSON, and within Base64. A short one occurs in common words too, so one of fewer than eight
 * characters is found only as a separate word, and one of fewer than four not at all: it can be guessed anyway.
 */
public final class KnownSecret {
    private static final int SHORTEST_ANYWHERE = 8;
    private static final int SHORTEST_WORD = 4;
    /** This number of characters of a secret at the end of a text that was cut may be chance. */
    private static final int MAX_BY_CHANCE = 2;
    private static final int BITS_OF_DIGIT = 6;

    private final String secret;
    private final List<String> forms;

    private KnownSecret(String secret, List<String> forms) {
        this.secret = secret;
        this.forms = forms;
    }

    /**
     * Prepares the search for a secret.
     *
     * @param secret the secret itself
     * @return the prepared secret
     */
    public static KnownSecret of(String secret) {
        return new KnownSecret(secret, forms(secret));
    }

    /** Returns the forms of a secret in a text, the longest first; none for a very short one. */
    static List<String> forms(String secret) {
        Set<String> forms = new LinkedHashSet<>();
        if (secret.length() >= SHORTEST_WORD) {
            forms.add(secret);
        }
        if (secret.length() >= SHORTEST_ANYWHERE) {
            forms.add(URLEncoder.encode(secret, StandardCharsets.UTF_8));
            forms.add(secret.replace("\\", "\\\\").replace("\"", "\\\""));
            forms.add(secret.replace("/", "\\/"));
            for (int before = 0; before < 3; before++) {
                forms.add(inBase64(secret, before));
                forms.add(inBase64(secret, before).replace('+', '-').replace('/', '_'));
            }
        }
        return forms.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
    }

    /** Returns the Base64 digits that depend on the secret's bytes alone, with a number of other bytes before them. */
    private static String inBase64(String secret, int before) {
        byte[] bytes = ("\0".repeat(before) + secret).getBytes(StandardCharsets.UTF_8);
        String digits = Base64.getEncoder().withoutPadding().encodeToString(bytes);
        int first = (before * Byte.SIZE + BITS_OF_DIGIT - 1) / BITS_OF_DIGIT;
        return digits.substring(first, bytes.length * Byte.SIZE / BITS_OF_DIGIT);
    }

    /**
     * Removes the secret from a text.
     *
     * @param text  may repeat the secret
     * @param isCut true if the text was cut, so that the secret may begin at its end
     * @return the text without it
     */
    public String redact(String text, boolean isCut) {
        StringBuilder clean = new StringBuilder(text.length());
        for (int at = 0; at < text.length();) {
            int length = found(text, at, isCut);
            if (length == 0) {
                clean.append(text.charAt(at));
            } else {
                clean.append(Redaction.MARK);
            }
            at += Math.max(1, length);
        }
        return clean.toString();
    }

    private int found(String text, int at, boolean isCut) {
        for (String form : forms) {
            boolean anywhere = secret.length() >= SHORTEST_ANYWHERE;
            int left = text.length() - at;
            if (left >= form.length()) {
                if (text.regionMatches(anywhere, at, form, 0, form.length())
                        && (anywhere || isWord(text, at, at + form.length()))) {
                    return form.length();
                }
            } else if (isCut && left > MAX_BY_CHANCE && text.regionMatches(true, at, form, 0, left)) {
                return left;
            }
        }
        return 0;
    }

    private static boolean isWord(String text, int begin, int end) {
        return (begin == 0 || !Character.isLetterOrDigit(text.charAt(begin - 1)))
                && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)));
    }

    /** Hides the secret. */
    @Override
    public String toString() {
        return Redaction.MARK;
    }
}
