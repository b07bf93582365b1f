package dev.ipw.examples.spring;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.importing.log.SampleLog;
import dev.ipw.importing.spans.ChargedSpan;
import dev.ipw.importing.spans.SpanAttribution;
import dev.ipw.importing.spans.SpanKind;
import dev.ipw.importing.spans.SpanLog;
import dev.ipw.importing.spans.SpanSum;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
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
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

/**
 * Charges the spans that Spring AI itself makes of the agent, by Micrometer's bridge to OpenTelemetry and as the SDK writes them: with
 * their times on the clock, on a device of 100 W.
 */
class ExportedSpansTests {
    private static final long PERIOD_NANOS = 10_000_000;
    private static final long MILLIJOULES_PER_PERIOD = 1000;
    private static final double WATTS = 100;

    @TempDir
    private Path folder;

    private double loggedJoules;

    private List<SpanData> exported() throws IOException {
        try (ScriptedServer server = ScriptedServer.start(); ConfigurableApplicationContext app = start(server)) {
            assertThat(app.getBean(Clerk.class).ask("How many pears, for how much?")).isEqualTo("30, 40 cents");
            return app.getBean(InMemorySpanExporter.class).getFinishedSpanItems();
        }
    }

    private static ConfigurableApplicationContext start(ScriptedServer server) {
        SpringApplication application = new SpringApplication(StockApplication.class, Tracing.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setBannerMode(Banner.Mode.OFF);
        return application.run("--ipw.energy.enabled=false", "--logging.level.root=warn",
                "--spring.ai.openai.base-url=" + server.baseUrl(),
                "--spring.ai.openai.chat.model=scripted");
    }

    private Path written(List<SpanData> spans) throws IOException {
        Path file = folder.resolve("spans.json");
        try (OutputStream out = Files.newOutputStream(file)) {
            TraceRequestMarshaler.create(spans).writeJsonTo(out);
        }
        return file;
    }

    /** Log a counter that rises by one joule every ten milliseconds. */
    private SampleLog samples(long firstNanos, long periods) throws IOException {
        loggedJoules = periods * MILLIJOULES_PER_PERIOD / 1e3;
        return SampleLog.read(Files.writeString(folder.resolve("samples.jsonl"), LongStream.rangeClosed(0, periods)
                .mapToObj(i -> "{\"t_ns\":" + (firstNanos + i * PERIOD_NANOS) + ",\"device\":\"gpu0\",\"energy_mj\":"
                        + MILLIJOULES_PER_PERIOD * i + "}\n")
                .collect(Collectors.joining())));
    }

    private SpanAttribution attributed(List<SpanData> spans) throws IOException {
        long first = spans.stream().mapToLong(SpanData::getStartEpochNanos).min().orElseThrow() - 5 * PERIOD_NANOS;
        long last = spans.stream().mapToLong(SpanData::getEndEpochNanos).max().orElseThrow();
        SampleLog samples = samples(first, (last - first) / PERIOD_NANOS + 5);
        return SpanAttribution.of(samples, SpanLog.read(written(spans)), AttributionRule.AUTO);
    }

    @Test
    void keepsTheTreeOfTheAgent() throws IOException {
        SpanAttribution result = attributed(exported());

        assertThat(result.spans()).extracting(ChargedSpan::depth, span -> span.span().kind(),
                span -> span.span().operation().of().orElse("")).containsExactly(tuple(0, SpanKind.OPERATION, ""),
                        tuple(1, SpanKind.OPERATION, ""), tuple(2, SpanKind.OPERATION, ""),
                        tuple(3, SpanKind.MODEL, "scripted"), tuple(4, SpanKind.STRUCTURE, ""),
                        tuple(2, SpanKind.TOOL, "stock"), tuple(2, SpanKind.TOOL, "price"),
                        tuple(2, SpanKind.OPERATION, ""), tuple(3, SpanKind.MODEL, "scripted"),
                        tuple(4, SpanKind.STRUCTURE, ""));
        assertThat(result.sums()).extracting(SpanSum::kind, SpanSum::name, SpanSum::count).containsExactly(
                tuple(SpanKind.TOOL, "stock", 1L), tuple(SpanKind.TOOL, "price", 1L),
                tuple(SpanKind.MODEL, "scripted", 2L));
        assertThat(result.sums().getLast().outputTokens())
                .isEqualTo(OptionalLong.of(2 * ScriptedServer.OUTPUT_TOKENS));
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void chargesEachSpanWhatTheDeviceUsedInItsTime() throws IOException {
        List<SpanData> spans = exported();
        SpanAttribution result = attributed(spans);

        Map<String, SpanData> byId = spans.stream().collect(Collectors.toMap(SpanData::getSpanId, span -> span));
        for (ChargedSpan charged : genAi(result)) {
            SpanData span = Objects.requireNonNull(byId.get(charged.span().key().spanId()));
            long within = genAi(result).stream().map(other -> byId.get(other.span().key().spanId()))
                    .filter(other -> other != null && other.getParentSpanId().equals(span.getSpanId()))
                    .mapToLong(ExportedSpansTests::nanos).sum();
            assertThat(joules(charged)).isCloseTo(WATTS * nanos(span) / 1e9, within(1e-6));
            assertThat(own(charged)).isCloseTo(WATTS * (nanos(span) - within) / 1e9, within(1e-6));
        }
        assertThat(result.sums().getLast().energy().joules().orElseThrow()).isCloseTo(
                WATTS * spans.stream().filter(span -> span.getName().equals("chat scripted"))
                        .mapToLong(ExportedSpansTests::nanos).sum() / 1e9,
                within(1e-6));
    }

    @Test
    void addsUpToWhatTheDeviceUsed() throws IOException {
        SpanAttribution result = attributed(exported());

        ChargedSpan question = result.spans().getFirst();
        double leaves = genAi(result).stream().filter(span -> span.span().kind() != SpanKind.OPERATION)
                .mapToDouble(ExportedSpansTests::joules).sum();
        double around = genAi(result).stream().filter(span -> span.span().kind() == SpanKind.OPERATION)
                .mapToDouble(ExportedSpansTests::own).sum();
        assertThat(leaves + around).isCloseTo(joules(question), within(1e-9 * joules(question)));
        double owned = genAi(result).stream().mapToDouble(ExportedSpansTests::own).sum();
        assertThat(owned + result.idleJoules() + result.otherJoules()).isCloseTo(loggedJoules,
                within(1e-9 * loggedJoules));
    }

    /** Return the spans that are charged; the others show where these lie. */
    private static List<ChargedSpan> genAi(SpanAttribution result) {
        return result.spans().stream().filter(span -> span.span().kind() != SpanKind.STRUCTURE).toList();
    }

    private static long nanos(SpanData span) {
        return span.getEndEpochNanos() - span.getStartEpochNanos();
    }

    private static double joules(ChargedSpan span) {
        return span.energy().orElseThrow().joules().orElseThrow();
    }

    private static double own(ChargedSpan span) {
        return span.own().orElseThrow().joules().orElseThrow();
    }

    /** What an application that traces has; no component, so that the application does not find it by itself. */
    static class Tracing {
        @Bean
        InMemorySpanExporter exporter() {
            return InMemorySpanExporter.create();
        }

        @Bean(destroyMethod = "close")
        SdkTracerProvider provider(InMemorySpanExporter exporter) {
            return SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(exporter)).build();
        }

        @Bean
        ObservationRegistry observations(SdkTracerProvider provider) {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(new DefaultTracingObservationHandler(
                    new OtelTracer(provider.get("application"), new OtelCurrentTraceContext(), event -> {})));
            return registry;
        }
    }
}
