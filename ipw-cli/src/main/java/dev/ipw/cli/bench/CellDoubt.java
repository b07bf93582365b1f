package dev.ipw.cli.bench;

import dev.ipw.cli.bench.MeasuredCell.Figure;
import java.util.Set;

/**
 * A reason why figures of a cell are unreliable.
 *
 * @param figures the unreliable figures
 * @param brief   the reason in a few words
 * @param detail  the reason, and the remedy
 */
record CellDoubt(Set<Figure> figures, String brief, String detail) {
    private static final Set<Figure> JOULES = Set.of(Figure.JOULES_PER_QUERY, Figure.JOULES_PER_SOLVED_TASK,
            Figure.INTELLIGENCE_PER_JOULE);

    /** Copies the set. */
    CellDoubt {
        figures = Set.copyOf(figures);
    }

    static CellDoubt ofAll(String brief) {
        return new CellDoubt(Set.of(Figure.values()), brief, brief);
    }

    static CellDoubt ofTimes(String detail) {
        return new CellDoubt(Set.of(Figure.SECONDS_PER_QUERY), "times INVALID", detail);
    }

    static CellDoubt ofJoules(String brief, String detail) {
        return new CellDoubt(JOULES, brief, detail);
    }
}
