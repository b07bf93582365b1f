package dev.ipw.agents;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.ProfilerBuilder;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyReading;
import dev.ipw.environment.RunningCommand;
import dev.ipw.environment.ShellCommand;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.load.Load;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.DeviceTotals;
import dev.ipw.testing.Draws;
import dev.ipw.testing.ExecutableFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The ten tasks of the examples, and tasks that go wrong, by agents that ask no model: in bubblewrap where it is there, and by a script that
 * stands in for a container engine.
 */
@DisabledOnOs(OS.WINDOWS)
@Tag("process")
@Tag("real-time")
class HarborTasksTests {
    private static final Path EXAMPLES = Path.of("..", "..", "ipw-examples", "tasks");
    private static final int COUNT = 10;
    /** Which of the examples are enough where the examples themselves are not what is tested. */
    static final String SOME = Draws.thorough() ? "*" : "two-steps,sort-json,rename-files";
    private static final int SOME_COUNT = Draws.of(3, COUNT);
    private static final String STAND_IN = "podman";

    @TempDir
    Path place;

    private HarborFolder made;

    @BeforeEach
    void makeFolder() throws IOException {
        made = new HarborFolder(Files.createDirectory(place.resolve("tasks")));
    }

    static Dataset dataset(Path tasks, String environment, Path place) throws IOException {
        return dataset(tasks, environment, place, Map.of());
    }

    static Dataset dataset(Path tasks, String environment, Path place, Map<String, String> more)
            throws IOException {
        Path bin = Files.createDirectories(place.resolve("bin"));
        Path engine = bin.resolve(STAND_IN);
        if (!Files.exists(engine)) {
            try (InputStream script = Objects.requireNonNull(
                    HarborTasksTests.class.getResourceAsStream("stand-in-podman.sh"), "the stand-in")) {
                ExecutableFile.write(engine, new String(script.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        DatasetContext context = DatasetContext.of(Map.of("PATH", bin + ":" + System.getenv("PATH")));
        Map<String, String> all = new HashMap<>(more);
        all.putAll(Map.of("address", tasks.toString(), "environment", environment, "network", "host"));
        return Plugins.builder("dataset", DatasetProvider.class).build().require("harbor").open(context,
                Parameters.of("dataset harbor", all));
    }

    private static void assumeThere(String environment) {
        Assumptions.assumeTrue(environment.equals(STAND_IN)
                || Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(bin -> Files.isExecutable(Path.of(bin, "bwrap"))),
                "bubblewrap (bwrap) is not installed");
    }

    private ProfileRun run(Path tasks, String environment, String agentId, Load load) throws Exception {
        return run(dataset(tasks, environment, place), agentId, load);
    }

    private ProfileRun runSome(String environment, String agentId, Load load) throws Exception {
        return run(dataset(EXAMPLES, environment, place, Map.of("tasks", SOME)), agentId, load);
    }

    private ProfileRun run(Dataset dataset, String agentId, Load load) throws Exception {
        try (Agent agent = Agent.builder(agentId).build();
                EpisodeServer unused = EpisodeServer.start(1);
                Profiler profiler = profiler(dataset, unused, agent).load(load).build()) {
            ProfileRun run = profiler.run();
            assertThat(unused.requests()).isZero();
            return run;
        }
    }

    @ParameterizedTest
    @CsvSource({"podman, 1", "podman, 4", "bubblewrap, 1", "bubblewrap, 4"})
    void everySolutionIsRightAndItsPhasesStandBesideIt(String environment, int concurrency) throws Exception {
        assumeThere(environment);

        boolean isAlone = concurrency == 1;
        ProfileRun run = isAlone
                ? runSome(environment, "oracle", Load.concurrency(1))
                : run(EXAMPLES, environment, "oracle", Load.concurrency(concurrency));

        List<ProfilingRecord> records = EpisodeTests.records(run);
        assertThat(records).hasSize(isAlone ? SOME_COUNT : COUNT).allSatisfy(record -> {
            assertThat(record.isCorrect()).as(record.evaluation().toString()).contains(true);
            assertThat(record.outcome().failure()).isEmpty();
            assertThat(record.outcome().tools()).extracting(ToolSpan::name).containsOnly("solution");
        });
        records.forEach(HarborTasksTests::assertPhases);
        assertConserved(run, records);
        if (isAlone) {
            records.forEach(HarborTasksTests::assertJoulesOfOwnTime);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"podman", "bubblewrap"})
    void doingNothingIsNeverRight(String environment) throws Exception {
        assumeThere(environment);

        ProfileRun run = run(EXAMPLES, environment, "nop", Load.concurrency(4));

        List<ProfilingRecord> records = EpisodeTests.records(run);
        assertThat(records).hasSize(COUNT).allSatisfy(record -> {
            assertThat(record.isCorrect()).as(record.evaluation().toString()).contains(false);
            assertThat(record.outcome().calls()).isEmpty();
        });
        assertConserved(run, records);
    }

    /** A task of several steps has tests between them; its own time leaves them out. */
    private static void assertPhases(ProfilingRecord record) {
        QueryOutcome outcome = record.outcome();
        int steps = record.question().id().equals("two-steps") ? 2 : 1;
        assertThat(outcome.phases()).extracting(QueryPhase::kind).hasSize(2 + steps)
                .startsWith(QueryPhase.Kind.ENVIRONMENT_SETUP)
                .endsWith(QueryPhase.Kind.VERIFICATION, QueryPhase.Kind.TEARDOWN);
        assertThat(outcome.tools()).hasSize(steps);
        double own = (outcome.endNanos() - outcome.startNanos() - outcome.phaseNanosWithin()) / 1e9;
        assertThat(record.metrics().latency().totalSeconds()).isCloseTo(own, within(1e-9));
        assertThat(outcome.phases().getFirst().endNanos()).isLessThanOrEqualTo(outcome.startNanos());
        assertThat(outcome.phases().getLast().startNanos()).isGreaterThanOrEqualTo(outcome.endNanos());
    }

    /** The machine draws the same all the time, so that joules tell which time was charged. */
    private static void assertJoulesOfOwnTime(ProfilingRecord record) {
        double seconds = record.metrics().latency().totalSeconds();
        double edges = 2 * 0.005 * record.outcome().phases().size();
        assertThat(record.metrics().energy().devices().getFirst().reading().joules().orElseThrow()).isCloseTo(
                SteadyMachine.GPU_WATTS * seconds, within(SteadyMachine.GPU_WATTS * edges));
    }

    private static void assertConserved(ProfileRun run, List<ProfilingRecord> records) {
        for (int at = 0; at < 2; at++) {
            DeviceTotals device = run.summary().totals().devices().get(at);
            int index = at;
            double ofTasks = sum(records, record -> record.metrics().energy().devices().get(index).reading());
            double ofPhases = records.stream().map(record -> record.metrics().parts().orElseThrow())
                    .flatMap(parts -> parts.phases().stream())
                    .mapToDouble(phase -> phase.devices().get(index).reading().joules().orElseThrow()).sum();
            double total = device.total().joules().orElseThrow();
            assertThat(device.phasesJoules().orElseThrow()).isCloseTo(ofPhases, within(1e-9 * total));
            assertThat(ofTasks + ofPhases + device.abandonedJoules().orElseThrow()
                    + device.idleJoules().orElseThrow() + device.otherJoules().orElseThrow())
                    .isCloseTo(total, within(1e-9 * total));
        }
    }

    private static double sum(List<ProfilingRecord> records,
            Function<ProfilingRecord, EnergyReading> reading) {
        // What did nothing has no joules.
        return records.stream().map(reading).filter(EnergyReading::isAvailable)
                .mapToDouble(one -> one.joules().orElseThrow()).sum();
    }

    @ParameterizedTest
    @ValueSource(strings = {"podman", "bubblewrap"})
    @Execution(ExecutionMode.CONCURRENT)
    void whatGoesWrongIsToldAndTimed(String environment) throws Exception {
        assumeThere(environment);
        made.task("wrong-solution", "", "echo other >file", "[ \"$(cat file)\" = right ]");
        made.task("broken-tests", "", "true", "exit 3");
        made.task("hanging-solution", "[agent]\ntimeout_sec = 6.5\n", "echo begun >file\nsleep 300",
                "[ -e file ] && [ ! -e after ]");
        made.task("hanging-tests", "[verifier]\ntimeout_sec = 1.5\n", "true", "sleep 300");
        made.task("own-reward", "", "mkdir -p /logs/verifier; echo 1 >/logs/verifier/reward.txt", "exit 0");
        made.task("linked-reward", "", "true", "ln -s /etc/hostname /logs/verifier/reward.txt");
        made.task("torn-reward", "", "true", "printf '{\"reward\": ' >/logs/verifier/reward.json");
        made.task("high-reward", "", "true", "printf '{\"reward\": 7}' >/logs/verifier/reward.json");

        ProfileRun run = run(made.folder(), environment, "oracle", Load.concurrency(4));

        List<ProfilingRecord> records = EpisodeTests.records(run);
        assertThat(judged(records, "wrong-solution").verdict()).isEqualTo(Verdict.INCORRECT);
        // The agent came to its limit, and left what the tests look for.
        assertThat(judged(records, "hanging-solution").verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(judged(records, "hanging-tests").verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(judged(records, "hanging-tests").reason()).contains("took too long");
        for (String untold : List.of("broken-tests", "own-reward", "linked-reward", "torn-reward", "high-reward")) {
            assertThat(judged(records, untold).verdict()).as(untold).isEqualTo(Verdict.UNSCORED);
            assertThat(judged(records, untold).reason()).as(untold).contains("reward");
        }
        ProfilingRecord ended = record(records, "hanging-solution");
        assertThat(ended.outcome().answer()).contains("6.5 s").contains("ended");
        assertThat(ended.metrics().latency().totalSeconds()).isGreaterThanOrEqualTo(6.4);
        assertConserved(run, records);
    }

    @ParameterizedTest
    @ValueSource(strings = {"podman", "bubblewrap"})
    void aLinkedEnvironmentIsCopiedAndNotWorkedIn(String environment) throws Exception {
        assumeThere(environment);
        made.task("linked", "", "echo done >made", "[ -e made ] && [ -e given ]");
        Path shared = Files.createDirectory(made.folder().resolve("linked").resolve("shared"));
        Files.writeString(shared.resolve("given"), "given");
        Files.createSymbolicLink(made.folder().resolve("linked").resolve("environment"), Path.of("shared"));

        ProfileRun run = run(made.folder(), environment, "oracle", Load.sequential());

        assertThat(judged(EpisodeTests.records(run), "linked").verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(shared).isDirectoryNotContaining("glob:**made");
    }

    @ParameterizedTest
    @ValueSource(strings = {"podman", "bubblewrap"})
    void stepsGetTheirFilesAndTheVariablesOfTheTask(String environment) throws Exception {
        assumeThere(environment);
        made.steps("stepped", """
                [verifier.env]
                OF_TASK = "one"

                [[steps]]
                name = "first"

                [[steps]]
                name = "second"
                [steps.verifier.env]
                OF_STEP = "two"
                """, Map.of("first", "[ \"$OF_TASK$OF_STEP\" = one ] && [ -e brought-first ] && [ -e made-first ]",
                "second", "[ \"$OF_TASK$OF_STEP\" = onetwo ] && [ -e brought-second ] && [ -e made-first ]"));

        ProfileRun run = run(made.folder(), environment, "nop", Load.sequential());

        Evaluation evaluation = judged(EpisodeTests.records(run), "stepped");
        assertThat(evaluation.verdict()).as(evaluation.reason()).isEqualTo(Verdict.CORRECT);
    }

    @Test
    void someTasksAreLeftOut() throws Exception {
        for (String name : List.of("one", "two", "three")) {
            made.task(name, "", "true", "true");
        }
        assertThat(dataset(made.folder(), STAND_IN, place, Map.of("tasks", "!t*")).records())
                .extracting(DatasetRecord::id).containsExactly("one");
        assertThat(dataset(made.folder(), STAND_IN, place, Map.of("tasks", "t*,!three")).records())
                .extracting(DatasetRecord::id).containsExactly("two");
    }

    private static ProfilingRecord record(List<ProfilingRecord> records, String id) {
        return records.stream().filter(one -> one.question().id().equals(id)).findFirst().orElseThrow();
    }

    private static Evaluation judged(List<ProfilingRecord> records, String id) {
        return record(records, id).evaluation().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"podman", "bubblewrap"})
    void whatIsLaunchedEndsWithItsTask(String environment) throws Exception {
        assumeThere(environment);
        List<RunningCommand> launched = new CopyOnWriteArrayList<>();
        try (EpisodeServer unused = EpisodeServer.start(1);
                Profiler profiler = profiler(dataset(EXAMPLES, environment, place, Map.of("tasks", SOME)), unused,
                        (task, session) -> {
                            TaskEnvironment there = session.environment().orElseThrow();
                            RunningCommand silent = there
                                    .launch(new ShellCommand("exec sleep 600", Duration.ofHours(1)));
                            launched.add(silent);
                            return session.finish(silent.result().isEmpty() ? "goes on" : "ended");
                        }).load(Load.concurrency(10)).build()) {
            profiler.run();
        }

        assertThat(launched).hasSize(SOME_COUNT).allSatisfy(command -> assertThat(command.result()).isPresent());
        Awaited.until(() -> ProcessHandle.current().descendants()
                .map(process -> process.info().commandLine().orElse(""))
                .noneMatch(command -> command.contains("sleep 600")));
    }

    private ProfilerBuilder profiler(Dataset dataset, EpisodeServer unused, QueryRunner runner) {
        return Profiler.builder().client("openai").client(it -> it.baseUrl(unused.address()).model("none"))
                .dataset(dataset).queryRunner(runner)
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none").calibration(false))
                .output(place.resolve("runs")).storage(where -> where.runName("tasks"))
                .plugins(known -> known.telemetrySource(new SteadyMachine()));
    }

    @Test
    void nothingIsLeftOfContainers() throws Exception {
        runSome(STAND_IN, "nop", Load.concurrency(4));

        assertThat(place.resolve("bin").resolve("containers")).isEmptyDirectory();
    }
}
