package dev.ipw.micrometer;

import dev.ipw.telemetry.RequestSpan;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.testing.MachineCase;
import dev.ipw.testing.MachineCase.Answer;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What meters show on machines whose sensors work, or do not. */
@Tag("real-time")
class MachineDoorTests {
    @ParameterizedTest
    @EnumSource
    void showsTheJoulesOfRequestsWhereSomethingMeasures(MachineCase machine) {
        try (TelemetrySession session = machine.open(); EnergyMeters meters = EnergyMeters.of(session)) {
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            meters.bindTo(registry);
            RequestSpan call = session.request("chat");
            MachineCase.work(session);
            call.close();
            meters.refresh();
            Optional<FunctionCounter> counter = Optional.ofNullable(registry.find("ipw.requests.energy")
                    .functionCounter()).filter(known -> known.count() > 0);
            machine.check(new Answer(
                    counter.map(known -> OptionalDouble.of(known.count())).orElse(OptionalDouble.empty()), "measured",
                    session.energyUnavailableReason().orElse("") + session.problems()));
        }
    }
}
