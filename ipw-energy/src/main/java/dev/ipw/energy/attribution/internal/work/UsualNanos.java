package dev.ipw.energy.attribution.internal.work;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The usual duration of a step without prompts: a constant part, and parts for each pass and for each token of context.
 * The fit uses steps in which no request waits for the end of its prompt. Where these are few, intervals from one end
 * of a prompt to the next give it together with the duration of a prompt token.
 */
public final class UsualNanos {
    private static final int MIN = 100;
    private static final double MIN_SHARE = 0.3;
    private static final int PROMPTS_OF_AN_INTERVAL = 8;
    private static final int ROUNDS = 6;
    private static final double MAX_DISTANCES = 4;
    private static final double SIGMAS_PER_MEDIAN_DISTANCE = 1.4826;
    private static final double MAX_DRIFT = 1.05;
    private static final int COLUMNS = 4;
    private static final int PROMPT_TOKENS = 3;

    private final boolean isExtrapolated;
    private final double[] rows;
    private final double[] nanos;
    private int count;
    private double[] line = new double[COLUMNS];
    private double sigma;
    private double shareBelow;

    private UsualNanos(boolean isExtrapolated, int most) {
        this.isExtrapolated = isExtrapolated;
        rows = new double[most * COLUMNS];
        nanos = new double[most];
    }

    /**
     * Fits the usual duration.
     *
     * @param waiting the number of requests that wait for the end of their prompts in each step
     * @param ends    the steps in which prompts end, in ascending order
     * @param tokens  the number of prompt tokens that end in each of these
     * @param hides   returns whether a step hides others, so that their number is not known
     */
    static UsualNanos of(EngineSteps steps, StepLoads loads, int[] waiting, int[] ends, double[] tokens,
            IntPredicate hides) {
        int clean = (int) Arrays.stream(waiting, 0, steps.count()).filter(count -> count == 0).count();
        boolean isFew = clean < Math.max(MIN, MIN_SHARE * steps.count());
        UsualNanos usual = new UsualNanos(isFew, clean + (isFew ? ends.length : 0) + 1);
        int end = 0;
        int prompts = 0;
        boolean isUnknown = false;
        for (int step = 0; step < steps.count(); step++) {
            boolean isClean = waiting[step] == 0;
            usual.add(steps, loads, step);
            isUnknown |= !isClean && hides.test(step);
            boolean endsPrompt = end < ends.length && step == ends[end];
            if (endsPrompt) {
                usual.rows[usual.count * COLUMNS + PROMPT_TOKENS] += tokens[end++];
                prompts++;
            }
            // An interval ends before the next clean step, where no prompt is half done, or after a number of prompts.
            boolean isLast = isClean || step + 1 == steps.count() || waiting[step + 1] == 0;
            if (isLast || (endsPrompt && prompts >= PROMPTS_OF_AN_INTERVAL)) {
                if (isUnknown || (!isClean && !isFew)) {
                    usual.clear();
                } else {
                    usual.count++;
                }
                prompts = 0;
                isUnknown = false;
            }
        }
        usual.learn();
        usual.measure(steps, loads);
        return usual;
    }

    private void add(EngineSteps steps, StepLoads loads, int step) {
        rows[count * COLUMNS]++;
        rows[count * COLUMNS + 1] += loads.passes(step);
        rows[count * COLUMNS + 2] += loads.context(step);
        nanos[count] += steps.nanos(step);
    }

    private void clear() {
        Arrays.fill(rows, count * COLUMNS, (count + 1) * COLUMNS, 0);
        nanos[count] = 0;
    }

    private void learn() {
        double[] weights = new double[count];
        Arrays.fill(weights, 1);
        for (int round = 0; round <= ROUNDS; round++) {
            NonNegativeFit fit = new NonNegativeFit(COLUMNS);
            for (int i = 0; i < count; i++) {
                // The deviation of an interval with many steps is that of their sum.
                fit.add(rows, i * COLUMNS, nanos[i], weights[i] / rows[i * COLUMNS]);
            }
            line = fit.solve();
            double[] distances = new double[count];
            for (int i = 0; i < count; i++) {
                distances[i] = Math.abs(nanos[i] - Work.weigh(rows, i * COLUMNS, line))
                        / Math.sqrt(rows[i * COLUMNS]);
            }
            double[] sorted = distances.clone();
            Arrays.sort(sorted);
            double limit = count == 0 ? 0 : MAX_DISTANCES * sorted[count / 2];
            for (int i = 0; i < count; i++) {
                weights[i] = distances[i] <= limit ? 1 : 0;
            }
        }
    }

    /** Measures the spread of steps that take less than usual; no prompt can cause that. */
    private void measure(EngineSteps steps, StepLoads loads) {
        double[] below = new double[steps.count()];
        int known = 0;
        for (int step = 0; step < steps.count(); step++) {
            double over = steps.nanos(step) - nanos(loads.passes(step), loads.context(step));
            if (over < 0) {
                below[known++] = -over;
            }
        }
        Arrays.sort(below, 0, known);
        sigma = known == 0 ? 0 : SIGMAS_PER_MEDIAN_DISTANCE * below[known / 2];
        shareBelow = known == 0 ? 0 : (double) known / steps.count();
    }

    /**
     * Returns the usual duration for steps of another time, in which the engine may be a little faster or slower: so
     * that as many of them take less. Their spread counts if it is larger.
     */
    UsualNanos drifted(EngineSteps steps, StepLoads loads) {
        UsualNanos copy = line();
        if (steps.count() >= MIN && shareBelow > 0) {
            double[] over = new double[steps.count()];
            for (int step = 0; step < over.length; step++) {
                over[step] = steps.nanos(step) / Math.max(1, nanos(loads.passes(step), loads.context(step)));
            }
            Arrays.sort(over);
            double factor = Math.clamp(over[Math.min(over.length - 1, (int) (shareBelow * over.length))],
                    1 / MAX_DRIFT, MAX_DRIFT);
            copy.line = Arrays.stream(line).map(part -> factor * part).toArray();
            copy.measure(steps, loads);
            copy.sigma = Math.max(sigma, copy.sigma);
        }
        return copy;
    }

    /** Returns the result without the steps that it was learned from. */
    UsualNanos line() {
        UsualNanos copy = new UsualNanos(isExtrapolated, 0);
        copy.line = line;
        copy.sigma = sigma;
        copy.shareBelow = shareBelow;
        return copy;
    }

    double nanos(double passes, double context) {
        return line[0] + line[1] * passes + line[2] * context;
    }

    /** Returns the constant part of a step's duration. */
    double constant() {
        return line[0];
    }

    /** Returns whether hardly any step was without prompts, so that intervals with prompts had to be used. */
    boolean isExtrapolated() {
        return isExtrapolated;
    }

    /** Returns the standard deviation of the steps' durations. */
    double sigma() {
        return sigma;
    }
}
