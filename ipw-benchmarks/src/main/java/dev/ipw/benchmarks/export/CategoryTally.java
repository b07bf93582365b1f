package dev.ipw.benchmarks.export;

import dev.ipw.energy.Provenance;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.run.RunTotals;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The sums of the queries of one category. A mean that few of them know is omitted: it would favour some. */
final class CategoryTally {
    private static final double PERCENT = 100;
    private static final double MILLIS = 1e3;
    private static final double TERA = 1e12;

    private final Mean accuracy = new Mean();
    private final Mean joules = new Mean();
    private final Mean flop = new Mean();
    private final Mean seconds = new Mean();
    private final Mean firstTokenSeconds = new Mean();
    private final Mean watts = new Mean();
    private final Mean inputTokens = new Mean();
    private final Mean outputTokens = new Mean();
    private Optional<Provenance> provenance = Optional.empty();
    private long answered;
    private long queries;

    /** A mean of values. */
    private static final class Mean {
        private double sum;
        private long count;

        void add(OptionalDouble value) {
            if (value.isPresent()) {
                sum += value.getAsDouble();
                count++;
            }
        }

        /** Returns the mean; empty unless it is known for nearly all. */
        OptionalDouble of(long all) {
            return count > 0 && count >= RunTotals.MIN_COVERAGE * all
                    ? OptionalDouble.of(sum / count)
                    : OptionalDouble.empty();
        }
    }

    /** Adds a query. */
    void add(QueryFacts query) {
        queries++;
        query.judgement().isRight().ifPresent(isRight -> accuracy.add(OptionalDouble.of(isRight ? PERCENT : 0)));
        OptionalDouble used = query.use().joules();
        joules.add(used);
        if (used.isPresent()) {
            Provenance source = query.use().energy().provenance();
            provenance = Optional.of(provenance.map(source::weaker).orElse(source));
        }
        flop.add(query.use().floatingPointOperations());
        watts.add(query.use().deviceWatts());
        if (query.answer().failure().isEmpty()) {
            answered++;
            seconds.add(query.use().seconds());
            firstTokenSeconds.add(query.use().firstTokenSeconds());
            inputTokens.add(real(query.answer().usage().input()));
            outputTokens.add(real(query.answer().usage().output()));
        }
    }

    private static OptionalDouble real(OptionalLong count) {
        return count.isPresent() ? OptionalDouble.of((double) count.getAsLong()) : OptionalDouble.empty();
    }

    /** Returns whether any query was scored: the leaderboard accepts no category without accuracy. */
    boolean isScored() {
        return accuracy.count > 0;
    }

    /** Returns whether the joules of the category are reported. */
    boolean hasJoules() {
        return joules.of(queries).isPresent();
    }

    /** Returns the weakest provenance of the known joules. */
    Optional<Provenance> provenance() {
        return provenance;
    }

    /** Writes the figures in the leaderboard's units; unknown figures are omitted. */
    TreeBuilder tree() {
        TreeBuilder tree = TreeBuilder.object().put("accuracy", accuracy.sum / accuracy.count);
        put(tree, "avg_energy", joules.of(queries), 1);
        put(tree, "avg_compute", flop.of(queries), 1 / TERA);
        put(tree, "avg_latency", seconds.of(answered), MILLIS);
        put(tree, "avg_ttft", firstTokenSeconds.of(answered), MILLIS);
        put(tree, "avg_power", watts.of(queries), 1);
        put(tree, "avg_input_tokens", inputTokens.of(answered), 1);
        put(tree, "avg_output_tokens", outputTokens.of(answered), 1);
        return tree;
    }

    private static void put(TreeBuilder tree, String name, OptionalDouble value, double scale) {
        if (value.isPresent()) {
            tree.put(name, value.getAsDouble() * scale);
        }
    }
}
