package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import dev.ipw.internal.file.WriterLock;
import dev.ipw.load.Load;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.quality.RunValidity.Trust;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.RunPhase;
import dev.ipw.run.RunShard;
import dev.ipw.series.Repeats;
import dev.ipw.settings.ShardSettings;
import dev.ipw.shard.ShardPlan;
import dev.ipw.shard.ShardSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class ProfilerShardTests {
    @TempDir
    Path runs;

    private final FakeClient client = new FakeClient(prompt -> "yes");

    private ProfilerBuilder builder(int questions, Load load) {
        return Profiler.builder().client(client).dataset(new FakeDataset(questions("question ", questions)))
                .measurement(how -> how.telemetry("none").warmupQueries(0)).load(load)
                .storage(where -> where.output(runs).runName("whole"));
    }

    private static List<DatasetRecord> questions(String text, int count) {
        return IntStream.range(0, count).mapToObj(i -> DatasetRecord.of("q" + i, text + i, "yes")).toList();
    }

    private static ProfileRun run(ProfilerBuilder builder, int index, int count) throws InterruptedException {
        return run(builder, ShardSettings.of(new ShardSpec(index, count)).startAfter(Duration.ZERO));
    }

    private static ProfileRun run(ProfilerBuilder builder, ShardSettings shard) throws InterruptedException {
        try (Profiler profiler = builder.storage(where -> where.shard(shard)).build()) {
            return profiler.run();
        }
    }

    private static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.toList();
        }
    }

    private static List<String> ids(ProfileRun run) {
        return records(run).stream().map(record -> record.question().id()).toList();
    }

    @Test
    void everyQuestionIsInExactlyOneShardAndEachShardIsARunInAFolderOfItsOwn() throws InterruptedException {
        List<String> all = new ArrayList<>();
        for (int index = 0; index < 3; index++) {
            ProfileRun shard = run(builder(7, Load.concurrency(4)).questions(asked -> asked.epochs(2)), index, 3);
            assertThat(shard.path()).isEqualTo(runs.resolve("whole").resolve("shard-0000" + index + "-of-00003"));
            RunShard kept = ProfileRun.open(shard.path()).summary().configuration().shard().orElseThrow();
            assertThat(kept.spec()).isEqualTo(new ShardSpec(index, 3));
            assertThat(kept.attempt().number()).isEqualTo(1);
            assertThat(shard.summary().segments().getFirst().attempt()).hasValue(kept.attempt());
            all.addAll(ids(shard));
        }
        List<String> expected = questions("question ", 7).stream().map(DatasetRecord::id)
                .flatMap(id -> Stream.of(id, id + "#2")).toList();
        assertThat(all).containsExactlyInAnyOrderElementsOf(expected);
        ShardPlan plan = ShardPlan.read(runs.resolve("whole")).orElseThrow();
        assertThat(plan.count()).isEqualTo(3);
        assertThat(plan.serverShared()).isTrue();
        assertThat(plan.deadline()).isEmpty();
    }

    @Test
    void aWholeShardIsOnlyShown() throws InterruptedException {
        ProfileRun first = run(builder(6, Load.concurrency(2)), 1, 2);
        int asked = client.prompts.size();

        ProfileRun again = run(builder(6, Load.concurrency(2)), 1, 2);

        assertThat(client.prompts).hasSize(asked);
        assertThat(again.path()).isEqualTo(first.path());
        assertThat(again.summary().configuration().shard().orElseThrow().attempt().number()).isEqualTo(1);
    }

    @Test
    void theStartsOfFourShardsAreThoseOfOneProcess() throws InterruptedException {
        Load load = Load.gamma(2000, 0.5);
        List<Long> whole;
        try (Profiler profiler = builder(40, load).storage(where -> where.runName("single")).build()) {
            whole = starts(profiler.run());
        }
        List<Long> dealt = new ArrayList<>();
        for (int index = 0; index < 4; index++) {
            dealt.addAll(starts(run(builder(40, load), index, 4)));
        }
        assertThat(sinceFirst(dealt)).isEqualTo(sinceFirst(whole));
    }

    private static List<Long> starts(ProfileRun run) {
        long anchor = run.summary().configuration().clock().epochAnchorNanos();
        return records(run).stream().map(record -> anchor + record.outcome().intendedStartNanos()).toList();
    }

    private static List<Long> sinceFirst(List<Long> starts) {
        List<Long> sorted = starts.stream().sorted().toList();
        return sorted.stream().map(start -> start - sorted.getFirst()).toList();
    }

    @Test
    void aShardThatBeginsLateKeepsTheTimesOfItsRequests() throws InterruptedException, IOException {
        run(builder(6, Load.constant(1000)), 0, 2);
        ShardPlan plan = ShardPlan.read(runs.resolve("whole")).orElseThrow();
        Instant earlier = plan.start().minus(Duration.ofHours(1));
        rewrite(json -> json.replace(plan.start().toString(), earlier.toString()));

        ProfileRun late = run(builder(6, Load.constant(1000)), 1, 2);

        assertThat(starts(late)).containsExactlyInAnyOrderElementsOf(Stream.of(1, 3, 5)
                .map(millis -> (earlier.getEpochSecond() * 1_000_000_000L) + earlier.getNano() + millis * 1_000_000L)
                .toList());
        assertThat(late.dimension("time_from_intended_start")).hasSize(3)
                .satisfies(seconds -> assertThat(Arrays.stream(seconds).min().orElseThrow()).isGreaterThan(3600));
        assertThat(late.summary().totals().measuredSeconds()).isLessThan(3600);
    }

    @Test
    void aShardAfterTheDeadlineAsksNothing() throws InterruptedException, IOException {
        Load load = Load.concurrency(2).lasting(Duration.ofSeconds(5));
        run(builder(2, load).maxQueries(2), 0, 2);
        ShardPlan plan = ShardPlan.read(runs.resolve("whole")).orElseThrow();
        assertThat(plan.deadline()).hasValue(plan.start().plusSeconds(5));
        rewrite(json -> json.replace(plan.start().toString(), plan.start().minusSeconds(60).toString())
                .replace(plan.deadline().orElseThrow().toString(), plan.start().minusSeconds(55).toString()));
        client.prompts.clear();

        for (int attempt = 1; attempt <= 2; attempt++) {
            ProfileRun late = run(builder(2, load).maxQueries(2), 1, 2);

            assertThat(late.summary().interrupted()).isTrue();
            assertThat(late.summary().warnings()).anyMatch(warning -> warning.contains("the run lacks it"));
        }
        assertThat(client.prompts).isEmpty();
        assertThatThrownBy(() -> RunMerge.of(runs.resolve("whole")).run()).isInstanceOf(InputException.class)
                .hasMessageContaining("shard 1 of 2");
    }

    @Test
    void aShardThatMissesAPartOfTheTimeIsInvalidAndOneInTimeIsNot() throws InterruptedException, IOException {
        Load load = Load.concurrency(2).lasting(Duration.ofHours(1));
        ProfileRun inTime = run(builder(2, load).maxQueries(2), 0, 2);
        ShardPlan plan = ShardPlan.read(runs.resolve("whole")).orElseThrow();
        rewrite(json -> json.replace(plan.start().toString(), plan.start().minusSeconds(1800).toString())
                .replace(plan.deadline().orElseThrow().toString(), plan.start().plusSeconds(1800).toString()));

        ProfileRun late = run(builder(2, load).maxQueries(2), 1, 2);

        assertThat(inTime.summary().validity().orElseThrow().reasons())
                .noneMatch(reason -> reason.text().contains("asked nothing"));
        assertThat(late.summary().validity().orElseThrow().level()).isEqualTo(Trust.INVALID);
        assertThat(late.summary().validity().orElseThrow().reasons())
                .anyMatch(reason -> reason.text().contains("asked nothing in 50 % of the load's time"));
    }

    @Test
    void anAttemptWhoseServerDoesNotAnswerLeavesTheOlderOneAlone() throws InterruptedException, IOException {
        run(builder(6, Load.concurrency(2)), 0, 2);
        Path attempt = runs.resolve("whole").resolve("shard-00001-of-00002.attempt.json");
        FakeClient silent = new FakeClient(prompt -> "yes") {
            @Override
            public void check() {
                throw new ConfigurationException("The server does not answer");
            }
        };

        assertThatThrownBy(() -> run(builder(6, Load.concurrency(2)).client(silent), 1, 2))
                .hasMessageContaining("does not answer");

        assertThat(attempt).doesNotExist();
    }

    @Test
    void anAttemptThatAnotherProcessOvertakesBeginsNothing() throws Exception {
        run(builder(6, Load.concurrency(2)), 0, 2);
        Path folder = runs.resolve("whole").resolve("shard-00001-of-00002");
        List<WriterLock> other = new ArrayList<>();
        FakeClient overtaken = new FakeClient(prompt -> "yes") {
            @Override
            public void check() {
                try {
                    other.add(WriterLock.take(folder.resolve("journal.lock")).orElseThrow());
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            }
        };

        assertThatThrownBy(() -> run(builder(6, Load.concurrency(2)).client(overtaken), 1, 2))
                .isInstanceOf(InputException.class).hasMessageContaining("Shard 1/2")
                .hasMessageContaining("still runs");

        assertThat(runs.resolve("whole").resolve("shard-00001-of-00002.attempt.json")).doesNotExist();
        other.getFirst().close();
        assertThat(ids(run(builder(6, Load.concurrency(2)), 1, 2))).hasSize(3);
    }

    private void rewrite(UnaryOperator<String> change) throws IOException {
        Path file = runs.resolve("whole").resolve(ShardPlan.FILE);
        Files.writeString(file, change.apply(Files.readString(file)));
    }

    @Test
    void aShardOfAnotherRunIsRefusedBeforeAnythingIsAsked() throws InterruptedException {
        Load load = Load.concurrency(4);
        run(builder(6, load), 0, 2);
        int asked = client.prompts.size();
        assertRefused(builder(6, load), 0, 3, "shards: was 2, now 3");
        assertRefused(builder(6, load).maxQueries(5), 1, 2, "max_queries: was none, now 5");
        assertRefused(builder(6, load).questions(how -> how.seed(7)), 1, 2, "seed: was 42, now 7");
        assertRefused(builder(6, Load.concurrency(5)), 1, 2, "concurrency: was 4, now 5");
        assertRefused(builder(6, load).dataset(new FakeDataset(questions("other ", 6))), 1, 2,
                "SHA-256 of the questions");
        assertThatThrownBy(() -> run(builder(6, load), ShardSettings.of(new ShardSpec(1, 2)).ownServer(true)))
                .hasMessageContaining("server of the shards: was one for all, now one for each");
        assertThat(client.prompts).hasSize(asked);
        assertThat(runs.resolve("whole").resolve("shard-00001-of-00002")).doesNotExist();
    }

    private static void assertRefused(ProfilerBuilder builder, int index, int count, String words) {
        assertThatThrownBy(() -> run(builder, index, count)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("nothing was changed").hasMessageContaining(words);
    }

    @Test
    void whatMakesNoSenseOverShardsIsRefused() throws IOException {
        assertThatThrownBy(() -> run(builder(6, Load.concurrency(3)), 0, 4))
                .hasMessageContaining("A concurrency of 3 over 4 shards");
        assertThatThrownBy(() -> run(builder(6, Load.sequential()).storage(where -> where.overwrite(true)), 0, 1))
                .hasMessageContaining("neither temporary nor put in the place of another");
        assertThatThrownBy(() -> run(Profiler.builder().client(client).dataset(new FakeDataset(questions("q", 2)))
                .storage(where -> where.output(runs)), 0, 1)).hasMessageContaining("need the same folder");
        try (Profiler profiler = builder(6, Load.concurrency(2)).storage(where -> where.shard(0, 2)).build()) {
            assertThatThrownBy(() -> profiler.run(Repeats.of(2))).hasMessageContaining("not divided into shards");
        }
        Files.writeString(Files.createDirectory(runs.resolve("whole")).resolve("thesis.txt"), "x");
        assertThatThrownBy(() -> run(builder(6, Load.concurrency(2)), 0, 2)).hasMessageContaining("thesis.txt");
    }

    @Test
    void aNewerAttemptTakesAShardOverAndTheOlderOneStops() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        FakeClient older = new FakeClient(prompt -> {
            if (asked.incrementAndGet() == 6) {
                blocked.countDown();
                never.await();
            }
            return "first";
        });
        ShardSettings shard = ShardSettings.of(new ShardSpec(0, 1));
        CompletableFuture<ProfileRun> first = CompletableFuture.supplyAsync(() -> {
            try {
                return run(builder(10, Load.sequential()).client(older), shard);
            } catch (InterruptedException ended) {
                throw new IllegalStateException(ended);
            }
        });
        blocked.await();
        assertThatThrownBy(() -> run(builder(10, Load.sequential()), shard)).isInstanceOf(InputException.class)
                .hasMessageContaining("still runs: attempt 1").hasMessageContaining("takeOver(true)");

        ProfileRun run = run(builder(10, Load.sequential()), shard.takeOver(true));

        assertThat(ids(run)).doesNotHaveDuplicates().hasSize(10);
        assertThat(run.summary().interrupted()).isFalse();
        assertThat(run.summary().segments()).extracting(segment -> segment.attempt().orElseThrow().number())
                .endsWith(2);
        byte[] summary = Files.readAllBytes(run.path().resolve("summary.json"));
        byte[] journal = Files.readAllBytes(run.path().resolve("journal.jsonl"));
        assertThatThrownBy(first::join).cause().isInstanceOf(IpwException.class)
                .hasMessageContaining("This attempt at the shard (1) stops").hasMessageContaining("attempt 2");
        assertThat(older.prompts).hasSize(6);
        assertThat(Files.readAllBytes(run.path().resolve("summary.json"))).isEqualTo(summary);
        assertThat(Files.readAllBytes(run.path().resolve("journal.jsonl"))).isEqualTo(journal);
    }

    @Test
    void anAttemptThatIsTakenOverWhileItFinishesLeavesTheResultsOfTheNewerOne() {
        ShardSettings shard = ShardSettings.of(new ShardSpec(0, 1));
        List<byte[]> written = new ArrayList<>();
        ProfilerListener takingOver = new ProfilerListener() {
            @Override
            public void phaseStarted(RunPhase phase) {
                if (phase == RunPhase.FINISHING && written.isEmpty()) {
                    try {
                        ProfileRun newer = run(builder(4, Load.sequential()), shard.takeOver(true));
                        written.add(Files.readAllBytes(newer.path().resolve("summary.json")));
                    } catch (InterruptedException | IOException failed) {
                        throw new IllegalStateException(failed);
                    }
                }
            }
        };

        assertThatThrownBy(() -> run(builder(4, Load.sequential()).listener(takingOver), shard))
                .isInstanceOf(IpwException.class).hasMessageContaining("writes no more");

        Path folder = runs.resolve("whole").resolve("shard-00000-of-00001");
        assertThat(folder.resolve("summary.json")).hasBinaryContent(written.getFirst());
        assertThat(ids(ProfileRun.open(folder))).hasSize(4).doesNotHaveDuplicates();
    }

    @Test
    void aShardOnASharedServerKeepsTheTotalsOfItsDevicesAndDividesNothing() throws InterruptedException {
        ProfileRun shared = run(sampled(), 0, 2);

        assertThat(records(shared)).hasSize(4).allSatisfy(record -> {
            assertThat(record.metrics().energy().headline().isAvailable()).isFalse();
            assertThat(record.metrics().energy().headline().reason().orElseThrow()).startsWith("UNDIVIDED");
            assertThat(record.metrics().energy().devices()).isNotEmpty()
                    .noneMatch(device -> device.reading().isAvailable());
        });
        assertThat(shared.summary().totals().deviceEnergy().reason().orElseThrow()).contains("after the merge");
        assertThat(shared.summary().totals().headlineEnergy()).isEmpty();
        assertThat(shared.summary().totals().devices()).singleElement().satisfies(device -> {
            assertThat(device.total().joules().orElseThrow()).isPositive();
            assertThat(device.requestsJoules()).isEmpty();
            assertThat(device.idleJoules()).isEmpty();
        });
    }

    @Test
    void aShardOnAServerOfItsOwnHasItsJoules() throws InterruptedException {
        ProfileRun own = run(sampled(), ShardSettings.of(new ShardSpec(0, 2)).ownServer(true));

        assertThat(ShardPlan.read(runs.resolve("whole")).orElseThrow().serverShared()).isFalse();
        assertThat(own.summary().totals().deviceEnergy().isAvailable()).isTrue();
    }

    private ProfilerBuilder sampled() {
        return builder(8, Load.concurrency(2)).measurement(how -> how.telemetry("none").warmupQueries(0).idleSeconds(0))
                .plugins(known -> known.telemetrySource(new SteadySource()));
    }
}
