package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.work.NonNegativeFit;
import dev.ipw.energy.attribution.internal.work.Work;
import dev.ipw.energy.attribution.internal.work.WorkSchedule;

/**
 * The times for which the compute units and the memory of a device are busy with a piece of work, learned from the
 * durations of the engine's steps: weights and context take memory's time, as in steps without prompts; each token
 * takes compute time, as in steps that prompts prolong.
 */
final class RooflineTimes {
    private static final double RIDGE = 1e-6;
    private static final double LONGER = 1.25;
    private static final double OVERLAP = 0.15;
    private static final int MIN_WITHOUT_PROMPTS = 100;
    private static final int MIN_LONGER = 30;

    private final double[] memory = new double[Work.FITTED];
    private final double[] compute = new double[Work.FITTED];

    RooflineTimes(WorkSchedule work) {
        double[] rows = work.rows();
        double[] linear = linear(rows);
        learnMemory(rows, linear);
        learnCompute(rows, linear);
    }

    private static double[] linear(double[] rows) {
        NonNegativeFit fit = new NonNegativeFit(Work.FITTED);
        for (int at = 0; at < rows.length; at += Work.PARTS) {
            fit.add(rows, at, rows[at + Work.SECONDS], 1);
        }
        fit.addRidge(RIDGE);
        return fit.solve();
    }

    private void learnMemory(double[] rows, double[] linear) {
        NonNegativeFit fit = new NonNegativeFit(2);
        double[] row = new double[2];
        int used = 0;
        for (int at = 0; at < rows.length; at += Work.PARTS) {
            if (rows[at + Work.PROMPT_TOKENS] == 0 && rows[at + Work.STEPS] > 0) {
                row[0] = rows[at + Work.STEPS];
                row[1] = rows[at + Work.CONTEXT_TOKENS];
                fit.add(row, rows[at + Work.SECONDS], 1);
                used++;
            }
        }
        fit.addRidge(RIDGE);
        double[] costs = fit.solve();
        boolean isKnown = used >= MIN_WITHOUT_PROMPTS;
        memory[Work.STEPS] = isKnown ? costs[0] : linear[Work.STEPS];
        memory[Work.CONTEXT_TOKENS] = isKnown ? costs[1] : linear[Work.CONTEXT_TOKENS];
    }

    private void learnCompute(double[] rows, double[] linear) {
        NonNegativeFit fit = new NonNegativeFit(2);
        double[] row = new double[2];
        int used = 0;
        for (int at = 0; at < rows.length; at += Work.PARTS) {
            double seconds = rows[at + Work.SECONDS];
            double ofMemory = memorySeconds(rows, at);
            if (rows[at + Work.PROMPT_TOKENS] > 0 && seconds > LONGER * ofMemory) {
                row[0] = rows[at + Work.PROMPT_TOKENS] + rows[at + Work.PASSES];
                row[1] = rows[at + Work.PROMPT_PAIRS] + rows[at + Work.CONTEXT_TOKENS];
                fit.add(row, seconds - OVERLAP * ofMemory, 1);
                used++;
            }
        }
        fit.addRidge(RIDGE);
        double[] costs = fit.solve();
        boolean isKnown = used >= MIN_LONGER;
        compute[Work.PROMPT_TOKENS] = isKnown ? costs[0] : linear[Work.PROMPT_TOKENS];
        compute[Work.PASSES] = compute[Work.PROMPT_TOKENS];
        compute[Work.PROMPT_PAIRS] = isKnown ? costs[1] : linear[Work.PROMPT_PAIRS];
        compute[Work.CONTEXT_TOKENS] = compute[Work.PROMPT_PAIRS];
    }

    /** Returns the time for which the compute units are busy with the work by {@link Work} at a place of a row. */
    double computeSeconds(double[] row, int at) {
        return Work.weigh(row, at, compute);
    }

    /** Returns the time for which the memory is busy with this work. */
    double memorySeconds(double[] row, int at) {
        return Work.weigh(row, at, memory);
    }

    /** Returns the time for which the memory is busy with the data that a step reads once. */
    double weightSeconds(double[] row, int at) {
        return memory[Work.STEPS] * row[at + Work.STEPS];
    }
}
