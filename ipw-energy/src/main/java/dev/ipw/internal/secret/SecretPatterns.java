package dev.ipw.internal.secret;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The patterns of secrets in a text: every 12 characters of them, or all of a shorter one, in each form in which they
 * may occur. A rolling hash over the text and a table of bits rule out nearly all places, at a few operations a
 * character for any number of secrets; the remaining places are compared. Bytes are read as characters of Latin-1, so
 * that one table serves both.
 */
final class SecretPatterns {
    /** This number of characters of a secret is never chance. */
    static final int FRAGMENT = 12;
    static final SecretPatterns NONE = of(List.of());

    private static final int SHORTEST = 8;
    private static final int SHORTEST_WORD = 20;
    /** Letters of one case, optionally with a capital at the start. */
    private static final Pattern WORD = Pattern.compile("[A-Za-z]?[a-z._-]*|[A-Z._-]*");
    /** A text with few different characters, such as a row of dashes, occurs elsewhere too. */
    private static final int MIN_DISTINCT = 5;
    /** Removing a quote that is a part of JSON would break it. */
    private static final Pattern CUTS_JSON = Pattern.compile("^[\"\\\\]|[\"\\\\]$|\"[]},:]|[\\[{,:]\"");

    private static final int BASE = 0x01000193;
    private static final int SPREAD = 0x9E3779B1;
    /** This number of bits per window keeps false candidates rare, and the table of a few secrets small. */
    private static final int BITS_PER_WINDOW = 64;
    private static final int MIN_BITS = 12;
    private static final int CHUNK_BYTES = 1 << 16;
    /** The bits by which a byte of UTF-8 says that it goes on with a character. */
    private static final int CONTINUATION_MASK = 0xC0;
    private static final int CONTINUATION = 0x80;

    private final Set<String> windows;
    private final int[] lengths;
    private final int[] powers;
    private final long[] filter;
    private final int shift;

    private SecretPatterns(Set<String> windows) {
        this.windows = windows;
        lengths = windows.stream().mapToInt(String::length).sorted().distinct().toArray();
        powers = new int[lengths.length];
        for (int each = 0; each < lengths.length; each++) {
            int power = 1;
            for (int at = 0; at < lengths[each]; at++) {
                power *= BASE;
            }
            powers[each] = power;
        }
        int bits = Math.max(MIN_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(windows.size() * BITS_PER_WINDOW));
        filter = new long[1 << (bits - 6)];
        shift = Integer.SIZE - bits;
        windows.forEach(window -> {
            int hash = 0;
            for (int at = 0; at < window.length(); at++) {
                hash = hash * BASE + window.charAt(at);
            }
            int bit = bit(hash);
            filter[bit >>> 6] |= 1L << bit;
        });
    }

    static SecretPatterns of(Collection<String> secrets) {
        Set<String> windows = new HashSet<>();
        for (String secret : secrets) {
            for (String form : KnownSecret.forms(secret)) {
                addWindows(windows, form, false);
                addWindows(windows, new String(form.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1),
                        true);
            }
        }
        return new SecretPatterns(windows);
    }

    private static void addWindows(Set<String> windows, String form, boolean areBytes) {
        StringBuilder folded = new StringBuilder(form.length());
        form.chars().forEach(unit -> folded.append(folded((char) unit)));
        int length = Math.min(folded.length(), FRAGMENT);
        for (int at = 0; at + length <= folded.length(); at++) {
            String window = folded.substring(at, at + length);
            boolean isWhole = !areBytes || (startsCharacter(folded, at) && startsCharacter(folded, at + length));
            if (length >= SHORTEST && isWhole && isSecretLike(window) && !CUTS_JSON.matcher(window).find()) {
                windows.add(window);
            }
        }
    }

    /** Half a character of UTF-8 would tear the file in which it stays. */
    private static boolean startsCharacter(CharSequence bytes, int at) {
        return at == bytes.length() || (bytes.charAt(at) & CONTINUATION_MASK) != CONTINUATION;
    }

    /** Returns whether a text is a secret that can be distinguished from other texts. */
    static boolean isSecret(String text) {
        boolean isWord = text.length() < SHORTEST_WORD && WORD.matcher(text).matches();
        return text.length() >= SHORTEST && !isWord && isSecretLike(text);
    }

    /** Returns whether a text is distinctive. A number may have an e. */
    private static boolean isSecretLike(String text) {
        return text.chars().distinct().count() >= MIN_DISTINCT
                && text.chars().anyMatch(unit -> Character.isLetter(unit) && unit != 'e' && unit != 'E');
    }

    static char folded(char unit) {
        return unit >= 'A' && unit <= 'Z' ? (char) (unit + 'a' - 'A') : unit;
    }

    boolean isEmpty() {
        return lengths.length == 0;
    }

    /** Returns the number of window lengths. */
    int lengths() {
        return lengths.length;
    }

    int length(int which) {
        return lengths[which];
    }

    int longest() {
        return lengths[lengths.length - 1];
    }

    /** Rolls a hash over one more character; the character that leaves its window is 0 at the start of a text. */
    int rolled(int which, int hash, char entering, char leaving) {
        return hash * BASE + entering - powers[which] * leaving;
    }

    /** Returns whether the window with a hash may be one of these. */
    boolean mayBe(int hash) {
        int bit = bit(hash);
        return (filter[bit >>> 6] & (1L << bit)) != 0;
    }

    private int bit(int hash) {
        return (hash * SPREAD) >>> shift;
    }

    /** Returns whether a window in small letters is one of these. */
    boolean has(String window) {
        return windows.contains(window);
    }

    /** Returns whether one of these occurs in a text. */
    boolean occurIn(String text) {
        for (int which = 0; which < lengths.length; which++) {
            int length = lengths[which];
            int hash = 0;
            for (int at = 0; at < text.length(); at++) {
                char leaving = at < length ? 0 : folded(text.charAt(at - length));
                hash = rolled(which, hash, folded(text.charAt(at)), leaving);
                if (at + 1 >= length && mayBe(hash) && has(window(text, at + 1 - length, at + 1))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String window(String text, int from, int end) {
        StringBuilder window = new StringBuilder(end - from);
        for (int at = from; at < end; at++) {
            window.append(folded(text.charAt(at)));
        }
        return window.toString();
    }

    /** Returns whether one of these occurs in bytes, which are read a piece at a time. */
    boolean occurIn(InputStream in) throws IOException {
        byte[] bytes = new byte[CHUNK_BYTES];
        int kept = 0;
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes, kept, bytes.length - kept)) {
            int end = kept + count;
            if (occurIn(new String(bytes, 0, end, StandardCharsets.ISO_8859_1))) {
                return true;
            }
            kept = Math.min(end, longest() - 1);
            System.arraycopy(bytes, end - kept, bytes, 0, kept);
        }
        return false;
    }
}
