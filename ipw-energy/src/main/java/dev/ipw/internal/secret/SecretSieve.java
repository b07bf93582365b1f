package dev.ipw.internal.secret;

/**
 * A sieve that receives the characters of a text, or the bytes of a stream, one after the other and returns them
 * without secrets. It holds back the length of a window, because only then is it known whether a character belongs to a
 * secret. For one thread.
 */
final class SecretSieve {
    /** More than the longest window with an escape before it, and a power of two. */
    private static final int SLOTS = 32;
    private static final int MASK = SLOTS - 1;
    /** The length of an escape in JSON with a backslash and one character, and of one with four digits. */
    private static final int SHORT_ESCAPE = 2;
    private static final int LONG_ESCAPE = 6;

    private final SecretPatterns patterns;
    private final int[] hashes;
    private final char[] units = new char[SLOTS];
    /** Where the escape begins to which a character belongs, or else the character. */
    private final long[] starts = new long[SLOTS];
    private final boolean[] isSecret = new boolean[SLOTS];
    private StringBuilder taken = new StringBuilder();
    private long seen;
    private long left;
    private boolean isWithin;
    private long escapeStart;
    private long escapeEnd;

    SecretSieve(SecretPatterns patterns) {
        this.patterns = patterns;
        hashes = new int[patterns.lengths()];
    }

    /** Takes one more character. */
    void take(char unit) {
        if (seen - left == patterns.longest() + LONG_ESCAPE - 1) {
            leave();
        }
        int slot = (int) seen & MASK;
        units[slot] = unit;
        starts[slot] = start(unit);
        isSecret[slot] = false;
        char entering = SecretPatterns.folded(unit);
        for (int which = 0; which < hashes.length; which++) {
            int length = patterns.length(which);
            char leaving = seen < length ? 0 : SecretPatterns.folded(units[(int) (seen - length) & MASK]);
            hashes[which] = patterns.rolled(which, hashes[which], entering, leaving);
        }
        seen++;
        for (int which = 0; which < hashes.length; which++) {
            int length = patterns.length(which);
            if (seen >= length && patterns.mayBe(hashes[which]) && patterns.has(latest(length))) {
                mark(length);
            }
        }
    }

    private long start(char unit) {
        if (seen >= escapeEnd && unit == '\\') {
            escapeStart = seen;
            escapeEnd = seen + SHORT_ESCAPE;
        } else if (seen == escapeStart + 1 && seen < escapeEnd && unit == 'u') {
            escapeEnd = escapeStart + LONG_ESCAPE;
        }
        return seen < escapeEnd ? escapeStart : seen;
    }

    private String latest(int length) {
        StringBuilder window = new StringBuilder(length);
        for (long at = seen - length; at < seen; at++) {
            window.append(SecretPatterns.folded(units[(int) at & MASK]));
        }
        return window.toString();
    }

    /** Half an escape would tear the JSON in which it stands. */
    private void mark(int length) {
        for (long at = starts[(int) (seen - length) & MASK]; at < seen; at++) {
            isSecret[(int) at & MASK] = true;
        }
    }

    private void leave() {
        int slot = (int) left & MASK;
        if (!isSecret[slot]) {
            taken.append(units[slot]);
        } else if (!isWithin) {
            taken.append(Redaction.MARK);
        }
        isWithin = isSecret[slot];
        left++;
    }

    /** Releases the characters held back, because no others follow. */
    void end() {
        while (left < seen) {
            leave();
        }
    }

    /** Returns the number of characters that can be taken. */
    int available() {
        return taken.length();
    }

    /** Returns the clean characters so far, once. */
    String taken() {
        String text = taken.toString();
        taken = new StringBuilder();
        return text;
    }
}
