package dev.ipw.cli;

import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.text.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** An agent that calls a model, a tool and the model again, on a device of 100 W. */
class AttributeSpansTests {
    private static final long EPOCH_NANOS = 1_760_000_000_000_000_000L;

    private final CapturedTerminal captured = new CapturedTerminal();

    @TempDir
    Path folder;

    private String samples = "";
    private String spans = "";

    @BeforeEach
    void nameLogs() throws IOException {
        writeLogs(folder);
        samples = folder.resolve("samples.jsonl").toString();
        spans = folder.resolve("traces.json").toString();
    }

    static void writeLogs(Path folder) throws IOException {
        Files.writeString(folder.resolve("samples.jsonl"), IntStream.rangeClosed(0, 300).mapToObj(i -> "{\"t_ns\":"
                + (EPOCH_NANOS + i * 10_000_000L) + ",\"device\":\"gpu0\",\"energy_mj\":" + i * 1000L + "}\n")
                .collect(Collectors.joining()));
        Files.writeString(folder.resolve("traces.json"), "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":["
                + span("a", "", "invoke_agent helper", 500, 2500, "invoke_agent", "gen_ai.agent.name", "helper") + ","
                + span("b", "a", "chat qwen3:8b", 600, 1000, "chat", "gen_ai.request.model", "qwen3:8b",
                        "gen_ai.usage.input_tokens", "50", "gen_ai.usage.output_tokens", "20")
                + "," + span("c", "a", "execute_tool search", 1000, 1700, "execute_tool", "gen_ai.tool.name", "search")
                + "," + span("d", "a", "chat qwen3:8b", 1800, 2400, "chat", "gen_ai.request.model", "qwen3:8b",
                        "gen_ai.usage.input_tokens", "90", "gen_ai.usage.output_tokens", "30")
                + "]}]}]}\n");
    }

    private static String span(String id, String parent, String name, int start, int end, String operation,
            String... attributes) {
        return "{\"traceId\":\"t\",\"spanId\":\"" + id + "\",\"parentSpanId\":\"" + parent + "\",\"name\":\"" + name
                + "\",\"startTimeUnixNano\":\"" + (EPOCH_NANOS + start * 1_000_000L) + "\",\"endTimeUnixNano\":\""
                + (EPOCH_NANOS + end * 1_000_000L)
                + "\",\"attributes\":[{\"key\":\"gen_ai.operation.name\",\"value\":{\"stringValue\":\"" + operation
                + "\"}}"
                + IntStream.range(0, attributes.length / 2).mapToObj(i -> ",{\"key\":\"" + attributes[2 * i]
                        + "\",\"value\":{\"stringValue\":\"" + attributes[2 * i + 1] + "\"}}")
                        .collect(Collectors.joining())
                + "]}";
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private int ipw(int columns, String... arguments) {
        return IpwCommand.run(arguments, captured.terminal(columns));
    }

    @Test
    void drawsTheTreeAndTheSums() {
        assertThat(ipw(80, "attribute", "--samples", samples, "--spans", spans)).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).containsPattern("(?m)^invoke_agent helper +2 +200 ")
                .containsPattern("(?m)^  chat qwen3:8b +0\\.4 +40 ")
                .containsPattern("(?m)^  execute_tool search +0\\.7 +70 ")
                .containsPattern("agent helper +1 +2 +200 +30 ").containsPattern("tool search +1 +0\\.7 +70 +70 ")
                .containsPattern("model qwen3:8b +2 +1 +100 +100 +140 +50 +2 ").containsPattern("spans +200")
                .containsPattern("idle +100").contains("measured");
        assertThat(captured.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(captured.err()).isEmpty();
    }

    @Test
    void writesJsonLines() {
        assertThat(ipw(80, "attribute", "--samples", samples, "--spans", spans, "--json")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out().lines()).hasSize(8).satisfies(lines -> {
            assertThat(lines.getFirst()).contains("\"span_id\":\"a\"", "\"kind\":\"agent\"", "\"agent\":\"helper\"",
                    "\"joules\":200", "\"own_joules\":3", "\"output_tokens\":50", "\"joules_per_output_token\":4");
            assertThat(lines.get(4)).startsWith("{\"sum\":{\"kind\":\"agent\",\"name\":\"helper\",\"spans\":1");
            assertThat(lines.getLast()).startsWith("{\"total\":{\"device_joules\":300").contains("\"spans\":",
                    "\"idle\":100", "\"devices\":{\"gpu0\":{");
        });
    }

    @Test
    void writesTheSpansAgain() throws IOException {
        Path output = folder.resolve("with-energy.json");
        assertThat(ipw(80, "attribute", "--samples", samples, "--spans", spans, "--output", output.toString()))
                .isEqualTo(ExitCode.FINE);
        assertThat(captured.err()).contains("with-energy.json");
        assertThat(Files.readString(output)).contains("ipw.energy.joules", "ipw.energy.provenance");
        assertThat(ipw(80, "attribute", "--samples", samples, "--spans", output.toString())).isEqualTo(ExitCode.FINE);
    }

    @Test
    void needsSamplesAndNothingElse() {
        assertThat(ipw(80, "attribute", "--spans", spans)).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--samples");
        assertThat(ipw(80, "attribute", "--spans", spans, "--samples", samples, "--requests", samples))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw(80, "attribute", folder.toString(), "--output", "x.json")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--output needs --spans");
    }

    @Test
    void saysOfSamplesOfAnotherClockThatTheyAre() throws IOException {
        String since = file("since-start.jsonl", """
                {"t_ns":0,"device":"gpu0","energy_mj":0}
                {"t_ns":1000000000,"device":"gpu0","energy_mj":100000}
                {"t_ns":2000000000,"device":"gpu0","energy_mj":200000}
                """);
        assertThat(ipw(80, "attribute", "--samples", since, "--spans", spans)).isEqualTo(ExitCode.FINE);
        assertThat(captured.err()).contains("4 GenAI spans lie before the first sample", "since 1970");
        assertThat(captured.out()).contains("the span started after").containsPattern("idle +200");
    }

    private static String call(String id, String parent, int start, int end, String... more) {
        return span(id, parent, "chat m", start, end, "chat", Stream.concat(Stream.of("gen_ai.request.model", "m",
                "gen_ai.usage.input_tokens", "50", "gen_ai.usage.output_tokens", "20"), Stream.of(more))
                .toArray(String[]::new));
    }

    private String spansOf(String... written) throws IOException {
        return file("others.json", "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" + String.join(",", written)
                + "]}]}]}\n");
    }

    @Test
    void showsCallsAroundOthersInALineOfTheirOwn() throws IOException {
        String others = spansOf(call("o", "", 500, 2500), call("i", "o", 1000, 1500));
        assertThat(ipw(80, "attribute", "--samples", samples, "--spans", others)).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).containsPattern("model m +1 +0\\.5 +50 +50 +50 +20 +2\\.5 ")
                .containsPattern("outer m +1 +1\\.5 +150 +150 +measured");
    }

    @Test
    void showsNoSecondsOfASumWithASpanWithoutEnd() throws IOException {
        String others = spansOf(call("c", "", 500, 1000), call("d", "", 1200, 2500).replace(
                "\"endTimeUnixNano\":\"" + (EPOCH_NANOS + 2_500_000_000L) + "\"", "\"endTimeUnixNano\":\"0\""));
        assertThat(ipw(80, "attribute", "--samples", samples, "--spans", others)).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).containsPattern("model m +2 +" + Figures.of(OptionalDouble.empty()) + " +50 ");
        assertThat(ipw(80, "attribute", "--samples", samples, "--spans", others, "--json")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("\"spans\":2,\"seconds\":null");
    }

    @Test
    void warnsOfCallsThatAreExportedTwice() throws IOException {
        String others = spansOf(call("c", "", 500, 1000), call("d", "", 500, 1000));
        assertThat(ipw(80, "attribute", "--samples", samples, "--spans", others)).isEqualTo(ExitCode.FINE);
        assertThat(captured.err()).contains("1 calls have the same parent", "1 of m", "tokens may be doubled");
    }
}
