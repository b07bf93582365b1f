package dev.ipw.energy.attribution.internal.work;

import java.util.Arrays;

/**
 * The work of an engine over time and by request: pieces of time with an even rate of work, and each request's part of
 * their work.
 */
public abstract class WorkSchedule {
    private long[] begin = new long[1024];
    private long[] end = new long[1024];
    private int count;
    private double[] rows = {};
    private int[] requestOf = {};

    /**
     * Consecutive pieces.
     *
     * @param from the first piece
     * @param to   the piece after the last one
     */
    public record PieceRange(int from, int to) {}

    /** Receives a request's part of the work in a piece. */
    public interface Visitor {
        /**
         * Receives one part.
         *
         * @param piece    the index of the piece
         * @param isPrompt whether the work is on the prompt
         * @param row      the work, by {@link Work}; overwritten for the next piece
         */
        void part(int piece, boolean isPrompt, double[] row);
    }

    /** Passes all work for a request to the visitor, in order of time except its prompt. */
    public abstract void forEachPart(int request, double[] row, Visitor visitor);

    /** Passes the work for a request in some pieces to the visitor; that in others may be left out. */
    public void forEachPart(int request, PieceRange pieces, double[] row, Visitor visitor) {
        forEachPart(request, row, visitor);
    }

    /** Returns whether the pieces in which prompts were processed are too uncertain. */
    public boolean isBlurred() {
        return false;
    }

    final int addPiece(long beginNanos, long endNanos) {
        if (count == begin.length) {
            begin = Arrays.copyOf(begin, count * 2);
            end = Arrays.copyOf(end, count * 2);
        }
        begin[count] = beginNanos;
        end[count] = Math.max(beginNanos, endNanos);
        return count++;
    }

    /** Sums up the work of each piece, once all pieces are added. */
    final void sumUp(int requests) {
        rows = new double[count * Work.PARTS];
        requestOf = new int[count];
        Arrays.fill(requestOf, -1);
        double[] row = new double[Work.PARTS];
        for (int request = 0; request < requests; request++) {
            int one = request;
            forEachPart(request, row, (piece, isPrompt, part) -> {
                requestOf[piece] = one;
                for (int i = 0; i < Work.PARTS; i++) {
                    rows[piece * Work.PARTS + i] += part[i];
                }
            });
        }
    }

    /** Sets the work of each piece, once all pieces are added. */
    final void setRows(double[] rowsOfPieces) {
        rows = rowsOfPieces;
        requestOf = new int[count];
        Arrays.fill(requestOf, -1);
    }

    public final int pieces() {
        return count;
    }

    public final long beginNanos(int piece) {
        return begin[piece];
    }

    public final long endNanos(int piece) {
        return end[piece];
    }

    public final double seconds(int piece) {
        return (end[piece] - begin[piece]) / 1e9;
    }

    /** Returns the work of all pieces, in consecutive rows of {@link Work#PARTS}. */
    public final double[] rows() {
        return rows;
    }

    /** Returns one of the requests of a piece; -1 if there is none. */
    public final int requestOf(int piece) {
        return requestOf[piece];
    }
}
