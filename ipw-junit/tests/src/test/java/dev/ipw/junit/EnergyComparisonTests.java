package dev.ipw.junit;

import dev.ipw.energy.Provenance;
import dev.ipw.junit.EnergyComparison.Outcome;
import dev.ipw.telemetry.TelemetrySession;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

import static dev.ipw.junit.EnergyAssertions.percent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class EnergyComparisonTests {
    private static TelemetrySession session() {
        return TelemetrySession.builder().discovery(false).provider(new FabricatedMachine()).collectors("fabricated")
                .open();
    }

    @Test
    void tellsTheOneThatUsesLess() throws Exception {
        try (TelemetrySession session = session()) {
            EnergyComparison comparison = EnergyComparison.interleaved(session, () -> FabricatedMachine.use(3),
                    () -> FabricatedMachine.use(2), 30);

            assertThat(comparison.outcome()).isEqualTo(Outcome.LOWER);
            assertThat(comparison.repetitions()).isLessThan(30);
            assertThat(comparison.provenance()).isEqualTo(Provenance.MEASURED);
            assertThat(comparison.first().interval().low()).isBetween(2.5, 3.05);
            assertThat(comparison.difference().interval().high()).isNegative();
            assertThat(comparison).hasToString(comparison.toString()).asString()
                    .startsWith("the second uses less: 2.").endsWith("MEASURED (fabricated counter)");
            EnergyAssertions.assertThat(comparison).secondUsesLess().hasNoRegression(percent(0));
        }
    }

    @Test
    void doesNotTakeNoiseForADifference() throws Exception {
        List<Double> others = new ArrayList<>(List.of(1.0, 3.0));
        try (TelemetrySession session = session()) {
            EnergyComparison comparison = EnergyComparison.interleaved(session, () -> FabricatedMachine.use(2), () -> {
                others.add(others.removeFirst());
                FabricatedMachine.use(others.getFirst());
            }, 8);

            assertThat(comparison.outcome()).isEqualTo(Outcome.NOT_SHOWN);
            assertThat(comparison.repetitions()).isEqualTo(8);
            assertThatThrownBy(() -> EnergyAssertions.assertThat(comparison).secondUsesLess())
                    .hasMessageContaining("is not shown to use less");
            assertThatThrownBy(() -> EnergyAssertions.assertThat(comparison).hasNoRegression(percent(1)))
                    .hasMessageContaining("is not shown not to use more");
        }
    }

    @Test
    void measuresThemInTurnSoThatNeitherIsAlwaysFirst() throws Exception {
        StringBuilder order = new StringBuilder();
        try (TelemetrySession session = session()) {
            EnergyComparison.interleaved(session, () -> note(order, "a"), () -> note(order, "b"), 4);
        }
        assertThat(order).asString().endsWith("abbaabba");
    }

    private static void note(StringBuilder order, String name) {
        order.append(name);
        FabricatedMachine.use(2);
    }

    @Test
    void abortsWhereNothingMeasures() {
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).collectors("none").open()) {
            assertThatThrownBy(() -> EnergyComparison.interleaved(session, () -> {}, () -> {}, 5))
                    .isInstanceOf(TestAbortedException.class).hasMessageContaining("telemetry is switched off");
        }
    }
}
