package dev.ipw.cli.profile;

import com.sun.net.httpserver.HttpServer;
import dev.ipw.ProfileRun;
import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.ProfilingRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tasks by an agent, from the command line. */
class RunCommandTests {
    private static final String ASKS = "{\"role\":\"assistant\",\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"type\":\"function\","
            + "\"function\":{\"name\":\"calculator\",\"arguments\":\"{\\\"expression\\\": \\\"6 * 7\\\"}\"}}]}";
    private static final String ANSWERS = "{\"role\":\"assistant\",\"content\":\"It is 42.\"}";

    @TempDir
    Path folder;

    private final CapturedTerminal captured = new CapturedTerminal();
    private HttpServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", exchange -> {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String delta = request.contains("\"role\":\"tool\"") || !request.contains("calculator") ? ANSWERS : ASKS;
            byte[] body = ("data: {\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":\"stop\"}]}\n\n"
                    + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":2,\"total_tokens\":9}}\n\n"
                    + "data: [DONE]\n\n").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    private int run(String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("tasks.jsonl"), """
                {"id": "a", "problem": "6 * 7?", "answer": "42"}
                """);
        List<String> typed = new ArrayList<>(List.of("run", "--client", "openai", "--client-base-url",
                "http://127.0.0.1:" + server.getAddress().getPort() + "/v1", "--model", "fake", "--dataset",
                file.toString(), "--evaluator", "numeric", "--telemetry", "none", "--no-calibration",
                "--warmup-queries",
                "0", "--output-dir", folder.toString(), "--run-name", "run"));
        typed.addAll(List.of(more));
        return IpwCommand.run(typed.toArray(String[]::new), captured.terminal(200));
    }

    private int ipw(String... typed) {
        return IpwCommand.run(typed, captured.terminal(80));
    }

    @Test
    void runsTasksWithToolsAndShowsTheirTurns() throws IOException {
        assertThat(run("--tools", "calculator,think", "--max-turns", "4", "--query-timeout", "1m")).as(captured.err())
                .isZero();

        ProfileRun kept = ProfileRun.open(folder.resolve("run"));
        assertThat(kept.summary().configuration().settings().agent()).isEqualTo(Map.of("agent", "react", "tools",
                "calculator,think", "max_turns", "4", "query_timeout", "PT1M"));
        try (Stream<ProfilingRecord> records = kept.records()) {
            ProfilingRecord record = records.findFirst().orElseThrow();
            assertThat(record.outcome().calls()).hasSize(2);
            assertThat(record.outcome().tools()).extracting(ToolSpan::name).containsExactly("calculator");
            assertThat(record.isCorrect()).contains(true);
        }
        assertThat(ipw("show", folder.resolve("run").toString(), "a")).isZero();
        assertThat(captured.out()).contains("Turns\n", "  1 call ", "    calculator ", "  2 call ", "  in all ");
        assertThat(captured.out().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(200));
    }

    @Test
    void resumesWithTheSameAgentOnly() throws IOException {
        assertThat(run("--tools", "calculator")).isZero();

        assertThat(run("--tools", "calculator", "--resume")).as(captured.err()).isZero();
        assertThat(run("--tools", "none", "--resume")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("agent");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            value = {"--agent|reakt|react", "--tools|calculater|calculator", "--query-timeout|soon|90s",
                    "--max-turns|0|at least 1", "--agent-param|protocol=xml|auto, native, text",
                    "--agent-param|x|has no '='",
                    "--tool-param|think.x=1|think.x", "--agent-param|speed=9|speed"})
    void refusesWhatCannotWork(String option, String value, String told) throws IOException {
        assertThat(run(option, value)).as(captured.err()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains(told);
        assertThat(folder.resolve("run")).doesNotExist();
    }

    @Test
    void listsAgentsAndTools() {
        assertThat(ipw("list", "agents")).isZero();
        assertThat(ipw("list", "tools")).isZero();
        assertThat(captured.out()).contains("react", "calculator", "file_read", "file_write", "think");
    }
}
