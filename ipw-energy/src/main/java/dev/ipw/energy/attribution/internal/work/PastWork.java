package dev.ipw.energy.attribution.internal.work;

import java.util.stream.IntStream;

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
        int[] own = both.add(this, fromNanos, Math.min(afterNanos, untilNanos));
        int[] added = both.add(later, Math.max(afterNanos, fromNanos), untilNanos);
        double[] joined = new double[both.pieces() * Work.PARTS];
        copy(this, own, joined, 0);
        copy(later, added, joined, own.length);
        both.setRows(joined);
        return both;
    }

    /** Adds the pieces that end in a time, and returns their places in the other work. */
    private int[] add(WorkSchedule other, long afterNanos, long untilNanos) {
        int[] added = IntStream.range(0, other.pieces())
                .filter(piece -> other.endNanos(piece) > afterNanos && other.endNanos(piece) <= untilNanos).toArray();
        for (int piece : added) {
            addPiece(other.beginNanos(piece), other.endNanos(piece));
        }
        return added;
    }

    private static void copy(WorkSchedule from, int[] pieces, double[] joined, int first) {
        for (int i = 0; i < pieces.length; i++) {
            System.arraycopy(from.rows(), pieces[i] * Work.PARTS, joined, (first + i) * Work.PARTS, Work.PARTS);
        }
    }

    @Override
    public void forEachPart(int request, double[] row, Visitor visitor) {
        throw new UnsupportedOperationException("The work of a past time is not kept by request");
    }
}
