package dev.ipw.telemetry.hardware.amd;

import dev.ipw.energy.Provenance;
import dev.ipw.telemetry.OpeningTime;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.TelemetryWindow;
import dev.ipw.telemetry.hardware.Awaited;
import dev.ipw.telemetry.hardware.HardwareSourceContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class AmdSourceTests {
    private static final String ADDRESS = "0000:83:00.0";
    private static final String COUNTER = "energy counter, gpu_metrics v1.3";
    @TempDir
    private Path directory;

    private TelemetrySource open(FabricatedAmd tree) {
        return new AmdProvider().open(tree.environment()).getFirst();
    }

    private FabricatedAmd tree() throws IOException {
        return new FabricatedAmd(Files.createTempDirectory(directory, "sys"));
    }

    @Nested
    class Promises extends HardwareSourceContract {
        @Override
        protected TelemetrySource source() throws Exception {
            FabricatedAmd tree = tree();
            tree.card(ADDRESS).text("unique_id", "7b2c4d6e8f901234");
            tree.card("0000:84:00.0").sensor("power1_input", 300_000_000);
            return open(tree);
        }
    }

    @Test
    void readsWhatTheDriverShows() throws IOException {
        FabricatedAmd tree = tree();
        tree.card(ADDRESS);
        try (TelemetrySource source = open(tree)) {
            Reading reading = Reading.of(source);

            assertThat(reading.losses()).isEmpty();
            assertThat(reading.values()).containsEntry(COUNTER, 70_000_000_000L).containsEntry("average power", 287.0)
                    .containsEntry("edge temperature", 45.0).containsEntry("junction temperature", 61.0)
                    .containsEntry("memory temperature", 70.0).containsEntry("clock", 1700.0)
                    .containsEntry("memory clock", 1600.0).containsEntry("busy share", 97.0)
                    .containsEntry("memory busy share", 42.0).containsEntry("memory in use", 34_351_349_760.0)
                    .containsEntry("memory", 68_702_699_520.0).hasSize(11);
        }
    }

    @Test
    void readsTheSlowSensorsNotInEachTick() throws IOException {
        FabricatedAmd tree = tree();
        tree.card(ADDRESS);
        long[] nanos = {0};
        try (TelemetrySource source = new AmdProvider(() -> nanos[0]).open(tree.environment()).getFirst()) {
            assertThat(Reading.of(source).values()).containsKey("edge temperature");
            nanos[0] += TimeUnit.MILLISECONDS.toNanos(199);
            assertThat(Reading.of(source).values()).containsKeys(COUNTER, "average power")
                    .doesNotContainKey("edge temperature");
            nanos[0] += TimeUnit.MILLISECONDS.toNanos(1);
            assertThat(Reading.of(source).values()).containsKey("edge temperature");
        }
    }

    @Test
    void reportsNoZeroForPowerAndTemperatureThatFallSilent() throws IOException {
        FabricatedAmd tree = tree();
        FabricatedAmd.Card card = tree.card(ADDRESS);
        try (TelemetrySource source = open(tree)) {
            card.sensor("power1_average", 0).sensor("temp3_input", 0).count(-1);
            Reading reading = Reading.of(source);

            assertThat(reading.values()).doesNotContainKeys("average power", "memory temperature", COUNTER);
            assertThat(reading.losses()).containsEntry("average power", CardSensor.NO_POWER)
                    .containsEntry(COUNTER, CardSensor.NO_COUNT);
        }
    }

    @Test
    void marksACardThatVanishesAsLostAndReadsTheOtherOn() throws IOException {
        FabricatedAmd tree = tree();
        FabricatedAmd.Card first = tree.card(ADDRESS);
        tree.card("0000:84:00.0");
        try (TelemetrySession session = OpeningTime.sessions(OpeningTime.PATIENT).provider(new AmdProvider())
                .collectors("amd:sysfs").environment(tree.environment()).open()) {
            Awaited.tick(session);
            FabricatedAmd.Card.vanish(first.directory().resolve("gpu_metrics"));
            FabricatedAmd.Card.vanish(first.hwmon().resolve("power1_average"));
            Awaited.tick(session);
            TelemetryWindow after = session.measure(() -> Awaited.ticks(session, 2)).window();

            assertThat(session.problems()).anyMatch(problem -> problem.contains("amdgpu " + ADDRESS)
                    && problem.contains("is lost"));
            assertThat(after.devices()).filteredOn(device -> device.device().equals(ADDRESS))
                    .isNotEmpty().noneMatch(device -> device.reading().isAvailable());
            assertThat(after.devices()).filteredOn(device -> device.device().equals("0000:84:00.0"))
                    .anyMatch(device -> device.reading().isAvailable());
        }
    }

    @Test
    void integratesThePowerWhereThereIsNoCounter() throws IOException {
        FabricatedAmd tree = tree();
        Files.delete(tree.card(ADDRESS).directory().resolve("gpu_metrics"));
        try (TelemetrySession session = OpeningTime.sessions(OpeningTime.PATIENT).provider(new AmdProvider())
                .collectors("amd:sysfs").environment(tree.environment()).open()) {
            assertThat(session.deviceSeries()).singleElement()
                    .satisfies(series -> assertThat(series.device().provenance()).isEqualTo(Provenance.INTEGRATED));
        }
    }

    @Test
    void doesNotTakeOneCardForAllOfThem() throws IOException {
        FabricatedAmd tree = tree();
        tree.card(ADDRESS);
        FabricatedAmd.Card unreadable = tree.card("0000:84:00.0");
        // Reading a folder fails as reading a card that sleeps does, for root too.
        Files.delete(unreadable.hwmon().resolve("power1_average"));
        Files.createDirectory(unreadable.hwmon().resolve("power1_average"));
        try (TelemetrySession session = OpeningTime.sessions(OpeningTime.PATIENT).provider(new AmdProvider())
                .collectors("amd:sysfs").environment(tree.environment()).open()) {
            TelemetryWindow window = session.measure(() -> Awaited.ticks(session, 2)).window();

            assertThat(window.devices()).filteredOn(device -> device.device().equals("0000:84:00.0"))
                    .noneMatch(device -> device.reading().isAvailable());
            assertThat(window.energy().reason().orElseThrow()).contains("cannot be read now");
        }
    }

    @Test
    void saysThatItIsClosed() throws IOException {
        FabricatedAmd tree = tree();
        tree.card(ADDRESS);
        TelemetrySource source = open(tree);
        source.close();
        int[] lost = {0};

        source.sample(new SampleSink() {
            @Override
            public void counter(int sensor, long counts) {
                throw new AssertionError("read after its end");
            }

            @Override
            public void gauge(int sensor, double value) {
                throw new AssertionError("read after its end");
            }

            @Override
            public void lost(int sensor, String reason) {
                lost[0]++;
            }
        });

        assertThat(lost[0]).isEqualTo(source.sensors().size());
    }
}
