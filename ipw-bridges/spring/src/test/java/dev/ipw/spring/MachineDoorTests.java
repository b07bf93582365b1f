package dev.ipw.spring;

import dev.ipw.telemetry.RequestSpan;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.testing.MachineCase;
import dev.ipw.testing.MachineCase.Answer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@code /actuator/energy} shows on machines whose sensors work, or do not. */
@Tag("real-time")
class MachineDoorTests {
    @ParameterizedTest
    @EnumSource
    void showsTheJoulesOfACallOrTheReason(MachineCase machine) {
        try (TelemetrySession session = machine.open()) {
            RequestSpan call = session.request("chat");
            MachineCase.work(session);
            call.close();
            Map<String, Object> shown = new EnergyEndpoint(session).energy();
            Map<?, ?> told = (Map<?, ?>) ((List<?>) Objects.requireNonNull(shown.get("recent"))).getFirst();
            machine.check(new Answer(
                    told.get("joules") instanceof Double joules ? OptionalDouble.of(joules) : OptionalDouble.empty(),
                    String.valueOf(told.get("provenance")), shown.toString()));
        }
    }
}
