package dev.ipw.cli.text;

/**
 * The number of columns that text occupies on a terminal: two for a wide East Asian character or an emoji, zero for a
 * combining character.
 */
public final class DisplayWidth {
    /** The first and last of the characters that occupy two columns (Unicode's East Asian Width W and F). */
    private static final int[][] WIDE = {{0x1100, 0x115f}, {0x231a, 0x231b}, {0x2329, 0x232a}, {0x23e9, 0x23ec},
            {0x25fd, 0x25fe}, {0x2614, 0x2615}, {0x2648, 0x2653}, {0x26aa, 0x26ab}, {0x26bd, 0x26be}, {0x26c4, 0x26c5},
            {0x2705, 0x2705}, {0x270a, 0x270b}, {0x274c, 0x274c}, {0x2753, 0x2755}, {0x2757, 0x2757}, {0x2795, 0x2797},
            {0x2b1b, 0x2b1c}, {0x2b50, 0x2b50}, {0x2b55, 0x2b55}, {0x2e80, 0x303e}, {0x3041, 0x33ff}, {0x3400, 0x4dbf},
            {0x4e00, 0xa4cf}, {0xa960, 0xa97f}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe10, 0xfe19}, {0xfe30, 0xfe6f},
            {0xff01, 0xff60}, {0xffe0, 0xffe6}, {0x16fe0, 0x18cff}, {0x1b000, 0x1b2ff}, {0x1f004, 0x1f004},
            {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f18e}, {0x1f191, 0x1f19a}, {0x1f200, 0x1f320}, {0x1f32d, 0x1f64f},
            {0x1f680, 0x1f6ff}, {0x1f7e0, 0x1f7eb}, {0x1f90c, 0x1f9ff}, {0x1fa70, 0x1faff}, {0x20000, 0x3fffd}};

    private DisplayWidth() {}

    /** Returns the number of columns of a text on one line. */
    public static int of(String text) {
        int columns = 0;
        for (int at = 0; at < text.length();) {
            int point = text.codePointAt(at);
            columns += of(point);
            at += Character.charCount(point);
        }
        return columns;
    }

    /** Shortens a text to a number of columns; a tilde replaces the omitted part. */
    public static String within(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        int taken = 0;
        int end = 0;
        while (taken + of(text.codePointAt(end)) < columns) {
            taken += of(text.codePointAt(end));
            end += Character.charCount(text.codePointAt(end));
        }
        return text.substring(0, end) + "~";
    }

    private static int of(int point) {
        if (point < WIDE[0][0]) {
            return isDrawnOnto(point) ? 0 : 1;
        }
        int low = 0;
        int high = WIDE.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (point < WIDE[middle][0]) {
                high = middle - 1;
            } else if (point > WIDE[middle][1]) {
                low = middle + 1;
            } else {
                return isDrawnOnto(point) ? 0 : 2;
            }
        }
        return isDrawnOnto(point) ? 0 : 1;
    }

    private static boolean isDrawnOnto(int point) {
        int type = Character.getType(point);
        return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
    }
}
