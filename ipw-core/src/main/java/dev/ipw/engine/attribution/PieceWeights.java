package dev.ipw.engine.attribution;

/** The weight of work, which may depend on the piece that it is in. */
interface PieceWeights {
    /**
     * Returns the weight of some work.
     *
     * @param row by {@link Work}
     * @param at  where it begins in the row
     */
    double weigh(int piece, double[] row, int at);

    /** Returns weights of each part of {@link Work} that are the same in all pieces. */
    static PieceWeights same(double[] weights) {
        return (piece, row, at) -> Work.weigh(row, at, weights);
    }
}
