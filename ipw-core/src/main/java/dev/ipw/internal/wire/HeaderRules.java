package dev.ipw.internal.wire;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The rules of header fields by RFC 9110, section 5. */
public final class HeaderRules {
    private static final String NAME_MARKS = "!#$%&'*+-.^_`|~";
    private static final Set<String> OWN = Set.of("host", "connection", "content-length", "transfer-encoding",
            "expect", "upgrade");

    private HeaderRules() {}

    /**
     * Throws if header fields would change the request around them.
     *
     * @param headers values by name
     * @throws IllegalArgumentException if one would; the message contains no value: it may be a secret
     */
    public static void requireHarmless(Map<String, String> headers) {
        headers.forEach((name, value) -> {
            if (!isName(name)) {
                throw new IllegalArgumentException("A header's name must be letters, digits and " + NAME_MARKS
                        + "; this one has " + name.length() + " characters and some other among them");
            }
            if (OWN.contains(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("The header " + name + " is the transport's own; leave it out");
            }
            if (!value.chars().allMatch(HeaderRules::isInValue)) {
                throw new IllegalArgumentException("The value of the header " + name
                        + " has a line end or another character that no header can carry; take it out");
            }
        });
    }

    /**
     * Returns whether a text is the name of a header field.
     *
     * @param name the text
     * @return true if each of its characters may be in one
     */
    public static boolean isName(String name) {
        return !name.isEmpty() && name.chars().allMatch(HeaderRules::isInName);
    }

    private static boolean isInName(int c) {
        return (c < 0x80 && Character.isLetterOrDigit(c)) || NAME_MARKS.indexOf(c) >= 0;
    }

    /**
     * Returns whether a character may be in a value.
     *
     * @param c the character
     * @return false for control characters, and those beyond one byte
     */
    public static boolean isInValue(int c) {
        return c == '\t' || (c >= ' ' && c <= 0xFF && c != 0x7F);
    }
}
