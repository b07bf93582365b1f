package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.work.Work;
import java.util.Arrays;
import java.util.List;

/**
 * The sources of a share's variance: the unexplained rest of a cell may be due to any of its requests, or all to the
 * prompts in it; costs vary when they are fitted to other parts of the run; and other layouts of the steps explain the
 * run about as well.
 */
final class ShareVariance {
    private static final double UNEXPLAINED = 0.5;
    private static final double UNEXPLAINED_WHERE_SOME_IS = 1;
    private static final double SOME = 0.02;
    private static final double UNEXPLAINED_WHERE_MUCH_IS = 3;
    private static final double MUCH = 0.035;

    private final WorkShares shares;
    private final ShareCells cells;
    private final double[] variance;
    private final double[] promptVariance;
    private final double[] layoutJoules;
    private final double[] gapJoules;
    private final double[] costOfCell;
    private final double[] promptOfCell;
    private int[] touched = new int[256];
    private int touchedCount;

    ShareVariance(WorkShares shares, ShareCells cells, CounterIntervals intervals, double[][] covariance,
            double quality, double leastSigma) {
        this.shares = shares;
        this.cells = cells;
        variance = new double[cells.requests()];
        promptVariance = new double[cells.requests()];
        layoutJoules = new double[cells.requests()];
        gapJoules = new double[cells.requests()];
        costOfCell = new double[cells.count()];
        promptOfCell = new double[cells.count()];
        double[] prompts = promptWeights();
        double[][] perCost = perCost();
        double[] row = new double[Work.PARTS];
        double[] gradient = new double[Work.FITTED];
        double[] promptGradient = new double[Work.FITTED];
        WorkPlaces places = shares.places();
        for (int request = 0; request < variance.length; request++) {
            if (!cells.isShared(request)) {
                continue;
            }
            int one = request;
            touchedCount = 0;
            Arrays.fill(gradient, 0);
            Arrays.fill(promptGradient, 0);
            places.work().forEachPart(request, places.charged(), row, (piece, isPrompt, part) -> {
                double weight = shares.weigh(one, piece, part);
                for (int i = 0; i < Work.FITTED; i++) {
                    double change = shares.scale(piece) * part[i] - perCost[i][piece] * weight;
                    gradient[i] += change;
                    promptGradient[i] += isPrompt ? change : 0;
                }
                for (int place = places.first(piece); place < places.end(piece); place++) {
                    touch(places.cell(place), places.part(place) * weight, isPrompt);
                }
            });
            unexplained(prompts, intervals, one);
            double relative = Math.hypot(leastSigma, weight(quality) * quality);
            variance[request] += ofCosts(gradient, covariance) + square(relative * shares.joules(request));
            promptVariance[request] += ofCosts(promptGradient, covariance)
                    + square(relative * shares.promptJoules(request));
        }
    }

    private static double weight(double quality) {
        if (quality > MUCH) {
            return UNEXPLAINED_WHERE_MUCH_IS;
        }
        return quality > SOME ? UNEXPLAINED_WHERE_SOME_IS : UNEXPLAINED;
    }

    private double[] promptWeights() {
        WorkPlaces places = shares.places();
        double[] ofPieces = new double[places.work().pieces()];
        double[] row = new double[Work.PARTS];
        for (int request = 0; request < variance.length; request++) {
            int one = request;
            if (cells.isShared(request)) {
                places.work().forEachPart(request, places.charged(), row,
                        (piece, isPrompt, part) -> ofPieces[piece] += isPrompt ? shares.weigh(one, piece, part) : 0);
            }
        }
        return places.sums(ofPieces);
    }

    /** Returns the decrease of a piece's joules per weight when a cost rises. */
    private double[][] perCost() {
        WorkPlaces places = shares.places();
        double[] rows = places.work().rows();
        double[][] perCost = new double[Work.FITTED][];
        double[] ofPieces = new double[places.work().pieces()];
        for (int i = 0; i < Work.FITTED; i++) {
            for (int piece = places.charged().from(); piece < places.charged().to(); piece++) {
                ofPieces[piece] = rows[piece * Work.PARTS + i];
            }
            double[] ofCells = places.sums(ofPieces);
            for (int cell = 0; cell < ofCells.length; cell++) {
                double weight = shares.cellWeight(cell);
                ofCells[cell] = weight > 0 ? shares.cellJoules(cell) * ofCells[cell] / (weight * weight) : 0;
            }
            perCost[i] = places.means(ofCells);
        }
        return perCost;
    }

    private void touch(int cell, double weight, boolean isPrompt) {
        if (costOfCell[cell] == 0) {
            if (touchedCount == touched.length) {
                touched = Arrays.copyOf(touched, 2 * touchedCount);
            }
            touched[touchedCount++] = cell;
        }
        costOfCell[cell] += weight;
        promptOfCell[cell] += isPrompt ? weight : 0;
    }

    /** Adds the variance due to the unexplained rests of the cells of a request. */
    private void unexplained(double[] prompts, CounterIntervals intervals, int request) {
        for (int i = 0; i < touchedCount; i++) {
            int cell = touched[i];
            double weight = shares.cellWeight(cell);
            double residual = cells.joules(cell) - weight;
            double part = weight > 0 ? costOfCell[cell] / weight : 0;
            double ofPrompt = weight > 0 ? promptOfCell[cell] / weight : 0;
            double ofPrompts = prompts[cell] > 0 ? promptOfCell[cell] / prompts[cell] : 0;
            double promptPart = prompts[cell] > 0 ? ofPrompts : part;
            variance[request] += square(part * residual) + square(residual * (promptPart - part));
            promptVariance[request] += square(ofPrompt * residual) + square(residual * (ofPrompts - ofPrompt));
            if (intervals.isGap(cells.interval(cell))) {
                gapJoules[request] += part * shares.cellJoules(cell);
            }
            costOfCell[cell] = 0;
            promptOfCell[cell] = 0;
        }
    }

    private static double ofCosts(double[] gradient, double[][] covariance) {
        double sum = 0;
        for (int i = 0; i < gradient.length; i++) {
            for (int j = 0; j < gradient.length; j++) {
                sum += gradient[i] * gradient[j] * covariance[i][j];
            }
        }
        return Math.max(0, sum);
    }

    /**
     * Adds the shares by other layouts that explain the run about as well: the one with the largest difference counts.
     */
    void addOthers(List<WorkShares> others) {
        for (int request = 0; request < variance.length; request++) {
            double most = 0;
            for (WorkShares other : others) {
                most = Math.max(most, Math.abs(other.joules(request) - shares.joules(request)));
            }
            layoutJoules[request] = most;
        }
    }

    double sigmaJoules(int request) {
        return Math.hypot(noiseJoules(request), layoutJoules[request]);
    }

    /** Returns the standard deviation of a request's prompt, without that due to other layouts. */
    double promptSigmaJoules(int request) {
        return Math.sqrt(promptVariance[request]);
    }

    /** Returns the part of the standard deviation that is not due to other layouts. */
    double noiseJoules(int request) {
        return Math.sqrt(variance[request]);
    }

    /** Returns the maximum change of a share by other layouts of the steps. */
    double layoutJoules(int request) {
        return layoutJoules[request];
    }

    /** Returns the joules charged to a request in gaps of the readings. */
    double gapJoules(int request) {
        return gapJoules[request];
    }

    private static double square(double value) {
        return value * value;
    }
}
