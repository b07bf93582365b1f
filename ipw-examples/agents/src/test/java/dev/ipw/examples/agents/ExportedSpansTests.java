package dev.ipw.examples.agents;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.importing.log.SampleLog;
import dev.ipw.importing.spans.ChargedSpan;
import dev.ipw.importing.spans.SpanAttribution;
import dev.ipw.importing.spans.SpanKind;
import dev.ipw.importing.spans.SpanLog;
import dev.ipw.importing.spans.SpanSum;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.opentelemetry.exporter.internal.otlp.traces.TraceRequestMarshaler;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

/** Charges the spans of an agent of LangChain4j, as OpenTelemetry's SDK writes them, with their times on the clock: a device of 100 W. */
class ExportedSpansTests {
    private static final long PERIOD_NANOS = 10_000_000;
    private static final long MILLIJOULES_PER_PERIOD = 1000;
    private static final double WATTS = 100;

    @TempDir
    private Path folder;

    private double loggedJoules;

    private static List<SpanData> exported() throws IOException {
        InMemorySpanExporter exporter = InMemorySpanExporter.create();
        try (ScriptedServer server = ScriptedServer.start();
                SdkTracerProvider provider = SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(exporter)).build()) {
            TracingListener tracing = new TracingListener(provider.get("application"));
            Clerk clerk = AgenticServices.agentBuilder(Clerk.class)
                    .chatModel(OpenAiChatModel.builder().baseUrl(server.baseUrl()).apiKey("none")
                            .modelName("scripted").listeners(List.of(tracing)).build())
                    .tools(new Warehouse()).build();
            UntypedAgent office = AgenticServices.sequenceBuilder().subAgents(clerk).outputKey("answer")
                    .listener(tracing).build();
            assertThat(office.invoke(Map.of("question", "How many pears are there?"))).isEqualTo("30");
            return exporter.getFinishedSpanItems();
        }
    }

    private SpanAttribution attributed(List<SpanData> spans) throws IOException {
        long first = spans.stream().mapToLong(SpanData::getStartEpochNanos).min().orElseThrow() - 5 * PERIOD_NANOS;
        long last = spans.stream().mapToLong(SpanData::getEndEpochNanos).max().orElseThrow();
        SampleLog samples = samples(first, (last - first) / PERIOD_NANOS + 5);
        Path file = folder.resolve("spans.json");
        try (OutputStream out = Files.newOutputStream(file)) {
            TraceRequestMarshaler.create(spans).writeJsonTo(out);
        }
        return SpanAttribution.of(samples, SpanLog.read(file), AttributionRule.AUTO);
    }

    /** Log a counter that rises by one joule every ten milliseconds. */
    private SampleLog samples(long firstNanos, long periods) throws IOException {
        loggedJoules = periods * MILLIJOULES_PER_PERIOD / 1e3;
        return SampleLog.read(Files.writeString(folder.resolve("samples.jsonl"), LongStream.rangeClosed(0, periods)
                .mapToObj(i -> "{\"t_ns\":" + (firstNanos + i * PERIOD_NANOS) + ",\"device\":\"gpu0\",\"energy_mj\":"
                        + MILLIJOULES_PER_PERIOD * i + "}\n")
                .collect(Collectors.joining())));
    }

    @Test
    void keepsTheTreeOfTheAgents() throws IOException {
        SpanAttribution result = attributed(exported());

        assertThat(result.spans()).hasSize(5);
        assertThat(result.spans().subList(1, 5)).extracting(ChargedSpan::depth, span -> span.span().kind(),
                span -> span.span().operation().of().orElse("")).containsExactly(tuple(1, SpanKind.AGENT, "clerk"),
                        tuple(2, SpanKind.MODEL, "scripted"), tuple(2, SpanKind.TOOL, "stock"),
                        tuple(2, SpanKind.MODEL, "scripted"));
        assertThat(result.spans().getFirst().span().kind()).isEqualTo(SpanKind.AGENT);
        SpanSum model = result.sums().getLast();
        assertThat(model.count()).isEqualTo(2);
        assertThat(model.outputTokens()).isEqualTo(OptionalLong.of(16));
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void chargesEachSpanWhatTheDeviceUsedInItsTime() throws IOException {
        List<SpanData> spans = exported();
        SpanAttribution result = attributed(spans);

        Map<String, SpanData> byId = spans.stream().collect(Collectors.toMap(SpanData::getSpanId, span -> span));
        double owned = 0;
        for (ChargedSpan charged : result.spans()) {
            SpanData span = Objects.requireNonNull(byId.get(charged.span().key().spanId()));
            long within = spans.stream().filter(other -> other.getParentSpanId().equals(span.getSpanId()))
                    .mapToLong(ExportedSpansTests::nanos).sum();
            double own = charged.own().orElseThrow().joules().orElseThrow();
            assertThat(joules(charged)).isCloseTo(WATTS * nanos(span) / 1e9, within(1e-6));
            assertThat(own).isCloseTo(WATTS * (nanos(span) - within) / 1e9, within(1e-6));
            owned += own;
        }
        double whole = joules(result.spans().getFirst());
        assertThat(owned).isCloseTo(whole, within(1e-9 * whole));
        assertThat(owned + result.idleJoules() + result.otherJoules())
                .isCloseTo(loggedJoules, within(1e-9 * loggedJoules));
    }

    private static long nanos(SpanData span) {
        return span.getEndEpochNanos() - span.getStartEpochNanos();
    }

    private static double joules(ChargedSpan span) {
        return span.energy().orElseThrow().joules().orElseThrow();
    }
}
