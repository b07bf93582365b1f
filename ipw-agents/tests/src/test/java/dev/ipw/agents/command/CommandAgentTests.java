package dev.ipw.agents.command;

import com.sun.net.httpserver.HttpServer;
import dev.ipw.agents.AgentContext;
import dev.ipw.agents.ModelAddress;
import dev.ipw.agents.ScriptedSession;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.Toolbox;
import dev.ipw.agents.proxy.RecordingProxy;
import dev.ipw.agents.proxy.Upstream;
import dev.ipw.benchmarks.sandbox.Sandbox;
import dev.ipw.benchmarks.sandbox.SandboxPlace;
import dev.ipw.benchmarks.sandbox.SandboxProcess;
import dev.ipw.benchmarks.sandbox.SandboxProgram;
import dev.ipw.benchmarks.sandbox.SandboxTask;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import dev.ipw.environment.ShellCommand;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.Message;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.plugin.Parameters;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.testing.ExecutableFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("process")
class CommandAgentTests {
    private static final String ANSWER = "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":"
            + "\"Four\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":3,"
            + "\"total_tokens\":15}}";
    private static final String TASK = "What's \"2+2\"?\n$HOME `x` \\ é";
    private static final DatasetRecord QUESTION = DatasetRecord.of("q", TASK, "4");

    @TempDir
    private Path folder;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer server;

    @BeforeEach
    void startServer() throws IOException {
        folder = folder.toRealPath();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(threads);
        server.createContext("/v1/chat/completions", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] body = ANSWER.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void givesTheProgramTheTaskAndKeepsItsCalls() throws Exception {
        ScriptedSession session = session();
        QueryOutcome outcome = run(settings(AskingProgram.command(2)), session);

        assertThat(outcome.failure()).isEmpty();
        assertThat(outcome.answer()).isEqualTo(TASK + "|" + TASK);
        assertThat(outcome.calls()).extracting(ModelCall::number).containsExactly(1, 2);
        assertThat(outcome.calls().getLast().messages()).containsExactly(Message.user("1"));
        assertThat(outcome.usage().output()).hasValue(6);
        assertThat(session.tools()).extracting(tool -> tool.name()).containsOnly("command");
        assertThat(session.tools()).allSatisfy(tool -> assertThat(tool.error()).isEmpty());
        assertThat(outcome.phases()).as("its start").hasSize(1);
        assertThat(session.tools()).allSatisfy(tool -> assertThat(tool.startNanos())
                .isGreaterThanOrEqualTo(outcome.calls().getFirst().endNanos()));
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile)).allSatisfy(
                    file -> assertThat(Files.readString(file)).doesNotContain("sk-ipw-"));
        }
    }

    @Test
    void keepsWhatWasRefusedWithTheTaskAndWarnsOfIt() throws Exception {
        ScriptedSession session = session(Files.createDirectory(folder.resolve("workspace")));
        try (CommandAgent agent = agent(settings(AskingProgram.command(AskingProgram.PROBING)))) {
            assertThat(agent.run(QUESTION, session).answer()).isEqualTo("probed");

            assertThat(agent.warnings()).singleElement().asString().contains("3 requests", "in 1 task", "proxy.json");
        }
        TreeReader kept = TreeReader.ofJson("proxy", Files.readString(folder.resolve("proxy.json")));
        assertThat(kept.whole("refused")).isEqualTo(3);
        assertThat(kept.whole("passed_on")).isZero();
        assertThat(Files.readString(folder.resolve("proxy.json"))).contains("DELETE /admin", "DELETE /models",
                "DELETE /files");
    }

    @Test
    void takesTheAnswerFromAFile() throws Exception {
        CommandSettings settings = settings(AskingProgram.command(1));
        CommandSettings fromFile = new CommandSettings(settings.run(), Optional.of("echo ready > setup.txt"),
                Optional.of("answer.txt"), Optional.of("answer.txt"), settings.model(), settings.sandbox(), List.of(),
                true, settings.timeout(), settings.memoryBytes());
        ScriptedSession session = session();

        QueryOutcome outcome = run(fromFile, session);

        assertThat(outcome.answer()).isEqualTo("from the file");
        assertThat(outcome.phases()).as("the commands before it, and its start").hasSize(2);
        assertThat(folder.resolve("setup.txt")).exists();
    }

    @Test
    void readsNoAnswerThatLeadsOutOfTheFolder(@TempDir Path elsewhere) throws Exception {
        Path secret = Files.writeString(elsewhere.resolve("secret.txt"), "secret");
        for (String path : List.of("link.txt", "inside/secret.txt", secret.toString())) {
            CommandSettings settings = settings(
                    "ln -sf '" + secret + "' link.txt; ln -sfn '" + elsewhere + "' inside");
            CommandSettings fromFile = new CommandSettings(settings.run(), Optional.empty(), Optional.of(path),
                    Optional.empty(), settings.model(), settings.sandbox(), List.of(), true, settings.timeout(),
                    settings.memoryBytes());

            assertThat(run(fromFile, session()).answer()).isEmpty();
        }
    }

    @Test
    void keepsTheCallsOfAProgramThatFails() throws Exception {
        ScriptedSession session = session();
        QueryOutcome outcome = run(settings(AskingProgram.command(1, 3)), session);

        assertThat(outcome.failure()).isEmpty();
        assertThat(outcome.calls()).hasSize(1);
        assertThat(session.tools().getLast().error().orElseThrow())
                .isEqualTo("The command ended with the exit status 3: something broke");
    }

    @Test
    void failsWhereAProgramAskedNothingAndFailed() throws Exception {
        QueryOutcome outcome = run(settings(AskingProgram.command(0, 3)), session());

        assertThat(outcome.failure().orElseThrow().kind()).isEqualTo(FailureKind.CLIENT_ERROR);
        assertThat(outcome.failure().orElseThrow().message()).contains("status 3", "something broke");
    }

    @Test
    void endsAProgramThatTakesTooLongWithAllThatItStarted() throws Exception {
        CommandSettings slow = settings("sleep 600 & echo $! > child.txt; wait");
        Path child = folder.resolve("child.txt");
        // A machine that is so slow that the program has not started yet is given more time.
        for (Duration limit = Duration.ofSeconds(1); child.toFile().length() == 0; limit = limit.multipliedBy(2)) {
            CommandSettings limited = new CommandSettings(slow.run(), Optional.empty(), Optional.empty(),
                    Optional.empty(), slow.model(), slow.sandbox(), List.of(), true, limit, slow.memoryBytes());

            QueryOutcome outcome = run(limited, session());

            assertThat(outcome.failure().orElseThrow().kind()).isEqualTo(FailureKind.TOTAL_TIMEOUT);
        }
        ProcessHandle.of(Long.parseLong(Files.readString(child).strip())).ifPresent(left -> left.onExit().join());
    }

    @Test
    void keepsTheCallsOfTasksThatRunAtOnceApart() throws Exception {
        try (CommandAgent agent = agent(settings(AskingProgram.command(3)))) {
            List<Future<QueryOutcome>> tasks = IntStream.range(0, 3)
                    .mapToObj(task -> threads.submit(() -> agent.run(QUESTION,
                            session(Files.createDirectory(folder.resolve("task" + task))))))
                    .toList();
            for (Future<QueryOutcome> task : tasks) {
                assertThat(task.get().calls()).extracting(call -> call.messages().getLast().text())
                        .containsExactly("0", "1", "2");
            }
        }
    }

    @Test
    void worksInTheEnvironmentOfItsTask() throws Exception {
        CommandSettings settings = settings(AskingProgram.command(1));
        CommandSettings withTrajectory = new CommandSettings(settings.run(), Optional.of("true"),
                Optional.of("answer.txt"), Optional.of("answer.txt"), settings.model(), Optional.empty(), List.of(),
                true, settings.timeout(), settings.memoryBytes());
        Path app = Files.createDirectory(folder.resolve("app"));
        Path work = Files.createDirectory(folder.resolve("work"));
        ScriptedSession session = session(work).in(new PlainEnvironment(app, Optional.of("127.0.0.1")));

        QueryOutcome outcome = run(withTrajectory, session);

        assertThat(outcome.answer()).isEqualTo("from the file");
        assertThat(outcome.calls()).hasSize(1);
        assertThat(work.resolve("trajectory.json")).hasContent("from the file");
        assertThat(app.resolve("answer.txt")).exists();
    }

    @Test
    void refusesAnEnvironmentWithoutAWayToTheModel() {
        ScriptedSession session = session().in(new PlainEnvironment(folder, Optional.empty()));

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> run(settings("true"), session))
                .withMessageContaining("no way to this machine's loopback address");
    }

    @Test
    void saysWhatItNeeds() {
        AgentContext context = new AgentContext(Toolbox.of(List.of()), OptionalInt.empty(), Optional.empty(),
                ToolContext.of(Map.of()), ModelAddress.UNKNOWN);
        CommandAgentProvider provider = new CommandAgentProvider();

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> provider.create(context, Parameters.of("agent command", Map.of("run", "true"))))
                .withMessageContaining("upstream=");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> provider.create(context,
                        Parameters.of("agent command", Map.of("upstream", "http://127.0.0.1:1"))))
                .withMessageContaining("parameter run");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> provider.create(context,
                        Parameters.of("agent command",
                                Map.of("upstream", "http://127.0.0.1:1", "run", "true", "key_variable", "NO_SUCH"))))
                .withMessageContaining("NO_SUCH");
    }

    /** What is known of a program is its command line: a stand-in that is found under its name says how it was called. */
    @ParameterizedTest
    @CsvSource({"aider, aider", "claude-code, claude", "codex, codex", "gemini-cli, gemini", "mini-swe-agent, mini",
            "opencode, opencode", "openhands, openhands", "qwen-code, qwen"})
    void callsProgramsByTheirOwnCommandLines(String name, String executable, @TempDir Path programs)
            throws Exception {
        ExecutableFile.write(programs.resolve(executable),
                "#!/bin/sh\n{ echo \"$*\"; cat; } >> called.txt\necho the answer\nexit 3\n");
        Map<String, String> parameters = new HashMap<>(ProgramPresets.shipped().require(name));
        // A sandbox of this machine is not needed: the task has a plain shell.
        parameters.put("sandbox", "environment");
        CommandSettings preset = CommandSettings.of(
                new AgentContext(Toolbox.of(List.of()), OptionalInt.empty(), Optional.empty(), ToolContext.of(Map.of()),
                        new ModelAddress(Optional.of("m1"), Optional.empty())),
                Parameters.of("agent " + name, parameters));
        CommandSettings settings = new CommandSettings("PATH='" + programs + "':\"$PATH\"\n" + preset.run(),
                preset.setup(), Optional.empty(), preset.trajectory(), preset.model(), Optional.of(new PlainShell()),
                List.of(), true, preset.timeout(), preset.memoryBytes());

        QueryOutcome outcome = run(settings, session());

        assertThat(outcome.failure().orElseThrow().message()).as("its own exit status").contains("status 3");
        assertThat(Files.readString(folder.resolve("called.txt"))).as("the task")
                .containsAnyOf("What's", ".ipw-task.txt");
        assertThat(preset.run()).contains("IPW_MODEL");
        assertThat(preset.trajectory()).isPresent();
    }

    @Test
    void programsAreAgentsOfTheirOwnNameThatAFileAddsTo() throws IOException {
        Path file = Files.writeString(folder.resolve("programs.json"), "{\"mine\":{\"run\":\"true\"}}");
        AgentContext context = new AgentContext(Toolbox.of(List.of()), OptionalInt.empty(), Optional.empty(),
                ToolContext.of(Map.of()),
                new ModelAddress(Optional.of("m"), Optional.of("http://127.0.0.1:1/v1")));
        CommandAgentProvider provider = new CommandAgentProvider();

        assertThat(provider.aliases()).contains("codex", "openhands");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> provider.create("command", context,
                        Parameters.of("agent command", Map.of("program", "mein", "programs", file.toString()))))
                .withMessageContaining("Did you mean 'mine'?");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> provider.create("codex", context,
                        Parameters.of("agent codex", Map.of("trajektory", "x", "sandbox", "environment"))))
                .withMessageContaining("Did you mean 'trajectory'?");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> provider.create("codex", context,
                        Parameters.of("agent codex", Map.of("programs", folder.resolve("none.json").toString()))))
                .withMessageContaining("none.json");
    }

    private QueryOutcome run(CommandSettings settings, ScriptedSession session) throws InterruptedException {
        try (CommandAgent agent = agent(settings)) {
            return agent.run(QUESTION, session);
        }
    }

    private CommandAgent agent(CommandSettings settings) {
        return new CommandAgent(settings, RecordingProxy.start(Upstream
                .of("http://127.0.0.1:" + server.getAddress().getPort(), Optional.empty(), name -> Optional.empty())));
    }

    private ScriptedSession session() {
        return session(folder);
    }

    private static ScriptedSession session(Path workspace) {
        return new ScriptedSession(workspace, request -> {
            throw new AssertionError("the session's own client is not asked");
        });
    }

    private static CommandSettings settings(String run) {
        return new CommandSettings(run, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of("m"),
                Optional.of(new PlainShell()), List.of(), true, Duration.ofHours(1), 4L << 30);
    }

    /** An environment without walls, whose working folder is not that of the session. */
    private record PlainEnvironment(Path app, Optional<String> loopbackHost) implements TaskEnvironment {
        @Override
        public String name() {
            return "plain";
        }

        @Override
        public String workingFolder() {
            return app.toString();
        }

        @Override
        public Optional<Duration> longest() {
            return Optional.empty();
        }

        @Override
        public void start() {}

        @Override
        public CommandResult run(ShellCommand command) throws InterruptedException {
            return SandboxProcess.run(List.of("/bin/sh", "-c", command.commands()),
                    new SandboxTask(new SandboxProgram.Shell(command.commands()), command.input(), command.longest(),
                            4L << 30, SandboxPlace.work(app).withVariables(command.variables())),
                    256, app);
        }

        @Override
        public RunningCommand launch(ShellCommand command) {
            throw new AssertionError("the agent starts nothing that goes on");
        }

        @Override
        public void verify() {}

        @Override
        public void close() {}
    }

    /** Runs commands without walls: what is tested here are not the walls. */
    private static final class PlainShell implements Sandbox {
        @Override
        public String name() {
            return "plain";
        }

        @Override
        public CommandResult run(SandboxTask task) throws InterruptedException {
            String commands = ((SandboxProgram.Shell) task.program()).commands();
            return SandboxProcess.run(List.of("/bin/sh", "-c", commands), task, 256,
                    task.place().mounts().getFirst().source());
        }
    }
}
