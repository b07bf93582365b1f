package dev.ipw.importing;

import dev.ipw.ProfileRun;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.FailureKind;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.LatencyMetrics.TokenBasis;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.RunConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Reads a result of each tool, in that tool's layout; make_samples.py beside them wrote them. */
class RunImportTests {
    static final Path SAMPLES = Path.of("src", "test", "resources", "dev", "ipw", "importing");
    private static final Offset<Double> EXACT = within(1e-9);

    @TempDir
    Path runs;

    @Test
    void readsFolderOfLlmeter() {
        ProfileRun run = imported("llmeter", "llmeter-a");
        List<ProfilingRecord> records = records(run);
        assertThat(records).hasSize(10);
        assertThat(run.summary().totals().failed()).isEqualTo(1);
        ProfilingRecord second = records.get(1);
        LatencyMetrics times = second.metrics().latency();
        assertThat(second.question().problem()).isEqualTo("What is 1 + 1?");
        assertThat(second.question().metadata()).containsEntry("origin_id", "llmeter-a-01");
        assertThat(second.outcome().answer()).isEqualTo("It is 2.");
        assertThat(times.timeToFirstTokenSeconds()).hasValueCloseTo(0.11, EXACT);
        // 0.11 s + 11 tokens of 20.2 ms behind the first.
        assertThat(times.totalSeconds()).isCloseTo(0.3322, EXACT);
        assertThat(times.timePerOutputTokenSeconds()).hasValueCloseTo(0.0202, EXACT);
        assertThat(times.timePerOutputTokenBasis()).contains(TokenBasis.ENDS_ONLY);
        assertThat(times.interTokenLatency()).isEmpty();
        assertThat(times.chunkBundling()).isEmpty();
        assertThat(second.metrics().tokens().input()).hasValue(21);
        assertThat(second.metrics().tokens().output()).hasValue(12);
        assertThat(second.metrics().tokens().total()).hasValue(33);
        assertThat(second.isCorrect()).isEmpty();
    }

    @Test
    void keepsFailureOfLlmeterWithItsText() {
        ProfilingRecord failed = records(imported("llmeter", "llmeter-a")).get(9);
        assertThat(failed.outcome().failure()).hasValueSatisfying(failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.TOTAL_TIMEOUT);
            assertThat(failure.message()).isEqualTo("Connection error: Request timed out.");
        });
        assertThat(failed.question().problem()).isEqualTo("What is 9 + 9?");
        assertThat(failed.metrics().tokens().output()).isEmpty();
    }

    @Test
    void saysInTheSummaryWhatItIsFrom() {
        ProfileRun run = imported("llmeter", "llmeter-a");
        RunConfiguration configuration = run.summary().configuration();
        assertThat(configuration.client().id()).isEqualTo("llmeter");
        assertThat(configuration.client().model()).isEqualTo("demo-model");
        assertThat(configuration.client().details()).containsEntry("origin", "llmeter")
                .containsEntry("provider", "openai").containsKeys("origin_file", "origin_definitions");
        assertThat(configuration.load().concurrency()).isEqualTo(OptionalInt.of(2));
        assertThat(configuration.system().logicalProcessors()).isEmpty();
        assertThat(run.summary().startTime()).isEqualTo(Instant.parse("2026-01-31T12:00:00Z"));
        assertThat(run.summary().totals().measuredNanos()).isEqualTo(12_500_000_000L);
        assertThat(run.summary().warnings()).anyMatch(warning -> warning.contains("first visible text"))
                .anyMatch(warning -> warning.contains("to the second only"));
        assertThat(run.validity()).isEmpty();
    }

    @Test
    void saysWhyThereAreNoJoules() {
        ProfileRun run = imported("llmeter", "llmeter-a");
        EnergyReading headline = records(run).getFirst().metrics().energy().headline();
        assertThat(headline.provenance()).isEqualTo(Provenance.UNAVAILABLE);
        assertThat(headline.reason()).contains("imported from llmeter, which measures no energy");
        assertThat(run.summary().totals().deviceEnergy().reason())
                .contains("imported from llmeter, which measures no energy");
    }

    @Test
    void readsFolderThatHoldsResponsesOnly() throws IOException {
        Path folder = Files.createDirectory(runs.resolve("bare"));
        Files.copy(SAMPLES.resolve("llmeter-a/responses.jsonl"), folder.resolve("responses.jsonl"));
        ProfileRun run = RunImport.of("llmeter").read(folder).write(runs).getFirst();
        assertThat(run.path().getFileName()).hasToString("llmeter_unknown");
        assertThat(records(run)).hasSize(10);
        assertThat(run.summary().configuration().load().concurrency()).isEmpty();
    }

    @Test
    void makesRunOfEachFolderOfLoadTest() {
        List<ProfileRun> made = RunImport.of("llmeter").read(SAMPLES.resolve("llmeter-load")).runName("load")
                .write(runs);
        assertThat(made).extracting(run -> run.path().getFileName().toString())
                .containsExactly("load-00001-clients", "load-00005-clients");
        assertThat(made).extracting(run -> run.summary().configuration().load().concurrency())
                .containsExactly(OptionalInt.of(1), OptionalInt.of(5));
    }

    @Test
    void readsRecordsOfAiperf() {
        ProfileRun run = imported("aiperf", "aiperf");
        List<ProfilingRecord> records = records(run);
        assertThat(records).hasSize(4);
        assertThat(run.summary().configuration().client().model()).isEqualTo("demo-model");
        assertThat(run.summary().warnings()).contains("1 requests of the warm-up are left out");
        LatencyMetrics first = records.get(0).metrics().latency();
        assertThat(first.timeToFirstTokenSeconds()).hasValueCloseTo(0.050, EXACT);
        assertThat(first.totalSeconds()).isCloseTo(0.083, EXACT);
        assertThat(first.timePerOutputTokenSeconds()).hasValueCloseTo(0.011, EXACT);
        assertThat(first.timePerOutputTokenBasis()).contains(TokenBasis.ONE_A_CHUNK);
        assertThat(first.interTokenLatency().orElseThrow().medianSeconds()).isCloseTo(0.011, EXACT);
        assertThat(records.get(0).outcome().timeline().firstByteNanos()).hasValue(30_000_000);
        // Nine tokens in five chunks: 80 ms over 9 - 9/5 of them.
        assertThat(records.get(1).metrics().latency().timePerOutputTokenSeconds())
                .hasValueCloseTo(0.080 / 7.2, EXACT);
        assertThat(records.get(1).outcome().timeline().intendedStartNanos()).isEqualTo(100_000_000);
        assertThat(records.get(2).outcome().failure().orElseThrow().kind()).isEqualTo(FailureKind.CANCELLED);
        assertThat(records.get(3).outcome().failure().orElseThrow().kind()).isEqualTo(FailureKind.HTTP_STATUS);
        assertThat(records.get(3).outcome().failure().orElseThrow().message())
                .isEqualTo("Service Unavailable: overloaded");
    }

    @Test
    void readsResultOfVllm() {
        ProfileRun run = imported("vllm", "vllm/openai-infqps-concurrency2-demo-model-20260131-120010.json");
        List<ProfilingRecord> records = records(run);
        assertThat(records).hasSize(3);
        assertThat(run.summary().configuration().load().concurrency()).isEqualTo(OptionalInt.of(2));
        assertThat(run.summary().totals().measuredNanos()).isEqualTo(2_500_000_000L);
        assertThat(run.summary().endTime()).isEqualTo(Instant.parse("2026-01-31T12:00:10Z"));
        ProfilingRecord second = records.get(1);
        assertThat(second.outcome().answer()).isEqualTo("nine tokens in five messages");
        assertThat(second.metrics().latency().timeToFirstTokenSeconds()).hasValueCloseTo(0.060, EXACT);
        assertThat(second.metrics().latency().totalSeconds()).isCloseTo(0.141, EXACT);
        assertThat(second.metrics().latency().fromIntendedStartSeconds()).isCloseTo(0.191, EXACT);
        assertThat(second.outcome().timeline().chunkNanos()).hasSize(5);
        assertThat(records.get(0).metrics().latency().timePerOutputTokenSeconds()).hasValueCloseTo(0.011, EXACT);
        assertThat(records.get(2).outcome().failure().orElseThrow().message()).isEqualTo("Service Unavailable");
        assertThat(records.get(2).metrics().latency().timeToFirstTokenSeconds()).isEmpty();
        assertThat(records.get(2).metrics().tokens().output()).isEmpty();
    }

    @Test
    void makesRunOfEachBenchmarkOfGuidellm() throws IOException {
        List<ProfileRun> made = RunImport.of("guidellm").read(SAMPLES.resolve("guidellm")).runName("g").write(runs);
        assertThat(made).extracting(run -> run.path().getFileName().toString())
                .containsExactly("g-0-synchronous", "g-1-concurrent");
        List<ProfilingRecord> records = records(made.get(1));
        assertThat(records).hasSize(5);
        ProfilingRecord first = records.getFirst();
        LatencyMetrics times = first.metrics().latency();
        assertThat(first.question().problem()).isEqualTo("Tell me of 0");
        assertThat(first.outcome().reasoning()).contains("Hm");
        assertThat(times.timeToFirstTokenSeconds()).hasValueCloseTo(0.125, EXACT);
        assertThat(times.timeToFirstVisibleTokenSeconds()).hasValueCloseTo(0.250, EXACT);
        assertThat(times.timePerOutputTokenSeconds()).hasValueCloseTo(0.1, EXACT);
        assertThat(times.fromIntendedStartSeconds()).isCloseTo(1.375, EXACT);
        assertThat(first.metrics().tokens().cachedInput()).hasValue(8);
        assertThat(records.get(4).outcome().failure().orElseThrow().message()).isEqualTo("429 Too Many Requests");
        assertThat(made.get(1).summary().totals().failed()).isEqualTo(1);
        assertThat(made.get(1).summary().warnings())
                .anyMatch(warning -> warning.startsWith("1 requests were in flight when the benchmark ended"));
        assertThat(made.get(0).summary().configuration().client().details()).containsEntry("origin_version", "0.6.0");
        assertThat(Files.readString(made.get(0).path().resolve("journal.jsonl"))).doesNotContain("sk-sample");
    }

    @Test
    void readsRunOfThePythonIpw() throws IOException {
        ProfileRun run = imported("ipw", "ipw/profile_H10080GB_demo_model_1B_demo");
        List<ProfilingRecord> records = records(run);
        assertThat(records).hasSize(5);
        ProfilingRecord first = records.getFirst();
        assertThat(first.question().problem()).isEqualTo("Question 0?");
        assertThat(first.question().answer()).isEqualTo("0");
        assertThat(first.question().metadata()).containsEntry("source", "demo").containsEntry("level", 0L);
        assertThat(first.metrics().energy().headlineScope()).isEqualTo("gpu");
        EnergyReading joules = first.metrics().energy().headline();
        assertThat(joules.joules()).hasValue(400);
        assertThat(joules.provenance()).isEqualTo(Provenance.INTEGRATED);
        assertThat(joules.flags()).contains(EnergyFlag.LATE);
        // Two sampling periods of 50 ms at the 500 W that it reached.
        assertThat(joules.lower()).hasValueCloseTo(350.0, EXACT);
        assertThat(joules.upper()).hasValueCloseTo(450.0, EXACT);
        assertThat(first.metrics().energy().devices()).extracting(device -> device.device())
                .containsExactly("gpu", "cpu");
        assertThat(first.metrics().energy().breakdown().prefillJoules()).hasValue(10);
        assertThat(first.metrics().power().gpuWatts().orElseThrow().maximum()).isEqualTo(500);
        assertThat(first.metrics().gpu().orElseThrow().name()).isEqualTo("NVIDIA H100 80GB HBM3");
        assertThat(first.metrics().system().processorBrand()).contains("AMD EPYC 9334");
        assertThat(first.metrics().latency().timeToFirstTokenSeconds()).hasValueCloseTo(0.25, EXACT);
        assertThat(records.get(1).outcome().timeline().intendedStartNanos()).isEqualTo(1_000_000_000);
        assertThat(Files.readString(run.path().resolve("summary.json"))).doesNotContain("sk-sample");
        // No device was sampled here, and still the joules of the queries are known by integration.
        assertThat(run.analyze("regression").summary()).containsEntry("joint_provenance", "INTEGRATED");
    }

    @Test
    void keepsWhatThePythonIpwJudgedAndNotWhatItDidNotMeasure() {
        ProfileRun run = imported("ipw", "ipw/profile_H10080GB_demo_model_1B_demo");
        List<ProfilingRecord> records = records(run);
        assertThat(records).extracting(ProfilingRecord::isCorrect).containsExactly(Optional.of(true),
                Optional.of(false), Optional.of(true), Optional.empty(), Optional.of(true));
        assertThat(records.get(3).evaluation().orElseThrow().verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(records.get(2).metrics().energy().headline().isAvailable()).isFalse();
        assertThat(records.get(2).metrics().latency().timeToFirstTokenSeconds()).isEmpty();
        // Of five requests three have joules, too few to speak of the run.
        assertThat(run.efficiency().intelligencePerJoule().estimate()).isEmpty();
        assertThat(run.efficiency().whyNoHeadline().orElseThrow()).contains("60.0 % of the requests");
        assertThat(run.efficiency().accuracy().orElseThrow()).isCloseTo(0.75, EXACT);
        assertThat(run.summary().totals().deviceEnergy().isAvailable()).isFalse();
        assertThat(run.summary().totals().headlineScope()).isEqualTo("gpu");
        assertThat(run.summary().totals().requests().withEnergy()).isEqualTo(3);
    }

    @Test
    void overwritesNoRunUnlessAsked() {
        imported("llmeter", "llmeter-a");
        RunImport again = RunImport.of("llmeter").read(SAMPLES.resolve("llmeter-b")).runName("a");
        assertThatThrownBy(() -> again.write(runs)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("replace it with overwrite(...)");
        ProfileRun replaced = again.overwrite(true).write(runs).getFirst();
        assertThat(records(replaced).getFirst().question().metadata()).containsEntry("origin_id", "llmeter-b-00");
        assertThat(runs.toFile().list()).containsExactly("a");
    }

    @Test
    void namesQuestionsSoThatRunsCanBePaired() {
        List<String> ours = records(imported("llmeter", "llmeter-a")).stream().map(one -> one.question().id()).toList();
        ProfileRun other = RunImport.of("llmeter").read(SAMPLES.resolve("llmeter-b")).runName("b").write(runs)
                .getFirst();
        assertThat(records(other)).extracting(one -> one.question().id()).isEqualTo(ours);
        assertThat(ours).doesNotHaveDuplicates();
    }

    @Test
    void listsWhatImportersThereAreIfOneIsUnknown() {
        assertThatThrownBy(() -> RunImport.of("locust")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("aiperf, guidellm, ipw, llmeter, meter, vllm");
    }

    @Test
    void takesAnImporterOfOnesOwn() {
        RunImporterProvider own = Plugins.builder("importer", RunImporterProvider.class).build().require("llmeter");
        assertThat(RunImport.of(own).read(SAMPLES.resolve("llmeter-a")).runName("own").write(runs)).hasSize(1);
    }

    private ProfileRun imported(String tool, String sample) {
        return RunImport.of(tool).read(SAMPLES.resolve(sample)).runName("a").write(runs).getFirst();
    }

    static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.toList();
        }
    }
}
