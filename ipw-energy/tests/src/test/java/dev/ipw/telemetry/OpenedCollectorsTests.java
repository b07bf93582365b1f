package dev.ipw.telemetry;

import dev.ipw.energy.Scope;
import dev.ipw.testing.DrivenSource;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class OpenedCollectorsTests {
    private static Sensor counter(String device, Scope scope, String source) {
        return Sensor.energyCounter(device, scope, source, 1e-6, OptionalLong.empty());
    }

    private static DrivenSource source(String id, Sensor... sensors) {
        return new DrivenSource(id, List.of(sensors), sink -> DrivenSource.oneWatt(sink, sensors.length));
    }

    private final DrivenSource first = source("perf", counter("package-0", Scope.PACKAGE, "perf package-0"));
    private final DrivenSource twin = source("powercap", counter("package-0", Scope.PACKAGE, "powercap package-0"));
    private final DrivenSource more = source("powercap", counter("package-0", Scope.PACKAGE, "powercap package-0"),
            counter("package-0-dram", Scope.DRAM, "powercap package-0-dram"));

    private List<String> read(String selection, DrivenSource second) {
        try (TelemetrySession session = TelemetrySession.builder().discovery(false)
                .provider(new DrivenProvider("perf", true, first))
                .provider(new DrivenProvider("powercap", true, second)).collectors(selection).open()) {
            return session.sensors().stream().map(Sensor::source).toList();
        }
    }

    @Test
    void readsRegistersOnceWhereTwoInterfacesLeadToThem() {
        assertThat(read("auto", twin)).containsExactly("perf package-0");
        twin.awaitClose();
        assertThat(twin.closes()).isEqualTo(1);
    }

    @Test
    void keepsASourceThatReadsOneThingMore() {
        assertThat(read("auto", more)).containsExactly("perf package-0", "powercap package-0",
                "powercap package-0-dram");
    }

    @Test
    void opensWhatAPersonNamedEvenIfItIsReadAlready() {
        assertThat(read("auto,powercap", twin)).containsExactly("perf package-0", "powercap package-0");
    }

    @Test
    void countsADeviceThatBothReadOnceAndAsTheFirstReadsIt() {
        try (TelemetrySession session = TelemetrySession.builder().discovery(false)
                .provider(new DrivenProvider("perf", true, first))
                .provider(new DrivenProvider("powercap", true, twin)).collectors("auto,powercap").open()) {
            TelemetryWindow window = session.measure(() -> {
                first.awaitTick();
                twin.awaitTick();
            }).window();
            assertThat(window.energy().source()).isEqualTo("perf package-0");
            assertThat(window.devices()).hasSize(1);
        }
    }
}
