package dev.ipw.meter.metrics;

import com.sun.net.httpserver.HttpServer;
import dev.ipw.meter.MeterBlock;
import dev.ipw.meter.MeterListener;
import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.budget.BudgetWatch;
import dev.ipw.meter.budget.TenantBudget;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A program that serves the metrics of a drawn meter until it is ended, for {@code scripts/check-deploy.sh}: a real
 * Prometheus scrapes it. Its arguments are the port on 127.0.0.1 and, if it shall send OTLP too, the receiver's address.
 */
final class ServedMetrics {
    private static final Duration BLOCK = Duration.ofMillis(500);

    private ServedMetrics() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        DrawnMeter meter = new DrawnMeter(11, Instant.now(), List.of("llama3.2:1b", "qwen3:8b"),
                List.of("team-a", "team-b", "a \"quoted\" \\ team"));
        MeterMetrics metrics = new MeterMetrics(
                MetricsOptions.DEFAULT.withGenAi(new MetricsOptions.GenAiServer("vllm", "gpu-node")),
                meter::openRequests);
        BudgetWatch budgets = new BudgetWatch(
                Stream.of("team-a=20kJ/day", "*=1kWh/hour").map(TenantBudget::parse).toList(), InstantSource.system());
        metrics.add(budgets);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 0);
        server.createContext("/metrics", exchange -> {
            try (exchange) {
                Scrape scrape = metrics
                        .scrape(String.join(",", exchange.getRequestHeaders().getOrDefault("Accept", List.of())));
                exchange.getResponseHeaders().set("Content-Type", scrape.contentType());
                exchange.sendResponseHeaders(200, scrape.body().length);
                exchange.getResponseBody().write(scrape.body());
            }
        });
        server.start();
        Optional<OtlpExporter> otlp = arguments.length < 2
                ? Optional.empty()
                : Optional.of(OtlpExporter.start(URI.create(arguments[1]), Map.of(), metrics));
        MeterListener all = new MeterListener() {
            @Override
            public void blockDivided(MeterBlock block) {
                metrics.blockDivided(block);
                budgets.blockDivided(block);
            }

            @Override
            public void requestFinished(RequestFigures request) {
                metrics.requestFinished(request);
                otlp.ifPresent(exporter -> exporter.requestFinished(request));
            }
        };
        while (true) {
            meter.block(all, BLOCK);
            Thread.sleep(Math.max(0, Duration.between(Instant.now(), meter.now()).toMillis()));
        }
    }
}
