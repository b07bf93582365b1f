package dev.ipw.cli.servers;

import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What 'ipw servers' says without a server. */
class ServersCommandTests {
    @TempDir
    Path folder;

    private final CapturedTerminal captured = new CapturedTerminal();

    private int servers(String... typed) {
        List<String> all = new ArrayList<>(List.of("servers"));
        all.addAll(List.of(typed));
        all.addAll(List.of("--state-dir", folder.resolve("state").toString()));
        return IpwCommand.run(all.toArray(String[]::new), captured.terminal(120));
    }

    @Test
    void saysThatThereIsNone() {
        assertThat(servers()).isZero();
        assertThat(captured.out()).isEqualTo("No server was started by ipw.\n");
        assertThat(servers("stop", "all")).isZero();
        assertThat(captured.out()).endsWith("No server to stop.\n");
        assertThat(folder.resolve("state")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            begin                      | 'begin' is none of start, launch, stop, status, logs and presets
            stop                       | Which server?
            stop x                     | 'x' is no port
            stop 8000                  | No server was started on port 8000
            logs 8000                  | No server was started on port 8000
            start                      | Which server?
            start --vllm               | Which model is vLLM to serve?
            start --vllm --ollama --model m | One server at a time
            start --preset none        | There is no preset 'none'
            start 8000                 | Give the port as --port 8000
            start --vllm --model m --image x | add --container
            start --vllm --model m --container lxc | podman or docker
            start --vllm --model m --param host=0.0.0.0 | is set here
            start --vllm --model m --param enable-x=--host=0.0.0.0 --dry-run | begins with two dashes
            start --vllm --model m --port 0 | A port is from 1
            """)
    void saysWhatCannotWork(String typed, String message) {
        assertThat(servers(typed.split(" "))).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains(message);
    }

    @Test
    void leavesWhatItDidNotStartAlone() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            assertThat(servers("stop", String.valueOf(other.getLocalPort()))).isEqualTo(ExitCode.WRONG_USE);
            assertThat(captured.err()).contains("left alone");
            assertThat(other.isClosed()).isFalse();
        }
    }

    @Test
    void listsPresetsWithThoseOfAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("servers.yaml"), """
                mine:
                  kind: llama-server
                  model: /models/mine.gguf
                  arguments: {c: 4096, flash-attn: true}
                """);

        assertThat(servers("presets", "--presets", file.toString())).isZero();
        assertThat(captured.out()).contains("zai-org/GLM-4.7-Flash").contains("/models/mine.gguf")
                .contains("c=4096 flash-attn");
        assertThat(servers("presets", "--presets", file.toString(), "--json")).isZero();
        assertThat(captured.out()).contains("\"name\" : \"mine\"");
        Files.writeString(file, "mine: [vllm");
        assertThat(servers("presets", "--presets", file.toString())).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("neither YAML nor JSON");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --auto-server none --model m | There is no preset 'none'
            --auto-server vllm | Which model is vLLM to serve?
            --auto-server vllm --model m --client-base-url http://127.0.0.1:1 | leave --client-base-url out
            --auto-server vllm --model m --server-idle 4000 | --server-idle must be from 0
            --auto-server vllm --model m --server-wait soon | --server-wait takes a time
            --server-param a=b | add --auto-server KIND
            """)
    void saysWhichServerOfARunCannotWork(String typed, String message) {
        List<String> all = new ArrayList<>(
                List.of("profile", "--telemetry", "none", "--output-dir", folder.toString()));
        all.addAll(List.of(typed.split(" ")));

        assertThat(IpwCommand.run(all.toArray(String[]::new), captured.terminal(120))).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains(message);
    }
}
