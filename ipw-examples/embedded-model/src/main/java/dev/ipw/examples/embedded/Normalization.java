package dev.ipw.examples.embedded;

/** A scaling of a vector to unit root mean square, then of each number by its trained gain; immutable. */
final class Normalization {

    private static final float FLOOR = 1e-5f;

    private final float[] gains;

    Normalization(float[] gains) {
        this.gains = gains.clone();
    }

    /** Writes the normalized vector {@code from} into {@code to}; both have the length of the gains. */
    void apply(float[] from, float[] to) {
        float squares = 0;
        for (int index = 0; index < gains.length; index++) {
            squares += from[index] * from[index];
        }
        float scale = (float) (1 / Math.sqrt(squares / gains.length + FLOOR));
        for (int index = 0; index < gains.length; index++) {
            to[index] = from[index] * scale * gains[index];
        }
    }
}
