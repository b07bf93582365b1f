package dev.ipw.benchmarks.sandbox;

import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Runs hostile programs in a real sandbox of this machine; a machine without it skips them. */
@Tag("process")
@Tag("real-time")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SandboxKit {
    static final Duration PATIENT = Duration.ofHours(1);
    // The number tells what this process leaves to sleep from what others do.
    private static final long SECONDS = 100_000_000 + ProcessHandle.current().pid();
    private static final String SLEEP = "sleep " + SECONDS;
    private static final long MEMORY = 512L << 20;

    private final String kind;
    private final String image;
    private SandboxChoice choice = new SandboxChoice(Optional.empty(), "not looked for");

    SandboxKit(String kind, String image) {
        this.kind = kind;
        this.image = image;
    }

    @TempDir
    Path folder;

    @BeforeAll
    void look() {
        assumeTrue(!image.isEmpty() || kind.equals("bubblewrap"), "no image is named");
        choice = SandboxChoice.of(Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin"), kind,
                Optional.empty(), image);
    }

    final CommandResult run(String script, Duration timeout) throws InterruptedException {
        assumeTrue(choice.sandbox().isPresent(), "no sandbox: " + choice.reason());
        return choice.sandbox().orElseThrow().run(new SandboxTask(script, "given", timeout, MEMORY));
    }

    @Test
    void runsAProgramWithItsInput() throws InterruptedException {
        CommandResult result = run("import sys; print(sys.stdin.read().upper())", PATIENT);

        assertThat(result.output().strip()).isEqualTo("GIVEN");
        assertThat(result.end()).isEqualTo(CommandEnd.FINISHED);
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void seesNoFilesOfTheUser() throws InterruptedException, IOException {
        Path secret = Files.writeString(folder.resolve("secret.txt"), "hidden");
        CommandResult result = run("""
                import os
                for place in [%s, %s, '/etc/shadow', '/root', '/home/somebody']:
                    try:
                        print(place, os.listdir(place) if os.path.isdir(place) else open(place).read())
                    except OSError as failure:
                        print('refused')
                """.formatted(quoted(secret), quoted(Path.of(System.getProperty("user.home")))), PATIENT);

        assertThat(result.output().strip().lines()).hasSize(5).containsOnly("refused");
    }

    private static String quoted(Path path) {
        return "'" + path + "'";
    }

    @Test
    void seesNothingOfTheEnvironment() throws InterruptedException {
        CommandResult result = run("import os; print(sorted(os.environ))", PATIENT);

        assertThat(result.output()).doesNotContain("USER").doesNotContain("JAVA").contains("HOME");
    }

    @Test
    void reachesNoNetwork() throws InterruptedException, IOException {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(1);
            CommandResult result = run("""
                    import socket
                    try:
                        socket.create_connection(('127.0.0.1', %d), 3)
                        print('reached')
                    except OSError as failure:
                        print('refused')
                    """.formatted(server.getLocalPort()), PATIENT);

            assertThat(result.output().strip()).isEqualTo("refused");
        }
    }

    @Test
    void writesNothingOutsideItsOwnFolder() throws InterruptedException {
        CommandResult result = run("""
                for place in ['/usr/evil', '/etc/evil', '/bin/evil', '/evil', '/tmp/fine']:
                    try:
                        open(place, 'w').write('x')
                        print('wrote', place)
                    except OSError:
                        print('refused', place)
                """, PATIENT);

        assertThat(result.output()).contains("refused /usr/evil", "refused /etc/evil", "wrote /tmp/fine");
        assertThat(Path.of("/usr/evil")).doesNotExist();
        assertThat(Path.of("/evil")).doesNotExist();
        assertThat(Path.of("/tmp/fine")).doesNotExist();
    }

    @Test
    void cannotForkWithoutEnd() throws InterruptedException {
        CommandResult result = run("""
                import os, time
                made = 0
                try:
                    while True:
                        if os.fork() == 0:
                            time.sleep(60)
                        made += 1
                except OSError:
                    print('refused after', made, flush=True)
                """, Duration.ofMinutes(2));

        assertThat(Set.of(CommandEnd.TOO_MANY_PROCESSES, CommandEnd.OUT_OF_MEMORY).contains(result.end())
                || result.output().contains("refused after")).as(result.toString()).isTrue();
        result.output().lines().forEach(line -> assertThat(Integer.parseInt(line.replaceAll("\\D", "")))
                .isLessThanOrEqualTo(SandboxLimits.STRICT.mostProcesses()));
        assertThat(ProcessHandle.current().descendants().count()).isLessThan(60);
    }

    @Test
    void cannotFillTheMemory() throws InterruptedException {
        CommandResult result = run("""
                held = []
                try:
                    while True:
                        held.append(bytearray(16 * 1024 * 1024))
                except MemoryError:
                    print('refused')
                """, PATIENT);

        assertThat(result.end() == CommandEnd.OUT_OF_MEMORY || result.output().contains("refused")).isTrue();
    }

    @Test
    void cannotFillTheDisk() throws InterruptedException {
        CommandResult result = run("""
                written = 0
                try:
                    for number in range(1000):
                        with open('/tmp/file' + str(number), 'wb') as out:
                            for _ in range(8):
                                written += out.write(b'x' * 1024 * 1024)
                except OSError:
                    print('refused after', written // 1024 // 1024)
                """, PATIENT);

        assertThat(result.output()).as(result.toString()).contains("refused after");
        assertThat(Integer.parseInt(result.output().replaceAll("\\D", ""))).isLessThanOrEqualTo(64);
    }

    @Test
    void cannotOutliveItsTime() throws InterruptedException {
        CommandResult result = run("""
                import os, subprocess, sys, time
                subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(%1$d)'], start_new_session=True)
                if os.fork() == 0:
                    os.setsid()
                    time.sleep(%1$d)
                time.sleep(%1$d)
                """.formatted(SECONDS), Duration.ofSeconds(2));

        assertThat(result.end()).isEqualTo(CommandEnd.TIMED_OUT);
        assertNoneIsLeft("time.sleep(" + SECONDS + ")");
    }

    @Test
    void keepsTheEndOfWhatItPrintsWithoutEnd() throws InterruptedException {
        CommandResult result = run("""
                for number in range(300000):
                    print('line', number, 'x' * 20)
                print('last')
                """, PATIENT);

        assertThat(result.output()).endsWith("last\n").hasSizeLessThan(4 << 20);
    }

    @Test
    void cannotEndTheProcessThatWatchesIt() throws InterruptedException {
        CommandResult result = run("""
                import os, signal
                for pid in [os.getppid(), 1, %d]:
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except OSError:
                        pass
                print('still here')
                """.formatted(ProcessHandle.current().pid()), PATIENT);

        assertThat(ProcessHandle.current().isAlive()).isTrue();
        assertThat(result.end()).isEqualTo(CommandEnd.FINISHED);
    }

    final CommandResult shell(String commands, Duration timeout) throws InterruptedException {
        assumeTrue(choice.sandbox().isPresent(), "no sandbox: " + choice.reason());
        return choice.sandbox().orElseThrow()
                .run(new SandboxTask(new SandboxProgram.Shell(commands), "", timeout, MEMORY,
                        SandboxPlace.work(folder)));
    }

    @Test
    void aShellWorksInTheFolderItIsGiven() throws InterruptedException, IOException {
        Files.writeString(folder.resolve("in.txt"), "given");
        CommandResult result = shell("pwd; cat in.txt; mkdir -p a/b; echo made > a/b/out.txt; echo bad >&2; exit 3",
                PATIENT);

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.output()).isEqualTo("/work\ngiven");
        assertThat(result.errors()).contains("bad");
        assertThat(folder.resolve("a/b/out.txt")).hasContent("made");
        Files.writeString(folder.resolve("a/b/out.txt"), "changed");
    }

    @Test
    void aLinkOutOfTheFolderLeadsNowhere() throws InterruptedException, IOException {
        Path outside = Files.createTempDirectory("outside");
        Path secret = Files.writeString(outside.resolve("secret.txt"), "hidden");
        Files.createSymbolicLink(folder.resolve("link"), secret);
        Files.createSymbolicLink(folder.resolve("up"), Path.of("../.."));
        try {
            CommandResult result = shell("cat link; cat up" + secret + "; echo gone > link; ls ..", PATIENT);

            assertThat(result.output()).doesNotContain("hidden");
            assertThat(secret).hasContent("hidden");
        } finally {
            Files.delete(secret);
            Files.delete(outside);
        }
    }

    @Test
    void aShellIsEndedWithAllThatItStarted() throws InterruptedException {
        CommandResult result = shell("(setsid %1$s &) ; trap '' TERM INT; %1$s & %1$s".formatted(SLEEP),
                Duration.ofSeconds(2));

        assertThat(result.end()).isEqualTo(CommandEnd.TIMED_OUT);
        assertNoneIsLeft(SLEEP);
    }

    @Test
    void anInterruptEndsItToo() throws InterruptedException {
        assumeTrue(choice.sandbox().isPresent(), "no sandbox: " + choice.reason());
        Thread running = new Thread(() -> {
            try {
                shell("echo started > started; " + SLEEP, PATIENT);
            } catch (InterruptedException expected) {
                Thread.currentThread().interrupt();
            }
        });
        running.start();
        while (running.isAlive() && !Files.exists(folder.resolve("started"))) {
            Thread.sleep(5);
        }
        running.interrupt();
        running.join();

        assertNoneIsLeft(SLEEP);
    }

    /** What runs next is not slowed down by what was ended: nothing of it is left when the end is told. */
    private static void assertNoneIsLeft(String command) {
        assertThat(isRunning(command)).isFalse();
    }

    private static boolean isRunning(String command) {
        return ProcessHandle.allProcesses().map(one -> one.info().commandLine().orElse(""))
                .anyMatch(line -> line.contains(command));
    }
}
