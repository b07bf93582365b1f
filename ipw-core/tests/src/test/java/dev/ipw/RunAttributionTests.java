package dev.ipw;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.DeviceSharing;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.load.Load;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.finishing.RunAttribution;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.RunDirectory;
import dev.ipw.telemetry.DeviceInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

/** A run of eight questions, four of them at a time, on a package and a GPU. */
@Tag("real-time")
class RunAttributionTests {
    private static final int AT_A_TIME = 4;
    private static final DeviceInfo GPU = new DeviceInfo("GPU-near", "a board", Optional.empty(), OptionalInt.of(0),
            Map.of());

    @TempDir
    static Path shared;

    private static Path profiled;

    @TempDir
    private Path runs;

    private ProfileRun run;
    private RunDirectory directory;

    @BeforeAll
    static void profile() throws InterruptedException, IOException {
        profiled = profile(shared, Profiler.builder().plugins(
                known -> known.telemetrySource(new SteadySource()).telemetrySource(SteadySource.gpu(GPU, false))))
                .path();
    }

    @BeforeEach
    void copy() throws IOException {
        Path copy = runs.resolve("run");
        try (Stream<Path> tree = Files.walk(profiled)) {
            for (Path file : tree.toList()) {
                Files.copy(file, copy.resolve(profiled.relativize(file).toString()));
            }
        }
        run = ProfileRun.open(copy);
        directory = RunDirectory.open(copy);
    }

    private static ProfileRun profile(Path runs, ProfilerBuilder builder) throws InterruptedException, IOException {
        Path questions = Files.writeString(runs.resolve("questions.csv"),
                "problem,answer\na,1\nb,1\nc,1\nd,1\ne,1\nf,1\ng,1\nh,1\n");
        CyclicBarrier together = new CyclicBarrier(AT_A_TIME);
        try (Profiler profiler = builder.client(new FakeClient(prompt -> {
            try {
                together.await();
            } catch (BrokenBarrierException broken) {
                throw new IllegalStateException(broken);
            }
            return "1".repeat(1 + prompt.charAt(0) - 'a');
        })).evaluator(
                (question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "any", Map.of()))
                .dataset(questions.toString()).measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none"))
                .load(Load.concurrency(AT_A_TIME))
                .output(runs)
                .plugins(known -> known.discovery(false)).build()) {
            return profiler.run();
        }
    }

    private static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.toList();
        }
    }

    private Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(directory.path())) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                files.put(directory.path().relativize(file).toString(),
                        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return files;
    }

    @Test
    void saysWithTheRulesOfTheRunWhatTheRunSays() throws IOException {
        Map<String, String> before = files();

        RunAttribution again = RunAttribution.of(directory, AttributionRule.AUTO);

        assertThat(again.total()).isEqualTo(run.summary().totals().deviceEnergy());
        assertThat(again.headlineScope()).isEqualTo("gpu+package");
        // Queries stand in the order of their ends, which under overlap need not be that of their calls.
        assertThat(again.requests()).extracting(RequestEnergy::reading).containsExactlyInAnyOrderElementsOf(
                records(run).stream().map(record -> record.metrics().energy().headline()).toList());
        assertThat(again.requests()).extracting(RequestEnergy::breakdown).containsExactlyInAnyOrderElementsOf(
                records(run).stream().map(record -> record.metrics().energy().breakdown()).toList());
        assertThat(again.devices()).extracting(DeviceAttribution::total).containsExactlyElementsOf(
                run.summary().totals().devices().stream().map(DeviceTotals::total).toList());
        assertThat(files()).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void sharesTheSameTotalByEachRule(AttributionRule rule) {
        RunAttribution shared = RunAttribution.of(directory, rule);

        double whole = run.summary().totals().deviceEnergy().joules().orElseThrow();
        assertThat(shared.total().joules().orElseThrow()).isCloseTo(whole, within(1e-12 * whole));
        for (DeviceAttribution device : shared.devices()) {
            double joules = device.total().joules().orElseThrow();
            assertThat(device.requestsJoules() + device.idleJoules() + device.otherJoules())
                    .isCloseTo(joules, within(1e-9 * joules));
        }
        assertThat(shared.requests()).anySatisfy(request -> {
            assertThat(request.reading().provenance()).isEqualTo(Provenance.ESTIMATED);
            assertThat(request.reading().flags()).contains(EnergyFlag.ATTRIBUTED);
        });
    }

    @Test
    void writesTheTotalsOfTheSummaryInItsLastLine() throws IOException {
        List<String> lines = new ArrayList<>();
        RunAttribution.of(directory, AttributionRule.AUTO).writeJson(lines::add);

        TreeReader total = TreeReader.ofJson("last line", lines.getLast()).child("total");
        TreeReader summary = TreeReader.ofJson("summary", Files.readString(directory.summary())).child("totals");
        assertThat(lines).hasSize(9);
        assertThat(total.real("device_joules")).isEqualTo(summary.child("device_energy").real("joules"));
        for (TreeReader device : summary.children("devices")) {
            TreeReader again = total.child("devices").child(device.text("device"));
            assertThat(again.real("device_joules")).isEqualTo(device.child("energy").real("joules"));
            assertThat(again.real("requests")).isEqualTo(device.real("requests_joules"));
            assertThat(again.real("idle")).isEqualTo(device.real("idle_joules"));
            assertThat(again.real("other")).isEqualTo(device.real("other_joules"));
            assertThat(device.real("systematic_fraction")).isEqualTo(0.05);
            assertThat(device.child("attribution").asMap()).containsKeys("rule", "weights", "lag_seconds");
        }
    }

    @Test
    void writesTheRunAnewByTheRuleAndBackAgain() throws IOException {
        Map<String, String> before = files();

        RunReader equal = RunAttribution.rewrite(RunReader.open(directory.path()), AttributionRule.EQUAL);

        assertThat(equal.summary().totals().devices()).extracting(device -> device.attribution().orElseThrow())
                .extracting(DeviceSharing::rule).containsOnly(AttributionRule.EQUAL);
        assertThat(equal.summary().interrupted()).isFalse();
        EnergyReading used = equal.summary().totals().deviceEnergy();
        EnergyReading usedBefore = run.summary().totals().deviceEnergy();
        assertThat(used.flags()).as(usedBefore.toString()).isEqualTo(usedBefore.flags());
        assertThat(used.joules().orElseThrow()).isCloseTo(usedBefore.joules().orElseThrow(), withinPercentage(1e-7));
        assertThat(used.lower().orElseThrow()).isCloseTo(usedBefore.lower().orElseThrow(), within(1e-9));
        assertThat(used.upper().orElseThrow()).isCloseTo(usedBefore.upper().orElseThrow(), within(1e-9));
        Map<String, EnergyReading> shares = RunAttribution.of(directory, AttributionRule.EQUAL).requests().stream()
                .collect(Collectors.toMap(RequestEnergy::id, RequestEnergy::reading));
        assertThat(records(ProfileRun.open(directory.path())).stream().collect(
                Collectors.toMap(record -> record.question().id(), record -> record.metrics().energy().headline())))
                .isEqualTo(shares);
        assertThat(records(ProfileRun.open(directory.path())))
                .allMatch(record -> record.evaluation().orElseThrow().verdict() == Verdict.CORRECT);
        assertThat(files().get("journal.jsonl")).isEqualTo(before.get("journal.jsonl"));

        RunAttribution.rewrite(RunReader.open(directory.path()), AttributionRule.AUTO);
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void losesNothingWhereItCannotWrite() throws IOException {
        Map<String, String> before = files();
        RunReader reader = RunReader.open(directory.path());
        // A folder in the way that cannot be removed: it is not one of this library's making.
        Path inTheWay = Files.createDirectories(directory.path().resolve(".unfinished-dataset-x").resolve("deeper"));
        Path kept = Files.writeString(inTheWay.resolve("kept"), "");

        assertThatThrownBy(() -> RunAttribution.rewrite(reader, AttributionRule.EQUAL))
                .isInstanceOf(InputException.class).hasMessageContaining("Cannot write the dataset");

        Files.delete(kept);
        Files.delete(inTheWay);
        Files.delete(inTheWay.getParent());
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void waitsForNobodyWhoStillWrites() throws IOException {
        Map<String, String> before = files();
        RunReader reader = RunReader.open(directory.path());
        try (Journal _ = Journal.append(directory.journal())) {
            assertThatThrownBy(() -> RunAttribution.rewrite(reader, AttributionRule.EQUAL))
                    .isInstanceOf(InputException.class).hasMessageContaining("still going");
            assertThat(RunAttribution.of(directory, AttributionRule.EQUAL).requests()).hasSize(8);
        }
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void readsARunThatWasKilled() throws IOException {
        RunAttribution whole = RunAttribution.of(directory, AttributionRule.TOKENS);
        Files.delete(directory.summary());
        Files.delete(directory.path().resolve("state.json"));
        String journal = Files.readString(directory.journal());
        Files.writeString(directory.journal(), journal + "{\"type\":\"finis");

        assertThat(RunAttribution.of(directory, AttributionRule.TOKENS)).isEqualTo(whole);

        String[] lines = journal.split("\n");
        long phases = Stream.of(lines).filter(line -> line.contains("\"phase\"")).count();
        Files.writeString(directory.journal(), String.join("\n", Stream.of(lines)
                .filter(line -> !line.contains("\"type\":\"phase\"")).toList()) + "\n");
        assertThat(phases).isPositive();
        assertThat(RunAttribution.of(directory, AttributionRule.TOKENS).requests()).hasSize(8)
                .allMatch(request -> request.reading().isAvailable());
    }

    @Test
    void namesTheLineOfAJournalThatIsDamaged() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(directory.journal()));
        lines.add(2, "not an entry");
        Files.write(directory.journal(), lines);
        assertThatThrownBy(() -> RunAttribution.of(directory, AttributionRule.AUTO)).isInstanceOf(InputException.class)
                .hasMessageContaining("journal.jsonl, line 3 is damaged");
    }

    @Test
    void saysWhatIsMissing() throws IOException, InterruptedException {
        Files.delete(directory.journal());
        assertThatThrownBy(() -> RunAttribution.of(directory, AttributionRule.AUTO)).isInstanceOf(InputException.class)
                .hasMessageContaining("has no journal.jsonl");

        RunDirectory unmetered = RunDirectory.open(profile(runs, Profiler.builder()).path());
        assertThatThrownBy(() -> RunAttribution.of(unmetered, AttributionRule.AUTO)).isInstanceOf(InputException.class)
                .hasMessageContaining("no joules to divide").hasMessageContaining("a probe of the sensors");
    }

    @Test
    void saysOfSamplesThatAreDamagedWhatIsLeft() throws IOException {
        Path samples;
        try (Stream<Path> files = Files.list(directory.telemetry())) {
            samples = files.sorted().findFirst().orElseThrow();
        }
        Files.write(samples, new byte[]{1, 2, 3});
        RunAttribution left = RunAttribution.of(directory, AttributionRule.AUTO);
        assertThat(left.devices()).hasSize(1);
        assertThat(left.warnings()).anySatisfy(
                warning -> assertThat(warning).contains(samples.getFileName().toString()));
    }
}
