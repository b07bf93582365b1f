package dev.ipw.energy.attribution.internal.work;

import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The steps that processed prompts, found by their excess over the usual duration. Requests whose prompts end in the
 * same step are a group, which owns the excess of the steps after the end of the group before it.
 */
public final class PromptGroups {
    private static final double SATURATED = 0.93;
    private static final int MIN_SATURATED = 5;
    private static final double MAX_HIDDEN_STEPS = 1e6;
    private static final double HALF_STEP = 0.5;
    private static final double PART_OF_A_HIDDEN_STEP = 0.3;
    private static final double NOTICED_SIGMAS = 2;
    private static final double CARRIED_SIGMAS = 3;
    private static final double BLURRED_SIGMAS = 5;
    private static final double CARRIED_SHARE = 0.02;
    private static final double CARRIED_SHARE_UNSATURATED = 0.1;
    private static final double NEAR_RATE = 0.15;
    private static final double TYPICAL_RATE = 0.75;
    private static final double WHOLE = 0.9;
    private static final int MIN_EVENED = 4;
    private static final double DENSE = 0.6;

    private final EngineSteps steps;
    private final StepLoads loads;
    private final StepLayout layout;
    private final int[] arrival;
    private final int[] last;
    private final int[] trailing;
    private final int[] hiddenSteps;
    private final double[] excess;
    private final double[] unheeded;
    private final List<Group> groups = new ArrayList<>();
    private final UsualNanos usual;
    private double longest;
    private double nanosPerToken;
    private boolean isBlurred;

    /** Requests whose prompts end in one step; at least one, in the order of their starts. */
    private static final class Group {
        private final int step;
        private final List<Integer> requests = new ArrayList<>();
        private int arrival = Integer.MAX_VALUE;
        private double tokens;
        private double lent;

        Group(int step) {
            this.step = step;
        }
    }

    /** Receives the part of a group's prompt work in a step. */
    interface Placement {
        void place(List<Integer> requests, int[] steps, double[] tokens, int count);
    }

    private PromptGroups(EngineSteps steps, List<RequestActivity> requests, StepLoads loads, int[] across,
            StepLayout layout, Optional<PromptTimes> known) {
        this.steps = steps;
        this.loads = loads;
        this.layout = layout;
        arrival = new int[requests.size()];
        last = new int[requests.size()];
        trailing = new int[steps.count()];
        hiddenSteps = new int[steps.count()];
        excess = new double[steps.count()];
        unheeded = new double[steps.count()];
        int[] waiting = findLast(requests, across);
        gather(requests);
        usual = known.map(times -> times.usual().drifted(steps, loads))
                .orElseGet(() -> UsualNanos.of(steps, loads, waiting,
                        groups.stream().mapToInt(group -> group.step).toArray(),
                        groups.stream().mapToDouble(group -> group.tokens).toArray(),
                        step -> hiddenSteps[step] > 0 && !layout.ownSteps()));
        measure(waiting, known);
        heedAll();
        known.ifPresentOrElse(times -> nanosPerToken = times.nanosPerToken(), this::findRate);
        settleBorders();
    }

    /**
     * Finds the groups of a layout.
     *
     * @param across the number of requests with a token both before and in each step
     * @param known  the durations, if they are known from a longer time
     */
    public static PromptGroups of(EngineSteps steps, List<RequestActivity> requests, StepLoads loads, int[] across,
            StepLayout layout, Optional<PromptTimes> known) {
        return new PromptGroups(steps, requests, loads, across, layout, known);
    }

    /** Finds the step in which each prompt ends, and counts the requests that wait for that in each step. */
    private int[] findLast(List<RequestActivity> requests, int[] across) {
        int[] change = new int[steps.count() + 1];
        for (int i = 0; i < last.length; i++) {
            last[i] = -1;
            int first = firstStep(requests.get(i), i);
            if (first < 0) {
                continue;
            }
            int left = layout.firstTokenLag();
            int at = first;
            while (left > (layout.ownSteps() ? 1 : 0) && across[at] > 0 && at > 0) {
                at--;
                left--;
            }
            int taken = Math.min(at, taking(requests.get(i)));
            last[i] = at;
            arrival[i] = taken;
            if (layout.ownSteps() || across[at] == 0) {
                hiddenSteps[at] = 1;
                trailing[at] = Math.max(trailing[at], left);
            }
            change[taken]++;
            change[at + 1]--;
        }
        int open = 0;
        for (int step = 0; step < steps.count(); step++) {
            open += change[step];
            change[step] = open;
        }
        return change;
    }

    private int firstStep(RequestActivity request, int index) {
        if (request.isContinued() || (request.goesOn() && request.firstTokenNanos().isEmpty())) {
            return -1;
        }
        if (steps.isStamped(index)) {
            return steps.step(index, 0);
        }
        int step = steps.at(request.firstTokenNanos().orElse(request.startNanos() + 1));
        return steps.isIn(step, index) && steps.beginNanos(step) < request.endNanos() ? step : -1;
    }

    /** Returns the step that accepts a request which is ready at a moment: a step that is half over does not. */
    private int taking(RequestActivity request) {
        long nanos = request.prefillStartNanos().orElse(request.startNanos());
        int step = steps.at(nanos);
        return step < steps.count() && nanos - steps.beginNanos(step) > HALF_STEP * steps.nanos(step) ? step + 1 : step;
    }

    /** Measures the excess of each step in which a request waited. */
    private void measure(int[] waiting, Optional<PromptTimes> known) {
        double[] visible = measureVisible(waiting);
        isBlurred = known.map(PromptTimes::isBlurred).orElseGet(() -> usual.isExtrapolated() && isNearNoise(visible));
        longest = known.map(PromptTimes::longest).orElseGet(() -> longest(visible));
        for (int step = 0; step < excess.length; step++) {
            if (hiddenSteps[step] > 0) {
                measureHidden(step);
            }
        }
    }

    /** Measures steps as if they hid no others; returns the excesses of those that hide none, in ascending order. */
    private double[] measureVisible(int[] waiting) {
        double[] visible = new double[steps.count()];
        int count = 0;
        for (int step = 0; step < excess.length; step++) {
            if (waiting[step] > 0) {
                double over = steps.nanos(step) - usualNanos(step);
                boolean isNoticed = over > NOTICED_SIGMAS * usual.sigma();
                excess[step] = isNoticed ? over : 0;
                unheeded[step] = isNoticed ? 0 : over;
                if (hiddenSteps[step] == 0) {
                    visible[count++] = excess[step];
                }
            }
        }
        Arrays.sort(visible, 0, count);
        return Arrays.copyOf(visible, count);
    }

    private double usualNanos(int step) {
        return usual.nanos(loads.passes(step), loads.context(step));
    }

    private boolean isNearNoise(double[] visible) {
        double[] noticed = Arrays.stream(visible).filter(one -> one > 0).toArray();
        return noticed.length > 0 && noticed[noticed.length / 2] < BLURRED_SIGMAS * usual.sigma();
    }

    /** Returns the longest excess that several steps nearly reach: that of a step full of prompt tokens. */
    private static double longest(double[] ascending) {
        for (int i = ascending.length - 1; i >= MIN_SATURATED - 1; i--) {
            if (ascending[i - MIN_SATURATED + 1] >= SATURATED * ascending[i] && ascending[i] > 0) {
                return ascending[i];
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /** Measures the number of steps that a step hides, and their excess. */
    private void measureHidden(int step) {
        double hidden = nanosOfHidden(step);
        double most = usual.constant() + (longest < Double.POSITIVE_INFINITY ? longest : hidden);
        double count = Math.ceil((hidden - PART_OF_A_HIDDEN_STEP * usual.constant()) / Math.max(1, most));
        hiddenSteps[step] = Math.max(1, (int) Math.min(MAX_HIDDEN_STEPS, count));
        excess[step] = Math.max(0, hidden - hiddenSteps[step] * usual.constant());
    }

    /** Returns the time of hidden steps; without a usual step at the end, the usual time is that of one of them. */
    private double nanosOfHidden(int step) {
        double ends = trailing[step] == 0 ? 0 : usualNanos(step) + (trailing[step] - 1) * usual.constant();
        return Math.max(0, steps.nanos(step) - ends);
    }

    private void gather(List<RequestActivity> requests) {
        long[] order = new long[last.length];
        int count = 0;
        for (int i = 0; i < last.length; i++) {
            if (last[i] >= 0) {
                order[count++] = ((long) last[i] << 32) | i;
            }
        }
        Arrays.sort(order, 0, count);
        for (int i = 0; i < count; i++) {
            int request = (int) order[i];
            int step = (int) (order[i] >>> 32);
            if (groups.isEmpty() || groups.getLast().step != step) {
                groups.add(new Group(step));
            }
            Group group = groups.getLast();
            group.requests.add(request);
            group.arrival = Math.min(group.arrival, arrival[request]);
            group.tokens += requests.get(request).computedInputTokens();
        }
    }

    /**
     * Includes all further deviations of steps from the usual duration where a prompt was processed in nearly all of
     * them.
     */
    private void heedAll() {
        for (int i = 0; i < groups.size(); i++) {
            int noticed = 0;
            int first = groups.get(i).step;
            for (int step = groups.get(i).step; step >= firstStepOf(i); step--) {
                noticed += excess[step] > 0 ? 1 : 0;
                first = noticed >= DENSE * (groups.get(i).step - step + 1) && excess[step] > 0 ? step : first;
            }
            for (int step = first; step < groups.get(i).step; step++) {
                excess[step] += unheeded[step];
            }
        }
    }

    private int firstStepOf(int group) {
        int previous = group == 0 ? -1 : groups.get(group - 1).step;
        return Math.max(previous + 1, groups.get(group).arrival);
    }

    private double excessOf(int group) {
        double sum = 0;
        for (int step = firstStepOf(group); step <= groups.get(group).step; step++) {
            sum += excess[step];
        }
        return sum;
    }

    private boolean isSaturated(int step) {
        return hiddenSteps[step] == 0 && excess[step] >= SATURATED * longest;
    }

    /** Returns whether a group already waited when the last step of the one before it began. */
    private boolean waitedBefore(int group) {
        return group > 0 && group < groups.size() && groups.get(group).arrival <= groups.get(group - 1).step;
    }

    /** Finds the duration of a prompt token from groups that share no step with others. */
    private void findRate() {
        double[] rates = new double[groups.size()];
        double[] tokens = new double[groups.size()];
        for (boolean alone : new boolean[]{true, false}) {
            int count = 0;
            for (int i = 0; i < groups.size(); i++) {
                boolean shares = (waitedBefore(i) && isSaturated(groups.get(i - 1).step))
                        || (waitedBefore(i + 1) && isSaturated(groups.get(i).step));
                if (groups.get(i).tokens > 0 && !(alone && shares)) {
                    rates[count] = excessOf(i) / groups.get(i).tokens;
                    tokens[count++] = groups.get(i).tokens;
                }
            }
            if (!alone || count >= MIN_SATURATED) {
                double upper = WeightedQuantile.of(rates, tokens, count, TYPICAL_RATE);
                double[] near = Arrays.stream(rates, 0, count)
                        .filter(rate -> Math.abs(rate - upper) <= NEAR_RATE * upper).sorted().toArray();
                nanosPerToken = near.length == 0 ? upper : near[near.length / 2];
                return;
            }
        }
    }

    /** Passes the excess of a step that the group which ends in it does not need to the next group. */
    private void settleBorders() {
        double borrowed = 0;
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            double need = nanosPerToken * group.tokens;
            double surplus = excessOf(i) + borrowed - need;
            boolean full = isSaturated(group.step);
            borrowed = 0;
            boolean passesOn = waitedBefore(i + 1) && (full || hiddenSteps[group.step] > 0 || !layout.byTime());
            if (passesOn && surplus > Math.max(CARRIED_SIGMAS * usual.sigma(),
                    (full ? CARRIED_SHARE : CARRIED_SHARE_UNSATURATED) * need)) {
                borrowed = Math.min(surplus, excess[group.step]);
                group.lent = borrowed;
            }
        }
    }

    /** Reports the prompt tokens of each group in each step, in the order of the steps. */
    void forEachStep(Placement placement) {
        int[] at = new int[64];
        double[] tokens = new double[64];
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            double need = nanosPerToken * group.tokens;
            int from = firstStepOf(i);
            boolean borrows = i > 0 && groups.get(i - 1).lent > 0;
            int most = group.step - from + 2;
            if (most > at.length) {
                at = new int[2 * most];
                tokens = new double[2 * most];
            }
            int count = 0;
            double found = 0;
            for (int step = group.step; step >= from && (found < need || step == group.step); step--) {
                double own = step == group.step ? excess[step] - group.lent : excess[step];
                if (own != 0 || step == group.step) {
                    at[count] = step;
                    tokens[count++] = own;
                    found += own;
                }
            }
            if (borrows && found < need + CARRIED_SIGMAS * usual.sigma()) {
                at[count] = groups.get(i - 1).step;
                tokens[count++] = groups.get(i - 1).lent;
                found += groups.get(i - 1).lent;
            }
            even(at, tokens, count);
            scale(tokens, count, found, need, group.tokens);
            reverse(at, tokens, count);
            placement.place(group.requests, at, tokens, count);
        }
    }

    /** Draws the excesses of steps before the last towards their mean, as far as noise explains their differences. */
    private void even(int[] at, double[] longer, int count) {
        double sum = 0;
        double squares = 0;
        int inner = 0;
        for (int i = 1; i < count; i++) {
            if (hiddenSteps[at[i]] == 0) {
                sum += longer[i];
                squares += longer[i] * longer[i];
                inner++;
            }
        }
        if (inner < MIN_EVENED) {
            return;
        }
        double mean = sum / inner;
        double variance = squares / inner - mean * mean;
        double kept = variance > 0 ? Math.clamp(1 - usual.sigma() * usual.sigma() / variance, 0, 1) : 0;
        for (int i = 1; i < count; i++) {
            if (hiddenSteps[at[i]] == 0) {
                longer[i] = Math.max(0, mean + kept * (longer[i] - mean));
            }
        }
    }

    /** Converts the time of steps into tokens. */
    private void scale(double[] tokens, int count, double found, double need, double all) {
        double done = all;
        if (layout.byTime() && nanosPerToken > 0 && found < WHOLE * need
                && need - found > CARRIED_SIGMAS * usual.sigma()) {
            done = found / nanosPerToken;
        }
        for (int i = 0; i < count; i++) {
            tokens[i] = found > 0 ? done * tokens[i] / found : i == 0 ? done : 0;
        }
    }

    private static void reverse(int[] at, double[] tokens, int count) {
        for (int i = 0; i < count / 2; i++) {
            int step = at[i];
            at[i] = at[count - 1 - i];
            at[count - 1 - i] = step;
            double token = tokens[i];
            tokens[i] = tokens[count - 1 - i];
            tokens[count - 1 - i] = token;
        }
    }

    /** Returns the durations, for a later part of the run. */
    public PromptTimes times() {
        return new PromptTimes(usual.line(), longest, nanosPerToken, isBlurred);
    }

    double nanosPerToken() {
        return nanosPerToken;
    }

    /**
     * Returns whether prompts lengthen steps by little more than the steps' own variation, and hardly any step is
     * without them.
     */
    boolean isBlurred() {
        return isBlurred;
    }

    /** Returns the number of steps with only prompts that a step hides; 0 if it hides none. */
    int hiddenSteps(int step) {
        return hiddenSteps[step];
    }

    /** Returns the number of usual steps between the hidden ones and the tokens. */
    int trailingSteps(int step) {
        return trailing[step];
    }

    /** Returns the part of a step that the hidden ones took, in nanoseconds. */
    long hiddenNanos(int step) {
        return Math.round(nanosOfHidden(step));
    }
}
