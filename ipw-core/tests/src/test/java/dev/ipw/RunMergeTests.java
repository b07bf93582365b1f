package dev.ipw;

import dev.ipw.BatchedServer.Served;
import dev.ipw.MadeShards.Process;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.WriterLock;
import dev.ipw.quality.RunValidity.Trust;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.finishing.RunAttribution;
import dev.ipw.results.internal.finishing.RunWriter;
import dev.ipw.results.internal.finishing.ShardFiles;
import dev.ipw.results.internal.finishing.ShardedRun;
import dev.ipw.results.internal.format.ResultFiles;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.MergedShard;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunTotals;
import dev.ipw.shard.ShardSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class RunMergeTests {
    private static final BatchedServer SERVER = BatchedServer.serve(180, 8, 1);

    @TempDir
    Path folder;

    private Path run;

    @BeforeEach
    void name() {
        run = folder.resolve("run");
    }

    /** Returns a process that asks a part of the requests, and samples the whole time. */
    private static IntFunction<Process> dealt(int shards) {
        return shard -> Process.of(SERVER, number -> number % shards == shard);
    }

    private void shards(boolean isServerShared, IntFunction<Process> process, String... hosts) throws IOException {
        MadeShards.plan(run, hosts.length, isServerShared, process.apply(0).isServedHere());
        for (int shard = 0; shard < hosts.length; shard++) {
            MadeShards.shard(run, new ShardSpec(shard, hosts.length), SERVER, process.apply(shard), hosts[shard]);
        }
    }

    private static Map<Integer, ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.collect(Collectors.toMap(
                    record -> Integer.parseInt(record.question().id().substring("record-".length())),
                    Function.identity(), (one, other) -> one, TreeMap::new));
        }
    }

    private Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(run)) {
            for (Path file : tree.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("journal.lock")).toList()) {
                files.put(run.relativize(file).toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return files;
    }

    private static EnergyReading headline(ProfilingRecord record) {
        return record.metrics().energy().headline();
    }

    private static void assertSharesHoldTheTruth(ProfileRun run) {
        Map<Integer, ProfilingRecord> records = records(run);
        long held = SERVER.requests().stream().filter(served -> {
            EnergyReading share = headline(Objects.requireNonNull(records.get(served.number)));
            return share.lower().orElseThrow() <= served.joules && served.joules <= share.upper().orElseThrow();
        }).count();
        assertThat(records).hasSize(SERVER.requests().size());
        assertThat(held).isGreaterThanOrEqualTo(SERVER.requests().size() * 98L / 100);
    }

    private static double trueJoules() {
        return trueJoules(number -> true);
    }

    /** Returns the joules from the first to the last of some requests. */
    private static double trueJoules(IntPredicate asked) {
        long from = SERVER.requests().stream().filter(served -> asked.test(served.number))
                .mapToLong(served -> served.startNanos).min().orElseThrow();
        long to = SERVER.requests().stream().filter(served -> asked.test(served.number)).mapToLong(Served::endNanos)
                .max().orElseThrow();
        return SERVER.joulesAt(to) - SERVER.joulesAt(from);
    }

    /** Returns the joules of two servers, each while its own shard was measured. */
    private static double trueJoulesOfTwo() {
        return trueJoules(number -> number % 2 == 0) + trueJoules(number -> number % 2 == 1);
    }

    @Test
    void fourShardsAreTheRunOfOneProcess() throws IOException {
        ProfileRun single = ProfileRun.open(MadeShards
                .write(folder.resolve("single"), SERVER, Process.of(SERVER, number -> true)).directory().path());
        shards(true, shard -> dealt(4).apply(shard).anchoredAt(shard * 1_234_567L), "a", "a", "a", "a");

        ProfileRun merged = RunMerge.of(run).run();

        RunTotals one = single.summary().totals();
        RunTotals four = merged.summary().totals();
        assertThat(four.requests()).isEqualTo(one.requests());
        assertThat(four.tokens()).isEqualTo(one.tokens());
        assertThat(four.measuredNanos()).isEqualTo(one.measuredNanos());
        assertThat(four.deviceEnergy().joules().orElseThrow())
                .isCloseTo(one.deviceEnergy().joules().orElseThrow(), within(1e-9 * trueJoules()));
        assertThat(four.headline().gross().orElseThrow().blocks())
                .hasSameSizeAs(one.headline().gross().orElseThrow().blocks());
        Map<Integer, ProfilingRecord> records = records(merged);
        records(single).forEach((number, record) -> {
            ProfilingRecord other = Objects.requireNonNull(records.get(number));
            assertThat(other.evaluation()).isEqualTo(record.evaluation());
            assertThat(other.metrics().latency()).isEqualTo(record.metrics().latency());
            double joules = headline(record).joules().orElseThrow();
            assertThat(headline(other).joules().orElseThrow()).isCloseTo(joules, within(1e-9 * joules));
            assertThat(headline(other).lower().orElseThrow())
                    .isCloseTo(headline(record).lower().orElseThrow(), within(1e-6 * joules));
        });
        assertThat(merged.efficiency().accuracy()).isEqualTo(single.efficiency().accuracy());
        for (String dimension : List.of("latency", "ttft")) {
            for (double probability : new double[]{0.5, 0.9, 0.99}) {
                assertThat(merged.percentile(dimension, probability))
                        .isEqualTo(single.percentile(dimension, probability));
            }
        }
    }

    @Test
    void namesItsShardsAndCountsTheirWarnings() throws IOException {
        shards(true, dealt(3), "a", "a", "a");

        ProfileRun merged = RunMerge.of(run).run();

        assertThat(merged.summary().shards()).extracting(MergedShard::index).containsExactly(0, 1, 2);
        assertThat(merged.summary().shards()).extracting(MergedShard::queries).containsExactly(60L, 60L, 60L);
        assertThat(merged.summary().shards()).allMatch(shard -> shard.joules().isPresent() && shard.host().equals("a"));
        assertThat(merged.summary().warnings()).containsExactly("In 3 of 3 shards, for example: a warning of 0 s");
        assertThat(ProfileRun.open(run).summary().shards()).isEqualTo(merged.summary().shards());
    }

    @Test
    void leavesTheShardsAndCanMergeAgain() throws IOException {
        shards(true, dealt(2), "a", "a");
        Map<String, String> before = files();
        RunMerge.of(run).run();
        Map<String, String> merged = files();

        RunMerge.of(run).run();

        assertThat(files()).isEqualTo(merged).containsAllEntriesOf(before);
    }

    @Test
    void keepsTheFormerRunWhereItCannotWrite() throws IOException {
        shards(true, dealt(2), "a", "a");
        RunMerge.of(run).run();
        Map<String, String> before = files();
        // A folder in the way that cannot be removed: it is not one of this library's making.
        Path inTheWay = Files.createDirectories(run.resolve(".unfinished-dataset-x").resolve("deeper"));
        Path kept = Files.writeString(inTheWay.resolve("kept"), "");

        assertThatThrownBy(() -> RunMerge.of(run).run()).isInstanceOf(InputException.class)
                .hasMessageContaining("Cannot write the dataset");

        Files.delete(kept);
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void twoGeneratorsOnOneServerShareItsJoules() throws IOException {
        shards(true, dealt(2), "a", "a");
        assertThat(records(ProfileRun.open(run.resolve(new ShardSpec(0, 2).folderName()))).values())
                .allMatch(record -> headline(record).reason().orElseThrow().startsWith("UNDIVIDED"));

        ProfileRun merged = RunMerge.of(run).run();

        EnergyReading total = merged.summary().totals().deviceEnergy();
        assertThat(total.joules().orElseThrow()).isCloseTo(trueJoules(), within(0.001 * trueJoules()));
        assertThat(merged.summary().totals().devices()).hasSize(1);
        assertSharesHoldTheTruth(merged);
    }

    @Test
    void timesThatAnyShardSampledCount() throws IOException {
        long end = SERVER.endNanos();
        shards(true, shard -> shard == 0
                ? dealt(2).apply(0).sampling(0, end / 2)
                : dealt(2).apply(1).sampling(end / 3 + 7_000_000, end), "a", "a");

        ProfileRun merged = RunMerge.of(run).run();

        EnergyReading total = merged.summary().totals().deviceEnergy();
        assertThat(total.isComplete()).isTrue();
        assertThat(total.lower().orElseThrow()).isLessThanOrEqualTo(trueJoules());
        assertThat(total.upper().orElseThrow()).isGreaterThanOrEqualTo(trueJoules());
        assertThat(total.joules().orElseThrow()).isCloseTo(trueJoules(), within(0.001 * trueJoules()));
    }

    @Test
    void shardsThatDisagreeAboutADeviceAreRefused() throws IOException {
        shards(true, shard -> dealt(2).apply(shard).scaledBy(1 + shard), "a", "a");
        Map<String, String> before = files();

        assertThatThrownBy(() -> RunMerge.of(run).run()).isInstanceOf(InputException.class)
                .hasMessageContaining("Shard 1 ").hasMessageContaining("GPU-1");

        assertThat(files()).isEqualTo(before);
    }

    @Test
    void eachServerOfItsOwnHasItsJoules() throws IOException {
        shards(false, dealt(2), "a", "b");

        ProfileRun merged = RunMerge.of(run).clockDifference(Duration.ofMillis(1)).run();

        assertThat(merged.summary().totals().devices()).extracting(device -> device.device())
                .containsExactlyInAnyOrder("a/GPU-1", "b/GPU-1");
        assertThat(merged.summary().totals().deviceEnergy().joules().orElseThrow())
                .isCloseTo(trueJoulesOfTwo(), within(0.001 * trueJoules()));
        assertThat(records(merged)).allSatisfy((number, record) -> {
            assertThat(headline(record).isAvailable()).isTrue();
            assertThat(record.metrics().energy().devices()).extracting(device -> device.device())
                    .containsExactly(number % 2 == 0 ? "a/GPU-1" : "b/GPU-1");
        });
    }

    @Test
    void serversOfTheirOwnMayBeMeasuredOneAfterTheOther() throws IOException {
        shards(false, shard -> dealt(2).apply(shard).withClockError(shard * 3_600_000_000_000L), "a", "b");

        ProfileRun merged = RunMerge.of(run).run();

        RunTotals totals = merged.summary().totals();
        EnergyReading energy = totals.headlineEnergy().orElseThrow();
        assertThat(energy.isComplete()).isTrue();
        assertThat(energy.joules().orElseThrow()).isCloseTo(trueJoulesOfTwo(), within(0.001 * trueJoules()));
        // Each server is read on the clock of the process that asks it: the machines' clocks do not matter.
        assertThat(energy.upper().orElseThrow() - energy.lower().orElseThrow()).isLessThan(0.01 * trueJoules());
        assertThat(totals.joulesPerQuery().orElseThrow()).isCloseTo(trueJoulesOfTwo() / 180, within(0.1));
        assertThat(totals.averageWatts().orElseThrow())
                .isCloseTo(trueJoulesOfTwo() / totals.measuredSeconds(), within(0.5));
        assertThat(totals.devices()).allMatch(device -> device.total().isComplete());
        assertThat(merged.summary().warnings())
                .anyMatch(warning -> warning.contains("not all measured at the same time"))
                .noneMatch(warning -> warning.contains("clocks count"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aServerOfItsOwnHasTheJoulesThatItsShardAloneHas(boolean isPausing) throws IOException {
        IntFunction<Process> asking = shard -> isPausing ? dealt(2).apply(shard).pausing() : dealt(2).apply(shard);
        shards(false, shard -> asking.apply(shard).withClockError(shard * 3_600_000_000_000L), "a", "b");
        Map<Integer, ProfilingRecord> merged = records(RunMerge.of(run).run());

        for (int shard = 0; shard < 2; shard++) {
            ProfileRun alone = ProfileRun.open(MadeShards.write(folder.resolve("alone" + shard), SERVER,
                    asking.apply(shard)).directory().path());
            String device = shard == 0 ? "a/GPU-1" : "b/GPU-1";
            records(alone).forEach((number, record) -> {
                ProfilingRecord own = Objects.requireNonNull(merged.get(number));
                assertThat(headline(own).joules().orElseThrow())
                        .isCloseTo(headline(record).joules().orElseThrow(), within(1e-6));
                assertThat(own.metrics().energy().devices()).extracting(part -> part.device())
                        .containsExactly(device);
            });
        }
    }

    /** Between two requests of a query its server idles, or works for others: no joules of the other server are its. */
    @Test
    void pausesOfAQueryHaveJoulesOfItsOwnServerOnly() throws IOException {
        shards(false, shard -> dealt(2).apply(shard).pausing(), "a", "b");
        ProfileRun merged = RunMerge.of(run).clockDifference(Duration.ZERO).run();

        for (int shard = 0; shard < 2; shard++) {
            int own = shard;
            double joules = records(merged).entrySet().stream().filter(record -> record.getKey() % 2 == own)
                    .mapToDouble(record -> headline(record.getValue()).joules().orElseThrow()).sum();
            DeviceTotals device = merged.summary().totals().devices().stream()
                    .filter(one -> one.device().startsWith(own == 0 ? "a/" : "b/")).findFirst().orElseThrow();
            assertThat(joules).isCloseTo(device.requestsJoules().orElseThrow(), within(1e-6 * joules));
            assertThat(joules + device.idleJoules().orElseThrow() + device.otherJoules().orElseThrow())
                    .isCloseTo(device.total().joules().orElseThrow(), within(1e-6 * joules));
        }
    }

    @Test
    void shardsOfOneMachineShareItsSteadyClockBesideOtherMachines() throws IOException {
        shards(true, shard -> dealt(3).apply(shard).askingElsewhere().withClockError(shard == 1 ? 300_000_000 : 0),
                "a", "a", "b");

        ProfileRun merged = RunMerge.of(run).clockDifference(Duration.ZERO).run();

        assertSharesHoldTheTruth(merged);
    }

    @Test
    void aShardThatChangesMeanwhileIsFound() throws IOException {
        shards(true, dealt(1), "a");
        RunReader reader = RunReader.open(run.resolve(new ShardSpec(0, 1).folderName()));
        ShardedRun opened = new ShardedRun(new RunDirectory(run),
                List.of(new ShardedRun.Shard(new MergedShard(0, "", 1, "a", "a", 180, OptionalDouble.empty(),
                        Optional.empty()), reader, ShardFiles.of(reader.directory()))),
                true, Duration.ZERO, List.of());
        Map<String, String> before = files();
        Path journal = reader.directory().journal();
        String lines = Files.readString(journal);
        try (Journal resumed = Journal.append(journal)) {
            resumed.append(new JournalEntry.Warned("resumed"));
        }
        assertThatThrownBy(() -> RunWriter.merge(opened)).isInstanceOf(InputException.class)
                .hasMessageContaining("changed while it was merged");
        Files.writeString(journal, lines);
        assertThat(files()).isEqualTo(before);
        Files.writeString(reader.directory().telemetry().resolve("late.arrow"), "");
        assertThatThrownBy(() -> RunWriter.merge(opened)).isInstanceOf(InputException.class)
                .hasMessageContaining("changed while it was merged");
    }

    @Test
    void aMergedRunSaysThatItsShardsAreAttributed() throws IOException {
        shards(true, dealt(2), "a", "a");
        ProfileRun merged = RunMerge.of(run).run();

        assertThatThrownBy(() -> RunAttribution.of(RunDirectory.open(merged.path()), AttributionRule.EQUAL))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("is merged from shards").hasMessageContaining("then merge again");
    }

    @Test
    void aMergeThatDoesNotFitIsRefusedBeforeItReads() throws IOException {
        shards(true, dealt(2), "a", "a");
        Path shard = run.resolve(new ShardSpec(1, 2).folderName());
        Path summary = shard.resolve("summary.json");
        String json = Files.readString(summary);
        byte[] large = json.replaceAll("(\"queries\"\\s*:\\s*)90\\b", "$1900000000000")
                .getBytes(StandardCharsets.UTF_8);
        Files.write(summary, large);
        ResultFiles.write(new RunDirectory(shard), large);
        Map<String, String> before = files();

        assertThatThrownBy(() -> RunMerge.of(run).run()).isInstanceOf(InputException.class)
                .hasMessageContaining("A merge of 900,000,000,090 queries takes");

        assertThat(files()).isEqualTo(before);
    }

    private static void assertNoJoules(ProfileRun run, String why) {
        assertThat(run.summary().totals().headlineEnergy()).isEmpty();
        assertThat(run.summary().totals().joulesPerQuery()).isEmpty();
        assertThat(run.summary().totals().deviceEnergy().reason().orElseThrow()).contains(why);
        assertThat(records(run).values()).allMatch(record -> !headline(record).isAvailable());
    }

    @Test
    void aServerOfItsOwnThatWasNotSampledLeavesNoHeadline() throws IOException {
        shards(false, shard -> dealt(2).apply(shard).sampling(0, shard == 0 ? SERVER.endNanos() : -1), "a", "b");

        assertNoJoules(RunMerge.of(run).clockDifference(Duration.ofMillis(1)).run(), "shard 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"package-0", "package-0@localhost", "package-0@127.0.0.1:9100"})
    void equalNamesOnServersOfTheirOwnAreTwoDevices(String name) throws IOException {
        shards(false, shard -> dealt(2).apply(shard).askingElsewhere().reading(name), "a", "b");

        ProfileRun merged = RunMerge.of(run).clockDifference(Duration.ofMillis(1)).run();

        assertThat(merged.summary().totals().devices()).extracting(device -> device.device())
                .containsExactlyInAnyOrder("shard-0/" + name, "shard-1/" + name);
        assertThat(merged.summary().totals().deviceEnergy().joules().orElseThrow())
                .isCloseTo(trueJoulesOfTwo(), within(0.001 * trueJoules()));
    }

    @Test
    void aShardOfSeveralMachinesLeavesNoJoules() throws IOException {
        shards(false, dealt(2), "a", "a");
        MadeShards.resumed(RunReader.open(run.resolve(new ShardSpec(1, 2).folderName())), 0, "a2");
        assertNoJoules(RunMerge.of(run).run(), "shard 1 asked a model on its own machine");

        MadeShards.resumed(RunReader.open(run.resolve(new ShardSpec(0, 2).folderName())), 0, "a2");
        assertNoJoules(RunMerge.of(run).run(), "shard 0 asked a model on its own machine");
    }

    @Test
    void oneLocalServerCannotServeTwoMachines() throws IOException {
        shards(true, dealt(2), "a", "b");

        assertNoJoules(RunMerge.of(run).clockDifference(Duration.ofMillis(1)).run(), "planned for one server");
    }

    @Test
    void aClockThatRanAheadAfterATakeOverLeavesTotalsOnly() throws IOException {
        shards(true, dealt(2), "a", "a");
        MadeShards.resumed(RunReader.open(run.resolve(new ShardSpec(1, 2).folderName())), 900_000_000, "a");

        ProfileRun merged = RunMerge.of(run).run();

        assertThat(merged.summary().warnings()).anyMatch(warning -> warning.contains("up to 0.900 s apart"));
        assertThat(records(merged).values()).allMatch(record -> headline(record).reason().orElseThrow()
                .contains("clocks"));
    }

    @Test
    void aWallClockThatWasSetBetweenTwoStartsDoesNotMoveAShard() throws IOException {
        shards(true, shard -> dealt(2).apply(shard).withClockError(shard * 300_000_000L), "a", "a");

        assertSharesHoldTheTruth(RunMerge.of(run).run());
    }

    @Test
    void aShardThatIsGoingIsNamed() throws IOException {
        shards(true, dealt(2), "a", "a");
        try (WriterLock held = WriterLock
                .take(run.resolve(new ShardSpec(1, 2).folderName()).resolve("journal.lock")).orElseThrow()) {
            assertThat(held).isNotNull();
            assertThatThrownBy(() -> RunMerge.of(run).run()).isInstanceOf(InputException.class)
                    .hasMessageContaining("shard 1 of 2").hasMessageContaining("still going");
        }
    }

    @Test
    void clocksThatMayDifferWidenTheBounds() throws IOException {
        double width = -1;
        for (long millis : new long[]{0, 10, 50, 5000}) {
            run = folder.resolve("run" + millis);
            shards(true, shard -> {
                Process asking = dealt(2).apply(shard).askingElsewhere().withClockError(shard * millis * 1_000_000);
                return shard == 0 ? asking : asking.sampling(0, -1);
            }, "a", "b");

            ProfileRun merged = RunMerge.of(run).clockDifference(Duration.ofMillis(millis)).run();

            EnergyReading total = merged.summary().totals().deviceEnergy();
            assertThat(total.lower().orElseThrow()).isLessThanOrEqualTo(trueJoules());
            assertThat(total.upper().orElseThrow()).isGreaterThanOrEqualTo(trueJoules());
            assertThat(total.upper().orElseThrow() - total.lower().orElseThrow()).isGreaterThan(width);
            width = total.upper().orElseThrow() - total.lower().orElseThrow();
            // A step of the counter takes 20 ms.
            if (millis <= 10) {
                assertSharesHoldTheTruth(merged);
            } else {
                assertThat(records(merged).values()).allMatch(record -> headline(record).reason().orElseThrow()
                        .contains("clocks"));
            }
        }
    }

    @Test
    void missingShardsAreNamed() throws IOException {
        MadeShards.plan(run, 3, true, true);
        MadeShards.shard(run, new ShardSpec(0, 3), SERVER, dealt(3).apply(0), "a");
        RunReader unfinished = MadeShards.shard(run, new ShardSpec(1, 3), SERVER, dealt(3).apply(1), "a");
        unfinished.directory().removeSummary();
        Map<String, String> before = files();

        assertThatThrownBy(() -> RunMerge.of(run).run()).isInstanceOf(InputException.class)
                .hasMessageContaining("shard 1 of 3: ").hasMessageContaining("cut off")
                .hasMessageContaining("shard 2 of 3: there is no folder");
        assertThat(files()).isEqualTo(before);

        ProfileRun merged = RunMerge.of(run).partial(true).run();

        assertThat(merged.summary().validity().orElseThrow().level()).isEqualTo(Trust.INVALID);
        assertThat(merged.summary().totals().headlineEnergy()).isEmpty();
        assertThat(merged.summary().totals().joulesPerQuery()).isEqualTo(OptionalDouble.empty());
        assertThat(merged.summary().interrupted()).isTrue();
        assertThat(records(merged)).hasSize(60);
        assertThat(records(merged).values()).noneMatch(record -> headline(record).isAvailable());
    }

    @Test
    void damagedShardsAreNamed() throws IOException {
        shards(true, dealt(2), "a", "a");
        Path journal = run.resolve(new ShardSpec(1, 2).folderName()).resolve("journal.jsonl");
        String lines = Files.readString(journal);
        Files.writeString(journal, lines.replace("record-3", "record-5"));
        Map<String, String> before = files();

        assertThatThrownBy(() -> RunMerge.of(run).run()).isInstanceOf(InputException.class)
                .hasMessageContaining(journal.toString()).hasMessageContaining("damaged");
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void aRecordInTwoShardsIsNamed() throws IOException {
        shards(true, shard -> Process.of(SERVER, number -> number % 2 == shard || number == 16), "a", "a");
        Map<String, String> before = files();

        assertThatThrownBy(() -> RunMerge.of(run).run()).isInstanceOf(InputException.class)
                .hasMessageContaining("'record-16'").hasMessageContaining(new ShardSpec(0, 2).folderName())
                .hasMessageContaining(new ShardSpec(1, 2).folderName());
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void shardsOfOtherRunsAreRefused() throws IOException {
        shards(true, dealt(2), "a", "a");
        Path second = run.resolve(new ShardSpec(1, 2).folderName());
        Path other = folder.resolve("other");
        Files.move(second, other);
        Files.move(run.resolve(new ShardSpec(0, 2).folderName()), second);
        Files.move(other, run.resolve(new ShardSpec(0, 2).folderName()));

        assertThatThrownBy(() -> RunMerge.of(run).partial(true).run()).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("shard 1/2 and not shard 0/2");

        Files.createDirectories(run.resolve(new ShardSpec(1, 8).folderName()));
        assertThatThrownBy(() -> RunMerge.of(run).run()).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("8 shards, and the run has 2");
        assertThatThrownBy(() -> RunMerge.of(folder).run()).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("shards.json");
    }
}
