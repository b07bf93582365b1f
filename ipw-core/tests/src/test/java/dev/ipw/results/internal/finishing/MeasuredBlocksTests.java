package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.run.RunTotals.EnergyBlock;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class MeasuredBlocksTests {
    private static final long SECOND = 1_000_000_000L;
    private static final Function<TimeSpan, EnergyReading> HUNDRED_WATTS = span -> {
        double joules = 100.0 * span.nanos() / SECOND;
        return EnergyReading.of(joules, joules, joules, Provenance.MEASURED, Scope.GPU, "nvml gpu-0", Set.of());
    };

    @Test
    void haveTheSameMeasuredTimeEachAlsoAroundAPause() {
        List<TimeSpan> measured = List.of(new TimeSpan(SECOND, 11 * SECOND), new TimeSpan(100 * SECOND, 107 * SECOND));

        List<EnergyBlock> blocks = MeasuredBlocks.of(measured, HUNDRED_WATTS);

        assertThat(blocks).hasSize(32)
                .allSatisfy(block -> assertThat(block.joules()).isCloseTo(1700 / 32.0, within(1e-6)));
        assertThat(blocks.getFirst().startNanos()).isEqualTo(SECOND);
        assertThat(blocks.getLast().endNanos()).isEqualTo(107 * SECOND);
        assertThat(blocks).anySatisfy(block -> assertThat(block)
                .matches(around -> around.startNanos() < 11 * SECOND && around.endNanos() > 100 * SECOND));
    }

    @Test
    void areNoneWhereAJouleIsNotKnownOrNoTimePassed() {
        EnergyReading unknown = EnergyReading.unavailable(Scope.GPU, "no sensor", "lost");
        List<TimeSpan> measured = List.of(new TimeSpan(0, 32 * SECOND));

        assertThat(MeasuredBlocks.of(measured,
                span -> span.startNanos() < 5 * SECOND ? HUNDRED_WATTS.apply(span) : unknown)).isEmpty();
        assertThat(MeasuredBlocks.of(List.of(new TimeSpan(7, 7)), HUNDRED_WATTS)).isEmpty();
        assertThat(MeasuredBlocks.of(List.of(), HUNDRED_WATTS)).isEmpty();
    }
}
