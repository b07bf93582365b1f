package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.work.Work;
import java.util.List;
import java.util.stream.IntStream;

/** The weight of work, which may depend on the piece that it is in. */
interface PieceWeights {
    /**
     * Returns the weight of some work.
     *
     * @param row by {@link Work}
     * @param at  its place in the row
     */
    double weigh(int piece, double[] row, int at);

    /**
     * Returns weights of one kind of work each: where costs are not known, any kind may be the only one with a cost.
     */
    static List<PieceWeights> ofEachKind() {
        return IntStream.of(Work.PROMPT_TOKENS, Work.PASSES, Work.CONTEXT_TOKENS, Work.PROMPT_PAIRS, Work.OWN_SECONDS)
                .mapToObj(part -> (PieceWeights) (piece, row, at) -> row[at + part]).toList();
    }

    /** Returns weights of each part of {@link Work} that are the same in all pieces. */
    static PieceWeights same(double[] weights) {
        return (piece, row, at) -> Work.weigh(row, at, weights);
    }
}
