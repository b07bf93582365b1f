package dev.ipw.meter.engine;

import dev.ipw.meter.engine.StepPhysics.Cost;
import dev.ipw.meter.engine.StepPhysics.Sum;
import dev.ipw.meter.engine.StepPhysics.Work;
import java.util.Arrays;
import java.util.List;

/**
 * The division of a step's joules over its members, by both truths.
 *
 * <p>By physics, the joules of the compute units go by operations, those of the memory by bytes; the bytes of weights
 * count in equal parts for all members, those of the draft model's weights for all that decode; idle and constant power
 * over the whole step, with its overheads and stalls, goes in equal parts.
 *
 * <p>By Shapley, each member has its mean marginal cost over all orders in which the members could have joined the step:
 * its time, and its joules for work. Up to {@value #MOST_EXACT} members all subsets are counted. Beyond that, an order is
 * drawn and joined from {@value #MOST_ORDERS} of its members on, so that each member comes early and late. The cost that
 * any first member causes, such as that of the weights, is divided apart, in equal parts, as Shapley does: else it would
 * fall on the few that happen to be first. Both are right in the mean and add up in each step.
 */
final class StepShares {
    static final int MOST_EXACT = 6;
    private static final int MOST_ORDERS = 16;

    private final StepPhysics physics;
    private final Draw draw;
    private final Sum sum = new Sum();
    private final Cost cost = new Cost();
    private double[] shareOfSeconds = new double[0];
    private double[] shareOfWork = new double[0];

    StepShares(StepPhysics physics, Draw draw) {
        this.physics = physics;
        this.draw = draw;
    }

    /** Returns the joules of a member by physics, on the first device: those for time and those for work. */
    static double workByPhysics(Work work, Sum all, Cost cost, double weightBytes, double draftBytes) {
        double bytes = weightBytes / all.members() + work.bytes()
                + (work.decodes() ? draftBytes / all.decoding() : 0);
        return cost.computeJoules() * work.flops() / all.flops()
                + cost.memoryJoules() * bytes / (weightBytes + draftBytes + all.bytes());
    }

    /** Calculates the Shapley values. */
    void shapley(List<Work> members, double jitter, double stallSeconds) {
        int size = members.size();
        shareOfSeconds = new double[size];
        shareOfWork = new double[size];
        if (size <= MOST_EXACT) {
            exactly(members, jitter, stallSeconds);
            return;
        }
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = i;
        }
        for (int i = size - 1; i > 0; i--) {
            int other = draw.below(i + 1);
            int kept = order[i];
            order[i] = order[other];
            order[other] = kept;
        }
        double aloneSeconds = 0;
        double aloneWork = 0;
        for (Work member : members) {
            sum.clear();
            sum.add(member);
            physics.cost(sum, jitter, stallSeconds, cost);
            aloneSeconds += cost.seconds() / size;
            aloneWork += cost.workJoules() / size;
        }
        Arrays.fill(shareOfSeconds, aloneSeconds / size);
        Arrays.fill(shareOfWork, aloneWork / size);
        int orders = Math.min(size, MOST_ORDERS);
        for (int i = 0; i < orders; i++) {
            join(members, order, i * size / orders, 1.0 / orders, aloneSeconds, aloneWork, jitter, stallSeconds);
        }
    }

    /** Adds the marginal costs in an order, beginning at one of its members; the first one is spared a fixed cost. */
    private void join(List<Work> members, int[] order, int first, double weight, double fixedSeconds, double fixedWork,
            double jitter, double stallSeconds) {
        sum.clear();
        double seconds = fixedSeconds;
        double work = fixedWork;
        for (int i = 0; i < order.length; i++) {
            int member = order[(first + i) % order.length];
            sum.add(members.get(member));
            physics.cost(sum, jitter, stallSeconds, cost);
            shareOfSeconds[member] += weight * (cost.seconds() - seconds);
            shareOfWork[member] += weight * (cost.workJoules() - work);
            seconds = cost.seconds();
            work = cost.workJoules();
        }
    }

    private void exactly(List<Work> members, double jitter, double stallSeconds) {
        int size = members.size();
        int subsets = 1 << size;
        double[] seconds = new double[subsets];
        double[] work = new double[subsets];
        for (int subset = 1; subset < subsets; subset++) {
            sum.clear();
            for (int i = 0; i < size; i++) {
                if ((subset >> i & 1) == 1) {
                    sum.add(members.get(i));
                }
            }
            physics.cost(sum, jitter, stallSeconds, cost);
            seconds[subset] = cost.seconds();
            work[subset] = cost.workJoules();
        }
        double[] weights = new double[size];
        weights[0] = 1.0 / size;
        for (int before = 1; before < size; before++) {
            weights[before] = weights[before - 1] * before / (size - before);
        }
        for (int subset = 0; subset < subsets; subset++) {
            double weight = subset + 1 == subsets ? 0 : weights[Integer.bitCount(subset)];
            for (int i = 0; i < size; i++) {
                if ((subset >> i & 1) == 0) {
                    int joined = subset | 1 << i;
                    shareOfSeconds[i] += weight * (seconds[joined] - seconds[subset]);
                    shareOfWork[i] += weight * (work[joined] - work[subset]);
                }
            }
        }
    }

    /** Returns a member's part of the step's time. */
    double seconds(int member) {
        return shareOfSeconds[member];
    }

    /** Returns a member's part of the first device's joules for work. */
    double work(int member) {
        return shareOfWork[member];
    }
}
