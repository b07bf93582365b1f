package dev.ipw.cli;

import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.testing.ExecutableFile;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Servers that outlive the command that started them, and those of a run. The embedded model behind HTTP stands for vLLM. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the program that stands for vLLM is a shell script")
@Tag("real-time")
@Tag("process")
class PackagedServersTests {
    private static final Path JAR = Path.of("..", "target", "ipw-cli.jar").toAbsolutePath();

    private static final int LOWEST_PORT = 20_000;
    private static final int PORTS = 12_000;

    @TempDir
    private Path folder;

    private PackagedCommand ipw;

    @BeforeEach
    void putVllmOnThePath() throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        // vllm serve MODEL --host 127.0.0.1 --port PORT
        ExecutableFile.write(bin.resolve("vllm"), "#!/bin/sh\nexec '" + java + "' -jar '" + JAR
                + "' serve --model \"$2\" --port \"$6\"\n");
        ipw = new PackagedCommand(folder).withVariable("PATH", bin + ":" + System.getenv("PATH"))
                .withVariable("XDG_STATE_HOME", folder.resolve("state").toString())
                .withVariable("CUDA_VISIBLE_DEVICES", "");
    }

    @AfterEach
    void stopAll() throws IOException, InterruptedException {
        ipw.run("servers", "stop", "all");
    }

    private List<String> records() throws IOException {
        Path state = folder.resolve("state").resolve("ipw").resolve("servers");
        if (!Files.isDirectory(state)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(state)) {
            return files.map(Path::getFileName).map(Path::toString).filter(name -> name.endsWith(".json")).toList();
        }
    }

    /** Find a port below those that systems give to whoever asks for any, so that nobody is given it meanwhile. */
    private static int freePort() throws IOException {
        int first = (int) (ProcessHandle.current().pid() % PORTS);
        for (int next = 0; next < PORTS; next++) {
            int port = LOWEST_PORT + (first + next) % PORTS;
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException taken) {
                continue;
            }
        }
        throw new IOException("no port is free");
    }

    /** A process that has ended keeps its number until its parent, the system's first process here, has asked about it. */
    private static boolean runs(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException ended) {
            return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
        }
    }

    @Test
    void launchesAServerThatGoesOnUntilItIsStopped() throws IOException, InterruptedException {
        String port = String.valueOf(freePort());

        assertThat(ipw.run("servers", "launch", "--vllm", "--model", "small", "--port", port)).as(ipw.err()).isZero();
        assertThat(ipw.out()).startsWith("vLLM with small is ready at http://127.0.0.1:" + port + "/v1 (process ");
        assertThat(ipw.err()).contains("Starting: ").contains("vllm serve small --host 127.0.0.1 --port " + port);

        assertThat(ipw.run("servers", "status", "--json")).isZero();
        TreeReader status = TreeReader.ofJson("status", ipw.out()).children("servers").getFirst();
        assertThat(status.text("state")).isEqualTo("ready");
        assertThat(ipw.run("servers", "logs", port)).isZero();
        assertThat(ipw.out()).contains("Serving small");
        assertThat(ipw.run("servers", "stop", port)).isZero();
        assertThat(ipw.out()).startsWith("Stopped vLLM with small");
        assertThat(runs(status.whole("pid"))).isFalse();
        assertThat(records()).isEmpty();
    }

    @Test
    void startsAServerForARunAndStopsIt() throws IOException, InterruptedException {
        assertThat(ipw.run(profile("--max-queries", "3"))).as(ipw.err()).isZero();

        assertThat(ipw.out()).contains("Server: loaded in ").contains("joules unavailable");
        assertThat(ipw.err()).contains("Stopped vLLM with small");
        TreeReader kept = TreeReader.ofJson("server.json", Files.readString(folder.resolve("r").resolve("server.json")))
                .children("servers").getFirst();
        assertThat(kept.text("served_model")).isEqualTo("small");
        assertThat(kept.child("loading").real("seconds")).isPositive();
        assertThat(records()).isEmpty();
    }

    @Test
    void stopsTheServerOfARunThatIsInterrupted() throws IOException, InterruptedException {
        assumeThat(PackagedCommand.ignoresInterrupts()).as("started in the background").isFalse();
        Process run = ipw.start(profile("--max-queries", "100000"));
        while (run.isAlive() && !Files.exists(folder.resolve("r").resolve("journal.jsonl"))) {
            Thread.sleep(50);
        }
        assertThat(new ProcessBuilder("kill", "-INT", String.valueOf(run.pid())).start().waitFor()).isZero();

        assertThat(ipw.await(run)).as(ipw.err()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(ipw.err()).contains("Stopped vLLM with small");
        assertThat(records()).isEmpty();
    }

    private String[] profile(String... more) {
        List<String> typed = new ArrayList<>(List.of("profile", "--auto-server", "vllm", "--model", "small",
                "--server-idle", "0.2", "--dataset", "arithmetic", "--telemetry", "none", "--no-calibration",
                "--idle-seconds", "0", "--output-dir", folder.toString(), "--run-name", "r"));
        typed.addAll(List.of(more));
        return typed.toArray(String[]::new);
    }
}
