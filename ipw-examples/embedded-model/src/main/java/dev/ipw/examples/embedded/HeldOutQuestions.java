package dev.ipw.examples.embedded;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Questions that no model saw in training: 40 % sums and 40 % differences of numbers from 0 to 999, 20 % products of
 * numbers from 0 to 99.
 *
 * <p>It uses SplitMix64 exactly as {@code QuestionDraw} in training/train.py, so both ask the same questions for the
 * same seed.
 */
final class HeldOutQuestions {

    /** The maximum number of questions, half of all held-out ones; beyond that, finding new ones becomes slow. */
    private static final int MAX = 100_000;

    private long state;

    private HeldOutQuestions(long seed) {
        state = seed;
    }

    /**
     * Draws distinct questions.
     *
     * @param seed  the same seed gives the same questions; a larger count begins with those of a smaller one
     * @param count the number of questions, 0 to 100 000
     */
    static List<ArithmeticQuestion> draw(long seed, int count) {
        if (count < 0 || count > MAX) {
            throw new IllegalArgumentException("count must be between 0 and " + MAX + ", not " + count);
        }
        HeldOutQuestions draw = new HeldOutQuestions(seed);
        Set<ArithmeticQuestion> drawn = new LinkedHashSet<>();
        while (drawn.size() < count) {
            ArithmeticQuestion question = draw.next();
            if (HeldOut.contains(question.left(), question.operator(), question.right())) {
                drawn.add(question);
            }
        }
        return List.copyOf(drawn);
    }

    private ArithmeticQuestion next() {
        int kind = below(10);
        if (kind < 8) {
            return new ArithmeticQuestion(below(1000), kind < 4 ? '+' : '-', below(1000));
        }
        return new ArithmeticQuestion(below(100), '*', below(100));
    }

    private int below(int bound) {
        state += 0x9E3779B97F4A7C15L;
        long mixed = state;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return (int) (((mixed ^ (mixed >>> 31)) >>> 33) % bound);
    }
}
