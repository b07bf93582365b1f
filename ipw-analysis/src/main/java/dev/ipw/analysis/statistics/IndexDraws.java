package dev.ipw.analysis.statistics;

import dev.ipw.internal.thread.Cancellation;
import java.util.SplittableRandom;

/** A source of draws with replacement for resamples. */
@FunctionalInterface
public interface IndexDraws {
    /**
     * Draws one resample.
     *
     * @param indices filled with indices from 0 to its length, exclusive
     */
    void draw(int[] indices);

    /**
     * Returns pseudo-random draws.
     *
     * @param seed the same seed gives the same resamples
     * @return an endless source of draws
     */
    static IndexDraws seeded(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return indices -> {
            Cancellation.check();
            for (int draw = 0; draw < indices.length; draw++) {
                indices[draw] = random.nextInt(indices.length);
            }
        };
    }
}
