package dev.ipw.engine.energy;

/**
 * Keep each eighth of the first readings, and all that follow.
 *
 * @param first how many readings are thinned; a multiple of eight, so that the first of all is kept and no step is torn
 */
record Thinning(int first) {
    private static final int KEEP_EACH = 8;

    /** Thins the older half of so many readings. */
    static Thinning ofHalf(int readings) {
        return new Thinning(readings / 2 / KEEP_EACH * KEEP_EACH);
    }

    boolean keeps(int index) {
        return index >= first || index % KEEP_EACH == 0;
    }

    /** Returns where a reading stands afterwards; of one that is left out, where the next kept one stands. */
    int place(int index) {
        return index >= first ? first / KEEP_EACH + index - first : (index + KEEP_EACH - 1) / KEEP_EACH;
    }
}
