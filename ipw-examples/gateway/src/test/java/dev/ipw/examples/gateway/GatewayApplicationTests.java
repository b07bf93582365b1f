package dev.ipw.examples.gateway;

import dev.ipw.energy.Scope;
import dev.ipw.meter.EnergyMeter;
import dev.ipw.meter.MeterBlock;
import dev.ipw.meter.MeterBlock.DeviceBlock;
import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.RequestOrigin;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.testing.SteadySource;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Runs the gateway as it is but for its sensors, a GPU of 250 W, in front of a scripted model server. */
@Tag("real-time")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GatewayApplicationTests {
    private static final double WATTS = 250;
    private static final double JOULES_PER_COUNT = 1e-6;

    private final FinishedRequests requests = new FinishedRequests();
    private final HttpClient client = HttpClient.newHttpClient();
    private ScriptedServer server;
    private TelemetrySession telemetry;
    private ConfigurableApplicationContext gateway;

    @BeforeAll
    void start() throws Exception {
        server = ScriptedServer.start();
        telemetry = TelemetrySession.builder().discovery(false)
                .source(new SteadySource("steady", Sensor.energyCounter("gpu-0", Scope.GPU, "steady gpu-0",
                        JOULES_PER_COUNT, OptionalLong.empty()), WATTS / JOULES_PER_COUNT))
                .open();
        SpringApplication application = new SpringApplication(GatewayApplication.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.addInitializers(
                context -> context.getBeanFactory().registerSingleton("telemetry", telemetry));
        gateway = application.run("--server.port=0", "--gateway.upstream=" + server.url(),
                "--logging.level.root=off");
        gateway.getBean(EnergyMeter.class).addListener(requests);
    }

    @AfterAll
    void stop() {
        gateway.close();
        server.close();
        telemetry.close();
        client.close();
    }

    private HttpRequest ask(String path, String model) {
        String port = gateway.getEnvironment().getRequiredProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/json").header("X-Tenant", "team-a")
                .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"" + model + "\",\"messages\":[]}")).build();
    }

    private static String id(HttpResponse<?> response) {
        return response.headers().firstValue("X-Ipw-Request-Id").orElseThrow();
    }

    /** Asks for a stream, and reads its first event while the server holds the rest back. */
    private HttpResponse<InputStream> begun(String model) throws Exception {
        HttpResponse<InputStream> response = client.send(ask("/v1/chat/completions", model),
                BodyHandlers.ofInputStream());
        assertThat(response.body().readNBytes(ScriptedServer.FIRST.length()))
                .isEqualTo(ScriptedServer.FIRST.getBytes(StandardCharsets.UTF_8));
        return response;
    }

    @Test
    void metersAChatThatStreams() throws Exception {
        HttpResponse<InputStream> response = begun("waiting 1");
        server.release("waiting 1");
        assertThat(response.body().readAllBytes()).isEqualTo(ScriptedServer.REST.getBytes(StandardCharsets.UTF_8));

        RequestFigures figures = requests.await(id(response));
        assertThat(figures.origin()).isEqualTo(RequestOrigin.of("waiting 1", "team-a"));
        assertThat(figures.status()).isEqualTo(OptionalInt.of(200));
        assertThat(figures.failure()).isEmpty();
        assertThat(figures.tokens().input()).isEqualTo(OptionalLong.of(11));
        assertThat(figures.tokens().cached()).isEqualTo(OptionalLong.of(3));
        assertThat(figures.tokens().output()).isEqualTo(OptionalLong.of(2));
        assertThat(figures.firstTokenIn().orElseThrow()).isLessThanOrEqualTo(figures.duration().orElseThrow());
        assertThat(figures.isFinal()).isTrue();
        assertThat(gateway.getBean(EnergyMeter.class).find(figures.id())).contains(figures);
    }

    @Test
    void metersAnAnswerThatIsWhole() throws Exception {
        HttpResponse<String> response = client.send(ask("/v1/messages", "whole"), BodyHandlers.ofString());

        assertThat(response.body()).isEqualTo(ScriptedServer.WHOLE);
        RequestFigures figures = requests.await(id(response));
        assertThat(figures.failure()).isEmpty();
        assertThat(figures.tokens().input()).isEqualTo(OptionalLong.of(7));
        assertThat(figures.tokens().output()).isEqualTo(OptionalLong.of(1));
    }

    @Test
    void endsTheRequestOfAClientThatLeft() throws Exception {
        HttpResponse<InputStream> response = begun("waiting 2");
        response.body().close();

        RequestFigures figures = requests.await(id(response));
        assertThat(figures.failure()).contains("the client left");
        assertThat(figures.tokens().output()).isEmpty();
        assertThat(figures.firstTokenIn()).isPresent();
    }

    @Test
    void endsTheRequestOfAClientThatLeftBeforeTheAnswer() throws Exception {
        CompletableFuture<?> asked = client.sendAsync(ask("/v1/chat/completions", "late"), BodyHandlers.ofString());
        server.asked("late").join();
        asked.cancel(true);

        RequestFigures figures = requests.await(one -> one.origin().model().equals("late"));
        assertThat(figures.failure()).contains("the client left");
        assertThat(figures.status()).isEmpty();
        assertThat(figures.firstTokenIn()).isEmpty();
    }

    @Test
    void endsTheRequestOfAServerThatBreaksOff() throws Exception {
        HttpResponse<InputStream> response = begun("broken");
        server.release("broken");

        RequestFigures figures = requests.await(id(response));
        assertThat(figures.failure()).contains("the server broke off");
        assertThat(figures.status()).isEqualTo(OptionalInt.of(200));
    }

    @Test
    void endsTheRequestThatTheServerRefuses() throws Exception {
        HttpResponse<String> response = client.send(ask("/v1/chat/completions", "none"), BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).isEqualTo(ScriptedServer.REFUSAL);
        RequestFigures figures = requests.await(id(response));
        assertThat(figures.status()).isEqualTo(OptionalInt.of(404));
        assertThat(figures.failure()).contains("the server answered HTTP 404");
    }

    @Test
    void endsTheRequestThatTheServerDoesNotAnswer() throws Exception {
        HttpResponse<String> response = client.send(ask("/v1/chat/completions", "silent"), BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(500);
        RequestFigures figures = requests.await(id(response));
        assertThat(figures.status()).isEmpty();
        assertThat(figures.failure())
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("the server did not answer"));
    }

    @Test
    void dividesTheJoulesOfTheDeviceOverRequestsIdleAndOther() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
        for (String model : List.of("streamed", "waiting 3", "none", "waiting 3", "streamed", "waiting 3")) {
            asked.add(client.sendAsync(ask("/v1/chat/completions", model), BodyHandlers.ofString()));
        }
        for (int i : new int[]{0, 2, 4}) {
            asked.get(i).join();
        }
        server.release("waiting 3");
        for (CompletableFuture<HttpResponse<String>> one : asked) {
            requests.await(id(one.join()));
        }

        List<MeterBlock> blocks = requests.blocks();
        double seconds = blocks.stream().mapToLong(block -> block.length().toNanos()).sum() / 1e9;
        double total = sum(blocks, device -> device.total().joules().orElseThrow());
        assertThat(total).isCloseTo(WATTS * seconds, within(1e-3 * WATTS * seconds));
        double ofRequests = requests.awaited().stream().mapToDouble(one -> one.energy().joules().orElseThrow()).sum();
        assertThat(ofRequests).isPositive();
        assertThat(ofRequests + sum(blocks, DeviceBlock::idleJoules) + sum(blocks, DeviceBlock::otherJoules))
                .isCloseTo(total, within(1e-9 * total));
    }

    private static double sum(List<MeterBlock> blocks, ToDoubleFunction<DeviceBlock> joules) {
        return blocks.stream().flatMap(block -> block.devices().stream()).mapToDouble(joules).sum();
    }
}
