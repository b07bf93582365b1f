package dev.ipw.energy.simulation.accelerator;

import dev.ipw.energy.simulation.accelerator.StepPhysics.Cost;
import dev.ipw.energy.simulation.accelerator.StepPhysics.Load;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** The two ways in which a step's joules belong to its members. */
final class StepShares {
    private static final int PERMUTATIONS = 24;

    private StepShares() {}

    /** Returns compute joules by operations, memory joules by bytes, and weights, idle and constant power in equal parts. */
    static double[] owned(StepPhysics physics, Cost cost, List<Load> members, Load all) {
        double[] shares = new double[members.size()];
        double bytes = physics.weightBytes() + all.bytes();
        for (int i = 0; i < shares.length; i++) {
            Load own = members.get(i);
            shares[i] = cost.restJoules() / shares.length + cost.computeJoules() * own.flops() / all.flops()
                    + cost.memoryJoules() * (physics.weightBytes() / shares.length + own.bytes()) / bytes;
        }
        return shares;
    }

    /**
     * Returns the Shapley value of the step's joules: of what it takes with nothing in it an equal part, since whoever comes first
     * brings it, and of the rest the mean over random orders and their reverses.
     */
    static double[] shapley(StepPhysics physics, double clock, List<Load> members, SplittableRandom random) {
        int count = members.size();
        double[] shares = new double[count];
        int[] order = new int[count];
        double empty = physics.cost(new Load(0, 0, 1), clock).joules();
        Arrays.fill(shares, empty / count);
        for (int i = 0; i < count; i++) {
            order[i] = i;
        }
        for (int permutation = 0; permutation < PERMUTATIONS; permutation++) {
            for (int i = count - 1; i > 0 && permutation % 2 == 0; i--) {
                int other = random.nextInt(i + 1);
                int kept = order[i];
                order[i] = order[other];
                order[other] = kept;
            }
            Load before = Load.NONE;
            double joules = empty;
            for (int i = 0; i < count; i++) {
                int member = order[permutation % 2 == 0 ? i : count - 1 - i];
                before = before.plus(members.get(member));
                double next = physics.cost(before, clock).joules();
                shares[member] += (next - joules) / PERMUTATIONS;
                joules = next;
            }
        }
        return shares;
    }
}
