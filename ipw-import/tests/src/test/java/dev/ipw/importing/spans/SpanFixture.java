package dev.ipw.importing.spans;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.importing.log.SampleLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;

/** A device of 100 W, read each millisecond, and spans in milliseconds after the first reading. */
abstract class SpanFixture {
    static final long EPOCH_NANOS = 1_760_000_000_000_000_000L;
    static final long MILLI = 1_000_000L;
    static final double WATTS = 100;

    @TempDir
    Path folder;

    /** A device that draws the same power all the time. */
    final Path samples(int millis) throws IOException {
        return file("samples.jsonl", IntStream.rangeClosed(0, millis).mapToObj(i -> "{\"t_ns\":"
                + (EPOCH_NANOS + i * MILLI) + ",\"device\":\"gpu0\",\"energy_mj\":" + WATTS * i + "}\n")
                .collect(Collectors.joining()));
    }

    final Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** A span of the trace t; attributes are pairs of key and value, whole numbers as the exporters write them. */
    static String span(String id, String parent, String name, int startMillis, int endMillis, Object... attributes) {
        return "{\"traceId\":\"t1\",\"spanId\":\"" + id + "\",\"parentSpanId\":\"" + parent + "\",\"name\":\"" + name
                + "\",\"kind\":3,\"startTimeUnixNano\":\"" + (EPOCH_NANOS + startMillis * MILLI)
                + "\",\"endTimeUnixNano\":\"" + (EPOCH_NANOS + endMillis * MILLI) + "\",\"attributes\":["
                + IntStream.range(0, attributes.length / 2)
                        .mapToObj(i -> "{\"key\":\"" + attributes[2 * i] + "\",\"value\":{"
                                + (attributes[2 * i + 1] instanceof Integer
                                        ? "\"intValue\":\"" + attributes[2 * i + 1] + "\""
                                        : "\"stringValue\":\"" + attributes[2 * i + 1] + "\"")
                                + "}}")
                        .collect(Collectors.joining(","))
                + "],\"status\":{}}";
    }

    static String request(String... spans) {
        return "{\"resourceSpans\":[{\"resource\":{\"attributes\":[]},\"scopeSpans\":[{\"scope\":{\"name\":\"test\"},"
                + "\"spans\":[" + String.join(",", spans) + "]}]}]}";
    }

    static String chat(String id, String parent, int start, int end, int input, int output) {
        return span(id, parent, "chat m", start, end, "gen_ai.operation.name", "chat", "gen_ai.provider.name", "x",
                "gen_ai.request.model", "m", "gen_ai.usage.input_tokens", input, "gen_ai.usage.output_tokens", output);
    }

    static String tool(String id, String parent, int start, int end) {
        return span(id, parent, "execute_tool search", start, end, "gen_ai.operation.name", "execute_tool",
                "gen_ai.tool.name", "search");
    }

    static String agent(String id, String parent, int start, int end) {
        return span(id, parent, "invoke_agent helper", start, end, "gen_ai.operation.name", "invoke_agent",
                "gen_ai.agent.name", "helper");
    }

    final SpanAttribution attribute(Path samples, String... lines) throws IOException {
        Path spans = file("spans.json", Arrays.stream(lines).map(line -> line + "\n").collect(Collectors.joining()));
        return SpanAttribution.of(SampleLog.read(samples), SpanLog.read(spans), AttributionRule.AUTO);
    }

    static ChargedSpan find(SpanAttribution attribution, String id) {
        return attribution.spans().stream().filter(span -> span.span().key().spanId().equals(id)).findFirst()
                .orElseThrow();
    }

    static double joules(SpanAttribution attribution, String id) {
        return find(attribution, id).energy().orElseThrow().joules().orElseThrow();
    }

    static double own(SpanAttribution attribution, String id) {
        return find(attribution, id).own().orElseThrow().joules().orElseThrow();
    }

    static List<String> ids(SpanAttribution attribution) {
        return attribution.spans().stream().map(span -> span.span().key().spanId()).toList();
    }
}
