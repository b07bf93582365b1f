package dev.ipw.opentelemetry;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.importing.log.SampleLog;
import dev.ipw.importing.spans.ChargedSpan;
import dev.ipw.importing.spans.EnergySpansFile;
import dev.ipw.importing.spans.SpanAttribution;
import dev.ipw.importing.spans.SpanLog;
import dev.ipw.importing.spans.SpanSum;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.internal.otlp.traces.TraceRequestMarshaler;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Spans that the SDK itself writes as OTLP/JSON, charged afterwards: a device of 100 W, and times set by hand. */
class ExportedSpansTests {
    private static final long EPOCH_NANOS = 1_760_000_000_000_000_000L;

    @TempDir
    private Path folder;

    private final InMemorySpanExporter exported = InMemorySpanExporter.create();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(exported)).build();
    private final Tracer tracer = provider.get("test");

    private static long at(int millis) {
        return EPOCH_NANOS + millis * 1_000_000L;
    }

    private Span start(String name, Context within, int millis) {
        return tracer.spanBuilder(name).setParent(within).setStartTimestamp(at(millis), TimeUnit.NANOSECONDS)
                .startSpan();
    }

    private static void end(Span span, int millis) {
        span.end(at(millis), TimeUnit.NANOSECONDS);
    }

    private Path written() throws IOException {
        Path file = folder.resolve("spans.json");
        try (OutputStream out = Files.newOutputStream(file)) {
            TraceRequestMarshaler.create(exported.getFinishedSpanItems()).writeJsonTo(out);
        }
        return file;
    }

    private SampleLog samples() throws IOException {
        return SampleLog.read(Files.writeString(folder.resolve("samples.jsonl"), IntStream.rangeClosed(0, 300)
                .mapToObj(i -> "{\"t_ns\":" + at(10 * i) + ",\"device\":\"gpu0\",\"energy_mj\":" + 1000 * i + "}\n")
                .collect(Collectors.joining())));
    }

    private void runAgent() {
        Span root = start("POST /ask", Context.root(), 100);
        Span agent = start("invoke_agent helper", Context.root().with(root), 500);
        agent.setAttribute("gen_ai.operation.name", "invoke_agent").setAttribute("gen_ai.agent.name", "helper");
        Context inAgent = Context.root().with(agent);
        Span call = start("chat m", inAgent, 600);
        call.setAttribute("gen_ai.operation.name", "chat").setAttribute("gen_ai.provider.name", "x")
                .setAttribute("gen_ai.request.model", "m").setAttribute("gen_ai.usage.input_tokens", 100)
                .setAttribute("gen_ai.usage.output_tokens", 20).setAttribute("gen_ai.response.time_to_first_chunk", .1);
        end(call, 1000);
        Span tool = start("execute_tool search", inAgent, 1000);
        tool.setAttribute("gen_ai.operation.name", "execute_tool").setAttribute("gen_ai.tool.name", "search");
        end(tool, 1700);
        Span older = start("m.chat", inAgent, 1800);
        older.setAttribute("gen_ai.system", "x").setAttribute("gen_ai.request.model", "m")
                .setAttribute("gen_ai.usage.prompt_tokens", 150).setAttribute("gen_ai.usage.completion_tokens", 30);
        end(older, 2400);
        end(agent, 2500);
        end(root, 2600);
    }

    @Test
    void treeAndSumsAreThoseOfTheProgram() throws IOException {
        runAgent();

        SpanAttribution result = SpanAttribution.of(samples(), SpanLog.read(written()), AttributionRule.AUTO);

        assertThat(result.spans()).extracting(span -> span.span().name(), ChargedSpan::depth).containsExactly(
                org.assertj.core.groups.Tuple.tuple("POST /ask", 0),
                org.assertj.core.groups.Tuple.tuple("invoke_agent helper", 1),
                org.assertj.core.groups.Tuple.tuple("chat m", 2),
                org.assertj.core.groups.Tuple.tuple("execute_tool search", 2),
                org.assertj.core.groups.Tuple.tuple("m.chat", 2));
        assertThat(result.spans().stream().skip(1)
                .map(span -> span.energy().orElseThrow().joules().orElseThrow()).toList())
                .usingElementComparator((left, right) -> Math.abs(left - right) < 1e-6 ? 0 : 1)
                .containsExactly(200.0, 40.0, 70.0, 60.0);
        assertThat(result.spans().get(2).span().firstTokenNanos()).isEqualTo(OptionalLong.of(at(700)));
        SpanSum model = result.sums().getLast();
        assertThat(model.energy().joules().orElseThrow()).isCloseTo(100, within(1e-6));
        assertThat(model.outputTokens()).isEqualTo(OptionalLong.of(50));
        assertThat(result.idleJoules()).isCloseTo(100, within(1e-6));
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void namesTheJoulesAsLiveSpansDo() throws IOException {
        runAgent();
        Path spans = written();
        Path target = folder.resolve("with-energy.json");

        EnergySpansFile.write(SpanAttribution.of(samples(), SpanLog.read(spans), AttributionRule.AUTO), spans, target);

        assertThat(Files.readString(target)).contains(EnergyAttributes.JOULES.getKey(),
                EnergyAttributes.LOWER_JOULES.getKey(), EnergyAttributes.UPPER_JOULES.getKey(),
                EnergyAttributes.OWN_JOULES.getKey(), EnergyAttributes.PROVENANCE.getKey(),
                EnergyAttributes.SOURCE.getKey());
        assertThat(SpanLog.read(target).spans()).isEqualTo(SpanLog.read(spans).spans());
    }
}
