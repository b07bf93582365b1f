package dev.ipw.energy.simulation.server;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Charges the joules of steps and of short gaps to the requests, by ownership and by Shapley value. */
record Charger(int permutations, SplittableRandom random) {

    /** Charges a fraction of a step that ran on the board under the condition; ghosts are rows of requests that have ended. */
    void step(StepRules rules, List<Slice> slices, int ghosts, double fraction, BoardSpec spec, Condition condition) {
        StepLoad load = StepLoad.of(rules, slices);
        Work work = load.work(ghosts, fraction);
        own(rules, slices, load, work, spec.cost(work, condition), fraction);
        addShapley(rules, slices, each -> spec.cost(each.work(ghosts, fraction), condition).joules());
    }

    void gap(List<Sequence> running, double joules) {
        for (Sequence sequence : running) {
            sequence.chargeOwned(joules / running.size());
            sequence.shapleyJoules += joules / running.size();
        }
    }

    private void own(StepRules rules, List<Slice> slices, StepLoad load, Work work, StepCost cost, double fraction) {
        int[] users = new int[Long.SIZE];
        double touches = 0;
        for (Slice slice : slices) {
            touches += rules.shape().touchedBytes(slice.tokens());
            if (slice.sequence().adapter >= 0) {
                users[slice.sequence().adapter]++;
            }
        }
        double touchedShare = touches == 0 ? 0 : rules.shape().touchedBytes(load.tokens) / touches;
        double[] own = new double[slices.size()];
        double sharedJoules = cost.joules();
        for (int i = 0; i < own.length; i++) {
            Slice slice = slices.get(i);
            int adapter = slice.sequence().adapter;
            double bytes = slice.bytes() + touchedShare * rules.shape().touchedBytes(slice.tokens())
                    + (adapter < 0 ? 0 : rules.adapterBytes() / users[adapter]);
            own[i] = cost.computeJoules() * slice.flops() * fraction / work.flops()
                    + cost.memoryJoules() * bytes * fraction / work.bytes()
                    + cost.linkJoules() * slice.tokens() / load.tokens;
            sharedJoules -= own[i];
        }
        for (int i = 0; i < own.length; i++) {
            slices.get(i).sequence().chargeOwned(own[i] + sharedJoules / own.length);
        }
    }

    /** Samples permutations, each also backwards; what each request adds sums to the step's joules in every one. */
    private void addShapley(StepRules rules, List<Slice> slices, ToDoubleFunction<StepLoad> stepJoules) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, slices.size()).boxed().toList());
        // what any first request brings is divided exactly, so that only the rest is left to chance
        double sharedJoules = slices.stream().map(each -> StepLoad.of(rules, List.of(each))).mapToDouble(stepJoules)
                .min().orElse(0);
        boolean alike = rules.stages() == 1 && slices.stream().noneMatch(Slice::prompt);
        int rounds = order.size() <= 2 ? 1 : alike ? permutations : 6 * permutations;
        for (int round = 0; round < rounds; round++) {
            Collections.shuffle(order, random);
            for (List<Integer> path : List.of(order, order.reversed())) {
                StepLoad coalition = new StepLoad(rules);
                double before = sharedJoules;
                for (int member : path) {
                    coalition.add(slices.get(member));
                    double joules = stepJoules.applyAsDouble(coalition);
                    slices.get(member).sequence().shapleyJoules += (joules - before + sharedJoules / order.size())
                            / (2 * rounds);
                    before = joules;
                }
            }
        }
    }
}
