package dev.ipw.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.FakeRuns;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.Main;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.jackson2.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Speaks with the command as an assistant does. */
@Tag("real-time")
@Tag("process")
class McpCommandTests {
    @TempDir
    static Path folder;

    private static Path runs;

    @BeforeAll
    static void makeRuns() throws Exception {
        runs = Files.createDirectories(folder.resolve("runs"));
        for (String name : List.of("one", "two")) {
            FakeRuns.run(FakeRuns.builder(runs, name, 4, number -> DatasetRecord.of("q" + number, "Question", "42"),
                    question -> new FakeRuns.Answer(1_000_000, 2_000_000, 10, 2))
                    .evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "",
                            Map.of())));
        }
        Files.createSymbolicLink(runs.resolve("link"), Files.createDirectories(folder.resolve("runs-of-others")));
        Files.writeString(Files.createDirectories(runs.resolve("damaged")).resolve("journal.jsonl"), "{");
    }

    private static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("jdk.module.path", "") + File.pathSeparator + System.getProperty("java.class.path"),
                Main.class.getName(), "mcp", "--runs", runs.toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static Map<String, String> variables() {
        return Map.of("IPW_LOG_FILE", folder.resolve("ipw.log").toString());
    }

    private static McpSyncClient client(String... arguments) {
        McpSyncClient client = McpClient
                .sync(new StdioClientTransport(
                        ServerParameters.builder(java()).args(command(arguments)).env(variables()).build(),
                        new JacksonMcpJsonMapper(new JsonMapper())))
                .requestTimeout(Duration.ofHours(1)).initializationTimeout(Duration.ofHours(1))
                .jsonSchemaValidator(new DefaultJsonSchemaValidator()).build();
        client.initialize();
        return client;
    }

    private static CallToolResult call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return client.callTool(new CallToolRequest(tool, arguments, null));
    }

    private static String text(CallToolResult result) {
        assertThat(result.content()).hasSize(1);
        return ((TextContent) result.content().getFirst()).text();
    }

    private static JsonNode json(CallToolResult result) throws JsonSyntaxException {
        assertThat(result.isError()).as(text(result)).isFalse();
        return Json.parse(text(result));
    }

    private static JsonNode answer(String... arguments) throws JsonSyntaxException {
        CapturedTerminal captured = new CapturedTerminal();
        IpwCommand.run(arguments, captured.terminal(80));
        return Json.parse(captured.out());
    }

    private static Map<String, String> contents() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(runs)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }

    @Test
    void servesRunsAsTheCommandsTellThemAndWritesNothing() throws Exception {
        Map<String, String> before = contents();
        try (McpSyncClient client = client()) {
            assertThat(client.getServerInfo().name()).isEqualTo("ipw");
            assertThat(client.getServerInstructions()).contains("never take it for 0");
            assertThat(client.listTools().tools()).extracting(Tool::name).containsExactlyInAnyOrder("doctor",
                    "list_runs",
                    "report", "show", "compare", "analyze");
            assertThat(client.listTools().tools()).allMatch(tool -> tool.annotations().readOnlyHint());

            JsonNode list = json(call(client, "list_runs", Map.of()));
            assertThat(list.path("count").asInt()).isEqualTo(3);
            assertThat(list.path("runs").findValuesAsText("name")).containsExactly("damaged", "one", "two");
            assertThat(list.path("runs").path(0).path("problem").asText()).isNotEmpty();
            assertThat(list.path("runs").path(1).path("queries").asInt()).isEqualTo(4);
            assertThat(list.path("runs").path(1).path("device_joules").isNull()).isTrue();

            String one = runs.toRealPath().resolve("one").toString();
            assertThat(json(call(client, "show", Map.of("run", "one", "limit", 2))))
                    .isEqualTo(answer("show", one, "--limit", "2", "--json"));
            assertThat(json(call(client, "show", Map.of("run", "one", "id", "q2"))))
                    .isEqualTo(answer("show", one, "q2", "--json"));
            JsonNode report = json(call(client, "report", Map.of("run", "one")));
            assertThat(report.path("accuracy").path("value").asDouble()).isEqualTo(1);
            assertThat(report.path("report").isNull()).isTrue();
            JsonNode compared = json(
                    call(client, "compare", Map.of("runs", List.of("one", "two"), "dimensions", List.of("tpot"))));
            assertThat(compared.path("comparisons").path(0).path("second").asText()).isEqualTo("two");
            assertThat(compared.path("comparisons").path(0).path("pairs").asInt()).isEqualTo(4);
            JsonNode analysed = json(call(client, "analyze", Map.of("runs", List.of("one"))));
            assertThat(contents()).isEqualTo(before);
            assertThat(analysed).isEqualTo(answer("analyze", one, "--json", "--quiet"));
        }
        deleteAnalyses();
    }

    private static void deleteAnalyses() throws IOException {
        Path analyses = runs.resolve("one").resolve("analysis");
        try (Stream<Path> files = Files.list(analyses)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(analyses);
    }

    @Test
    void refusesWhatLiesOutsideTheFolderAndWhatWasNotAllowed() throws Exception {
        try (McpSyncClient client = client()) {
            for (String name : List.of("..", ".", "", "../runs", "../runs-of-others", "link", "/etc", "one/../..",
                    folder.toString(), "one\u0000", "nothing", "one/journal.jsonl")) {
                CallToolResult result = call(client, "report", Map.of("run", name));
                assertThat(result.isError()).as(name).isTrue();
                assertThat(text(result)).as(name).containsAnyOf("There is no run", "The argument 'run' is missing");
            }
            assertThat(call(client, "report", Map.of()).isError()).isTrue();
            assertThat(call(client, "show", Map.of("run", "one", "limit", 0)).isError()).isTrue();
            assertThat(call(client, "show", Map.of("run", "one", "sort", "beauty")).isError()).isTrue();
            assertThat(text(call(client, "analyze", Map.of("runs", List.of("one"), "analysis", "nothing"))))
                    .contains("nothing");
        }
    }

    @Test
    void refusesOptionsThatNameFiles() throws Exception {
        Path prices = Files.writeString(folder.resolve("prices.json"), "{\"private\": 1}");
        Path here = Path.of("").toAbsolutePath().relativize(prices.toAbsolutePath());
        try (McpSyncClient client = client()) {
            for (String value : List.of(prices.toString(), here.toString(), "~", "~user", "a\\b", "pom.xml", "..")) {
                for (Map.Entry<String, String> option : Map.of("cost", "prices", "judges", "labels").entrySet()) {
                    CallToolResult refused = call(client, "analyze", Map.of("runs", List.of("one"), "analysis",
                            option.getKey(), "options", Map.of(option.getValue(), value)));
                    assertThat(refused.isError()).as(value).isTrue();
                    assertThat(text(refused)).as(value).contains(option.getValue() + "=", "Files are not taken here")
                            .doesNotContain("private");
                }
            }
            assertThat(text(call(client, "analyze",
                    Map.of("runs", List.of("one"), "analysis", "accuracy", "options", Map.of("by", "level")))))
                    .doesNotContain("Files are not taken here");
        }
    }

    @Test
    void readsNoRunOfLinksAndNoneOfWhatAgentsMade() throws Exception {
        Path others = Files.createDirectories(folder.resolve("forged-from"));
        copyRun(runs.resolve("one"), others.resolve("theirs"));
        Path forged = Files.createDirectories(runs.resolve("forged"));
        try (Stream<Path> files = Files.list(others.resolve("theirs"))) {
            for (Path file : files.toList()) {
                Files.createSymbolicLink(forged.resolve(file.getFileName()), file);
            }
        }
        copyRun(runs.resolve("one"), runs.resolve("two/artifacts"));
        copyRun(runs.resolve("one"), runs.resolve("two/deep/deeper"));
        try (McpSyncClient client = client()) {
            for (String tool : List.of("report", "show")) {
                CallToolResult refused = call(client, tool, Map.of("run", "forged"));
                assertThat(refused.isError()).isTrue();
                assertThat(text(refused)).contains("which leads out of the folder of runs");
            }
            assertThat(text(call(client, "analyze", Map.of("runs", List.of("forged")))))
                    .contains("which leads out of the folder of runs");
            for (String name : List.of("two/artifacts", "two/deep/deeper")) {
                assertThat(text(call(client, "report", Map.of("run", name)))).contains("There is no run");
            }
            JsonNode list = json(call(client, "list_runs", Map.of()));
            assertThat(list.path("runs").findValuesAsText("name")).containsExactly("damaged", "forged", "one", "two");
            assertThat(list.path("runs").path(1).path("problem").asText()).contains("leads out");
        } finally {
            deleteAll(forged);
            deleteAll(runs.resolve("two/artifacts"));
            deleteAll(runs.resolve("two/deep"));
        }
    }

    private static void copyRun(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    @Test
    void profilesWhereTheUserAllowsItAndTakesNoFiles() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret.jsonl"),
                "{\"problem\": \"private\", \"answer\": \"1\"}");
        try (McpSyncClient client = client("--allow-profile")) {
            CallToolResult refused = call(client, "profile", Map.of("dataset", secret.toString()));
            assertThat(refused.isError()).isTrue();
            assertThat(text(refused)).contains("Files are not taken here");
            assertThat(call(client, "profile", Map.of("run_name", "../outside")).isError()).isTrue();
            for (String telemetry : List.of("replay:" + secret, "auto,replay:secret.jsonl", "a/b", "a\\b")) {
                CallToolResult other = call(client, "profile", Map.of("max_queries", 1, "telemetry", telemetry));
                assertThat(other.isError()).isTrue();
                assertThat(text(other)).contains("telemetry takes auto, none, or ids of collectors");
            }

            JsonNode result = json(call(client, "profile",
                    Map.of("max_queries", 2, "telemetry", "none", "run_name", "measured")));
            assertThat(result.path("run").path("queries").asInt()).isEqualTo(2);
            assertThat(json(call(client, "report", Map.of("run", "measured"))).path("queries").asInt()).isEqualTo(2);
        } finally {
            deleteAll(runs.resolve("measured"));
        }
    }

    private static void deleteAll(Path gone) throws IOException {
        try (Stream<Path> files = Files.walk(gone)) {
            for (Path file : files.sorted((left, right) -> right.compareTo(left)).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void answersAllThatWasAskedBeforeTheInputEndsAndSaysNothingElse() throws Exception {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(command("--quiet"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(folder.resolve("err.txt").toFile());
        builder.environment().putAll(variables());
        Process process = builder.start();
        process.outputWriter()
                .append("""
                        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
                        "clientInfo":{"name":"t","version":"1"}}}
                        {"jsonrpc":"2.0","method":"notifications/initialized"}
                        what is this?
                        {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_runs","arguments":{}}}
                        {"jsonrpc":"2.0","id":3,"method":"no/such"}
                        """)
                .close();
        List<JsonNode> answers = new ArrayList<>();
        for (String line : process.inputReader().lines().toList()) {
            answers.add(Json.parse(line));
        }

        assertThat(process.waitFor()).isZero();
        assertThat(answers).extracting(answer -> answer.path("id").asText()).containsExactlyInAnyOrder("1", "null", "2",
                "3");
        assertThat(answers).filteredOn(answer -> answer.has("error"))
                .extracting(answer -> answer.path("error").path("code").asInt())
                .containsExactlyInAnyOrder(-32_700, -32_601);
        assertThat(folder.resolve("err.txt")).isEmptyFile();
    }

    @Test
    void goesOnAfterLinesThatCannotBeRead() throws Exception {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(command("--quiet"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(folder.resolve("err-lines.txt").toFile());
        builder.environment().putAll(variables());
        Process process = builder.start();
        try (OutputStream to = process.getOutputStream()) {
            to.write(
                    """
                            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
                            "clientInfo":{"name":"t","version":"1"}}}
                            {"jsonrpc":"2.0","method":"notifications/initialized"}
                            """
                            .getBytes(StandardCharsets.UTF_8));
            to.write(new byte[]{'{', (byte) 0xff, '\n'});
            to.write(" ".repeat(9 << 20).getBytes(StandardCharsets.UTF_8));
            to.write("""
                    {"jsonrpc":"2.0","id":8,"method":"ping"}
                    {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_runs","arguments":{}}}
                    """.getBytes(StandardCharsets.UTF_8));
        }
        List<JsonNode> answers = new ArrayList<>();
        for (String line : process.inputReader().lines().toList()) {
            answers.add(Json.parse(line));
        }

        assertThat(process.waitFor()).isZero();
        assertThat(answers).extracting(answer -> answer.path("id").asText()).containsExactlyInAnyOrder("1", "null",
                "null", "2");
        assertThat(answers).filteredOn(answer -> answer.has("error"))
                .extracting(answer -> answer.path("error").path("message").asText())
                .containsExactly("This line is no text in UTF-8", "This line is longer than 4 MiB");
    }

    @Test
    void needsAFolder() {
        CapturedTerminal captured = new CapturedTerminal();
        assertThat(
                IpwCommand.run(new String[]{"mcp", "--runs", folder.resolve("none").toString()}, captured.terminal(80)))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("There is no folder").contains("--runs");
    }
}
