package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.work.Work;
import dev.ipw.energy.attribution.internal.work.WorkSchedule;
import java.util.Arrays;

/**
 * The weights by the Shapley value of an engine's step whose power follows its utilization: the joules that each member
 * adds to those of the members before it, averaged over all orders. With many members that is the mean of the marginal
 * cost over the fraction of the others that is present already. The cost of an empty step is divided equally over all.
 */
final class ShapleyWeights implements PieceWeights {
    private static final int POINTS = 4;
    private static final double LITTLE = 1e-4;
    private static final double OVERLAP = 0.15;

    private final RooflineTimes times;
    private final double[] costs;
    private final double[] perStep;
    private final double[] perComputeSecond;
    private final double[] perMemorySecond;

    /**
     * Computes the weights.
     *
     * @param costs the costs of {@link CostLaw#UTILISATION_BY_TIME}
     */
    ShapleyWeights(WorkSchedule work, RooflineTimes times, double[] costs) {
        this.times = times;
        this.costs = costs;
        double[] rows = work.rows();
        perStep = new double[work.pieces()];
        perComputeSecond = new double[work.pieces()];
        perMemorySecond = new double[work.pieces()];
        for (int piece = 0; piece < perStep.length; piece++) {
            int at = piece * Work.PARTS;
            double compute = times.computeSeconds(rows, at);
            double weights = times.weightSeconds(rows, at);
            double context = times.memorySeconds(rows, at) - weights;
            double slower = rows[at + Work.SECONDS] / Math.max(1e-12, seconds(compute, weights + context));
            perStep[piece] = rows[at + Work.STEPS] > 0 ? joules(0, weights, slower) / rows[at + Work.STEPS] : 0;
            for (int point = 0; point < POINTS; point++) {
                double there = (point + 0.5) / POINTS;
                double c = there * compute;
                double m = weights + there * context;
                double little = LITTLE * Math.max(c, m);
                double joules = joules(c, m, slower);
                if (little > 0) {
                    perComputeSecond[piece] += (joules(c + little, m, slower) - joules) / little / POINTS;
                    perMemorySecond[piece] += (joules(c, m + little, slower) - joules) / little / POINTS;
                }
            }
        }
        clampAll();
    }

    /** A member that seems to save joules, because it lowers the utilization of others, is charged nothing for it. */
    private void clampAll() {
        Arrays.setAll(perComputeSecond, piece -> Math.max(0, perComputeSecond[piece]));
        Arrays.setAll(perMemorySecond, piece -> Math.max(0, perMemorySecond[piece]));
    }

    private static double seconds(double compute, double memory) {
        return Math.max(compute, memory) + OVERLAP * Math.min(compute, memory);
    }

    private double joules(double compute, double memory, double slower) {
        double seconds = slower * seconds(compute, memory);
        return costs[0] * LawColumns.busySeconds(compute, seconds, LawColumns.COMPUTE_EXPONENT)
                + costs[1] * LawColumns.busySeconds(memory, seconds, LawColumns.MEMORY_EXPONENT) + costs[2] * seconds;
    }

    @Override
    public double weigh(int piece, double[] row, int at) {
        double weights = times.weightSeconds(row, at);
        return perStep[piece] * row[at + Work.STEPS] + perComputeSecond[piece] * times.computeSeconds(row, at)
                + perMemorySecond[piece] * (times.memorySeconds(row, at) - weights);
    }
}
