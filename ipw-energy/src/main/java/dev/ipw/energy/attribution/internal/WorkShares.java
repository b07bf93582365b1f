package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.work.Work;
import dev.ipw.energy.attribution.internal.work.WorkSchedule;
import dev.ipw.energy.attribution.internal.work.WorkSchedule.PieceRange;

/**
 * The division of the joules of each cell by the weight of the work in it. Joules of a cell without work belong to the
 * next work, or to the last one, while the same requests were open.
 */
final class WorkShares {
    private final WorkPlaces places;
    private final ShareCells cells;
    private final PieceWeights weights;
    private final double[] cellWeights;
    private final double[] cellJoules;
    private final double[] joulesPerWeight;
    private final boolean[] byTime;
    private final double[] scales;
    private final double[] promptJoules;
    private final double[] answerJoules;

    /**
     * Divides the joules.
     *
     * @param weights the weights of the work in each piece
     */
    WorkShares(WorkPlaces places, ShareCells cells, int requests, PieceWeights weights) {
        this.places = places;
        this.cells = cells;
        this.weights = weights;
        WorkSchedule work = places.work();
        double[] rows = work.rows();
        double[] pieceWeights = new double[work.pieces()];
        PieceRange charged = places.charged();
        for (int piece = charged.from(); piece < charged.to(); piece++) {
            pieceWeights[piece] = weights.weigh(piece, rows, piece * Work.PARTS);
        }
        cellWeights = places.sums(pieceWeights);
        cellJoules = new double[cells.count()];
        byTime = new boolean[cells.episodes()];
        settleAll(pieceWeights.length);
        joulesPerWeight = new double[cells.count()];
        for (int i = 0; i < joulesPerWeight.length; i++) {
            joulesPerWeight[i] = cellWeights[i] > 0 ? cellJoules[i] / cellWeights[i] : 0;
        }
        scales = places.means(joulesPerWeight);
        promptJoules = new double[requests];
        answerJoules = new double[requests];
        double[] row = new double[Work.PARTS];
        for (int request = 0; request < requests; request++) {
            int one = request;
            if (cells.isShared(request)) {
                work.forEachPart(request, charged, row, (piece, isPrompt, part) -> {
                    double joules = scales[piece] * weigh(one, piece, part);
                    if (isPrompt) {
                        promptJoules[one] += joules;
                    } else {
                        answerJoules[one] += joules;
                    }
                });
            }
        }
    }

    /** Returns the weight of a request's part of the work in a piece. */
    double weigh(int request, int piece, double[] row) {
        return byTime[cells.episodeOf(request)] ? row[Work.SECONDS] + 1e-9 : weights.weigh(piece, row, 0);
    }

    /** Moves joules to cells with work to charge; where no work has any weight, its time is its weight. */
    private void settleAll(int pieces) {
        boolean any = false;
        for (int episode = 0; episode < byTime.length; episode++) {
            byTime[episode] = !isWeighed(episode) && cells.firstCell(episode) < cells.firstCell(episode + 1);
            any |= byTime[episode];
        }
        if (any) {
            double[] seconds = new double[pieces];
            WorkSchedule work = places.work();
            double[] row = new double[Work.PARTS];
            for (int request = 0; request < cells.requests(); request++) {
                if (byTime[cells.episodeOf(request)] && cells.isShared(request)) {
                    work.forEachPart(request, places.charged(), row,
                            (piece, isPrompt, part) -> seconds[piece] += part[Work.SECONDS] + 1e-9);
                }
            }
            double[] sums = places.sums(seconds);
            for (int episode = 0; episode < byTime.length; episode++) {
                for (int cell = cells.firstCell(episode); byTime[episode]
                        && cell < cells.firstCell(episode + 1); cell++) {
                    cellWeights[cell] = sums[cell];
                }
            }
        }
        for (int episode = 0; episode < byTime.length; episode++) {
            settle(episode);
        }
    }

    private boolean isWeighed(int episode) {
        for (int cell = cells.firstCell(episode); cell < cells.firstCell(episode + 1); cell++) {
            if (cellWeights[cell] > 0) {
                return true;
            }
        }
        return false;
    }

    private void settle(int episode) {
        double waiting = 0;
        int last = -1;
        for (int cell = cells.firstCell(episode); cell < cells.firstCell(episode + 1); cell++) {
            waiting += cells.joules(cell);
            if (cellWeights[cell] > 0) {
                cellJoules[cell] = waiting;
                waiting = 0;
                last = cell;
            }
        }
        if (last >= 0) {
            cellJoules[last] += waiting;
        }
    }

    double promptJoules(int request) {
        return promptJoules[request];
    }

    double answerJoules(int request) {
        return answerJoules[request];
    }

    double joules(int request) {
        return promptJoules[request] + answerJoules[request];
    }

    WorkPlaces places() {
        return places;
    }

    double cellWeight(int cell) {
        return cellWeights[cell];
    }

    double cellJoules(int cell) {
        return cellJoules[cell];
    }

    double[] joulesPerWeight() {
        return joulesPerWeight;
    }

    /** Returns the joules per weight of a piece. */
    double scale(int piece) {
        return scales[piece];
    }

}
