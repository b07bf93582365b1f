package dev.ipw.energy.internal.curve;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * The power of each state, fitted to the rises of the counter: each step is the sum of the powers of the states in it,
 * each times its seconds there. States too short for that are drawn to the median of their kind, the more so the less
 * the states of that kind differ. Long runs are cut into blocks that overlap.
 */
final class PowerLevels {
    static final int MAX_STATES_PER_STEP = 48;
    private static final int STEPS_OF_A_BLOCK = 4096;
    private static final int MARGIN_STEPS = 64;
    private static final int ROUNDS = 4;
    private static final double PURE_SHARE = 0.98;
    private static final double MIN_SPREAD = 0.02;
    private static final double STEP_NOISE_SHARE = 1e-3;
    private static final double STEP_NOISE_JOULES = 0.02;
    private static final double WORST_RESIDUAL = 9;

    private final double[] watts;
    private final double[] variances;
    private double misfit;
    private long fitted;

    private PowerLevels(int states) {
        watts = new double[states];
        variances = new double[states];
    }

    /** Fits the powers of all states. */
    static PowerLevels fit(StepColumns steps, ActivityTimeline activity, double[] boundaries, double lagSeconds) {
        PowerLevels levels = new PowerLevels(activity.states());
        LaggedResponse response = new LaggedResponse(boundaries, lagSeconds);
        for (int from = 0; from < steps.count(); from += STEPS_OF_A_BLOCK) {
            int to = Math.min(steps.count(), from + STEPS_OF_A_BLOCK);
            levels.fitBlock(steps, activity::kind, response, from, to, true);
        }
        return levels;
    }

    /** Returns the misfit of the powers: the mean square of the remaining differences, in standard deviations. */
    static double misfit(StepColumns steps, ActivityTimeline activity, double[] boundaries, double lagSeconds, int from,
            int to) {
        PowerLevels levels = new PowerLevels(activity.states());
        levels.fitBlock(steps, activity::kind, new LaggedResponse(boundaries, lagSeconds), from, to, false);
        return levels.fitted == 0 ? 0 : levels.misfit / levels.fitted;
    }

    double watts(int state) {
        return watts[state];
    }

    double sigmaWatts(int state) {
        return Math.sqrt(variances[state]);
    }

    private void fitBlock(StepColumns steps, IntUnaryOperator kinds, LaggedResponse response, int coreFrom,
            int coreTo, boolean withVariances) {
        int from = Math.max(0, coreFrom - MARGIN_STEPS);
        int to = Math.min(steps.count(), coreTo + MARGIN_STEPS);
        if (to <= from) {
            return;
        }
        StepBlock block = new StepBlock(steps, kinds, response, from, to);
        block.solve(withVariances);
        int firstKept = coreFrom == 0 ? 0 : response.firstState(steps.startSeconds(coreFrom));
        int lastKept = coreTo == steps.count()
                ? watts.length - 1
                : response.lastState(steps.startSeconds(coreTo));
        for (int state = Math.max(firstKept, block.firstState); state <= Math.min(lastKept,
                block.lastState); state++) {
            watts[state] = block.watts[state - block.firstState];
            variances[state] = withVariances ? block.variances[state - block.firstState] : 0;
        }
        misfit += block.misfit;
        fitted += block.used;
    }

    /** The equations of a block of steps. */
    private static final class StepBlock {
        private final int firstState;
        private final int lastState;
        private final StepColumns steps;
        private final int from;
        private final int[] kind;
        private final int[] first;
        private final int[] states;
        private final double[][] seconds;
        private final double[] expected;
        private final double[] spread;
        private double[] watts;
        private double[] variances = {};
        private int reach;
        private double misfit;
        private long used;

        StepBlock(StepColumns steps, IntUnaryOperator kinds, LaggedResponse response, int from, int to) {
            this.steps = steps;
            this.from = from;
            firstState = response.firstState(steps.startSeconds(from));
            lastState = Math.max(firstState, response.lastState(steps.endSeconds(to - 1)));
            int count = lastState - firstState + 1;
            kind = new int[count];
            Arrays.setAll(kind, state -> kinds.applyAsInt(firstState + state));
            first = new int[to - from];
            states = new int[to - from];
            seconds = new double[to - from][];
            expected = new double[count];
            spread = new double[count];
            watts = new double[count];
            for (int step = from; step < to; step++) {
                if (steps.isKnown(step)) {
                    enter(step, response);
                }
            }
        }

        private void enter(int step, LaggedResponse response) {
            int begin = response.firstState(steps.startSeconds(step));
            int number = response.lastState(steps.endSeconds(step)) - begin + 1;
            if (number > MAX_STATES_PER_STEP) {
                return;
            }
            double[] row = new double[Math.max(1, number)];
            int index = step - from;
            states[index] = response.seconds(steps.startSeconds(step), steps.endSeconds(step), begin, row);
            first[index] = begin - firstState;
            seconds[index] = row;
            reach = Math.max(reach, states[index] - 1);
        }

        void solve(boolean withVariances) {
            expectFromPureSteps();
            for (int round = 0; round < ROUNDS; round++) {
                BandedSystem equations = equations();
                watts = equations.solve();
                if (withVariances && round == ROUNDS - 1) {
                    variances = equations.variances();
                }
                judge();
                expectFromLevels();
            }
            for (int state = 0; state < watts.length; state++) {
                watts[state] = Math.max(0, watts[state]);
            }
        }

        private BandedSystem equations() {
            BandedSystem equations = new BandedSystem(watts.length, reach);
            for (int state = 0; state < watts.length; state++) {
                equations.expect(state, expected[state], 1 / (spread[state] * spread[state]));
            }
            for (int index = 0; index < states.length; index++) {
                if (states[index] > 0) {
                    double sigma = sigma(index);
                    equations.expectSum(first[index], seconds[index], states[index], steps.joules(from + index),
                            1 / (sigma * sigma));
                }
            }
            return equations;
        }

        private double sigma(int index) {
            int step = from + index;
            double joules = steps.joules(step);
            double power = Math.max(1, joules / (steps.endSeconds(step) - steps.startSeconds(step)));
            double edges = Math.hypot(steps.sigmaSeconds(step) * power, steps.sigmaSeconds(step + 1) * power);
            return edges + STEP_NOISE_SHARE * joules + STEP_NOISE_JOULES;
        }

        private void judge() {
            misfit = 0;
            used = 0;
            for (int index = 0; index < states.length; index++) {
                if (states[index] > 0) {
                    double rest = steps.joules(from + index);
                    for (int i = 0; i < states[index]; i++) {
                        rest -= seconds[index][i] * watts[first[index] + i];
                    }
                    double residual = rest / sigma(index);
                    misfit += Math.min(WORST_RESIDUAL, residual * residual);
                    used++;
                }
            }
        }

        /** Adds the steps that lie almost wholly in one state. */
        private void expectFromPureSteps() {
            Map<Integer, Sample> pure = new HashMap<>();
            Sample all = new Sample();
            for (int index = 0; index < states.length; index++) {
                double length = steps.endSeconds(from + index) - steps.startSeconds(from + index);
                double power = steps.joules(from + index) / length;
                for (int i = 0; i < states[index]; i++) {
                    if (seconds[index][i] > PURE_SHARE * length) {
                        pure.computeIfAbsent(kind[first[index] + i], key -> new Sample()).add(power);
                    }
                }
                if (states[index] > 0) {
                    all.add(power);
                }
            }
            double anyMedian = all.isEmpty() ? 1 : Math.max(1, all.median());
            expect(pure, anyMedian, anyMedian);
        }

        private void expectFromLevels() {
            Map<Integer, Sample> levels = new HashMap<>();
            for (int state = 0; state < watts.length; state++) {
                levels.computeIfAbsent(kind[state], key -> new Sample()).add(Math.max(0, watts[state]));
            }
            expect(levels, 1, 1);
        }

        private void expect(Map<Integer, Sample> samples, double otherwise, double otherwiseSpread) {
            Map<Integer, double[]> priors = new HashMap<>();
            samples.forEach((key, sample) -> priors.put(key, sample.prior(otherwise, otherwiseSpread)));
            double[] none = {otherwise, otherwiseSpread};
            for (int state = 0; state < watts.length; state++) {
                double[] prior = priors.getOrDefault(kind[state], none);
                expected[state] = prior[0];
                spread[state] = prior[1];
            }
        }
    }

    /** A collection of values for their median and spread. */
    private static final class Sample {
        private double[] values = new double[16];
        private int count;

        void add(double value) {
            if (count == values.length) {
                values = Arrays.copyOf(values, count * 2);
            }
            values[count++] = value;
        }

        boolean isEmpty() {
            return count == 0;
        }

        double median() {
            double[] sorted = Arrays.copyOf(values, count);
            Arrays.sort(sorted);
            return sorted[count / 2];
        }

        double[] prior(double otherwise, double otherwiseSpread) {
            if (count < 3) {
                double value = isEmpty() ? otherwise : median();
                return new double[]{value, Math.max(otherwiseSpread, value)};
            }
            double median = median();
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < count; i++) {
                sum += values[i];
                squares += values[i] * values[i];
            }
            double mean = sum / count;
            double deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
            return new double[]{median, Math.max(Math.max(1, deviation), MIN_SPREAD * median)};
        }
    }
}
