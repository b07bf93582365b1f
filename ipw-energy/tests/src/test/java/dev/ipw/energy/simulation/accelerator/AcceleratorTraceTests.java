package dev.ipw.energy.simulation.accelerator;

import dev.ipw.energy.simulation.accelerator.StepPhysics.Load;
import dev.ipw.energy.simulation.engine.TwoTruthTrace.Truth;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class AcceleratorTraceTests {
    @ParameterizedTest
    @EnumSource(value = AcceleratorKind.class, names = {"PLAIN", "SPECULATIVE", "POWER_CAP"})
    void bothTruthsDivideTheSameJoules(AcceleratorKind kind) {
        AcceleratorTrace trace = kind.trace(1);
        double owned = trace.truth().values().stream().mapToDouble(Truth::ownedJoules).sum();
        double shapley = trace.truth().values().stream().mapToDouble(Truth::shapleyJoules).sum();
        double counted = (trace.readings().getLast().counterMillijoules().orElseThrow()
                - trace.readings().getFirst().counterMillijoules().orElseThrow()) / 1e3;
        assertThat(shapley).isCloseTo(owned, within(1e-9 * owned));
        assertThat(owned).isPositive().isLessThan(counted);
        assertThat(trace.truth().values()).allSatisfy(truth -> {
            assertThat(truth.ownedPromptJoules()).isPositive().isLessThan(truth.ownedJoules());
            assertThat(truth.shapleyJoules()).isPositive();
        });
    }

    @Test
    void membersThatAreAlikeGetEqualPartsOfAStep() {
        StepPhysics physics = new StepPhysics(4e14, 2e12, 16e9, 0.001, 1e-5, 100, 50, 300, 150);
        List<Load> members = List.of(new Load(1.6e10, 1e8, 1), new Load(1.6e10, 1e8, 1), new Load(1.6e10, 1e8, 1));
        Load all = members.stream().reduce(Load.NONE, Load::plus);
        double part = physics.cost(all, 1).joules() / 3;
        assertThat(StepShares.owned(physics, physics.cost(all, 1), members, all))
                .containsExactly(new double[]{part, part, part}, within(1e-9));
        double[] shapley = StepShares.shapley(physics, 1, members, new SplittableRandom(1));
        assertThat(Arrays.stream(shapley).sum()).isCloseTo(3 * part, within(1e-9));
    }
}
