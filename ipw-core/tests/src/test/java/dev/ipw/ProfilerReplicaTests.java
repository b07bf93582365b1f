package dev.ipw;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.internal.finishing.RunAttribution;
import dev.ipw.run.RunDirectory;
import dev.ipw.settings.ReplicaMap;
import dev.ipw.telemetry.DeviceInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

/** Runs against a server of two replicas, each with a GPU of its own, behind a load balancer. */
@Tag("real-time")
class ProfilerReplicaTests {
    private static final List<String> MAP = List.of("response-header:X-Served-By=a=GPU-a",
            "response-header:X-Served-By=b=GPU-b");

    /** The counters move each 5 ms. */
    private static final double STEP_JOULES = 0.005 * SteadySource.WATTS;

    @TempDir
    private Path runs;

    @Test
    void chargesARequestWithTheJoulesOfTheReplicaThatItsResponseNames() throws InterruptedException {
        ProfileRun run = run(client("a", "b"), MAP);

        List<ProfilingRecord> records = records(run);
        assertThat(records).hasSize(6).allSatisfy(record -> {
            String replica = record.outcome().timeline().dispatch().replica().orElseThrow();
            assertThat(record.metrics().energy().devices()).extracting(device -> device.device())
                    .containsExactly("GPU-" + replica);
            assertThat(record.metrics().energy().headline().source()).contains("GPU-" + replica);
            assertThat(record.metrics().energy().headline().isAvailable()).isTrue();
        });
        assertThat(records).extracting(record -> record.outcome().timeline().dispatch().replica().orElseThrow())
                .contains("a", "b");
        assertThat(run.summary().totals().devices()).extracting(device -> device.device())
                .containsExactlyInAnyOrder("GPU-a", "GPU-b");
        assertThat(run.summary().warnings()).noneMatch(warning -> warning.contains("replica"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "c"})
    void givesBoundsAndNoFigureWhereTheReplicaIsNotKnown(String named) throws InterruptedException {
        ProfileRun run = run(client("a", named), MAP);

        List<EnergyReading> unknown = records(run).stream()
                .filter(record -> !record.outcome().timeline().dispatch().replica().equals(Optional.of("a")))
                .map(record -> record.metrics().energy().headline()).toList();
        assertThat(unknown).hasSize(3).allSatisfy(reading -> {
            assertThat(reading.joules()).isEmpty();
            assertThat(reading.range().orElseThrow().low()).isZero();
            assertThat(reading.range().orElseThrow().high()).isPositive();
            assertThat(reading.reason().orElseThrow()).contains("replica");
        });
        assertThat(run.summary().totals().deviceEnergy().isAvailable()).isTrue();
        assertThat(run.summary().warnings()).anyMatch(warning -> warning.contains("Of 3 of 6 calls")
                && warning.contains(named.isEmpty() ? "3 have no header 'x-served-by'" : "'c'"));
    }

    @Test
    void dividesAgainAsTheRunDid() throws InterruptedException {
        ProfileRun run = run(client("a", "b", ""), MAP);

        RunAttribution again = RunAttribution.of(RunDirectory.open(run.path()), AttributionRule.AUTO);

        assertThat(again.requests()).extracting(request -> request.reading().joules())
                .containsExactlyElementsOf(records(run).stream()
                        .map(record -> record.metrics().energy().headline().joules()).toList());
        assertThat(again.warnings()).anyMatch(warning -> warning.contains("Of 2 of 6 calls"));
    }

    /** The package serves both. While one of its calls is at one replica, a query does not wait for the other. */
    @Test
    void chargesAnAgentForItsCallsReplicasAndForBothWhileItWaits() throws InterruptedException {
        ProfilerBuilder builder = ToolUsingRunner
                .builder(runs, new Named(new ToolUsingRunner.ScriptedModel(Optional.empty()), List.of("a", "b")))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none")
                        .replicas(ReplicaMap.parse(MAP)))
                .plugins(known -> known.telemetrySource(SteadySource.gpu(gpu("GPU-a"), false))
                        .telemetrySource(SteadySource.gpu(gpu("GPU-b"), false)));
        ProfileRun run;
        try (Profiler profiler = builder.build()) {
            run = profiler.run();
        }

        assertThat(records(run)).isNotEmpty().allSatisfy(record -> {
            double calls = record.outcome().calls().stream().mapToLong(call -> call.endNanos() - call.startNanos())
                    .sum() / 1e9;
            double all = (record.outcome().endNanos() - record.outcome().calls().getFirst().startNanos()) / 1e9;
            assertThat(record.metrics().energy().headline().joules().orElseThrow()).isCloseTo(
                    (2 * calls + 3 * (all - calls)) * SteadySource.WATTS, within(10 * STEP_JOULES));
        });
        run.summary().totals().devices().stream().filter(device -> device.device().startsWith("GPU"))
                .forEach(device -> assertThat(device.requestsJoules().orElseThrow()
                        + device.idleJoules().orElseThrow() + device.otherJoules().orElseThrow())
                        .isCloseTo(device.total().joules().orElseThrow(), within(1e-6)));
    }

    @Test
    void refusesDevicesThatAreNotMeasured() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> run(client("a"), List.of("response-header:X-Served-By=a=GPU-7")))
                .withMessageContaining("'GPU-7'").withMessageContaining("GPU-a, GPU-b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"header:X-Replica=a=GPU-a", "response-header:X-Other=c=GPU-b",
            "response-header:X-Served-By=a=GPU-b"})
    void refusesMapsThatCannotTellReplicasApart(String further) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> run(client("a"), List.of(MAP.getFirst(), further)))
                .withMessageContaining(further.toLowerCase(Locale.ROOT).replace("gpu", "GPU"));
    }

    private ProfileRun run(InferenceClient client, List<String> map) throws InterruptedException {
        ProfilerBuilder builder = Profiler.builder().client(client).dataset("starter").maxQueries(6)
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none")
                        .replicas(ReplicaMap.parse(map)))
                .plugins(known -> known.telemetrySource(SteadySource.gpu(gpu("GPU-a"), false))
                        .telemetrySource(SteadySource.gpu(gpu("GPU-b"), false)))
                .output(runs);
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    private static InferenceClient client(String... replicas) {
        return new Named(new FakeClient(prompt -> "1"), List.of(replicas));
    }

    private static DeviceInfo gpu(String name) {
        return new DeviceInfo(name, "NVIDIA T4", Optional.of("NVIDIA"), OptionalInt.empty(), Map.of());
    }

    private static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.toList();
        }
    }

    /** Names the replicas in turn; an empty name is no header. */
    private static final class Named implements InferenceClient {
        private final AtomicInteger asked = new AtomicInteger();
        private final InferenceClient client;
        private final List<String> names;

        Named(InferenceClient client, List<String> names) {
            this.client = client;
            this.names = names;
        }

        @Override
        public ClientInfo describe() {
            return client.describe();
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
                throws InferenceException, InterruptedException {
            String name = names.get(asked.getAndIncrement() % names.size());
            sink.head(name.isEmpty() ? Map.of() : Map.of("x-served-by", name));
            return client.infer(request, sink);
        }
    }
}
