package dev.ipw;

import dev.ipw.analysis.Efficiency;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.load.Load;
import dev.ipw.plugin.Plugins.UnknownPluginException;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.DeviceTotals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class ProfilerTests {
    @TempDir
    Path runs;

    @Test
    void keepsWhatWasAskedAnsweredAndUsed() throws InterruptedException {
        ProfileRun run = AskedSums.run(AskedSums.builder(runs, new FakeClient(AskedSums::answer), 12));

        List<ProfilingRecord> records = AskedSums.records(run);
        assertThat(records).hasSize(12);
        assertThat(run.summary().totals().queries()).isEqualTo(12);
        assertThat(run.summary().totals().failed()).isZero();
        for (ProfilingRecord record : records) {
            EnergyReading headline = record.metrics().energy().headline();
            double expected = SteadySource.WATTS * record.metrics().latency().totalSeconds();
            assertThat(headline.provenance()).isEqualTo(Provenance.MEASURED);
            assertThat(headline.joules().orElseThrow()).isCloseTo(expected, within(expected * 0.2 + 0.01));
            assertThat(headline.lower().orElseThrow()).isLessThanOrEqualTo(headline.joules().orElseThrow());
            assertThat(headline.upper().orElseThrow()).isGreaterThanOrEqualTo(headline.joules().orElseThrow());
        }
        assertThat(run.dimension("tpot")).isNotEmpty();
        assertThat(run.path().resolve("analysis/accuracy.json")).exists();
    }

    @Test
    void theAccuracyFileCarriesTheReferencesKeys() throws InterruptedException, IOException {
        ProfileRun run = AskedSums.run(AskedSums.builder(runs, new FakeClient(AskedSums::answer), 4));

        TreeReader file = TreeReader.ofJson("accuracy.json",
                Files.readString(run.path().resolve("analysis/accuracy.json")));
        assertThat(file.text("analysis")).isEqualTo("accuracy");
        assertThat(file.child("summary").asMap()).containsKeys("model", "correct", "incorrect", "unevaluated", "failed",
                "total_scored", "accuracy", "intelligence_per_joule", "intelligence_per_watt",
                "accuracy_per_mean_query_watt",
                "avg_per_query_energy_joules", "avg_per_query_power_watts", "energy_sample_count",
                "power_sample_count", "energy_basis");
        TreeReader efficiency = file.child("data").child("efficiency").child("fake:1b");
        assertThat(efficiency.child("energy").asMap()).containsKeys("count", "avg", "median", "min", "max", "total",
                "accuracy", "zero_values", "imputed_count");
        assertThat(efficiency.child("energy").whole("count")).isEqualTo(4);
        assertThat(file.child("data").child("records").children("fake:1b")).hasSize(4)
                .allSatisfy(row -> assertThat(row.asMap()).containsKeys("problem", "reference_answer", "model_answer",
                        "evaluation"));
    }

    @Test
    void theSummaryFileCarriesTheReferencesKeysAndNoSecret() throws InterruptedException, IOException {
        ProfileRun run = AskedSums.run(AskedSums.builder(runs, new FakeClient(AskedSums::answer), 4)
                .storage(where -> where.command("ipw profile --client-param api_key=sk-secret --model fake:1b")));

        String json = Files.readString(run.path().resolve("summary.json"));
        TreeReader summary = TreeReader.ofJson("summary.json", json);
        assertThat(summary.asMap()).containsKeys("model", "client", "start_time", "end_time", "hardware",
                "profiler_config", "dataset", "dataset_name", "hardware_label", "generated_at", "total_queries",
                "system_info", "output_dir", "versions", "client_info", "telemetry_coverage", "clock", "command",
                "totals");
        assertThat(summary.child("profiler_config").asMap()).containsKeys("dataset_id", "client_id", "dataset_params",
                "client_params", "model", "output_dir", "max_concurrency", "warmup_queries");
        assertThat(summary.child("clock").asMap()).containsOnlyKeys("monotonic_anchor_nanos", "epoch_anchor_nanos");
        assertThat(json).doesNotContain("sk-secret").contains("--model fake:1b");
    }

    @Test
    void aFailedRequestIsARowThatCountsAsWrong() throws InterruptedException {
        ProfileRun run = AskedSums.run(AskedSums.builder(runs, new FakeClient(prompt -> {
            if (prompt.contains("question 3")) {
                throw new InferenceException(FailureKind.HTTP_STATUS, "HTTP 500: out of memory");
            }
            return AskedSums.answer(prompt);
        }), 10));

        Efficiency efficiency = run.efficiency();
        assertThat(efficiency.failed()).isEqualTo(1);
        assertThat(efficiency.correct()).isEqualTo(9);
        assertThat(efficiency.scored()).isEqualTo(10);
        assertThat(efficiency.queriesWithEnergy()).isEqualTo(10);
        ProfilingRecord failed = AskedSums.records(run).stream().filter(ProfilingRecord::hasFailed).findFirst()
                .orElseThrow();
        assertThat(failed.outcome().failure().orElseThrow().message()).contains("out of memory");
    }

    @Test
    void aRunInWhichEverythingFailsHasZeroAccuracyAndNotNone() throws InterruptedException {
        ProfileRun run = AskedSums.run(AskedSums.builder(runs, new FakeClient(prompt -> {
            throw new InferenceException(FailureKind.TRUNCATED, "the connection closed");
        }), 5));

        Efficiency efficiency = run.efficiency();
        assertThat(efficiency.accuracy().orElseThrow()).isZero();
        assertThat(efficiency.intelligencePerJoule().orElseThrow()).isZero();
        assertThat(efficiency.intelligencePerJoule().interval().orElseThrow().high()).isPositive();
    }

    @Test
    void whateverAClientThrowsIsARow() throws InterruptedException {
        ProfileRun run = AskedSums.run(AskedSums.builder(runs, new FakeClient(prompt -> {
            return switch (prompt) {
                case "question 1" -> throw new StackOverflowError("deep");
                case "question 2" -> throw new AssertionError("wrong");
                case "question 3" -> throw new InferenceException(FailureKind.CANCELLED, "the server hung up");
                case "question 4" -> throw new InterruptedException("unasked");
                case "question 5" -> throw new IllegalStateException("broken");
                default -> AskedSums.answer(prompt);
            };
        }), 8).load(Load.concurrency(2)));

        assertThat(AskedSums.records(run)).hasSize(8).filteredOn(ProfilingRecord::hasFailed).hasSize(5);
        assertThat(run.efficiency().correct()).isEqualTo(3);
        assertThat(run.dimension("total_time")).hasSize(3);
    }

    @Test
    void aClientWhoseMomentsMakeNoSenseFailsAndTheRunIsFinished() throws InterruptedException {
        ProfileRun run = AskedSums.run(Profiler.builder().client(new MadClockClient()).evaluator(AskedSums::judge)
                .dataset(AskedSums.questions(3)).measurement(how -> how.idleSeconds(0).telemetry("none")).output(runs)
                .plugins(known -> known.telemetrySource(new SteadySource())));

        assertThat(AskedSums.records(run)).hasSize(3).allSatisfy(record -> assertThat(
                record.outcome().failure().orElseThrow().message()).contains("not in order"));
    }

    @Test
    void anEvaluatorThatFailsLeavesTheAnswerUnscored() throws InterruptedException {
        ProfileRun run = AskedSums
                .run(AskedSums.builder(runs, new FakeClient(AskedSums::answer), 4).evaluator((question, outcome) -> {
                    throw new StackOverflowError("a regular expression went too deep");
                }));

        assertThat(run.efficiency().unscored()).isEqualTo(4);
        assertThat(run.efficiency().accuracy().estimate()).isEmpty();
    }

    @Test
    void tolerancesReachTheEvaluatorAndSurviveRecovery() throws InterruptedException, IOException {
        ProfileRun run = AskedSums.run(Profiler.builder().client(new FakeClient(prompt -> "about 0.4 more"))
                .evaluation(by -> by.evaluator("numeric").parameters(Map.of("absolute_tolerance", "0.5")))
                .dataset(AskedSums.questions(2))
                .output(runs).measurement(how -> how.telemetry("none")));
        assertThat(run.efficiency().correct()).isEqualTo(1);
        Files.delete(run.path().resolve("summary.json"));
        Files.delete(run.path().resolve("state.json"));
        Path journal = run.path().resolve("journal.jsonl");
        Files.write(journal,
                Files.readAllLines(journal).stream().filter(line -> !line.contains("\"judged\"")).toList());

        assertThat(ProfileRun.recover(run.path()).efficiency().correct()).isEqualTo(1);
        assertThatThrownBy(
                () -> Profiler.builder().client(new FakeClient(AskedSums::answer)).dataset(AskedSums.questions(1))
                        .evaluation(by -> by.evaluator("numeric").parameters(Map.of("tolerence", "1"))).build())
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("tolerence");
    }

    @Test
    void aWrongOptionLeavesTheRunThatWouldBeOverwritten() throws InterruptedException {
        ProfileRun old = AskedSums.run(
                AskedSums.builder(runs, new FakeClient(AskedSums::answer), 3).storage(where -> where.runName("demo")));

        assertThatThrownBy(() -> AskedSums.run(AskedSums.builder(runs, new FakeClient(AskedSums::answer), 3)
                .storage(where -> where.runName("demo").overwrite(true))
                .measurement(how -> how.telemetry("powercp")))).isInstanceOf(UnknownPluginException.class);

        assertThat(AskedSums.records(ProfileRun.open(old.path()))).hasSize(3);
        assertThat(runs.toFile().list()).containsExactly("demo");
    }

    @Test
    void sharesOfOverlappingRequestsAddUpToWhatTheDeviceUsed() throws InterruptedException {
        CountDownLatch allIn = new CountDownLatch(4);
        ProfileRun run = AskedSums.run(AskedSums.builder(runs, new FakeClient(prompt -> {
            allIn.countDown();
            allIn.await();
            return AskedSums.answer(prompt);
        }), 16).load(Load.concurrency(4)).measurement(how -> how.warmupQueries(0)));

        DeviceTotals device = run.summary().totals().devices().getFirst();
        double total = device.total().joules().orElseThrow();
        double parts = device.requestsJoules().orElseThrow() + device.idleJoules().orElseThrow()
                + device.otherJoules().orElseThrow();
        assertThat(parts).isCloseTo(total, within(total * 1e-9));
        assertThat(AskedSums.records(run)).anySatisfy(record -> {
            assertThat(record.metrics().energy().headline().flags()).contains(EnergyFlag.ATTRIBUTED);
            assertThat(record.metrics().energy().headline().provenance()).isEqualTo(Provenance.ESTIMATED);
        });
    }

    @Test
    void warmUpEatsNoRecords() throws InterruptedException {
        FakeClient client = new FakeClient(AskedSums::answer);
        ProfileRun run = AskedSums.run(AskedSums.builder(runs, client, 6).measurement(how -> how.warmupQueries(2)));

        assertThat(AskedSums.records(run)).hasSize(6);
        assertThat(client.prompts).hasSize(8);
        assertThat(client.prompts.subList(0, 2)).allSatisfy(prompt -> assertThat(prompt).doesNotContain("question"));
    }

    @Test
    void withoutTelemetryTheFiguresAreAbsentAndSayWhy() throws InterruptedException {
        ProfileRun run = AskedSums.run(
                Profiler.builder().client(new FakeClient(AskedSums::answer)).evaluator(AskedSums::judge)
                        .dataset(AskedSums.questions(3))
                        .output(runs).measurement(how -> how.telemetry("none")));

        Efficiency efficiency = run.efficiency();
        assertThat(efficiency.accuracy().estimate()).isPresent();
        assertThat(efficiency.intelligencePerJoule().estimate()).isEmpty();
        assertThat(efficiency.energyProvenance()).isEqualTo(Provenance.UNAVAILABLE);
        assertThat(efficiency.energySource()).contains("switched off");
        assertThat(run.dimension("energy_joules")).isEmpty();
    }

    @Test
    void aSensorLostMidRunLeavesLaterRowsWithoutEnergyAndNoWatts() throws InterruptedException {
        SteadySource source = new SteadySource();
        AtomicInteger asked = new AtomicInteger();
        ProfileRun run = AskedSums.run(Profiler.builder().client(new FakeClient(prompt -> {
            if (asked.incrementAndGet() == 5) {
                source.lose();
            }
            return AskedSums.answer(prompt);
        })).evaluator(AskedSums::judge).dataset(AskedSums.questions(10))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none")).output(runs)
                .plugins(known -> known.telemetrySource(source)));

        List<ProfilingRecord> records = AskedSums.records(run);
        Efficiency efficiency = run.efficiency();
        assertThat(records).hasSize(10);
        assertThat(records.subList(5, 10)).allSatisfy(record -> {
            EnergyReading headline = record.metrics().energy().headline();
            assertThat(headline.isAvailable()).isFalse();
            assertThat(headline.reason().orElseThrow()).contains("plug");
        });
        assertThat(efficiency.intelligencePerWatt().estimate()).isEmpty();
        long whole = records.stream().filter(record -> record.metrics().energy().headline().isComplete()).count();
        long known = records.stream().filter(record -> record.metrics().energy().headline().isAvailable()).count();
        assertThat(efficiency.queriesWithEnergy()).isEqualTo(whole).isLessThan(10);
        assertThat(run.summary().totals().requests().withEnergy()).isEqualTo(whole);
        assertThat(run.summary().totals().requests().withPartialEnergy()).isEqualTo(known - whole);
        assertThat(run.summary().totals().requests().withoutEnergy()).isEqualTo(10 - known);
        assertThat(run.dimension("energy_joules")).hasSize((int) whole);
        DeviceTotals device = run.summary().totals().devices().getFirst();
        assertThat(device.requestsWithEnergy()).isEqualTo(whole);
        assertThat(device.total().isComplete()).isFalse();
        assertThat(run.summary().totals().deviceEnergy().isComplete()).isFalse();
        assertThat(run.summary().warnings()).anySatisfy(warning -> assertThat(warning).contains("plug"));
    }

    @Test
    void aRemoteServerIsNotChargedWithThisMachinesJoules() throws InterruptedException {
        ProfileRun run = AskedSums
                .run(AskedSums.builder(runs, new FakeClient(AskedSums::answer, ServingHost.REMOTE), 3));

        assertThat(run.efficiency().intelligencePerJoule().estimate()).isEmpty();
        assertThat(run.efficiency().energySource()).contains("another machine");
    }

    @Test
    void refusesWhatDoesNotGoTogether() {
        assertThatThrownBy(() -> AskedSums.builder(runs, new FakeClient(AskedSums::answer), 1).model("x").build())
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("client of your own");
        assertThatThrownBy(() -> Profiler.builder().maxQueries(0)).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> Profiler.builder().storage(where -> where.runName("a/b")))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> Load.concurrency(0)).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void refusesAnUnknownClientWithTheNearestNames() {
        assertThatThrownBy(() -> Profiler.builder().client("opnai").model("m").build())
                .isInstanceOf(UnknownPluginException.class).hasMessageContaining("openai");
    }

    @Test
    void refusesToBuildWithoutClientOrDataset() {
        assertThatThrownBy(() -> Profiler.builder().build()).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("No client");
        assertThatThrownBy(() -> Profiler.builder().client(new FakeClient(AskedSums::answer)).build())
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("No dataset");
    }

    @Test
    void refusesTwoRecordsWithOneId() {
        Dataset twice = new FakeDataset(List.of(DatasetRecord.of("1", "a", "b"), DatasetRecord.of("1", "c", "d")));

        assertThatThrownBy(
                () -> AskedSums.run(Profiler.builder().client(new FakeClient(AskedSums::answer)).dataset(twice)
                        .output(runs).measurement(how -> how.telemetry("none"))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'1'");
        assertThat(runs).isEmptyDirectory();
    }

    /** Reports answers that end before they begin. */
    private static final class MadClockClient implements InferenceClient {
        @Override
        public ClientInfo describe() {
            return ClientInfo.inProcess("mad", "mad");
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) {
            sink.sent(System.nanoTime());
            sink.ended(5);
            return InferenceResponse.of("x", TokenUsage.absent());
        }
    }
}
