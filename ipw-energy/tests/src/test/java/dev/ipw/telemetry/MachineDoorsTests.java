package dev.ipw.telemetry;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.SensorState;
import dev.ipw.testing.MachineCase;
import dev.ipw.testing.MachineCase.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What the doors of a session tell on machines whose sensors work, or do not. */
@Tag("real-time")
class MachineDoorsTests {
    private static Answer answer(EnergyReading reading, TelemetrySession session) {
        return new Answer(reading.joules(), reading.provenance().name(), reading + " " + session.problems());
    }

    @ParameterizedTest
    @EnumSource
    void measuresATask(MachineCase machine) {
        try (TelemetrySession session = machine.open()) {
            machine.check(answer(session.measure(() -> MachineCase.work(session)).energy(), session));
        }
    }

    @ParameterizedTest
    @EnumSource
    void chargesARequest(MachineCase machine) {
        try (TelemetrySession session = machine.open()) {
            RequestSpan span = session.request("work");
            MachineCase.work(session);
            span.close();
            machine.check(answer(span.energy(), session));
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysWhatEachSensorDoes(MachineCase machine) {
        try (TelemetrySession session = machine.open()) {
            assertThat(session.measuresEnergy()).isEqualTo(machine.measures() || machine == MachineCase.LOST);
            assertThat(session.sensorStatuses()).allSatisfy(status -> assertThat(status.detail()).isNotBlank());
            switch (machine) {
                case DEAD_PACKAGE, DEAD_PLATFORM, FROZEN -> {
                    assertThat(session.sensorStatuses()).extracting(SensorStatus::state)
                            .containsExactly(SensorState.STANDING_STILL);
                    assertThat(session.energyUnavailableReason()).hasValueSatisfying(
                            reason -> assertThat(reason).contains("fabricated", "estimate"));
                    assertThat(session.problems()).singleElement().asString().contains("stands still");
                }
                case DEAD_BESIDE_LIVE, DEAD_COUNTER_LIVE_POWER -> {
                    assertThat(session.energyUnavailableReason()).isEmpty();
                    assertThat(session.problems()).singleElement().asString().contains("stands still");
                }
                case LOST -> assertThat(session.problems()).singleElement().asString().contains("the cable was pulled");
                case NONE -> assertThat(session.energyUnavailableReason()).isPresent();
                case ONE_GPU_OF_TWO ->
                    assertThat(session.measure(() -> MachineCase.work(session)).window().energyScope())
                            .isEqualTo("gpu (1 of 2)");
                case LIVE -> assertThat(session.problems()).isEmpty();
            }
        }
    }
}
