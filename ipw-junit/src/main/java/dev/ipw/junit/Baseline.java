package dev.ipw.junit;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The energy of a test when its baseline was written.
 *
 * @param joules      the mean of one call
 * @param high        the upper end of its interval
 * @param low         the lower end of its interval
 * @param repetitions the number of repetitions behind it
 * @param provenance  the origin of the joules
 * @param scope       the parts of the machine
 * @param writtenAt   the time of writing
 */
record Baseline(double joules, double low, double high, long repetitions, String provenance, String scope,
        String writtenAt) {
    static Baseline of(BudgetOutcome.Figures figures, String writtenAt) {
        return new Baseline(figures.mean().value(), figures.mean().interval().low(), figures.mean().interval().high(),
                figures.repetitions(), figures.latest().provenance().name(), figures.latest().scopeLabel(), writtenAt);
    }

    static Baseline read(TreeReader tree) {
        return new Baseline(tree.real("joules"), tree.real("joules_low"), tree.real("joules_high"),
                tree.count("repetitions"), tree.text("provenance"), tree.text("scope"), tree.text("written_at"));
    }

    Map<String, @Nullable Object> tree() {
        return TreeBuilder.object().put("joules", joules).put("joules_low", low).put("joules_high", high)
                .put("repetitions", repetitions).put("provenance", provenance).put("scope", scope)
                .put("written_at", writtenAt).build();
    }

    /** Returns the limit above which a mean is worse: the upper end of the baseline's interval, plus the tolerance. */
    double limit(double tolerance) {
        return high * (1 + tolerance);
    }

    String inWords(double tolerance) {
        return "the baseline " + JouleText.number(joules) + " J [" + JouleText.number(low) + ", "
                + JouleText.number(high) + "] and " + JouleText.number(100 * tolerance) + " %, which makes a limit";
    }
}
