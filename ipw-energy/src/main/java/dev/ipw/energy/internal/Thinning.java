package dev.ipw.energy.internal;

/**
 * The rule that keeps each eighth of the first readings, and all that follow.
 *
 * @param first the number of readings to thin; a multiple of eight, so that the very first is kept and no step is torn
 */
record Thinning(int first) {
    private static final int KEEP_EACH = 8;

    /** Returns the rule that thins the older half of the given number of readings. */
    static Thinning ofHalf(int readings) {
        return new Thinning(readings / 2 / KEEP_EACH * KEEP_EACH);
    }

    boolean keeps(int index) {
        return index >= first || index % KEEP_EACH == 0;
    }

    /** Returns the later place of a reading; for a removed one, the place of the next kept one. */
    int place(int index) {
        return index >= first ? first / KEEP_EACH + index - first : (index + KEEP_EACH - 1) / KEEP_EACH;
    }
}
