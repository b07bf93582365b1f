package dev.ipw.energy.attribution.internal.work;

import java.util.Arrays;

/** The work of a longer time, without its division over requests: pieces in the order of their ends. */
public final class PastWork extends WorkSchedule {
    /** Creates a time without work. */
    public PastWork() {
        setRows(new double[0]);
    }

    /**
     * Returns this work with that of a later time.
     *
     * @param later      its work
     * @param afterNanos pieces that end up to this moment are left out
     * @param untilNanos pieces that end after this moment are left out
     * @param fromNanos  older pieces of this work, which end before this moment, are dropped
     */
    public PastWork with(WorkSchedule later, long afterNanos, long untilNanos, long fromNanos) {
        PastWork both = new PastWork();
        double[] joined = new double[(pieces() + later.pieces()) * Work.PARTS];
        both.copy(this, fromNanos, Math.min(afterNanos, untilNanos), joined);
        both.copy(later, Math.max(afterNanos, fromNanos), untilNanos, joined);
        both.setRows(Arrays.copyOf(joined, both.pieces() * Work.PARTS));
        return both;
    }

    private void copy(WorkSchedule from, long afterNanos, long untilNanos, double[] joined) {
        for (int piece = 0; piece < from.pieces(); piece++) {
            if (from.endNanos(piece) > afterNanos && from.endNanos(piece) <= untilNanos) {
                int at = addPiece(from.beginNanos(piece), from.endNanos(piece));
                System.arraycopy(from.rows(), piece * Work.PARTS, joined, at * Work.PARTS, Work.PARTS);
            }
        }
    }

    @Override
    public void forEachPart(int request, double[] row, Visitor visitor) {
        throw new UnsupportedOperationException("The work of a past time is not kept by request");
    }
}
