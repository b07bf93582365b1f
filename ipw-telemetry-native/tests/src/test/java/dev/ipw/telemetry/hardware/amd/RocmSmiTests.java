package dev.ipw.telemetry.hardware.amd;

import dev.ipw.telemetry.OpeningTime;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.Awaited;
import dev.ipw.telemetry.hardware.HardwareSourceContract;
import dev.ipw.telemetry.hardware.amd.FakeRocmSmi.Control;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Check how ROCm SMI is used, against a library of its names that watches over it. */
@Tag("process")
@Tag("real-time")
class RocmSmiTests {
    private static final int TICKS = Draws.of(4_000, 20_000);

    private final AmdProvider provider = new AmdProvider();
    @TempDir
    private Path directory;
    private FabricatedAmd tree;

    @BeforeEach
    void layOut() throws IOException {
        tree = new FabricatedAmd(directory.resolve("sys"));
        tree.card("0000:83:00.0").text("unique_id", "7b2c4d6e8f901234");
    }

    private FakeRocmSmi compile(String... defines) throws IOException, InterruptedException {
        return FakeRocmSmi.compile(directory, defines);
    }

    private TelemetryEnvironment environment(FakeRocmSmi library) {
        return tree.environment(Map.of("IPW_ROCM_SMI_LIBRARY", library.path())).withArgument("rocm-smi");
    }

    private TelemetrySource open(FakeRocmSmi library) {
        return provider.open(environment(library)).getFirst();
    }

    private SensorStatus status(FakeRocmSmi library) {
        return provider.probe(environment(library)).getFirst();
    }

    private static Sensor power(TelemetrySource source) {
        return source.sensors().stream().filter(sensor -> sensor.quantity() == Quantity.POWER_WATTS).findFirst()
                .orElseThrow();
    }

    @Nested
    class Promises extends HardwareSourceContract {
        @Override
        protected TelemetrySource source() throws Exception {
            FakeRocmSmi library = compile();
            return open(library);
        }
    }

    @Test
    void readsWhatTheLibraryGivesUnderTheNameTheDriverGives() throws Exception {
        FakeRocmSmi library = compile();
        try (TelemetrySource source = open(library)) {
            Reading reading = Reading.of(source);

            assertThat(source.sensors()).extracting(Sensor::device).containsOnly("GPU-7b2c4d6e8f901234");
            assertThat(source.sensors().getFirst().joulesPerUnit()).hasValue(15.3e-6);
            assertThat(source.sensors().getFirst().doubted()).isTrue();
            assertThat(source.devices().getFirst().name()).isEqualTo("Fake Instinct");
            // The memory stacks answer with success and 0, or are not there.
            assertThat(reading.values()).containsEntry("energy counter", 70_000_000_000L)
                    .containsEntry("power of an instant", 287.0).containsEntry("edge temperature", 45.0)
                    .containsEntry("junction temperature", 61.0).containsEntry("memory temperature", 70.0)
                    .containsEntry("busy share", 97.0).containsEntry("memory in use", (double) (1L << 35))
                    .containsEntry("memory", (double) (1L << 36)).hasSize(8);
        }
        assertThat(library.get(Control.VIOLATIONS)).isZero();
    }

    @Test
    void initialisesOnceAndShutsDownOnce() throws Exception {
        FakeRocmSmi library = compile();
        TelemetrySource source = open(library);
        Reading.of(source);
        source.close();
        source.close();
        Reading.of(source);

        assertThat(library.get(Control.INITS)).isEqualTo(1);
        assertThat(library.get(Control.SHUTDOWNS)).isEqualTo(1);
        assertThat(library.get(Control.VIOLATIONS)).isZero();
    }

    @Test
    void callsNoGetterWhereTheInitialisationFails() throws Exception {
        FakeRocmSmi library = compile();
        for (RocmSmiStatus status : RocmSmiStatus.values()) {
            if (status != RocmSmiStatus.SUCCESS) {
                library.set(Control.INIT_CODE, status.code());

                assertThat(provider.open(environment(library))).isEmpty();
                assertThat(status(library).detail()).contains("code " + status.code() + ", ", status.meaning());
            }
        }
        assertThat(library.get(Control.SHUTDOWNS)).isZero();
        assertThat(library.get(Control.VIOLATIONS)).isZero();
    }

    @Test
    void callsNoGetterWhereTheLibraryCountsNoDevice() throws Exception {
        FakeRocmSmi library = compile();
        library.set(Control.COUNT, 0);

        assertThat(provider.open(environment(library))).isEmpty();
        assertThat(status(library).detail()).contains("knows no device that amdgpu shows");
        assertThat(library.get(Control.SHUTDOWNS)).isEqualTo(library.get(Control.INITS)).isEqualTo(2);
        assertThat(library.get(Control.VIOLATIONS)).isZero();
    }

    @Test
    void readsNoDeviceThatTheDriverDoesNotShow() throws Exception {
        FakeRocmSmi library = compile();
        library.set(Control.COUNT, 3);

        try (TelemetrySource source = open(library)) {
            assertThat(source.devices()).hasSize(1);
        }
        assertThat(library.get(Control.VIOLATIONS)).isZero();
    }

    @Test
    void saysWhichCardTheLibraryDoesNotList() throws Exception {
        tree.card("0000:c4:00.0");

        List<SensorStatus> statuses = provider.probe(environment(compile()));

        assertThat(statuses).extracting(SensorStatus::available).containsExactly(true, false);
        assertThat(statuses.get(1).name()).contains("0000:c4:00.0");
        assertThat(statuses.get(1).detail()).contains("does not list it");
    }

    @Test
    void keepsADeviceWhosePowerFailsAtTheBeginning() throws Exception {
        tree.card("0000:84:00.0");
        FakeRocmSmi library = compile();
        library.set(Control.COUNT, 2);
        library.set(Control.ONLY_DEVICE, 1);
        library.set(Control.POWER_CODE, RocmSmiStatus.FILE_ERROR.code());

        try (TelemetrySource source = open(library)) {
            assertThat(Reading.of(source).losses()).containsEntry("average power", RocmSmiStatus.FILE_ERROR.meaning());
            library.set(Control.POWER_CODE, RocmSmiStatus.SUCCESS.code());
            assertThat(Reading.of(source).values()).containsEntry("average power", 287.0);
        }
        library.set(Control.POWER_CODE, RocmSmiStatus.NOT_SUPPORTED.code());
        try (TelemetrySource source = open(library)) {
            assertThat(source.sensors()).filteredOn(sensor -> sensor.quantity() == Quantity.POWER_WATTS).hasSize(1);
        }
    }

    @Test
    void readsThePartitionsOfACardOnce() throws Exception {
        FakeRocmSmi library = compile();
        library.set(Control.COUNT, 2);
        library.set(Control.SAME_ADDRESS, 1);

        try (TelemetrySource source = open(library)) {
            assertThat(source.devices()).hasSize(1);
        }
    }

    @Test
    void saysWhichPowerTheLibraryGives() throws Exception {
        FakeRocmSmi library = compile();
        try (TelemetrySource source = open(library)) {
            assertThat(power(source).averagingNanos()).hasValue(0);
        }
        library.set(Control.POWER_TYPE, 0);
        try (TelemetrySource source = open(library)) {
            assertThat(power(source).averagingNanos()).isEmpty();
        }
    }

    @Test
    void fallsBackToTheAverageOfAnOlderLibrary() throws Exception {
        try (TelemetrySource source = open(compile("NO_POWER_GET"))) {
            assertThat(power(source).averagingNanos()).isEmpty();
            assertThat(Reading.of(source).values()).containsEntry("average power", 288.0);
        }
    }

    @Test
    void saysThatAFunctionIsMissing() throws Exception {
        SensorStatus status = status(compile("NO_INIT"));

        assertThat(status.available()).isFalse();
        assertThat(status.detail()).contains("lacks rsmi_init");
    }

    @Test
    void takesNoReadingForADeviceAtZeroWatts() throws Exception {
        FakeRocmSmi library = compile();
        library.set(Control.POWER, 0);
        library.set(Control.ENERGY, 0);

        assertThat(provider.open(environment(library))).isEmpty();
        assertThat(status(library).nextStep().orElseThrow()).contains("second die");
        library.set(Control.POWER, 287_000_000);
        try (TelemetrySource source = open(library)) {
            assertThat(source.sensors()).noneMatch(sensor -> sensor.quantity() == Quantity.ENERGY_COUNTER);
        }
    }

    @Test
    void followsThePolicyOfEachCodeWhileItReads() throws Exception {
        FakeRocmSmi library = compile();
        try (TelemetrySource source = open(library)) {
            for (RocmSmiStatus status : RocmSmiStatus.values()) {
                library.set(Control.POWER_CODE, status.code());
                library.set(Control.ENERGY_CODE, status.code());
                Reading reading = Reading.of(source);

                if (status == RocmSmiStatus.SUCCESS) {
                    assertThat(reading.values()).containsKeys("energy counter", "power of an instant");
                } else if (status.lossReason().isEmpty()) {
                    assertThat(reading.values()).doesNotContainKeys("energy counter", "power of an instant");
                    assertThat(reading.losses()).isEmpty();
                } else {
                    assertThat(reading.losses()).containsEntry("energy counter", status.meaning())
                            .containsEntry("power of an instant", status.meaning());
                }
            }
        }
    }

    @Test
    void letsOneSessionAtATimeIntoTheLibrary() throws Exception {
        FakeRocmSmi library = compile();
        CountDownLatch go = new CountDownLatch(1);
        try (TelemetrySource one = open(library); TelemetrySource other = open(library)) {
            Thread[] samplers = new Thread[2];
            for (int i = 0; i < samplers.length; i++) {
                TelemetrySource source = i == 0 ? one : other;
                samplers[i] = Thread.ofPlatform().start(() -> {
                    try {
                        go.await();
                    } catch (InterruptedException interrupted) {
                        throw new IllegalStateException(interrupted);
                    }
                    for (int tick = 0; tick < TICKS; tick++) {
                        Reading.of(source);
                    }
                });
            }
            go.countDown();
            for (Thread sampler : samplers) {
                sampler.join();
            }
        }
        assertThat(library.get(Control.VIOLATIONS)).isZero();
    }

    @Test
    void leavesACallThatHangsBehindAndTheLibraryAsItIs() throws Exception {
        FakeRocmSmi library = compile();
        TelemetrySession session = OpeningTime.sessions(OpeningTime.PATIENT).provider(provider)
                .collectors("amd:rocm-smi").environment(environment(library)).open();
        library.set(Control.HANG, 1);
        Awaited.until(() -> library.get(Control.HANGING) > 0);
        long shutDownsBefore = library.get(Control.SHUTDOWNS);
        session.close();

        assertThat(library.get(Control.SHUTDOWNS)).isEqualTo(shutDownsBefore);
        assertThat(provider.open(environment(library))).isEmpty();
        assertThat(status(library).detail()).contains("does not return");
        library.set(Control.HANG, 0);
        // The next test finds the library free.
        Awaited.until(() -> status(library).available());
        assertThat(library.get(Control.VIOLATIONS)).isZero();
    }
}
