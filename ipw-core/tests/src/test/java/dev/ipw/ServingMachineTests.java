package dev.ipw;

import dev.ipw.energy.EnergyReading;
import dev.ipw.inference.ServingHost;
import dev.ipw.record.GpuInfo;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampledDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class ServingMachineTests {
    private static final DeviceInfo FAR = new DeviceInfo("GPU-far", "NVIDIA H100 80GB HBM3", Optional.of("NVIDIA"),
            OptionalInt.of(3), Map.of("driver_version", "570"));
    private static final DeviceInfo NEAR = new DeviceInfo("GPU-near", "NVIDIA T4", Optional.of("NVIDIA"),
            OptionalInt.of(0), Map.of());

    @TempDir
    private Path runs;

    @Test
    void chargesARemoteServerWithTheJoulesOfItsOwnMachineOnly() throws InterruptedException {
        ProfileRun run = run(builder(ServingHost.REMOTE).plugins(known -> known
                .telemetrySource(SteadySource.gpu(NEAR, false)).telemetrySource(SteadySource.gpu(FAR, true))));

        assertThat(run.summary().totals().devices()).singleElement()
                .satisfies(device -> assertThat(device.device()).isEqualTo("GPU-far"));
        assertThat(records(run)).allSatisfy(record -> {
            EnergyReading headline = record.metrics().energy().headline();
            assertThat(headline.isAvailable()).isTrue();
            assertThat(headline.source()).contains("GPU-far");
        });
        assertThat(run.summary().configuration().telemetryNote()).isEmpty();
    }

    @Test
    void chargesALocalServerWithEverySensor() throws InterruptedException {
        ProfileRun run = run(
                builder(ServingHost.LOCAL).plugins(known -> known.telemetrySource(SteadySource.gpu(NEAR, false))
                        .telemetrySource(SteadySource.gpu(FAR, true)).telemetrySource(SteadySource.gpu(FAR, true))));

        assertThat(run.summary().totals().devices()).extracting(device -> device.device())
                .containsExactlyInAnyOrder("GPU-near", "GPU-far");
    }

    @Test
    void saysHowToMeasureARemoteServer() throws InterruptedException {
        ProfileRun run = run(
                builder(ServingHost.REMOTE).plugins(known -> known.telemetrySource(SteadySource.gpu(NEAR, false))));

        assertThat(run.summary().configuration().telemetryNote().orElseThrow()).contains("another machine")
                .contains("run an exporter there").contains("prometheus:http").contains("servingHost(...) as local");
        assertThat(records(run)).allSatisfy(record -> {
            assertThat(record.metrics().energy().headline().isAvailable()).isFalse();
            assertThat(record.metrics().gpu()).isEmpty();
        });
        assertThat(run.summary().devices()).isEmpty();
    }

    @Test
    void believesWhatItIsToldOfTheServingHost() throws InterruptedException {
        ProfileRun told = run(
                builder(ServingHost.REMOTE).plugins(known -> known.telemetrySource(SteadySource.gpu(NEAR, false)))
                        .measurement(how -> how.servingHost(ServingHost.LOCAL)));
        ProfileRun tunnel = run(
                builder(ServingHost.LOCAL).plugins(known -> known.telemetrySource(SteadySource.gpu(NEAR, false)))
                        .measurement(how -> how.servingHost(ServingHost.REMOTE)));

        assertThat(told.summary().configuration().client().servingHost()).isEqualTo(ServingHost.LOCAL);
        assertThat(told.summary().totals().deviceEnergy().isAvailable()).isTrue();
        assertThat(tunnel.summary().configuration().client().servingHost()).isEqualTo(ServingHost.REMOTE);
        assertThat(tunnel.summary().totals().deviceEnergy().isAvailable()).isFalse();
    }

    @Test
    void keepsWhatIsKnownOfTheGpus() throws InterruptedException, IOException {
        DeviceInfo twin = new DeviceInfo("GPU-twin", FAR.name(), FAR.vendor(), OptionalInt.of(4), Map.of());
        ProfileRun run = run(builder(ServingHost.LOCAL).plugins(known -> known
                .telemetrySource(SteadySource.gpu(FAR, false)).telemetrySource(SteadySource.gpu(twin, false))));

        GpuInfo expected = new GpuInfo("NVIDIA H100 80GB HBM3 x2", Optional.of("NVIDIA"), OptionalInt.of(3), "GPU",
                "steady");
        assertThat(records(run)).allSatisfy(record -> assertThat(record.metrics().gpu()).hasValue(expected));
        assertThat(run.summary().devices()).extracting(SampledDevice::info).containsExactly(FAR, twin);
        assertThat(run.summary().devices()).allMatch(SampledDevice::isGpu);
        assertThat(run.path().getFileName().toString()).startsWith("profile_H10080GBHBM3_fake_1b_");
        assertThat(run.summary().configuration().hardwareLabel()).isEqualTo("H10080GBHBM3");
        assertThat(Files.readString(run.path().resolve("summary.json"))).contains("\"gpu_name\"")
                .contains("NVIDIA H100 80GB HBM3 x2");
    }

    private ProfilerBuilder builder(ServingHost host) {
        return Profiler.builder().client(new FakeClient(prompt -> "1", host)).dataset("starter").maxQueries(3)
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none")).output(runs);
    }

    private static ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    private static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.toList();
        }
    }
}
