package dev.ipw.telemetry.remote;

import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.telemetry.TelemetrySource;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class PrometheusSourceTests {
    private static final String ENERGY = "package-0 package ENERGY_COUNTER";

    static Stream<Arguments> faults() {
        return Stream.of(
                fault("status 503", (request, reply) -> reply.send(503, "text/plain", "busy")),
                fault("status 302", (request, reply) -> reply.raw(
                        "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")),
                fault("web page", (request, reply) -> reply.send(200, "text/html", "<html><body>hello</body></html>")),
                fault("line 1 of the page is no metric",
                        (request, reply) -> reply.send(200, "text/plain", "<html>\n")),
                fault("protobuf",
                        (request, reply) -> reply.send(200, "application/vnd.google.protobuf; encoding=delimited",
                                "x")),
                fault("before the page was complete", (request, reply) -> {
                    reply.raw("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + page(12));
                    reply.close();
                }),
                fault("cut off before its end", (request, reply) -> {
                    reply.raw("HTTP/1.0 200 OK\r\n\r\n" + page(12).strip());
                    reply.close();
                }),
                fault("plain HTTP", (request, reply) -> reply.raw("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
                        + "Content-Length: 3\r\n\r\nxyz")),
                fault("no longer shows it", (request, reply) -> reply.send(200, "text/plain", "other_metric 1\n")),
                fault("a negative energy", (request, reply) -> reply.send(200, "text/plain", page(-3))));
    }

    private static Arguments fault(String said, ScriptedServer.Script script) {
        return Arguments.of(said, script);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void losesItsSensorsWhileThePageIsOfNoUseAndReadsOnAfterwards(String said, ScriptedServer.Script script)
            throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(page(10)); TelemetrySource source = exporter.open(Map.of())) {
            exporter.answer(script);
            RecordingSink broken = RecordingSink.sample(source);
            exporter.show(page(12.5));
            RecordingSink whole = RecordingSink.sample(source);

            assertThat(broken.values()).isEmpty();
            assertThat(broken.losses()).containsOnlyKeys(ENERGY);
            assertThat(broken.losses().get(ENERGY)).contains(said).contains(";");
            assertThat(whole.values()).containsOnly(Map.entry(ENERGY, 12.5));
        }
    }

    @Test
    void saysTheSameOfTheSameFaultEachTime() throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(page(10)); TelemetrySource source = exporter.open(Map.of())) {
            exporter.stop();

            Map<String, String> first = RecordingSink.sample(source).losses();

            assertThat(first.get(ENERGY)).contains("no answer from " + exporter.url());
            assertThat(RecordingSink.sample(source).losses()).isEqualTo(first);
        }
    }

    @Test
    void doesNotPickUpWhatAppearsLater() throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(page(10)); TelemetrySource source = exporter.open(Map.of())) {
            exporter.show(page(11) + "node_rapl_psys_joules_total{index=\"0\"} 5\n");

            assertThat(RecordingSink.sample(source).values()).containsOnlyKeys(ENERGY);
            assertThat(source.sensors()).hasSize(1).isEqualTo(source.sensors());
        }
    }

    @Test
    void keepsToTheMetricItBeganWith() throws IOException {
        String both = "kepler_node_cpu_joules_total{zone=\"package\",path=\"intel-rapl:0\"} 700\n";
        try (FakeExporter exporter = FakeExporter.showing(page(10) + both);
                TelemetrySource source = exporter.open(Map.of())) {
            assertThat(RecordingSink.sample(source).values()).containsOnly(Map.entry(ENERGY, 10.0));
            exporter.show(both);

            assertThat(RecordingSink.sample(source).values()).isEmpty();
        }
    }

    @Test
    void asksForTextAndSendsNoBody() throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(page(10)); TelemetrySource source = exporter.open(Map.of())) {
            RecordingSink.sample(source);

            assertThat(exporter.requests()).isNotEmpty().allSatisfy(request -> {
                assertThat(request.method()).isEqualTo("GET");
                assertThat(request.path()).startsWith("/metrics");
                assertThat(request.headers()).containsEntry("user-agent", "ipw");
                assertThat(request.headers().get("accept")).startsWith("text/plain;version=0.0.4");
            });
        }
    }

    @Test
    void asksANodeExporterForItsEnergyAlone() throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(page(10)); TelemetrySource source = exporter.open(Map.of())) {
            RecordingSink.sample(source);
            RecordingSink.sample(source);

            assertThat(source.period()).isEqualTo(Duration.ofSeconds(1));
            assertThat(exporter.requests()).extracting(ScriptedServer.Request::path).containsExactly("/metrics",
                    "/metrics?collect%5B%5D=rapl", "/metrics?collect%5B%5D=rapl");
        }
    }

    @Test
    void asksForAWholePageWhereAPartIsNotUnderstood() throws IOException {
        ScriptedServer.Script noParts = (request, reply) -> reply.send(request.path().contains("?") ? 400 : 200,
                FakeExporter.TEXT, page(10));
        try (FakeExporter exporter = FakeExporter.answering(noParts);
                TelemetrySource source = exporter.open(Map.of())) {
            assertThat(RecordingSink.sample(source).values()).containsOnly(Map.entry(ENERGY, 10.0));
            assertThat(RecordingSink.sample(source).values()).containsOnly(Map.entry(ENERGY, 10.0));
            assertThat(exporter.requests()).extracting(ScriptedServer.Request::path).containsExactly("/metrics",
                    "/metrics?collect%5B%5D=rapl", "/metrics", "/metrics");
        }
    }

    @Test
    void leavesAQueryThatWasTypedAsItIs() throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(page(10));
                TelemetrySource source = FakeExporter.open(exporter.url() + "?collect%5B%5D=rapl&x=1",
                        Map.of("interval", "200ms"))) {
            RecordingSink.sample(source);

            assertThat(source.period()).isEqualTo(Duration.ofMillis(200));
            assertThat(exporter.requests()).extracting(ScriptedServer.Request::path)
                    .containsOnly("/metrics?collect%5B%5D=rapl&x=1");
        }
    }

    @Test
    void closesWithoutWaitingForAPageAndGivesNothingOfIt() throws IOException, InterruptedException {
        try (FakeExporter exporter = FakeExporter.showing(page(10))) {
            TelemetrySource source = exporter.open(Map.of());
            CountDownLatch asked = new CountDownLatch(1);
            CountDownLatch closed = new CountDownLatch(1);
            exporter.answer((request, reply) -> {
                asked.countDown();
                closed.await();
                reply.send(200, FakeExporter.TEXT, page(12));
            });
            AtomicReference<RecordingSink> taken = new AtomicReference<>();
            Thread sampler = Thread.ofPlatform().start(() -> taken.set(RecordingSink.sample(source)));
            asked.await();
            source.close();
            closed.countDown();
            sampler.join();

            assertThat(taken.get().values()).isEmpty();
            assertThat(taken.get().losses()).isEmpty();
        }
    }

    @Test
    void staysQuietOnceItIsClosed() throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(page(10))) {
            TelemetrySource source = exporter.open(Map.of());
            int asked = exporter.requests().size();
            source.close();
            source.close();

            RecordingSink quiet = RecordingSink.sample(source);

            assertThat(quiet.values()).isEmpty();
            assertThat(quiet.losses()).isEmpty();
            assertThat(exporter.requests()).hasSize(asked);
        }
    }

    @Test
    void endsQuietlyWhenClosedWhileItIsSampled() throws IOException, InterruptedException {
        try (FakeExporter exporter = FakeExporter.showing(page(10))) {
            TelemetrySource source = exporter.open(Map.of());
            CountDownLatch sampled = new CountDownLatch(1);
            AtomicBoolean stop = new AtomicBoolean();
            AtomicReference<String> failure = new AtomicReference<>("");
            Thread sampler = Thread.ofPlatform().start(() -> {
                try {
                    while (!stop.get()) {
                        RecordingSink.sample(source);
                        sampled.countDown();
                    }
                } catch (RuntimeException broken) {
                    failure.set(broken.toString());
                    sampled.countDown();
                }
            });
            sampled.await();
            source.close();
            stop.set(true);
            sampler.join();

            assertThat(failure.get()).isEmpty();
        }
    }

    @Test
    void givesUpAnExporterThatHangsWhenItsThreadIsInterrupted() throws IOException, InterruptedException {
        try (FakeExporter exporter = FakeExporter.showing(page(10))) {
            TelemetrySource source = exporter.open(Map.of());
            CountDownLatch asked = new CountDownLatch(1);
            exporter.answer((request, reply) -> {
                asked.countDown();
                reply.awaitClientLeft();
            });
            AtomicBoolean interrupted = new AtomicBoolean();
            Thread sampler = Thread.ofPlatform().start(() -> {
                RecordingSink.sample(source);
                interrupted.set(Thread.currentThread().isInterrupted());
            });
            asked.await();
            sampler.interrupt();
            sampler.join();

            assertThat(interrupted).isTrue();
        }
    }

    private static String page(double joules) {
        return "# TYPE node_rapl_package_joules_total counter\nnode_rapl_package_joules_total{index=\"0\"} " + joules
                + "\n";
    }
}
