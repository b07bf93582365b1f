package dev.ipw.agents.servers;

import com.sun.net.httpserver.HttpServer;
import dev.ipw.agents.SteadyMachine;
import dev.ipw.agents.process.ProcessIdentity;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.telemetry.TelemetrySession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Servers from their start to their end, with programs that stand for them. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the programs are shell scripts, and sessions are Linux's")
@Tag("process")
@Tag("real-time")
class ModelServersTests {
    private static final Duration LONG = Duration.ofHours(1);

    private static final int FIRST_PORT = 12_000;
    private static final int LAST_PORT = 32_000;

    @TempDir
    Path folder;

    private final List<String> told = new ArrayList<>();

    private ModelServers servers() {
        return new ModelServers(new ServerFolder(folder.resolve("state")), Map.of(), Duration.ofSeconds(1));
    }

    private FakePrograms programs() {
        return new FakePrograms(folder.resolve("bin"));
    }

    private ServerPlan vllm(String... behaviours) throws IOException {
        return programs().with("vllm", behaviours).planner().plan(ServerSpec.of(ServerKind.VLLM, "tiny/model"),
                freePort(), ServerPlacement.DEFAULT);
    }

    @AfterEach
    void stopAll() throws InterruptedException {
        ModelServers servers = servers();
        for (int port : servers.ports()) {
            if (Files.isReadable(folder.resolve("state").resolve(port + ".json"))) {
                servers.stop(port);
            }
        }
    }

    /** Find a free port that no one is given who asks the system for any: Linux hands out those above 32,767. */
    private static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // The next one is tried.
                continue;
            }
        }
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessIdentity::of).flatMap(ProcessIdentity::find).isPresent();
    }

    @Test
    void startsWaitsTellsAndStops() throws IOException, InterruptedException {
        ModelServers servers = servers();
        ServerPlan plan = vllm("loads=3");

        ServerRecord started = servers.start(plan);
        servers.awaitReady(started, LONG, told::add);

        ServerStatus status = servers.status().getFirst();
        assertThat(status.state()).isEqualTo(ServerState.READY);
        assertThat(status.residentBytes().orElseThrow()).isPositive();
        assertThat(status.tree().build()).containsEntry("model", "tiny/model").containsEntry("kind", "vllm");
        assertThat(servers.stop(plan.port())).startsWith("Stopped vLLM with tiny/model").endsWith(".");
        assertThat(isAlive(started.pid())).isFalse();
        assertThatIOException().isThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), plan.port()).close());
        assertThat(servers.status()).isEmpty();
    }

    @Test
    void refusesASecondServerOnAPortAndLeavesTheFirstAlone() throws IOException, InterruptedException {
        ModelServers servers = servers();
        ServerPlan plan = vllm();
        ServerRecord first = servers.start(plan);

        assertThatThrownBy(() -> servers.start(plan)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("runs vLLM with tiny/model (process " + first.pid() + ") already");
        servers.awaitReady(first, LONG, told::add);
        assertThat(isAlive(first.pid())).isTrue();
    }

    @Test
    void startsOnlyOneOfTwoAtTheSameTime() throws Exception {
        ServerPlan plan = vllm();
        List<Throwable> failures = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<ServerRecord>> both = threads
                    .invokeAll(List.of(() -> servers().start(plan), () -> servers().start(plan)));
            both.stream().filter(one -> one.state() == Future.State.FAILED).map(Future::exceptionNow)
                    .forEach(failures::add);
        }

        assertThat(failures).singleElement().isInstanceOf(ConfigurationException.class);
        assertThat(servers().ports()).containsExactly(plan.port());
    }

    @Test
    void keepsOthersAwayFromAPortThatIsWorkedOn() throws IOException {
        ServerPlan plan = vllm();

        new ServerFolder(folder.resolve("state")).locked(plan.port(), () -> {
            assertThatThrownBy(() -> servers().start(plan)).isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("Another command starts or stops a server on port " + plan.port());
            return true;
        });
        assertThat(servers().ports()).isEmpty();
    }

    @Test
    void leavesAnotherProgramOnThePortAlone() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            ServerPlan plan = programs().with("vllm").planner().plan(ServerSpec.of(ServerKind.VLLM, "tiny/model"),
                    other.getLocalPort(), ServerPlacement.DEFAULT);

            assertThatThrownBy(() -> servers().start(plan)).isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("Another program listens on port " + other.getLocalPort());
            assertThatThrownBy(() -> servers().stop(other.getLocalPort())).isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("left alone");
            assertThat(folder.resolve("state").resolve(other.getLocalPort() + ".log")).doesNotExist();
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), other.getLocalPort())) {
                assertThat(client.isConnected()).isTrue();
            }
        }
    }

    @Test
    void tellsAnotherProgramThatAnswersInTheServersPlace() throws IOException, InterruptedException {
        ServerPlan plan = vllm("silent");
        ServerRecord started = servers().start(plan);
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), plan.port()), 0);
        other.createContext("/", exchange -> {
            byte[] body = "{\"data\":[{\"id\":\"tiny/model\"}],\"choices\":[{}]}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        other.start();
        try {
            assertThatThrownBy(() -> servers().awaitReady(started, LONG, told::add)).isInstanceOf(IpwException.class)
                    .hasMessageContaining("Another program listens on port " + plan.port());
            assertThat(servers().status()).singleElement().satisfies(status -> {
                assertThat(status.state()).isEqualTo(ServerState.LOADING);
                assertThat(status.note()).isEqualTo("another program listens on its port");
            });
        } finally {
            other.stop(0);
        }
    }

    @Test
    void stopsAServerWithAnotherModelAndNamesBoth() throws IOException {
        ServerRecord started = servers().start(vllm("model=big/model"));

        assertThatThrownBy(() -> servers().awaitReady(started, LONG, told::add)).isInstanceOf(IpwException.class)
                .hasMessageContaining("was to serve tiny/model and serves big/model");
        assertThat(isAlive(started.pid())).isFalse();
        assertThat(servers().ports()).isEmpty();
    }

    @Test
    void tellsWhyAServerEndedAndStartsAgainThere() throws IOException, InterruptedException {
        ServerPlan plan = vllm("crashes");
        ServerRecord started = servers().start(plan);

        assertThatThrownBy(() -> servers().awaitReady(started, LONG, told::add)).isInstanceOf(IpwException.class)
                .hasMessageContaining("has ended with exit status 7").hasMessageContaining("CUDA out of memory")
                .hasMessageNotContaining("hf_abcdef");
        ServerStatus status = servers().status().getFirst();
        assertThat(status.state()).isEqualTo(ServerState.ENDED);
        assertThat(status.exitStatus()).hasValue(7);
        assertThat(status.note()).isEqualTo("CUDA out of memory");
        assertThat(servers().log(plan.port(), 1)).containsExactly("CUDA out of memory");
        assertThat(String.join("\n", servers().log(plan.port(), 10))).contains("loading the model")
                .doesNotContain("hf_abcdef");

        programs().with("vllm");
        ServerRecord again = servers().start(plan);
        servers().awaitReady(again, LONG, told::add);
        assertThat(servers().status()).singleElement().extracting(ServerStatus::state).isEqualTo(ServerState.READY);
        assertThat(folder.resolve("state").resolve(plan.port() + ".log.1")).content().contains("CUDA out of memory");
    }

    @Test
    void tellsOfAServerThatDiedLater() throws IOException, InterruptedException {
        ServerRecord started = servers().start(vllm("dies"));

        // The answer may arrive before the end or not.
        try {
            servers().awaitReady(started, LONG, told::add);
        } catch (IpwException ended) {
            assertThat(ended).hasMessageContaining("exit status 9");
        }
        ProcessHandle.of(started.pid()).ifPresent(process -> process.onExit().join());

        assertThat(servers().status()).singleElement().satisfies(status -> {
            assertThat(status.state()).isEqualTo(ServerState.ENDED);
            assertThat(status.exitStatus()).hasValue(9);
        });
        assertThat(servers().stop(started.port())).contains("had ended already");
    }

    @Test
    void neverEndsAProcessThatHasTheNumberOfAnother() throws InterruptedException {
        ProcessIdentity own = ProcessIdentity.of(ProcessHandle.current());
        ProcessIdentity earlier = new ProcessIdentity(own.pid(), Optional.of(Instant.EPOCH),
                OptionalLong.of(own.startTicks().orElseThrow() - 1), own.boot());
        ServerFolder state = new ServerFolder(folder.resolve("state"));
        int port = freePort();
        state.locked(port, () -> {
            state.write(new ServerRecord(ServerSpec.of(ServerKind.VLLM, "tiny/model"), port, earlier, Instant.now(),
                    "vllm serve tiny/model", Optional.empty(), Optional.empty()));
            return true;
        });

        assertThat(servers().status()).singleElement().extracting(ServerStatus::state).isEqualTo(ServerState.ENDED);
        assertThat(servers().stop(port)).contains("Process " + own.pid() + " is another one by now and was left alone");
        assertThat(servers().ports()).isEmpty();
    }

    @Test
    void killsWhatDoesNotEndWhenAsked() throws IOException, InterruptedException {
        Path child = folder.resolve("child");
        ServerPlan plan = programs().stubborn("vllm", child).planner()
                .plan(ServerSpec.of(ServerKind.VLLM, "tiny/model"), freePort(), ServerPlacement.DEFAULT);
        ServerRecord started = servers().start(plan);
        servers().awaitReady(started, LONG, told::add);
        long childPid = Long.parseLong(Files.readString(child).strip());
        assertThat(isAlive(childPid)).isTrue();

        assertThat(servers().stop(plan.port())).contains("had to be killed");
        assertThat(isAlive(childPid)).isFalse();
        assertThat(isAlive(started.pid())).isFalse();
        assertThatIOException().isThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), plan.port()).close());
    }

    @Test
    void endsWhatItsShellHasLeftBehind() throws IOException, InterruptedException {
        ServerRecord started = servers().start(vllm());
        servers().awaitReady(started, LONG, told::add);
        ProcessHandle shell = ProcessHandle.of(started.pid()).orElseThrow();
        List<Long> left = shell.descendants().map(ProcessHandle::pid).toList();
        shell.destroyForcibly();
        shell.onExit().join();
        assertThat(left).isNotEmpty().allMatch(ModelServersTests::isAlive);

        assertThat(servers().stop(started.port())).startsWith("Stopped ");
        assertThat(left).noneMatch(ModelServersTests::isAlive);
        assertThat(ServerPorts.isFree(started.port())).isTrue();
    }

    @Test
    void endsWhatHasLeftTheServersSession() throws IOException, InterruptedException {
        assumeThat(Path.of("/usr/bin/setsid")).exists();
        Path left = folder.resolve("left");
        ServerPlan plan = programs().leaving("vllm", left).planner().plan(ServerSpec.of(ServerKind.VLLM, "tiny/model"),
                freePort(), ServerPlacement.DEFAULT);
        ServerRecord started = servers().start(plan);
        ProcessHandle.of(started.pid()).ifPresent(process -> process.onExit().join());
        long pid = Long.parseLong(Files.readString(left).strip());
        assertThat(isAlive(pid)).isTrue();

        assertThat(servers().status()).singleElement().satisfies(status -> {
            assertThat(status.state()).isEqualTo(ServerState.ENDED);
            assertThat(status.note()).isEqualTo("1 of its processes are left.");
        });
        assertThatThrownBy(() -> servers().start(plan)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("has ended and left 1 processes behind. Stop it first");
        assertThat(servers().stop(plan.port())).startsWith("Stopped ");
        assertThat(isAlive(pid)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxrwx", "rwxrwx---"})
    void refusesRecordsThatOthersMayWrite(String permissions) throws IOException {
        Path state = Files.createDirectories(folder.resolve("state"));
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString(permissions));
        ServerPlan plan = vllm();

        assertThatThrownBy(() -> servers().start(plan)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(state + " of servers' records can be written by other users");
        assertThatThrownBy(() -> servers().status()).isInstanceOf(ConfigurationException.class);
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwx------"));
        assertThat(servers().ports()).isEmpty();
    }

    @Test
    void leavesALaterServerOnThePortAlone() throws IOException, InterruptedException {
        ServerPlan plan = vllm();
        ServerRecord first = servers().start(plan);
        servers().stop(plan.port());
        ServerRecord later = servers().start(plan);

        assertThat(servers().stopSurely(first)).contains("was stopped already");
        assertThat(isAlive(later.pid())).isTrue();
        assertThat(servers().stopSurely(later)).startsWith("Stopped ");
        assertThat(servers().ports()).isEmpty();
    }

    @Test
    void leavesAServerThatIsNotReadyInTime() throws IOException {
        ServerRecord started = servers().start(vllm("silent"));

        assertThatThrownBy(() -> servers().awaitReady(started, Duration.ofMillis(1), told::add))
                .isInstanceOf(IpwException.class)
                .hasMessageContaining("was not ready within 0 s: it does not listen yet");
        assertThat(isAlive(started.pid())).isTrue();
    }

    @Test
    void goesOnWhenTheWaitIsInterrupted() throws IOException {
        ServerRecord started = servers().start(vllm("silent"));

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> servers().awaitReady(started, LONG, told::add))
                .isInstanceOf(InterruptedException.class);
        assertThat(isAlive(started.pid())).isTrue();
    }

    @Test
    void asksBaseModelsToGoOnWithAText() throws IOException, InterruptedException {
        ServerRecord started = servers().start(vllm("base"));

        servers().awaitReady(started, LONG, told::add);
        assertThat(servers().status()).singleElement().extracting(ServerStatus::state).isEqualTo(ServerState.READY);
    }

    @Test
    void sendsTheKeyThatTheServerWasGivenAndKeepsItNowhere() throws IOException, InterruptedException {
        ServerPlan plan = programs().with("vllm", "keyed").planner().plan(
                ServerSpec.of(ServerKind.VLLM, "tiny/model").withArguments(Map.of("api-key", "s3cret")),
                freePort(), ServerPlacement.DEFAULT);
        ServerRecord started = servers().start(plan);

        servers().awaitReady(started, LONG, told::add);
        assertThat(plan.line()).doesNotContain("s3cret");
        assertThat(folder.resolve("state").resolve(plan.port() + ".json")).content().doesNotContain("s3cret")
                .contains("[redacted]");
        assertThat(servers().status()).singleElement().extracting(ServerStatus::state).isEqualTo(ServerState.REFUSED);
    }

    @Test
    void holdsTheFileOfLlamaServerAgainstTheOneThatIsAskedFor() throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("tiny.gguf"), "GGUF");
        ServerPlanner planner = programs().with("llama-server", "loads=2").planner();
        ServerSpec spec = ServerSpec.of(ServerKind.LLAMA_SERVER, file.toString());
        ServerRecord started = servers().start(planner.plan(spec, freePort(), ServerPlacement.DEFAULT));
        servers().awaitReady(started, LONG, told::add);
        assertThat(spec.servedModel()).isEqualTo("tiny.gguf");

        programs().with("llama-server", "model=/models/other.gguf");
        ServerRecord other = servers().start(planner.plan(spec, freePort(), ServerPlacement.DEFAULT));
        assertThatThrownBy(() -> servers().awaitReady(other, LONG, told::add))
                .hasMessageContaining("was to serve tiny.gguf and serves /models/other.gguf");
    }

    @Test
    void pullsAndLoadsModelsOfOllama() throws IOException, InterruptedException {
        ServerPlanner planner = programs().with("ollama").planner();
        ServerRecord started = servers().start(planner.plan(ServerSpec.of(ServerKind.OLLAMA, "tiny"),
                freePort(), ServerPlacement.DEFAULT));

        servers().awaitReady(started, LONG, told::add);
        assertThat(servers().status()).singleElement().extracting(ServerStatus::state).isEqualTo(ServerState.READY);

        ServerRecord missing = servers().start(planner.plan(ServerSpec.of(ServerKind.OLLAMA, "missing"),
                freePort(), ServerPlacement.DEFAULT));
        assertThatThrownBy(() -> servers().awaitReady(missing, LONG, told::add)).isInstanceOf(IpwException.class)
                .hasMessageContaining("cannot pull the model").hasMessageContaining("no such model");
    }

    @Test
    void runsAServerInAContainerAndEndsThatByItsName() throws IOException, InterruptedException {
        Path calls = folder.resolve("calls");
        ServerPlan plan = programs().container("podman", calls).planner().plan(
                ServerSpec.of(ServerKind.VLLM, "tiny/model"), freePort(),
                new ServerPlacement(Optional.empty(), Optional.of("auto"), Optional.empty()));
        ServerRecord started = servers().start(plan);
        servers().awaitReady(started, LONG, told::add);
        String name = plan.container().orElseThrow().name();
        assertThat(servers().status().getFirst().tree().build()).containsEntry("container", name);

        servers().stop(plan.port());
        assertThat(calls).content().contains("stop -t 1 " + name).contains("rm --force " + name);
        assertThat(isAlive(started.pid())).isFalse();
    }

    @Test
    void takesTheWantedPortOnlyIfItIsFree() throws IOException {
        int port = freePort();
        assertThat(ServerPorts.free(port)).isEqualTo(port);
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(ServerPorts.free(port)).isNotEqualTo(taken.getLocalPort()).isPositive();
        }
    }

    @Test
    void tellsADamagedRecordAndGoesOn() throws IOException, InterruptedException {
        Path state = Files.createDirectories(folder.resolve("state"));
        Files.writeString(state.resolve("4242.json"), "{\"format\": 1, \"kind\": ");

        assertThat(servers().status()).singleElement().satisfies(status -> {
            assertThat(status.state()).isEqualTo(ServerState.DAMAGED);
            assertThat(status.note()).contains("4242.json is not JSON");
        });
        Files.delete(state.resolve("4242.json"));
    }

    @Test
    void measuresLoadingAndIdling() throws IOException, InterruptedException {
        try (TelemetrySession telemetry = TelemetrySession.builder().discovery(false).source(new SteadyMachine())
                .open()) {
            MeasuredServer measured = MeasuredServer.start(servers(), vllm("loads=2"), LONG, Duration.ofMillis(300),
                    telemetry, told::add);

            double watts = SteadyMachine.GPU_WATTS + SteadyMachine.PACKAGE_WATTS;
            double seconds = measured.loading().duration().toNanos() / 1e9;
            // The counters move each 5 ms: at each end a part may be off by what is drawn in that time.
            assertThat(measured.loading().energy().joules().orElseThrow()).isCloseTo(watts * seconds,
                    within(watts * Math.max(0.01, seconds / 10)));
            assertThat(measured.idleWatts().orElseThrow()).isCloseTo(watts, within(watts / 10));

            measured.keep(folder);
            TreeReader kept = TreeReader.ofJson("server.json", Files.readString(measured.keep(folder)));
            List<TreeReader> all = kept.children("servers");
            assertThat(all).hasSize(2);
            TreeReader loading = all.getFirst().child("loading").child("energy");
            assertThat(loading.text("provenance")).isEqualTo("MEASURED");
            assertThat(loading.real("joules")).isBetween(loading.real("lower"), loading.real("upper"));
            assertThat(all.getFirst().child("idle").real("watts")).isEqualTo(measured.idleWatts().orElseThrow());
        }
    }

    @Test
    void saysWhyThereAreNoJoules() throws Exception {
        try (TelemetrySession telemetry = TelemetrySession.builder().collectors("none").open()) {
            MeasuredServer measured = MeasuredServer.start(servers(), vllm(), LONG, Duration.ZERO, telemetry,
                    told::add);

            var kept = Json.parse(Files.readString(measured.keep(folder))).path("servers").path(0);
            assertThat(kept.path("loading").path("seconds").asDouble()).isPositive();
            assertThat(kept.path("loading").path("energy").path("joules").isNull()).isTrue();
            assertThat(kept.path("loading").path("energy").path("reason").asText()).isNotBlank();
            assertThat(kept.path("idle").isNull()).isTrue();
        }
    }

    @Test
    void endsAServerThatDoesNotBecomeReadyWhileItIsMeasured() throws IOException {
        try (TelemetrySession telemetry = TelemetrySession.builder().collectors("none").open()) {
            ServerPlan plan = vllm("silent");

            assertThatThrownBy(() -> MeasuredServer.start(servers(), plan, Duration.ofMillis(1), Duration.ZERO,
                    telemetry, told::add)).isInstanceOf(IpwException.class).hasMessageContaining("was not ready");
            assertThat(servers().ports()).isEmpty();
        }
    }

    @Test
    void refusesASpecThatWouldBeAnotherOption() {
        assertThatThrownBy(() -> ServerSpec.of(ServerKind.VLLM, "--trust-remote-code"))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> new ServerSpec(ServerKind.VLLM, "m", Map.of(), OptionalInt.of(0),
                OptionalLong.empty())).isInstanceOf(ConfigurationException.class);
    }
}
