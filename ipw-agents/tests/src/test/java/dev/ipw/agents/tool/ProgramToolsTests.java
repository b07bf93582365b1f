package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.Awaited;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.Parameters;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Runs programs in the real sandbox of this machine; a machine without one skips what needs it. */
@Tag("process")
class ProgramToolsTests {
    private static final String SECRET = "do not tell";
    private static final Map<String, String> PATIENT = Map.of("timeout", "5m");

    private static String missing = "";

    @TempDir
    Path place;

    private static ToolContext context() {
        Map<String, String> variables = new HashMap<>(System.getenv());
        variables.put("SOME_API_KEY", SECRET);
        return ToolContext.of(variables);
    }

    /** Look once whether there is a sandbox: where there is none, each look takes its time. */
    @BeforeAll
    static void look() {
        try {
            CommandSandbox.of(context(), Parameters.none("tool shell"));
            missing = "";
        } catch (ConfigurationException none) {
            missing = String.valueOf(none.getMessage());
        }
    }

    private static CommandSandbox sandbox(Map<String, String> parameters) {
        assumeTrue(missing.isEmpty(), missing);
        return CommandSandbox.of(context(), Parameters.of("tool shell", parameters));
    }

    private Path workspace() throws IOException {
        return Files.createDirectories(place.resolve("ws")).toRealPath();
    }

    private String shell(String command) throws IOException, ToolException, InterruptedException {
        return use(new ShellTool(sandbox(PATIENT)), "command", command);
    }

    private String use(AgentTool tool, String name, String value)
            throws IOException, ToolException, InterruptedException {
        return tool.use(ToolArguments.parse(Json.object().put(name, value).toString()),
                new Workspace(workspace(), "t"));
    }

    @Test
    void runsCommandsInTheTasksFolder() throws Exception {
        assertThat(shell("echo one > f.txt; pwd; cat f.txt; echo two >&2; exit 3"))
                .isEqualTo("exit code 3\n/work\none\n[stderr]\ntwo");
        assertThat(shell("cat f.txt")).isEqualTo("exit code 0\none");
        assertThat(shell("true")).isEqualTo("exit code 0\n(no output)");
        assertThat(workspace().resolve("f.txt")).hasContent("one");
    }

    @Test
    void whatIsTooLongForAnArgumentIsRefusedWithItsSize() {
        String text = "# " + "x".repeat(128 << 10);
        CommandSandbox sandbox = sandbox(PATIENT);

        assertThatExceptionOfType(ToolException.class)
                .isThrownBy(() -> use(new ShellTool(sandbox), "command", text))
                .withMessageContaining("It has 131074 bytes").withMessageContaining("131071");
        assertThatExceptionOfType(ToolException.class)
                .isThrownBy(() -> use(new CodeInterpreterTool(sandbox), "code", text))
                .withMessageContaining("131071");
    }

    @Test
    void runsPython() throws Exception {
        AgentTool python = new CodeInterpreterTool(sandbox(PATIENT));

        assertThat(use(python, "code", "print(6 * 7)")).isEqualTo("exit code 0\n42");
        assertThat(use(python, "code", "```python\nprint(1)\n```")).isEqualTo("exit code 0\n1");
        assertThat(use(python, "code", "open('a.txt', 'w').write('x')\n1/0")).startsWith("exit code 1\n[stderr]")
                .contains("ZeroDivisionError");
        assertThat(workspace().resolve("a.txt")).hasContent("x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cat ../secret.txt", "cat %1$s/secret.txt", "ln -s %1$s/secret.txt l; cat l",
            "cat /proc/1/environ",
            "cat /proc/*/environ", "env", "cat /etc/shadow", "ls /root", "ls /home",
            "find / -name secret.txt -exec cat {} +",
            "cat /proc/self/root/%1$s/secret.txt", "mount --bind / /mnt; cat /mnt/%1$s/secret.txt",
            "chroot / cat %1$s/secret.txt",
            "python3 -c \"print(open('%1$s/secret.txt').read())\"", "mkdir d; mount -t tmpfs none d && echo mounted",
            "unshare -r cat %1$s/secret.txt", "cat < /dev/tcp/127.0.0.1/%2$d", "curl -s -m 2 http://127.0.0.1:%2$d/",
            "python3 -c \"import socket; socket.create_connection(('127.0.0.1', %2$d), 2); print('connected')\"",
            "echo x > /usr/evil; ls /usr/evil", "echo x > /evil; ls /evil", "touch /bin/evil && echo touched",
            "kill -9 %3$d", "nsenter -t 1 -m cat %1$s/secret.txt", "su -c id || sudo id",
            "dd if=/dev/sda bs=1 count=1 2>/dev/null && echo read",
            "cat /sys/class/dmi/id/product_uuid | grep . && echo read",
            "ptrace() { :; }; cat /proc/%3$d/mem", "echo 1 > /proc/sys/kernel/panic && echo written"})
    void nothingLeadsOutOfTheSandbox(String attempt) throws Exception {
        Files.writeString(place.resolve("secret.txt"), SECRET);
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(1);
            String said = shell(
                    attempt.formatted(place.toRealPath(), server.getLocalPort(), ProcessHandle.current().pid()));

            assertThat(said).doesNotContain(SECRET).doesNotContain("connected").doesNotContain("\nmounted")
                    .doesNotContain("\nread").doesNotContain("touched").doesNotContain("\nwritten")
                    .doesNotContain("uid=0");
            assertThatExceptionOfType(IOException.class).isThrownBy(server::accept);
        }
        assertThat(ProcessHandle.current().isAlive()).isTrue();
        assertThat(Path.of("/usr/evil")).doesNotExist();
        assertThat(Path.of("/evil")).doesNotExist();
        assertThat(place.resolve("secret.txt")).hasContent(SECRET);
    }

    @Test
    void endsWhatTakesTooLong() throws Exception {
        // The number tells it from what other tests leave to sleep.
        String sleep = "sleep " + (100_000_000 + ProcessHandle.current().pid());
        String said = "";
        // A machine that is so slow that the program has said nothing yet is given more time.
        for (int seconds = 1; !said.endsWith("begun"); seconds *= 2) {
            said = use(new ShellTool(sandbox(Map.of("timeout", seconds + "s"))), "command",
                    "echo begun; " + sleep + " & " + sleep);
            assertThat(said).startsWith("The program took too long and was ended");
        }
        assertThat(said).isEqualTo("The program took too long and was ended\nbegun");
        Awaited.until(() -> !isRunning(sleep));
    }

    private static boolean isRunning(String command) {
        return ProcessHandle.allProcesses().map(one -> one.info().commandLine().orElse(""))
                .anyMatch(line -> line.contains(command));
    }

    @Test
    void keepsHeadAndTailOfALongOutput() throws Exception {
        assertThat(shell("seq 1 100000")).startsWith("exit code 0\n1\n2\n").endsWith("\n100000")
                .contains("characters are left out").hasSizeLessThan(11_000);
    }

    @Test
    void refusesToRunBareOrWithWrongLimits() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> CommandSandbox.of(ToolContext.of(Map.of("PATH", place.toString())),
                        Parameters.none("tool shell")))
                .withMessageContaining("install bubblewrap").withMessageContaining("unsafe_local_execution=true");
        for (Map<String, String> wrong : java.util.List.of(Map.of("sandbox", "jail"), Map.of("timeout", "0s"),
                Map.of("memory_mb", "0"))) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> CommandSandbox.of(context(), Parameters.of("tool shell", wrong)));
        }
    }
}
