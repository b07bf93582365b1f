package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.work.WorkSchedule;
import dev.ipw.energy.attribution.internal.work.WorkSchedule.PieceRange;
import java.util.Arrays;

/** The cells of the pieces of an engine's work, with the part of each piece in each cell; the parts add up to 1. */
final class WorkPlaces {
    private final WorkSchedule work;
    private final ShareCells cells;
    private final int[] firstPlace;
    private int[] cell = new int[1024];
    private double[] part = new double[1024];
    private int count;
    private final PieceRange charged;

    /** Places the pieces, shifted by the given delay. */
    WorkPlaces(WorkSchedule work, ShareCells cells, long shiftNanos) {
        this.work = work;
        this.cells = cells;
        firstPlace = new int[work.pieces() + 1];
        for (int piece = 0; piece < work.pieces(); piece++) {
            firstPlace[piece] = count;
            if (work.requestOf(piece) >= 0) {
                place(piece, cells.episodeOf(work.requestOf(piece)), shiftNanos);
            }
        }
        firstPlace[work.pieces()] = count;
        int from = 0;
        while (from < work.pieces() && firstPlace[from + 1] == 0) {
            from++;
        }
        int to = work.pieces();
        while (to > from && firstPlace[to - 1] == count) {
            to--;
        }
        charged = new PieceRange(from, to);
    }

    private void place(int piece, int episode, long shift) {
        int first = cells.firstCell(episode);
        int last = cells.firstCell(episode + 1) - 1;
        if (first > last) {
            return;
        }
        long from = Math.clamp(work.beginNanos(piece) + shift, cells.episodeStartNanos(episode),
                cells.episodeEndNanos(episode));
        long to = Math.clamp(work.endNanos(piece) + shift, cells.episodeStartNanos(episode),
                cells.episodeEndNanos(episode));
        int at = cells.cellAt(episode, from);
        if (to == from && from >= cells.startNanos(first) && from <= cells.endNanos(last)) {
            add(at, 1);
        }
        // Work where joules are unknown, or outside of the span, is charged nothing.
        for (int i = at; i <= last && cells.startNanos(i) < to; i++) {
            double overlap = Math.min(to, cells.endNanos(i)) - Math.max(from, cells.startNanos(i));
            if (overlap > 0) {
                add(i, overlap / (to - from));
            }
        }
    }

    private void add(int at, double overlap) {
        if (count == cell.length) {
            cell = Arrays.copyOf(cell, 2 * count);
            part = Arrays.copyOf(part, 2 * count);
        }
        cell[count] = at;
        part[count++] = overlap;
    }

    WorkSchedule work() {
        return work;
    }

    /** Returns the pieces that have cells; the joules of no other piece are charged. */
    PieceRange charged() {
        return charged;
    }

    int first(int piece) {
        return firstPlace[piece];
    }

    int end(int piece) {
        return firstPlace[piece + 1];
    }

    int cell(int place) {
        return cell[place];
    }

    double part(int place) {
        return part[place];
    }

    /** Sums up values over the pieces of each cell. */
    double[] sums(double[] ofPieces) {
        double[] sums = new double[cells.count()];
        for (int piece = charged.from(); piece < charged.to(); piece++) {
            for (int place = firstPlace[piece]; place < firstPlace[piece + 1]; place++) {
                sums[cell[place]] += part[place] * ofPieces[piece];
            }
        }
        return sums;
    }

    /** Returns the mean over its cells for each piece. */
    double[] means(double[] ofCells) {
        double[] means = new double[work.pieces()];
        for (int piece = charged.from(); piece < charged.to(); piece++) {
            for (int place = firstPlace[piece]; place < firstPlace[piece + 1]; place++) {
                means[piece] += part[place] * ofCells[cell[place]];
            }
        }
        return means;
    }
}
