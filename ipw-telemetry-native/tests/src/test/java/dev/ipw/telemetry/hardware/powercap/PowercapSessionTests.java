package dev.ipw.telemetry.hardware.powercap;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.telemetry.OpeningTime;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetryWindow;
import dev.ipw.telemetry.Watch;
import dev.ipw.telemetry.hardware.Awaited;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class PowercapSessionTests {
    @TempDir
    private Path directory;
    private FabricatedTree tree;

    @BeforeEach
    void layOut() throws IOException {
        tree = new FabricatedTree(directory.resolve("sys"));
    }

    private TelemetrySession session() {
        return OpeningTime.sessions(OpeningTime.PATIENT).provider(new PowercapProvider()).collectors("powercap")
                .environment(tree.environment()).open();
    }

    private static void set(TelemetrySession session, Path zone, long microjoules) throws IOException {
        FabricatedTree.set(zone, microjoules);
        Awaited.tick(session);
    }

    private static EnergyReading all(TelemetrySession session) {
        EnergySeries series = session.deviceSeries().getFirst();
        return series.window(series.firstNanos().orElseThrow(), series.lastNanos().orElseThrow());
    }

    @Test
    void countsAcrossAWrapAtExactlyTheRange() throws IOException {
        Path zone = tree.zone("intel-rapl:0", "package-0", FabricatedTree.LARGEST - 999_939);
        try (TelemetrySession session = session(); Watch _ = session.watch()) {
            Awaited.tick(session);
            set(session, zone, FabricatedTree.LARGEST);
            set(session, zone, 0);
            set(session, zone, 2_000_000);

            EnergyReading reading = all(session);

            // 0.999939 J to the largest value, one unit of 61 microjoules to zero, and 2 J.
            assertThat(reading.joules()).hasValueCloseTo(3.0, within(1e-9));
            assertThat(reading.flags()).contains(EnergyFlag.WRAP).doesNotContain(EnergyFlag.RESET);
            assertThat(reading.provenance()).isEqualTo(Provenance.MEASURED);
        }
    }

    @Test
    void losesOnlyTheIntervalOfAReset() throws IOException {
        Path zone = tree.zone("intel-rapl:0", "package-0", 50_000_000_000L);
        try (TelemetrySession session = session(); Watch _ = session.watch()) {
            Awaited.tick(session);
            set(session, zone, 50_001_000_000L);
            set(session, zone, 0);
            set(session, zone, 1_000_000);

            EnergyReading reading = all(session);

            assertThat(reading.joules()).hasValueCloseTo(2.0, within(1e-9));
            assertThat(reading.flags()).contains(EnergyFlag.RESET, EnergyFlag.PARTIAL)
                    .doesNotContain(EnergyFlag.WRAP);
        }
    }

    @Test
    void marksAZoneThatVanishesAsLostAndGoesOnWithTheOthers() throws IOException {
        Path first = tree.zone("intel-rapl:0", "package-0", 1_000_000);
        Path second = tree.zone("intel-rapl:1", "package-1", 1_000_000);
        try (TelemetrySession session = session(); Watch _ = session.watch()) {
            Awaited.tick(session);
            set(session, first, 2_000_000);
            FabricatedTree.vanish(first);
            Awaited.tick(session);
            TelemetryWindow after = session.measure(() -> {
                Awaited.tick(session);
                set(session, second, 2_000_000);
            }).window();

            assertThat(after.devices().get(0).reading().reason().orElseThrow()).contains("lost", "energy_uj");
            assertThat(after.devices().get(1).reading().reason()).isEmpty();
            assertThat(after.energy(Scope.PACKAGE).isAvailable()).isFalse();
            assertThat(session.problems()).singleElement().asString().contains("'powercap package-0' is lost");
        }
    }

    @Test
    void doesNotTakeOneSocketForTheMachine() throws IOException {
        Path first = tree.zone("intel-rapl:0", "package-0", 1_000_000);
        Files.delete(tree.zone("intel-rapl:1", "package-1", 1_000_000).resolve("energy_uj"));
        try (TelemetrySession session = session(); Watch _ = session.watch()) {
            long start = System.nanoTime();
            set(session, first, 2_000_000);
            TelemetryWindow window = session.window(start, System.nanoTime());

            assertThat(window.devices().getFirst().reading().isAvailable()).isTrue();
            assertThat(window.energy().reason().orElseThrow()).contains("may not be read");
        }
    }

    @Test
    void addsSocketsAndMemoryButNotThePlatform() throws IOException {
        Path first = tree.zone("intel-rapl:0", "package-0", 0);
        Path platform = tree.zone("intel-rapl:1", "psys", 0);
        Path second = tree.zone("intel-rapl:2", "package-1", 0);
        Path memory = tree.zone("intel-rapl:2:0", "dram", 0);
        try (TelemetrySession session = session(); Watch _ = session.watch()) {
            Awaited.tick(session);
            // A movement is spread over the time in which the counter stood still: the window has all of that.
            long start = session.deviceSeries().getFirst().firstNanos().orElseThrow();
            set(session, first, 1_000_000);
            set(session, platform, 9_000_000);
            set(session, second, 2_000_000);
            set(session, memory, 500_000);
            TelemetryWindow window = session.window(start, System.nanoTime());

            assertThat(window.energy().joules()).hasValueCloseTo(3.5, within(1e-9));
            assertThat(window.energyScope()).isEqualTo("package+dram");
            assertThat(window.energy(Scope.PSYS).joules()).hasValueCloseTo(9.0, within(1e-9));
        }
    }

    @Test
    void flagsDiesThatShowTheSameRegister() throws IOException {
        Path first = tree.zone("intel-rapl:0", "package-0-die-0", 1_000_000);
        Path twin = tree.zone("intel-rapl:1", "package-0-die-1", 1_000_000);
        // One file, as it is one register: no reading sees one of them alone.
        Files.delete(twin.resolve("energy_uj"));
        Files.createLink(twin.resolve("energy_uj"), first.resolve("energy_uj"));
        try (TelemetrySession session = session(); Watch _ = session.watch()) {
            long microjoules = 1_000_000;
            Awaited.tick(session);
            EnergyReading reading = all(session);
            // A write between the reading of both lets the counting start anew: that is rare.
            for (int i = 0; !reading.flags().contains(EnergyFlag.MIRRORED); i++) {
                microjoules += 100_000 + i;
                set(session, first, microjoules);
                reading = all(session);
            }
            assertThat(reading.flags()).contains(EnergyFlag.MIRRORED);
        }
    }
}
