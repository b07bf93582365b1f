package dev.ipw.importing.spans;

import dev.ipw.error.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SpanLogTests extends SpanFixture {
    private SpanLog read(String text) throws IOException {
        return SpanLog.read(file("spans.json", text));
    }

    private LoggedSpan only(Object... attributes) throws IOException {
        List<LoggedSpan> spans = read(request(span("1", "", "n", 0, 100, attributes))).spans();
        assertThat(spans).hasSize(1);
        return spans.getFirst();
    }

    @ParameterizedTest
    @CsvSource({"chat, MODEL", "generate_content, MODEL", "text_completion, MODEL", "embeddings, MODEL",
            "invoke_agent, AGENT", "create_agent, AGENT", "invoke_workflow, AGENT", "execute_tool, TOOL",
            "retrieval, OPERATION", "plan, OPERATION"})
    void knowsTheOperations(String operation, SpanKind kind) throws IOException {
        assertThat(only("gen_ai.operation.name", operation).kind()).isEqualTo(kind);
    }

    @Test
    void readsNewNames() throws IOException {
        LoggedSpan span = only("gen_ai.operation.name", "chat", "gen_ai.provider.name", "x", "gen_ai.request.model",
                "asked", "gen_ai.response.model", "served", "gen_ai.usage.input_tokens", 12,
                "gen_ai.usage.output_tokens", 3, "gen_ai.usage.cache_read.input_tokens", 5);
        assertThat(span.operation().of()).contains("served");
        assertThat(span.inputTokens()).isEqualTo(OptionalLong.of(12));
        assertThat(span.cachedTokens()).isEqualTo(5);
        assertThat(span.outputTokens()).isEqualTo(OptionalLong.of(3));
    }

    @Test
    void readsOldNamesWithoutAnOperation() throws IOException {
        LoggedSpan span = only("gen_ai.system", "x", "gen_ai.request.model", "m", "gen_ai.usage.prompt_tokens", 12,
                "gen_ai.usage.completion_tokens", 3);
        assertThat(span.kind()).isEqualTo(SpanKind.MODEL);
        assertThat(span.inputTokens()).isEqualTo(OptionalLong.of(12));
        assertThat(span.outputTokens()).isEqualTo(OptionalLong.of(3));
    }

    @Test
    void readsNumbersThatABridgeWroteAsText() throws IOException {
        assertThat(only("gen_ai.usage.output_tokens", "17").outputTokens()).isEqualTo(OptionalLong.of(17));
    }

    @Test
    void readsToolsOfSpringAi() throws IOException {
        LoggedSpan span = only("gen_ai.operation.name", "framework", "gen_ai.system", "spring_ai",
                "spring.ai.tool.definition.name", "weather");
        assertThat(span.kind()).isEqualTo(SpanKind.TOOL);
        assertThat(span.operation().of()).contains("weather");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gen_ai.latency.time_to_first_token", "gen_ai.response.time_to_first_chunk"})
    void readsWhenTheFirstTokenCame(String key) throws IOException {
        assertThat(only("gen_ai.operation.name", "chat", key, "0.025").firstTokenNanos())
                .isEqualTo(OptionalLong.of(EPOCH_NANOS + 25 * MILLI));
        assertThat(only("gen_ai.operation.name", "chat", key, "7").firstTokenNanos()).isEmpty();
    }

    @Test
    void leavesOutTokensThatCannotBe() throws IOException {
        SpanLog log = read(request(span("1", "", "n", 0, 100, "gen_ai.operation.name", "chat",
                "gen_ai.usage.input_tokens", -1, "gen_ai.usage.output_tokens", "many")));
        assertThat(log.spans().getFirst().inputTokens()).isEmpty();
        assertThat(log.spans().getFirst().outputTokens()).isEmpty();
        assertThat(log.warnings()).singleElement().asString().contains("2 attributes are left out",
                "gen_ai.usage.input_tokens");
    }

    @Test
    void readsARequestOverManyLinesAndOneALine() throws IOException {
        String one = request(chat("1", "", 0, 100, 5, 5));
        assertThat(read(one.replace("{\"resourceSpans\"", "{\n  \"resourceSpans\"")).spans()).hasSize(1);
        assertThat(read(one + "\n\n" + request(chat("2", "", 0, 100, 5, 5)) + "\r\n").spans()).hasSize(2);
    }

    @Test
    void readsResourceSpansAloneAsTheJavaSdkLogsThem() throws IOException {
        String line = request(chat("1", "", 0, 100, 5, 5)).replace("{\"resourceSpans\":[", "").replaceAll("]}$", "");
        assertThat(read(line).spans()).hasSize(1);
    }

    @Test
    void readsTimesThatAreNumbers() throws IOException {
        String numbers = request(chat("1", "", 0, 100, 5, 5)).replaceAll("UnixNano\":\"(\\d+)\"", "UnixNano\":$1");
        assertThat(read(numbers).spans().getFirst().startNanos()).isEqualTo(EPOCH_NANOS);
    }

    @Test
    void readsWhatIsPacked() throws IOException {
        Path packed = folder.resolve("spans.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(request(chat("1", "", 0, 100, 5, 5)).getBytes(StandardCharsets.UTF_8));
        }
        assertThat(SpanLog.read(packed).spans()).hasSize(1);
    }

    @Test
    void leavesOutALastLineThatWasCutOff() throws IOException {
        String line = request(chat("1", "", 0, 100, 5, 5));
        SpanLog log = read(line + "\n" + line.substring(0, 90));
        assertThat(log.spans()).hasSize(1);
        assertThat(log.warnings()).singleElement().asString().contains("cut off");
    }

    @Test
    void countsCopiesOnceAndPrefersOneWithAnEnd() throws IOException {
        String whole = chat("1", "", 0, 100, 5, 5);
        String endless = whole.replaceAll("\"endTimeUnixNano\":\"\\d+\",", "");
        assertThat(endless).isNotEqualTo(whole);
        SpanLog log = read(request(whole) + "\n" + request(whole) + "\n" + request(endless) + "\n");
        assertThat(log.spans()).singleElement().extracting(LoggedSpan::endNanos)
                .isEqualTo(OptionalLong.of(EPOCH_NANOS + 100 * MILLI));
        assertThat(log.warnings()).anySatisfy(warning -> assertThat(warning).startsWith("2 spans"))
                .anySatisfy(warning -> assertThat(warning).startsWith("1 spans").contains("chat m (1)"));
    }

    @Test
    void takesTheSameIdInAnotherTraceForAnotherSpan() throws IOException {
        String line = request(chat("1", "", 0, 100, 5, 5));
        assertThat(read(line + "\n" + line.replace("\"t1\"", "\"t2\"")).spans()).hasSize(2);
    }

    @Test
    void passesOverOtherSignals() throws IOException {
        assertThat(read("{\"resourceMetrics\":[]}\n" + request(chat("1", "", 0, 100, 5, 5))).spans()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{} | holds no spans",
            "{\"resourceMetrics\":[]} | holds no spans",
            "{\"data\":[]} | resourceSpans is missing",
            "[] | must be a JSON object",
            "{\"resourceSpans\":7} | resourceSpans must be a list",
            "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"t\"}]}]}]} | spanId is missing",
            "{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"00\",\"spanId\":\"1\"}]}]} | traceId must be an id",
            "{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"t\",\"spanId\":\"1\"}]}]} | startTimeUnixNano is missing",
            "{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"t\",\"spanId\":\"1\",\"startTimeUnixNano\":\"x\"}]}]} | 'x'",
            "{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"t\",\"spanId\":\"1\",\"startTimeUnixNano\":-5}]}]} | -5"})
    void refusesWhatIsNoFileOfSpans(String text, String message) throws IOException {
        Path file = file("wrong.json", text + "\n");
        assertThatThrownBy(() -> SpanLog.read(file)).isInstanceOf(InputException.class)
                .hasMessageContainingAll("wrong.json", message);
    }

    @Test
    void refusesADamagedLineThatIsNotTheLast() throws IOException {
        String line = request(chat("1", "", 0, 100, 5, 5));
        Path file = file("wrong.json", line + "\n{\"resourceSpans\n" + line + "\n");
        assertThatThrownBy(() -> SpanLog.read(file)).isInstanceOf(InputException.class)
                .hasMessageContaining("wrong.json, line 2");
    }
}
