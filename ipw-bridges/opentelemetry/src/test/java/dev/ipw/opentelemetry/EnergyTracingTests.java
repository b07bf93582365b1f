package dev.ipw.opentelemetry;

import dev.ipw.junit.fake.FakeTelemetrySource;
import dev.ipw.telemetry.RequestEnergy;
import dev.ipw.telemetry.RequestReport;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.testing.Transcript;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.data.Percentage.withPercentage;

@Tag("real-time")
class EnergyTracingTests {
    private static final Offset<Double> EXACT = Offset.offset(1e-9);

    private final TelemetrySession session = TelemetrySession.builder().discovery(false)
            .source(new FakeTelemetrySource(100)).open();
    private final EnergyTracing energy = EnergyTracing.of(session, List.of("GET /*", "refresh"));
    private final InMemorySpanExporter exported = InMemorySpanExporter.create();
    private final SdkTracerProvider provider = provider(exported, Sampler.alwaysOn());
    private final Tracer tracer = provider.get("application");

    private SdkTracerProvider provider(SpanExporter exporter, Sampler sampler) {
        return SdkTracerProvider.builder().setSampler(energy.sampler(sampler)).addSpanProcessor(energy.processor())
                .addSpanProcessor(SimpleSpanProcessor.create(energy.exporter(exporter))).build();
    }

    @AfterEach
    void close() {
        provider.close();
        session.close();
    }

    private static SpanBuilder genAi(Tracer tracer, String operation) {
        return tracer.spanBuilder(operation).setAttribute("gen_ai.operation.name", operation);
    }

    /** Use a processor for a while, so that there are joules. */
    private static void work() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(3);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static void within(SpanBuilder builder, Runnable steps) {
        Span span = builder.startSpan();
        Context.current().with(span).wrap(steps).run();
        span.end();
    }

    private void chat(long inputTokens, long outputTokens) {
        Span chat = genAi(tracer, "chat").startSpan();
        work();
        chat.setAttribute("gen_ai.usage.input_tokens", inputTokens);
        chat.setAttribute("gen_ai.usage.output_tokens", outputTokens);
        chat.end();
    }

    private List<SpanData> flushed() {
        session.settle(System.nanoTime());
        assertThat(provider.forceFlush().join(1, TimeUnit.HOURS).isSuccess()).isTrue();
        return exported.getFinishedSpanItems();
    }

    private static List<SpanData> named(List<SpanData> spans, String name) {
        return spans.stream().filter(span -> span.getName().equals(name)).toList();
    }

    private static double joules(SpanData span, AttributeKey<Double> key) {
        Double joules = span.getAttributes().get(key);
        assertThat(joules).as("%s of %s", key, span).isNotNull();
        return joules;
    }

    private static double sum(Collection<SpanData> spans, AttributeKey<Double> key) {
        return spans.stream().mapToDouble(span -> joules(span, key)).sum();
    }

    @Test
    void chargesAnAgentItsCallsAndToolsThroughSpansOfOtherLibraries() {
        within(genAi(tracer, "invoke_agent"), () -> {
            work();
            within(tracer.spanBuilder("retry"), () -> chat(100, 10));
            within(genAi(tracer, "execute_tool"), () -> {
                work();
                chat(50, 5);
            });
        });

        List<SpanData> spans = flushed();
        SpanData outer = named(spans, "invoke_agent").getFirst();
        SpanData toolSpan = named(spans, "execute_tool").getFirst();
        SpanData inTool = named(spans, "chat").stream()
                .filter(chat -> chat.getParentSpanId().equals(toolSpan.getSpanId())).findFirst().orElseThrow();
        List<SpanData> measured = spans.stream().filter(span -> !span.getName().equals("retry")).toList();
        RequestReport report = session.requests();

        assertThat(measured).hasSize(4);
        assertThat(joules(outer, EnergyAttributes.JOULES)).isPositive()
                .isCloseTo(sum(measured, EnergyAttributes.OWN_JOULES), EXACT)
                .isCloseTo(report.requests().joules().orElseThrow(), EXACT);
        assertThat(joules(toolSpan, EnergyAttributes.JOULES)).isCloseTo(
                joules(toolSpan, EnergyAttributes.OWN_JOULES) + joules(inTool, EnergyAttributes.JOULES), EXACT);
        assertThat(outer.getAttributes().get(EnergyAttributes.PROVENANCE)).isEqualTo("MEASURED");
        assertThat(outer.getAttributes().get(EnergyAttributes.SOURCE)).isEqualTo("fake package-0");
        assertThat(joules(outer, EnergyAttributes.LOWER_JOULES))
                .isLessThanOrEqualTo(joules(outer, EnergyAttributes.UPPER_JOULES));
        assertThat(outer.getTotalAttributeCount()).isEqualTo(outer.getAttributes().size());
        assertThat(named(spans, "retry").getFirst().getAttributes().isEmpty()).isTrue();
        assertThat(session.requestInputTokens()).hasValue(150);
    }

    @Test
    void exportsTheAttributesOfTheGuide() {
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        try (TelemetrySession estimating = TelemetrySession.builder().collectors("estimate").open()) {
            EnergyTracing tracing = EnergyTracing.of(estimating);
            try (SdkTracerProvider sdk = SdkTracerProvider.builder().addSpanProcessor(tracing.processor())
                    .addSpanProcessor(SimpleSpanProcessor.create(tracing.exporter(spans))).build()) {
                Tracer application = sdk.get("application");
                within(genAi(application, "invoke_agent helper"),
                        () -> within(genAi(application, "execute_tool search"), EnergyTracingTests::work));
                estimating.settle(System.nanoTime());
                assertThat(sdk.forceFlush().join(1, TimeUnit.HOURS).isSuccess()).isTrue();

                String printed = spans.getFinishedSpanItems().stream().map(EnergyTracingTests::text)
                        .collect(Collectors.joining());
                assertThat(Transcript.differences(Path.of("..", "..", "docs", "opentelemetry.md"), getClass(), printed))
                        .isEmpty();
            }
        }
    }

    private static String text(SpanData span) {
        return Stream.of(EnergyAttributes.JOULES, EnergyAttributes.LOWER_JOULES, EnergyAttributes.UPPER_JOULES,
                EnergyAttributes.OWN_JOULES, EnergyAttributes.PROVENANCE, EnergyAttributes.SOURCE)
                .map(key -> "    " + key + " = " + span.getAttributes().get(key) + "\n")
                .collect(Collectors.joining("", span.getName() + "\n", ""));
    }

    @Test
    void measuresSpansWithChosenNamesAroundCalls() {
        within(tracer.spanBuilder("GET /ask"), () -> {
            work();
            within(tracer.spanBuilder("query"), () -> chat(100, 10));
        });
        within(tracer.spanBuilder("refreshed"), EnergyTracingTests::work);

        List<SpanData> spans = flushed();
        SpanData request = named(spans, "GET /ask").getFirst();
        SpanData chat = named(spans, "chat").getFirst();
        assertThat(joules(request, EnergyAttributes.JOULES)).isPositive().isCloseTo(
                joules(request, EnergyAttributes.OWN_JOULES) + joules(chat, EnergyAttributes.JOULES), EXACT);
        assertThat(named(spans, "refreshed").getFirst().getAttributes().isEmpty()).isTrue();
    }

    @Test
    void sharesTheDeviceOverCallsThatOverlap() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Boolean>> calls = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                calls.add(() -> {
                    chat(100, 10);
                    return true;
                });
            }
            for (Future<Boolean> call : threads.invokeAll(calls)) {
                assertThat(call.get()).isTrue();
            }
        }

        List<SpanData> spans = flushed();
        RequestReport report = session.requests();

        assertThat(spans).hasSize(64);
        // A thread that stalls before its span is seen has no joules.
        assumeThat(spans).allMatch(span -> span.getAttributes().get(EnergyAttributes.JOULES) != null);
        assertThat(sum(spans, EnergyAttributes.JOULES)).isPositive()
                .isCloseTo(report.requests().joules().orElseThrow(), EXACT);
        assertThat(report.requests().joules().orElseThrow() + report.idle().joules().orElseThrow()
                + report.other().joules().orElseThrow()).isCloseTo(report.device().joules().orElseThrow(), EXACT);
    }

    @Test
    void chargesCallsThatAreNotSampledWhatIsTheirs() {
        InMemorySpanExporter some = InMemorySpanExporter.create();
        // Every other root, which no sampler that tests may count on does.
        AtomicInteger roots = new AtomicInteger();
        Sampler everyOther = new Sampler() {
            @Override
            public SamplingResult shouldSample(
                    Context parentContext, String traceId, String name,
                    SpanKind spanKind, Attributes attributes,
                    List<LinkData> parentLinks) {
                return roots.getAndIncrement() % 2 == 0
                        ? SamplingResult.recordAndSample()
                        : SamplingResult.drop();
            }

            @Override
            public String getDescription() {
                return "every other";
            }
        };
        try (SdkTracerProvider sampling = provider(some, everyOther)) {
            Tracer application = sampling.get("application");
            Span seen = genAi(application, "chat").startSpan();
            Span unseen = genAi(application, "chat").startSpan();
            work();
            unseen.end();
            seen.end();
            assertThat(application.spanBuilder("not GenAI, sampled").startSpan().isRecording()).isTrue();
            assertThat(application.spanBuilder("not GenAI, dropped").startSpan().isRecording()).isFalse();
            session.settle(System.nanoTime());
            assertThat(sampling.forceFlush().join(1, TimeUnit.HOURS).isSuccess()).isTrue();

            RequestReport report = session.requests();
            assertThat(report.finished()).isEqualTo(2);
            assertThat(some.getFinishedSpanItems()).hasSize(1);
            double told = joules(some.getFinishedSpanItems().getFirst(), EnergyAttributes.JOULES);
            RequestEnergy dropped = report.recent().stream()
                    .min(Comparator.comparingLong(request -> request.time().nanos())).orElseThrow();
            double unseenJoules = dropped.energy().joules().orElseThrow();
            // While both were open, each is charged half of 100 W.
            assertThat(unseenJoules).isPositive().isCloseTo(50 * dropped.time().nanos() / 1e9, withPercentage(5));
            assertThat(told).isPositive().isCloseTo(report.requests().joules().orElseThrow() - unseenJoules, EXACT);
        }
    }

    @Test
    void chargesAnAgentCallsThatOutliveIt() {
        Span agent = genAi(tracer, "invoke_agent").startSpan();
        Span stream = genAi(tracer, "chat").setParent(Context.current().with(agent)).startSpan();
        Span beside = genAi(tracer, "beside").startSpan();
        work();
        agent.end();
        work();
        stream.setAttribute("gen_ai.usage.input_tokens", 100).setAttribute("gen_ai.usage.output_tokens", 10).end();
        beside.setAttribute("gen_ai.usage.input_tokens", 100).setAttribute("gen_ai.usage.output_tokens", 10).end();

        List<SpanData> spans = flushed();
        double streamed = joules(named(spans, "chat").getFirst(), EnergyAttributes.JOULES);

        SpanData outer = named(spans, "invoke_agent").getFirst();
        assertThat(streamed).isPositive();
        assertThat(joules(outer, EnergyAttributes.JOULES))
                .isCloseTo(streamed + joules(outer, EnergyAttributes.OWN_JOULES), EXACT);
        assertThat(sum(spans, EnergyAttributes.OWN_JOULES))
                .isCloseTo(session.requests().requests().joules().orElseThrow(), EXACT);
        assertThat(session.requestInputTokens()).hasValue(200);
        assertThat(session.requests().open()).isZero();
    }

    @Test
    void saysWhichSpanItDidNotAwait() {
        Span agent = genAi(tracer, "invoke_agent").startSpan();
        Span stream = genAi(tracer, "chat").setParent(Context.current().with(agent)).startSpan();
        agent.end();

        assertThat(flushed().getFirst().getAttributes().get(EnergyAttributes.SOURCE))
                .isEqualTo("a GenAI span within it was still open");
        stream.end();
    }

    @Test
    void findsTheAgentThroughSpansThatAreNotSampledOrOver() {
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        Sampler onlyGenAi = new Sampler() {
            @Override
            public SamplingResult shouldSample(Context parentContext, String traceId, String name, SpanKind spanKind,
                    Attributes attributes, List<LinkData> parentLinks) {
                return attributes.isEmpty() ? SamplingResult.drop() : SamplingResult.recordAndSample();
            }

            @Override
            public String getDescription() {
                return "only GenAI";
            }
        };
        try (SdkTracerProvider sdk = provider(spans, onlyGenAi)) {
            Tracer application = sdk.get("application");
            Span agent = genAi(application, "invoke_agent").startSpan();
            Span retry = application.spanBuilder("retry").setParent(Context.current().with(agent)).startSpan();
            retry.end();
            Span chat = genAi(application, "chat").setParent(Context.current().with(retry)).startSpan();
            work();
            chat.end();
            agent.end();
            session.settle(System.nanoTime());
            assertThat(sdk.forceFlush().join(1, TimeUnit.HOURS).isSuccess()).isTrue();

            SpanData outer = named(spans.getFinishedSpanItems(), "invoke_agent").getFirst();
            SpanData inner = named(spans.getFinishedSpanItems(), "chat").getFirst();
            assertThat(spans.getFinishedSpanItems()).hasSize(2);
            assertThat(joules(outer, EnergyAttributes.JOULES)).isPositive().isCloseTo(
                    joules(outer, EnergyAttributes.OWN_JOULES) + joules(inner, EnergyAttributes.JOULES), EXACT);
            assertThat(session.requests().finished()).isEqualTo(1);
        }
    }

    @Test
    void countsTheTokensOfACallThatRunsToolsUnlessACallWithinItToldSome() {
        Span chat = genAi(tracer, "chat").startSpan();
        within(genAi(tracer, "execute_tool").setParent(Context.current().with(chat)), EnergyTracingTests::work);
        chat.setAttribute("gen_ai.usage.input_tokens", 70).setAttribute("gen_ai.usage.output_tokens", 7).end();
        assertThat(session.requestInputTokens()).hasValue(70);

        Span agent = genAi(tracer, "invoke_agent").startSpan();
        Context.current().with(agent).wrap(() -> chat(5, 1)).run();
        agent.setAttribute("gen_ai.usage.input_tokens", 5).setAttribute("gen_ai.usage.output_tokens", 1).end();
        assertThat(session.requestInputTokens()).hasValue(75);
    }

    @Test
    void chargesEmbeddingsThatTellInputTokensOnly() {
        Span chat = genAi(tracer, "chat").startSpan();
        Span embeddings = genAi(tracer, "embeddings").startSpan();
        work();
        embeddings.setAttribute("gen_ai.usage.input_tokens", 1000).end();
        chat.setAttribute("gen_ai.usage.input_tokens", 10).setAttribute("gen_ai.usage.output_tokens", 1).end();

        assertThat(joules(named(flushed(), "embeddings").getFirst(), EnergyAttributes.JOULES)).isPositive();
    }

    @Test
    void saysWhyASpanWasNotMeasured() {
        Span late = tracer.spanBuilder("late").startSpan();
        late.setAttribute("gen_ai.operation.name", "chat").end();
        assertThat(flushed().getFirst().getAttributes().get(EnergyAttributes.SOURCE))
                .startsWith("it was not measured: it had no attribute gen_ai.* when it started");

        InMemorySpanExporter spans = InMemorySpanExporter.create();
        try (SdkTracerProvider sdk = SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(EnergyTracing.of(session).exporter(spans))).build()) {
            genAi(sdk.get("application"), "chat").startSpan().end();
            assertThat(sdk.forceFlush().join(1, TimeUnit.HOURS).isSuccess()).isTrue();
            assertThat(spans.getFinishedSpanItems()).singleElement()
                    .satisfies(span -> assertThat(span.getAttributes().get(EnergyAttributes.SOURCE))
                            .contains("add EnergyTracing.processor()"));
        }
    }

    @Test
    void flushesWhatABatchProcessorHolds() {
        AtomicInteger largest = new AtomicInteger();
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        SpanExporter tapped = new Tapped(spans, part -> largest.accumulateAndGet(part.size(), Math::max));
        try (SdkTracerProvider sdk = SdkTracerProvider.builder().addSpanProcessor(energy.processor())
                .addSpanProcessor(BatchSpanProcessor.builder(energy.exporter(tapped))
                        .setScheduleDelay(Duration.ofHours(1)).build())
                .build()) {
            for (int i = 0; i < 1000; i++) {
                genAi(sdk.get("application"), "chat").startSpan().end();
            }
            assertThat(sdk.forceFlush().join(1, TimeUnit.HOURS).isSuccess()).isTrue();
            assertThat(spans.getFinishedSpanItems()).hasSize(1000)
                    .allMatch(span -> span.getAttributes().get(EnergyAttributes.PROVENANCE) != null);
            assertThat(largest.get()).isPositive().isLessThanOrEqualTo(512);
        }
    }

    @Test
    void closesTheSessionOnceAllPartsAreShutDown() {
        TelemetrySession owned = TelemetrySession.builder().discovery(false).source(new FakeTelemetrySource(100))
                .open();
        AtomicInteger finished = new AtomicInteger();
        EnergyTracing tracing = EnergyTracing.closing(owned, List.of());
        tracing.beforeShutdown(finished::incrementAndGet);
        SpanExporter exporter = tracing.exporter(InMemorySpanExporter.create());
        for (int i = 0; i < 2; i++) {
            assertThat(tracing.processor().shutdown().isSuccess()).isTrue();
        }
        assertThat(finished).hasValue(1);
        assertThat(owned.measure(EnergyTracingTests::work).energy().isAvailable()).isTrue();
        for (int i = 0; i < 2; i++) {
            assertThat(exporter.shutdown().join(1, TimeUnit.HOURS).isSuccess()).isTrue();
        }
        assertThat(owned.measure(EnergyTracingTests::work).energy().isAvailable()).isFalse();
    }

    @Test
    void tellsNoJoulesOfASpanThatEndsBeforeItBegins() {
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        genAi(tracer, "chat").setStartTimestamp(start).startSpan().end(start.minusSeconds(2));

        assertThat(flushed().getFirst().getAttributes().get(EnergyAttributes.SOURCE))
                .startsWith("the span's timestamps say -2.000 s");
    }

    @Test
    void tellsNoJoulesOfASpanWhoseTimestampsWereSetByHand() {
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        genAi(tracer, "chat").setStartTimestamp(start).startSpan().end(start.plusSeconds(2));

        SpanData span = flushed().getFirst();

        assertThat(span.getAttributes().get(EnergyAttributes.JOULES)).isNull();
        assertThat(span.getAttributes().get(EnergyAttributes.PROVENANCE)).isEqualTo("UNAVAILABLE");
        assertThat(span.getAttributes().get(EnergyAttributes.SOURCE))
                .matches("the span's timestamps say 2\\.000 s, but it was open for \\d+\\.\\d+ s.*");
    }

    @Test
    void weighsByTokensUnderTheirOlderNamesToo() {
        Span chat = tracer.spanBuilder("chat").setAttribute("gen_ai.system", "openai").startSpan();
        chat.setAttribute("gen_ai.usage.prompt_tokens", 7).setAttribute("gen_ai.usage.completion_tokens", 3);
        chat.end();

        assertThat(session.requestInputTokens()).hasValue(7);
        assertThat(session.requestOutputTokens()).hasValue(3);
    }

    @Test
    void saysWhyThereAreNoJoules() {
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        try (TelemetrySession nothing = TelemetrySession.builder().discovery(false).open()) {
            EnergyTracing tracing = EnergyTracing.of(nothing);
            try (SdkTracerProvider sdk = SdkTracerProvider.builder().addSpanProcessor(tracing.processor())
                    .addSpanProcessor(SimpleSpanProcessor.create(tracing.exporter(spans))).build()) {
                genAi(sdk.get("application"), "chat").startSpan().end();
                assertThat(sdk.forceFlush().join(1, TimeUnit.HOURS).isSuccess()).isTrue();
                SpanData span = spans.getFinishedSpanItems().getFirst();
                assertThat(span.getAttributes().get(EnergyAttributes.PROVENANCE)).isEqualTo("UNAVAILABLE");
                assertThat(span.getAttributes().get(EnergyAttributes.SOURCE)).isNotBlank();
                assertThat(span.getAttributes().get(EnergyAttributes.JOULES)).isNull();
            }
        }
    }

    @Test
    void measuresWhicheverOfProcessorAndExporterIsAddedFirst() {
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        try (SdkTracerProvider sdk = SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(energy.exporter(spans)))
                .addSpanProcessor(energy.processor()).build()) {
            Span chat = genAi(sdk.get("application"), "chat").startSpan();
            work();
            chat.end();
            session.settle(System.nanoTime());
            assertThat(sdk.forceFlush().join(1, TimeUnit.HOURS).isSuccess()).isTrue();
            assertThat(joules(spans.getFinishedSpanItems().getFirst(), EnergyAttributes.JOULES)).isPositive();
        }
    }

    @Test
    void exportsWhatItHoldsWhenShutDownAndOtherSpansAtOnce() {
        tracer.spanBuilder("HTTP GET").startSpan().end();
        assertThat(flushed()).extracting(SpanData::getName).containsExactly("HTTP GET");
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        List<SpanData> seen = new ArrayList<>();
        SdkTracerProvider sdk = provider(new Tapped(spans, seen::addAll), Sampler.alwaysOn());
        Span open = genAi(sdk.get("application"), "invoke_agent").startSpan();
        genAi(sdk.get("application"), "chat").startSpan().end();
        assertThat(seen).isEmpty();

        assertThat(sdk.shutdown().join(1, TimeUnit.HOURS).isSuccess()).isTrue();
        open.end();

        assertThat(seen).extracting(SpanData::getName).containsExactly("chat");
        assertThat(seen.getFirst().getAttributes().get(EnergyAttributes.FLAGS)).contains("PROVISIONAL");
    }

    /** Hands on what it exports. */
    private record Tapped(SpanExporter exporter, Consumer<Collection<SpanData>> tap)
            implements
                SpanExporter {
        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            tap.accept(spans);
            return exporter.export(spans);
        }

        @Override
        public CompletableResultCode flush() {
            return exporter.flush();
        }

        @Override
        public CompletableResultCode shutdown() {
            return exporter.shutdown();
        }
    }

    @Test
    void goesOnAfterAnExporterThatThrows() {
        AtomicInteger exports = new AtomicInteger();
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        SpanExporter failing = new Tapped(spans, ready -> {
            if (exports.getAndIncrement() == 0) {
                throw new LinkageError("a class is missing");
            }
        });
        try (SdkTracerProvider sdk = provider(failing, Sampler.alwaysOn())) {
            genAi(sdk.get("application"), "chat").startSpan().end();
            assertThat(sdk.forceFlush().join(1, TimeUnit.HOURS).isDone()).isTrue();
            genAi(sdk.get("application"), "chat").startSpan().end();
            assertThat(sdk.forceFlush().join(1, TimeUnit.HOURS).isDone()).isTrue();
            assertThat(spans.getFinishedSpanItems()).hasSize(1);
        }
    }

    /** Ends each export on another thread, and counts calls that came before the end of the last. */
    private static final class Slow implements SpanExporter {
        private final AtomicInteger going = new AtomicInteger();
        private final AtomicInteger overlapping = new AtomicInteger();
        private final AtomicInteger spans = new AtomicInteger();

        @Override
        public CompletableResultCode export(Collection<SpanData> exported) {
            if (going.getAndIncrement() > 0) {
                overlapping.incrementAndGet();
            }
            CompletableResultCode done = new CompletableResultCode();
            Thread.ofVirtual().start(() -> {
                work();
                spans.addAndGet(exported.size());
                going.decrementAndGet();
                done.succeed();
            });
            return done;
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    @Test
    void exportsTogetherWhatWaitsForASlowExporter() throws Exception {
        Semaphore allowed = new Semaphore(1);
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger spans = new AtomicInteger();
        SpanExporter slow = new SpanExporter() {
            @Override
            public CompletableResultCode export(Collection<SpanData> batch) {
                allowed.acquireUninterruptibly();
                calls.incrementAndGet();
                spans.addAndGet(batch.size());
                return CompletableResultCode.ofSuccess();
            }

            @Override
            public CompletableResultCode flush() {
                return CompletableResultCode.ofSuccess();
            }

            @Override
            public CompletableResultCode shutdown() {
                return CompletableResultCode.ofSuccess();
            }
        };
        SpanExporter exporter = energy.exporter(slow);
        List<CompletableResultCode> results = new ArrayList<>();
        tracer.spanBuilder("other").startSpan().end();
        List<SpanData> other = exported.getFinishedSpanItems();
        while (other.isEmpty()) {
            Thread.onSpinWait();
            other = exported.getFinishedSpanItems();
        }
        for (int i = 0; i < 5000; i++) {
            results.add(exporter.export(other));
        }
        allowed.release(100_000);

        assertThat(CompletableResultCode.ofAll(results).join(1, TimeUnit.HOURS).isSuccess()).isTrue();
        assertThat(spans).hasValue(5000);
        assertThat(calls.get()).isLessThan(5000);
        exporter.shutdown().join(1, TimeUnit.HOURS);
    }

    @Test
    void closesTheSessionThoughAStepBeforeItFails() {
        TelemetrySession own = TelemetrySession.builder().discovery(false).source(new FakeTelemetrySource(100)).open();
        EnergyTracing closing = EnergyTracing.closing(own, List.of());
        closing.beforeShutdown(() -> {
            throw new IllegalStateException("no metrics");
        });

        assertThat(closing.processor().shutdown().isSuccess()).isTrue();
        assertThat(own.measure(EnergyTracingTests::work).energy().isAvailable()).isFalse();
    }

    @Test
    void callsTheExporterOnceAtATime() {
        Slow exporter = new Slow();
        try (SdkTracerProvider sdk = provider(exporter, Sampler.alwaysOn())) {
            Tracer application = sdk.get("application");
            for (int i = 0; i < 10; i++) {
                genAi(application, "chat").startSpan().end();
                application.spanBuilder("HTTP GET").startSpan().end();
                var _ = sdk.forceFlush();
            }
            assertThat(sdk.forceFlush().join(1, TimeUnit.HOURS).isSuccess()).isTrue();
        }
        assertThat(exporter.spans).hasValue(20);
        assertThat(exporter.overlapping).hasValue(0);
    }
}
