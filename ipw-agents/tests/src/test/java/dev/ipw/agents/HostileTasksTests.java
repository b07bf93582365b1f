package dev.ipw.agents;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import dev.ipw.environment.ShellCommand;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.load.Load;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.query.QueryRunner;
import dev.ipw.record.ProfilingRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tasks that want what is not theirs: variables of this machine, and files beside their folders. */
@DisabledOnOs(OS.WINDOWS)
@Tag("process")
@Tag("real-time")
class HostileTasksTests {
    private static final String STAND_IN = "podman";
    private static final String CANARY = "canary-5f3a/9c+1d77e2";
    private static final Duration PATIENT = Duration.ofHours(1);
    private static final String TAKES_KEY = "[environment]\nenv = { K = \"${SOME_API_KEY}\" }\n";

    @TempDir
    Path place;

    private HarborFolder made;

    @BeforeEach
    void makeFolder() throws IOException {
        made = new HarborFolder(Files.createDirectory(place.resolve("tasks")));
        // It puts the stand-in for an engine in its place.
        made.task("plain", "", "true", "true");
        HarborTasksTests.dataset(made.folder(), STAND_IN, place, Map.of());
    }

    private Dataset dataset(String environment, Map<String, String> variables, Map<String, String> more,
            List<String> progress) {
        Map<String, String> all = new HashMap<>(variables);
        all.put("PATH", place.resolve("bin") + ":" + System.getenv("PATH"));
        Map<String, String> parameters = new HashMap<>(more);
        parameters.putAll(Map.of("address", made.folder().toString(), "environment", environment, "network", "host"));
        return Plugins.builder("dataset", DatasetProvider.class).build().require("harbor").open(
                DatasetContext.of(all).withProgress(progress::add), Parameters.of("dataset harbor", parameters));
    }

    private static void assumeThere(String environment) {
        Assumptions.assumeTrue(environment.equals(STAND_IN) || Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(bin -> Files.isExecutable(Path.of(bin, "bwrap"))), "bubblewrap (bwrap) is not installed");
    }

    private List<ProfilingRecord> run(Dataset dataset, QueryRunner runner) throws Exception {
        try (EpisodeServer unused = EpisodeServer.start(1);
                Profiler profiler = Profiler.builder().client("openai")
                        .client(it -> it.baseUrl(unused.address()).model("none")).dataset(dataset).queryRunner(runner)
                        .load(Load.sequential())
                        .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none").calibration(false))
                        .output(place.resolve("runs")).storage(where -> where.runName("tasks")).build()) {
            ProfileRun run = profiler.run();
            return EpisodeTests.records(run);
        }
    }

    private static Evaluation judged(List<ProfilingRecord> records, String id) {
        return records.stream().filter(one -> one.question().id().equals(id)).findFirst().orElseThrow().evaluation()
                .orElseThrow();
    }

    @Test
    void noVariableOfThisMachineIsATasksUnlessItIsAllowed() throws IOException {
        made.task("asks", TAKES_KEY, "true", "true");
        made.task("tests-ask", "[verifier]\nenv = { K = \"${OTHER_TOKEN}\" }\n", "true", "true");

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> dataset(STAND_IN, Map.of("SOME_API_KEY", CANARY), Map.of(), new ArrayList<>()))
                .withMessageContaining("OTHER_TOKEN (the task tests-ask), SOME_API_KEY (the task asks)")
                .withMessageContaining("add the dataset parameter task_env=OTHER_TOKEN,SOME_API_KEY")
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain(CANARY));
    }

    @Test
    void aVariableThatIsAllowedAndNotSetIsNamedBeforeTheRun() throws IOException {
        made.task("asks", TAKES_KEY, "true", "true");

        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> dataset(STAND_IN, Map.of(), Map.of("task_env", "SOME_API_KEY"), new ArrayList<>()))
                .withMessageContaining("The task asks takes its variable K from SOME_API_KEY")
                .withMessageContaining("not set");
    }

    @Test
    void aValueTypedInPlaceOfANameIsNotQuoted() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> dataset(STAND_IN, Map.of(), Map.of("task_env", "KEY=" + CANARY), new ArrayList<>()))
                .withMessageContaining("task_env takes names")
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain(CANARY));
    }

    @Test
    void aTasksOwnValueStandsWhereTheVariableIsNotAllowed() throws Exception {
        made.task("asks", "[verifier]\nenv = { K = \"${SOME_API_KEY:-own}\" }\n", "true", "[ \"$K\" = own ]");
        List<String> progress = new ArrayList<>();

        Dataset dataset = dataset("podman", Map.of("SOME_API_KEY", CANARY), Map.of("tasks", "asks"), progress);

        assertThat(progress).noneMatch(sentence -> sentence.contains("SOME_API_KEY"));
        assertThat(judged(run(dataset, (task, session) -> session.finish("done")), "asks").verdict())
                .isEqualTo(Verdict.CORRECT);
    }

    @Test
    void valuesThatTestsWriteAreTakenOutOfWhatIsCollected() throws Exception {
        made.task("asks", "[verifier]\nenv = { K = \"${SOME_API_KEY}\" }\n", "true",
                "echo \"tests $K\"; echo \"$K\" >/logs/verifier/own; [ -n \"$K\" ]");

        List<ProfilingRecord> records = run(dataset(STAND_IN, Map.of("SOME_API_KEY", CANARY),
                Map.of("tasks", "asks", "task_env", "SOME_API_KEY"), new ArrayList<>()),
                (task, session) -> session.finish("done"));

        assertThat(judged(records, "asks").verdict()).isEqualTo(Verdict.CORRECT);
        Path run = place.resolve("runs").resolve("tasks");
        assertThat(run.resolve("artifacts").resolve("asks").resolve("verifier").resolve("own"))
                .hasContent("[redacted]");
        assertNowhere(run);
    }

    @Test
    void valuesThatAreAllowedReachTheTaskAndNoFile() throws Exception {
        assumeThere("bubblewrap");
        made.task("asks", TAKES_KEY, "true", """
                echo "tests $K"; ls -R /app; echo "$K" >/logs/verifier/own
                [ -n "$K" ] && [ -e /app/given ]""");
        List<String> progress = new ArrayList<>();
        List<CommandResult> results = new ArrayList<>();
        Dataset dataset = dataset("bubblewrap", Map.of("SOME_API_KEY", CANARY),
                Map.of("tasks", "asks", "task_env", "NEVER_ASKED_FOR,SOME_API_KEY"), progress);

        List<ProfilingRecord> records = run(dataset, (task, session) -> {
            TaskEnvironment there = session.environment().orElseThrow();
            CommandResult printed = there.run(new ShellCommand("""
                    echo "it is $K"; printf %s "$K" | base64; echo "$K" >&2
                    echo "before $K after" >given; echo "$K" >/logs/agent/log; mkdir closed
                    printf 'bytes \\200 %s \\377' "$K" >closed/bytes; chmod 500 closed; ln -s "$K" link
                    mkdir shut; echo "$K" >shut/file; chmod 0 shut; : >"name-${K##*/}"
                    """, PATIENT));
            results.add(printed);
            try (RunningCommand launched = there.launch(new ShellCommand("echo \"$K\"", PATIENT))) {
                Awaited.until(() -> launched.result().isPresent());
                results.add(launched.result().orElseThrow());
            }
            return session.finish(printed.output() + printed.errors());
        });

        assertThat(progress).anySatisfy(sentence -> assertThat(sentence).endsWith(": SOME_API_KEY"));
        assertThat(judged(records, "asks").verdict()).as(judged(records, "asks").reason()).isEqualTo(Verdict.CORRECT);
        assertThat(results).hasSize(2).allSatisfy(
                result -> assertThat(result.output() + result.errors()).contains("[redacted]").doesNotContain(CANARY));
        assertThat(results.getFirst().output()).startsWith("it is [redacted]\n");
        Path run = place.resolve("runs").resolve("tasks");
        assertNowhere(run);
        Path workspace = run.resolve("artifacts").resolve("asks").resolve("workspace");
        assertThat(workspace.resolve("given")).hasContent("before [redacted] after");
        assertThat(Files.readAllBytes(workspace.resolve("closed").resolve("bytes")))
                .isEqualTo("bytes \u0080 [redacted] \u00ff".getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Look through every file of a run, and at the names and links. */
    private static void assertNowhere(Path run) throws IOException {
        String inBase64 = Base64.getEncoder().withoutPadding().encodeToString(CANARY.getBytes(StandardCharsets.UTF_8));
        try (Stream<Path> all = Files.walk(run)) {
            for (Path each : all.toList()) {
                String text = Files.isSymbolicLink(each)
                        ? Files.readSymbolicLink(each).toString()
                        : Files.isRegularFile(each)
                                ? new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1)
                                : "";
                assertThat(each.getFileName() + text).as(each.toString()).doesNotContain(CANARY)
                        .doesNotContain(inBase64.substring(0, inBase64.length() - 2));
            }
        }
    }

    @Test
    void filesOfALaterStepDoNotGoThroughALinkOfTheAgent() throws Exception {
        assumeThere("bubblewrap");
        made.steps("stepped", "[[steps]]\nname = \"first\"\n[[steps]]\nname = \"second\"\n",
                Map.of("first", "true", "second", "[ -e sub/brought ]"));
        Path second = made.folder().resolve("stepped").resolve("steps").resolve("second").resolve("workdir");
        Files.createDirectory(second.resolve("sub"));
        Files.writeString(second.resolve("sub").resolve("brought"), "brought");
        Path outside = Files.createDirectory(place.resolve("outside"));

        List<ProfilingRecord> records = run(
                dataset("bubblewrap", Map.of(), Map.of("tasks", "stepped"), new ArrayList<>()),
                (task, session) -> {
                    session.environment().orElseThrow().run(new ShellCommand(
                            "[ -e sub ] || ln -s '" + outside + "' sub", PATIENT));
                    return session.finish("done");
                });

        assertThat(judged(records, "stepped").verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void aStepWhoseTestsTellNothingLeavesTheTaskUnscored() throws Exception {
        made.steps("stepped", "[[steps]]\nname = \"first\"\n[[steps]]\nname = \"second\"\n",
                Map.of("first", "true", "second", "true"));
        Path tests = made.folder().resolve("stepped").resolve("steps").resolve("first").resolve("tests");
        Files.writeString(tests.resolve("test.sh"), "#!/bin/sh\nexit 3\n");

        List<ProfilingRecord> records = run(dataset(STAND_IN, Map.of(), Map.of("tasks", "stepped"), new ArrayList<>()),
                (task, session) -> session.finish("done"));

        assertThat(judged(records, "stepped").verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(judged(records, "stepped").reason()).contains("wrote no reward").contains("exit status 3");
    }

    @Test
    void aCommandOfAnyLengthIsRunInBubblewrap() throws Exception {
        assumeThere("bubblewrap");
        String commands = "# Linux takes 128 KiB for an argument.\n".repeat(4_000)
                + "read given; echo \"$given\"; exit 4";
        List<CommandResult> results = new ArrayList<>();

        run(dataset("bubblewrap", Map.of(), Map.of("tasks", "plain"), new ArrayList<>()), (task, session) -> {
            results.add(session.environment().orElseThrow()
                    .run(new ShellCommand(commands, "given\n", PATIENT, Map.of())));
            return session.finish("done");
        });

        assertThat(results).singleElement().satisfies(result -> {
            assertThat(result.output()).isEqualTo("given\n");
            assertThat(result.exitCode()).isEqualTo(4);
        });
        assertThat(place.resolve("runs").resolve("tasks").resolve("artifacts").resolve("plain"))
                .isDirectoryNotContaining("glob:**copies*");
    }
}
