package dev.ipw.examples.spring;

import dev.ipw.energy.EnergyReading;
import dev.ipw.junit.fake.FakeTelemetrySource;
import dev.ipw.spring.RequestEnergyListener;
import dev.ipw.telemetry.RequestEnergy;
import dev.ipw.telemetry.RequestReport;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.testing.StandardOutput;
import dev.ipw.testing.Transcript;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Asks the application over HTTP, as it is but for its sensors: a package of 100 W. */
@ResourceLock(Resources.SYSTEM_OUT)
@Tag("real-time")
class StockApplicationTests {
    private static final double WATTS = 100;
    private static final List<String> SPANS = List.of("chat scripted", "tool stock", "tool price", "chat scripted",
            "chat client");

    @Test
    void chargesEachCallAndToolWithinTheQuestion() throws Exception {
        List<RequestEnergy> spans;
        RequestReport report;
        try (ScriptedServer server = ScriptedServer.start();
                ConfigurableApplicationContext app = start(server, StockApplication.class, FakeSensors.class)) {
            assertThat(ask(app)).isEqualTo("30, 40 cents");
            spans = app.getBean(Delivered.class).all(SPANS.size());
            report = app.getBean(TelemetrySession.class).requests();
        }

        assertThat(spans).extracting(RequestEnergy::id).containsExactlyInAnyOrderElementsOf(SPANS);
        RequestEnergy question = spans.stream().filter(span -> span.id().equals("chat client")).findFirst()
                .orElseThrow();
        double within = spans.stream().filter(span -> !span.equals(question)).mapToDouble(span -> joules(span.energy()))
                .sum();
        double whole = joules(question.energy());
        assertThat(within + joules(question.ownEnergy())).isCloseTo(whole, within(1e-9 * whole));
        assertThat(spans).allSatisfy(span -> assertThat(joules(span.energy()))
                .isCloseTo(WATTS * span.time().nanos() / 1e9, within(1e-3)));
        assertThat(joules(report.requests())).isCloseTo(whole, within(1e-9 * whole));
        assertThat(report.finished()).as("outermost spans").isEqualTo(1);
    }

    @Test
    void logsTheLinesOfTheGuide() throws Exception {
        List<String> lines;
        try (ScriptedServer server = ScriptedServer.start();
                StandardOutput out = StandardOutput.capture();
                ConfigurableApplicationContext app = start(server, StockApplication.class)) {
            assertThat(ask(app)).isEqualTo("30, 40 cents");
            lines = out.await(" dev.ipw.spring : ", SPANS.size());
        }
        assertThat(Transcript.differences(Path.of("..", "..", "docs", "spring.md"), getClass(),
                inTheirOrder(lines))).isEmpty();
    }

    /** Orders lines as spans end: one whose joules are final late is logged late. */
    private static String inTheirOrder(List<String> lines) {
        List<String> left = new ArrayList<>(lines);
        List<String> ordered = new ArrayList<>();
        for (String span : SPANS) {
            String line = left.stream().filter(one -> one.contains(" : " + span + ": ")).findFirst().orElseThrow();
            left.remove(line);
            ordered.add(line);
        }
        return String.join("\n", ordered);
    }

    private static ConfigurableApplicationContext start(ScriptedServer server, Class<?>... parts) {
        return new SpringApplication(parts).run("--server.port=0", "--spring.ai.openai.base-url=" + server.baseUrl(),
                "--spring.ai.openai.chat.model=scripted", "--ipw.energy.telemetry=estimate",
                "--logging.pattern.console=%p --- [%15.15t] %c : %m%n");
    }

    private static String ask(ConfigurableApplicationContext app) throws IOException, InterruptedException {
        String port = app.getEnvironment().getRequiredProperty("local.server.port");
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + port + "/ask?question=How%20many%20pears,%20for%20how%20much?"))
                    .build(), HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    private static double joules(EnergyReading reading) {
        return reading.joules().orElseThrow();
    }

    /** What listeners were given. */
    static final class Delivered implements RequestEnergyListener {
        private final BlockingQueue<RequestEnergy> queue = new LinkedBlockingQueue<>();

        @Override
        public void measured(RequestEnergy energy) {
            queue.add(energy);
        }

        List<RequestEnergy> all(int count) throws InterruptedException {
            List<RequestEnergy> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                all.add(queue.take());
            }
            return all;
        }
    }

    /** No component, so that the application does not find it by itself. */
    static class FakeSensors {
        @Bean(destroyMethod = "close")
        TelemetrySession session() {
            return TelemetrySession.builder().discovery(false).source(new FakeTelemetrySource(WATTS)).open();
        }

        @Bean
        Delivered delivered() {
            return new Delivered();
        }
    }
}
