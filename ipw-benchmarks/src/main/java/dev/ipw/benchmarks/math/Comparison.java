package dev.ipw.benchmarks.math;

/**
 * The result of a comparison.
 *
 * @param isEqual whether both are equal
 * @param way     the way in which it was decided
 */
record Comparison(boolean isEqual, Way way) {
    /** The ways to decide. */
    enum Way {
        EXACT("in exact form"), NUMERIC("at points"), ROUNDED("as rounded decimals"), TEXT("as text"),
        SHAPE("in shape"), UNIT("in its unit"),
        LIMIT("as it is larger or deeper than an answer may be");

        private final String words;

        Way(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    static Comparison equal(Way way) {
        return new Comparison(true, way);
    }

    static Comparison different(Way way) {
        return new Comparison(false, way);
    }

    /** Combines two comparisons that must both be equal; the weaker way counts. */
    Comparison and(Comparison other) {
        if (isEqual != other.isEqual) {
            return isEqual ? other : this;
        }
        return way.compareTo(other.way) >= 0 ? this : other;
    }
}
