package dev.ipw.meter.engine;

import dev.ipw.meter.engine.StepPhysics.Cost;
import dev.ipw.meter.engine.StepPhysics.Sum;
import dev.ipw.meter.engine.StepPhysics.Work;
import dev.ipw.testing.Draws;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class StepSharesTests {
    private static List<Work> works(StepPhysics physics, Draw draw, int members) {
        List<Work> works = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            works.add(draw.chance(0.3)
                    ? physics.promptWork(1 + draw.below(500), draw.below(2000))
                    : physics.answerWork(1, draw.below(5000)));
        }
        return works;
    }

    private static Cost cost(StepPhysics physics, List<Work> works) {
        Sum sum = new Sum();
        works.forEach(sum::add);
        Cost cost = new Cost();
        physics.cost(sum, 1, 0.01, cost);
        return cost;
    }

    @Test
    void everyDivisionAddsUpToTheStep() {
        Draw draw = new Draw(5);
        for (int i = 0; i < Draws.of(100, 2000); i++) {
            StepPhysics physics = new StepPhysics(EngineRun.drawn(EngineKind.SPECULATIVE, i));
            List<Work> works = works(physics, draw, 1 + draw.below(40));
            Cost cost = cost(physics, works);
            Sum sum = new Sum();
            works.forEach(sum::add);
            StepShares shares = new StepShares(physics, new Draw(i));

            shares.shapley(works, 1, 0.01);

            double seconds = 0;
            double work = 0;
            double byPhysics = 0;
            for (int member = 0; member < works.size(); member++) {
                seconds += shares.seconds(member);
                work += shares.work(member);
                byPhysics += StepShares.workByPhysics(works.get(member), sum, cost, physics.weightBytes(sum),
                        physics.draftBytes(sum));
            }
            assertThat(seconds).isCloseTo(cost.seconds(), within(1e-12 * cost.seconds()));
            assertThat(work).isCloseTo(cost.workJoules(), within(1e-12 * cost.workJoules()));
            assertThat(byPhysics).isCloseTo(cost.workJoules(), within(1e-12 * cost.workJoules()));
        }
    }

    /** The mean over all orders, by trying each of them. */
    private static double[] meanOverOrders(StepPhysics physics, List<Work> works) {
        double[] mean = new double[works.size()];
        List<List<Integer>> orders = new ArrayList<>();
        extend(new ArrayList<>(), works.size(), orders);
        for (List<Integer> order : orders) {
            List<Work> joined = new ArrayList<>();
            double before = 0;
            for (int member : order) {
                joined.add(works.get(member));
                double joules = cost(physics, joined).workJoules();
                mean[member] += (joules - before) / orders.size();
                before = joules;
            }
        }
        return mean;
    }

    private static void extend(List<Integer> order, int size, List<List<Integer>> orders) {
        if (order.size() == size) {
            orders.add(List.copyOf(order));
        }
        for (int next = 0; next < size; next++) {
            if (!order.contains(next)) {
                order.add(next);
                extend(order, size, orders);
                order.removeLast();
            }
        }
    }

    @Test
    void fewMembersHaveTheirMeanMarginalCost() {
        Draw draw = new Draw(9);
        for (int i = 0; i < Draws.of(20, 200); i++) {
            StepPhysics physics = new StepPhysics(EngineRun.drawn(EngineKind.SPECULATIVE, i));
            List<Work> works = works(physics, draw, 1 + draw.below(StepShares.MOST_EXACT));
            double[] expected = meanOverOrders(physics, works);
            StepShares shares = new StepShares(physics, new Draw(i));

            shares.shapley(works, 1, 0.01);

            for (int member = 0; member < works.size(); member++) {
                assertThat(shares.work(member)).isCloseTo(expected[member], within(1e-9));
            }
        }
    }

    /** Drawn orders are right in the mean: the mean of many draws is that of all orders. */
    @Test
    void manyMembersHaveItInTheMean() {
        StepPhysics physics = new StepPhysics(EngineRun.drawn(EngineKind.CHAT, 4));
        List<Work> works = works(physics, new Draw(3), StepShares.MOST_EXACT + 1);
        double[] expected = meanOverOrders(physics, works);
        StepShares shares = new StepShares(physics, new Draw(1));
        int draws = Draws.of(2000, 20_000);
        double[] mean = new double[works.size()];
        double[] squares = new double[works.size()];
        for (int i = 0; i < draws; i++) {
            shares.shapley(works, 1, 0.01);
            for (int member = 0; member < works.size(); member++) {
                mean[member] += shares.work(member) / draws;
                squares[member] += shares.work(member) * shares.work(member) / draws;
            }
        }

        for (int member = 0; member < works.size(); member++) {
            double deviation = Math.sqrt(Math.max(0, squares[member] - mean[member] * mean[member]) / draws);
            assertThat(mean[member]).isCloseTo(expected[member], within(6 * deviation + 1e-9));
        }
    }

    @Test
    void equalMembersHaveEqualParts() {
        StepPhysics physics = new StepPhysics(EngineRun.drawn(EngineKind.CHAT, 2));
        List<Work> works = List.of(physics.answerWork(1, 500), physics.promptWork(200, 0),
                physics.answerWork(1, 500));
        StepShares shares = new StepShares(physics, new Draw(1));

        shares.shapley(works, 1, 0);

        assertThat(shares.work(0)).isCloseTo(shares.work(2), within(1e-12));
        assertThat(shares.seconds(0)).isCloseTo(shares.seconds(2), within(1e-12));
        assertThat(shares.work(1)).isGreaterThan(shares.work(0));
    }
}
