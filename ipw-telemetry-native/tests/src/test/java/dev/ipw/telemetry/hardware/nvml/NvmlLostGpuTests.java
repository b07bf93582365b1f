package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.OpeningTime;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A GPU or its driver goes away and comes back. */
@Tag("process")
class NvmlLostGpuTests {
    @TempDir
    private Path folder;

    @Test
    void findsALostGpuAgainUnderItsUuid() throws IOException, InterruptedException {
        long[] now = {0};
        FakeNvml fake = FakeNvml.in(folder).control("devices 2", "device * watts 90");
        List<TelemetrySource> sources = new NvmlProvider(() -> now[0], OpeningTime.PATIENT).open(fake.environment());
        sources.get(1).close();
        try (TelemetrySource source = sources.get(0)) {
            fake.control("devices 2", "device * watts 90", "lost 1 until 1e9");
            ReadSink lost = ReadSink.of(source);
            assertThat(lost.value(1)).hasValue(90.0);
            assertThat(lost.losses().keySet()).containsExactlyInAnyOrder(3, 4, 5);
            assertThat(lost.losses().values()).containsOnly(NvmlStatus.GPU_IS_LOST.label());

            fake.control("devices 2", "device * watts 90", "lost 1 until 0");
            assertThat(ReadSink.of(source).losses().keySet()).containsExactlyInAnyOrder(3, 4, 5);
            now[0] += TimeUnit.SECONDS.toNanos(1);
            ReadSink back = ReadSink.of(source);
            assertThat(back.losses()).isEmpty();
            assertThat(back.value(4)).hasValue(90.0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail nvmlDeviceGetHandleByIndex_v2 15 device 1", "fail nvmlDeviceGetUUID 999 device 1",
            "fail nvmlDeviceGetUUID 4 device 1", "fail * 15 device 1", "fail * 999 device 1"})
    void keepsAGpuThatCannotBeReadAtTheStartAndReadsItOnceItCan(String failure)
            throws IOException, InterruptedException {
        long[] now = {0};
        FakeNvml fake = FakeNvml.in(folder).control("devices 3", failure);
        List<TelemetrySource> sources = new NvmlProvider(() -> now[0], OpeningTime.PATIENT).open(fake.environment());
        TelemetrySource source = sources.getFirst();
        int late = IntStream.range(0, source.sensors().size())
                .filter(i -> source.sensors().get(i).device().matches("nvidia-1|GPU-00001001.*")).findFirst()
                .orElseThrow();

        assertThat(source.devices()).extracting(device -> device.index().orElseThrow()).containsExactly(0, 1, 2);
        assertThat(source.sensors().get(late).quantity()).isEqualTo(Quantity.ENERGY_COUNTER);
        ReadSink lost = ReadSink.of(source);
        assertThat(lost.losses()).containsOnlyKeys(late);
        assertThat(lost.losses().get(late)).isIn(NvmlStatus.GPU_IS_LOST.label(), NvmlStatus.UNKNOWN.label(),
                NvmlStatus.NO_PERMISSION.label());
        fake.control("devices 3", "device 1 counter_mj 77000");
        assertThat(ReadSink.of(source).losses()).as("it is not looked for at once").containsOnlyKeys(late);
        now[0] += NvmlDevice.RAREST_LOOK_NANOS;
        ReadSink back = ReadSink.of(source);
        assertThat(back.losses()).isEmpty();
        assertThat(back.value(late).orElseThrow()).isGreaterThanOrEqualTo(77_000);
        sources.forEach(TelemetrySource::close);
        assertThat(fake.shutdowns()).isEqualTo(fake.inits());
    }

    @Test
    void doesNotKeepAGpuThatHasNoSensors() throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder).control("devices 2", "fail nvmlDeviceGetFieldValues 3 device 1",
                "fail nvmlDeviceGetTotalEnergyConsumption 3 device 1", "fail nvmlDeviceGetPowerUsage 3 device 1");
        List<TelemetrySource> sources = NvmlSourceTests.open(fake);

        assertThat(sources.getFirst().sensors()).allMatch(sensor -> sensor.device().startsWith("GPU-00001000"));
        sources.forEach(TelemetrySource::close);
    }

    @Test
    void looksForALostGpuLessAndLessOften() throws IOException, InterruptedException {
        long[] now = {0};
        FakeNvml fake = FakeNvml.in(folder);
        List<TelemetrySource> sources = new NvmlProvider(() -> now[0], OpeningTime.PATIENT).open(fake.environment());
        sources.get(1).close();
        try (TelemetrySource source = sources.get(0)) {
            fake.control("lost 0 until 1e9");
            ReadSink.of(source);
            int looks = fake.lookups();
            for (int second = 1; second <= 600; second++) {
                now[0] += TimeUnit.SECONDS.toNanos(1);
                assertThat(ReadSink.of(source).losses().values()).containsOnly(NvmlStatus.GPU_IS_LOST.label());
            }
            // After 1, 2, 4, 8, 16 and then each 32 s.
            assertThat(fake.lookups() - looks).isEqualTo(5 + (600 - 31) / 32);
        }
    }

    @Test
    void initialisesOnceMoreWhenTheDriverForgot() throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder);
        List<TelemetrySource> sources = NvmlSourceTests.open(fake);
        fake.uninitialise();
        // The counter may have begun anew: a gap keeps its counts before and after from being compared.
        assertThat(ReadSink.of(sources.get(0)).losses().values()).hasSize(3)
                .allMatch(reason -> reason.contains("driver was probably reloaded"));
        assertThat(sources.get(0).problems()).singleElement().asString().contains("its energy counters were reset");
        for (TelemetrySource source : sources) {
            assertThat(ReadSink.of(source).losses()).containsEntry(0, NvmlDriver.INITIALISED_AGAIN);
            ReadSink again = ReadSink.of(source);
            assertThat(again.losses()).isEmpty();
            assertThat(again.values()).hasSameSizeAs(source.sensors());
        }
        assertThat(fake.inits()).isEqualTo(2);

        fake.uninitialise();
        ReadSink.of(sources.get(0));
        for (TelemetrySource source : sources) {
            assertThat(ReadSink.of(source).losses().values()).hasSameSizeAs(source.sensors())
                    .containsOnly(NvmlStatus.UNINITIALIZED.label());
        }
        assertThat(fake.inits()).isEqualTo(2);
        sources.forEach(TelemetrySource::close);
    }
}
