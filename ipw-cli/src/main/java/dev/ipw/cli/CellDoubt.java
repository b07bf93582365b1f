package dev.ipw.cli;

import dev.ipw.cli.MeasuredCell.Figure;
import java.util.Set;

/**
 * Say why figures of a cell are not to be believed as they stand.
 *
 * @param figures which ones
 * @param brief   why, in few words
 * @param detail  why, and what to do
 */
record CellDoubt(Set<Figure> figures, String brief, String detail) {
    private static final Set<Figure> JOULES = Set.of(Figure.JOULES_PER_QUERY, Figure.JOULES_PER_SOLVED_TASK,
            Figure.INTELLIGENCE_PER_JOULE);

    /** Copy the set. */
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
