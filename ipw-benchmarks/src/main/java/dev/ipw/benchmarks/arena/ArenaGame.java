package dev.ipw.benchmarks.arena;

/**
 * One comparison of a model's answer with a baseline's, or several of the same answer.
 *
 * @param run      the place of the model's run
 * @param question the place of the question
 * @param outcome  1 if the model's answer is better, 0 if the baseline's is, 0.5 for a tie
 * @param weight   the weight of the game: three if one answer is much better
 * @param style    the difference between the styles of both answers
 */
record ArenaGame(int run, int question, double outcome, double weight, double[] style) {
    /** Combines another game of the same answer with this one. */
    ArenaGame with(ArenaGame other) {
        double both = weight + other.weight;
        return new ArenaGame(run, question, (weight * outcome + other.weight * other.outcome) / both, both, style);
    }
}
