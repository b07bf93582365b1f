package dev.ipw.spring;

import dev.ipw.cli.serve.ChatServer;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.junit.fake.FakeTelemetrySource;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.RequestEnergy;
import dev.ipw.telemetry.RequestReport;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.testing.ClosedPort;
import dev.ipw.testing.StandardOutput;
import dev.ipw.testing.Transcript;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.observation.ChatModelObservationContext;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.definition.DefaultToolDefinition;
import org.springframework.ai.tool.observation.ToolCallingObservationContext;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Runs Spring Boot applications that ask a real server through Spring AI. */
@Tag("real-time")
class EnergyAutoConfigurationTests {
    private static final Offset<Double> EXACT = Offset.offset(1e-9);
    private static final InferenceClient EMBEDDED = Plugins.builder("client", InferenceClientProvider.class).build()
            .require("embedded")
            .create(new ClientOptions(Optional.empty(), Optional.empty(), Parameters.none("embedded"), Map.of()));
    private static final ChatServer SERVER = ChatServer.start(EMBEDDED, 0);
    private static final ClosedPort CLOSED = closedPort();

    private static ClosedPort closedPort() {
        try {
            return new ClosedPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @AfterAll
    static void close() throws IOException {
        SERVER.close();
        EMBEDDED.close();
        CLOSED.close();
    }

    @Test
    void measuresNothingUnlessItIsAskedTo() {
        try (ConfigurableApplicationContext app = start(App.class)) {
            assertThat(app.getBeansOfType(TelemetrySession.class)).isEmpty();
            assertThat(app.getBeansOfType(EnergyObservationHandler.class)).isEmpty();
            assertThat(app.getBeansOfType(EnergyEndpoint.class)).isEmpty();
            assertThat(app.getBean(ChatModel.class).call("2+2=")).isNotBlank();
        }
    }

    @Test
    void opensASessionOfItsOwnAndSaysWhyThereAreNoJoules() {
        try (ConfigurableApplicationContext app = start(App.class, "--ipw.energy.enabled=true",
                "--ipw.energy.telemetry=none")) {
            assertThat(app.getBean(TelemetrySession.class).sensors()).isEmpty();
            assertThat(app.getBean(ChatModel.class).call("2+2=")).isNotBlank();
            assertThat(app.getBean(EnergyEndpoint.class).energy()).containsKey("unavailable")
                    .containsEntry("finished", 1L);
        }
    }

    @Test
    void startsThoughACollectorIsNotKnown() {
        try (ConfigurableApplicationContext app = start(App.class, "--ipw.energy.enabled=true",
                "--ipw.energy.telemetry=nonsense")) {
            assertThat(app.getBean(ChatModel.class).call("2+2=")).isNotBlank();
            assertThat(app.getBean(EnergyEndpoint.class).energy().toString()).contains("'nonsense'");
        }
    }

    /** As in an application without Actuator and Micrometer's observations, whose beans need each other through ours. */
    @Test
    void startsWithBeansThatNeedWhatIsObservedAndAreNeededToMeasure() throws Exception {
        try (ConfigurableApplicationContext app = start(EntangledApp.class, "--ipw.energy.enabled=true",
                "--spring.autoconfigure.exclude="
                        + "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")) {
            assertThat(app.getBeansOfType(ObservationRegistry.class)).containsOnlyKeys("ipwObservationRegistry");
            assertThat(app.getBean(ChatModel.class).call("2+2=")).isNotBlank();
            RequestEnergy call = app.getBean(Delivered.class).next();
            assertThat(call.id()).isEqualTo("chat " + EMBEDDED.describe().model());
            assertThat(call.energy().isAvailable()).isTrue();
        }
    }

    @Test
    void chargesEightCallsAtOnceSharesThatAddUp() throws Exception {
        try (ConfigurableApplicationContext app = start(MeasuredApp.class, "--ipw.energy.enabled=true");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            ChatModel model = app.getBean(ChatModel.class);
            List<Callable<String>> tasks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                tasks.add(() -> model.call("2+2="));
            }
            for (Future<String> answer : threads.invokeAll(tasks)) {
                assertThat(answer.get()).isNotBlank();
            }
            Delivered delivered = app.getBean(Delivered.class);
            double sum = 0;
            for (int i = 0; i < 8; i++) {
                RequestEnergy one = delivered.next();
                assertThat(one.id()).isEqualTo("chat " + EMBEDDED.describe().model());
                sum += joules(one.energy());
            }
            RequestReport report = app.getBean(TelemetrySession.class).requests();
            assertThat(report.finished()).isEqualTo(8);
            assertThat(joules(report.requests())).isCloseTo(sum, EXACT);
            assertAddsUp(report);
            assertThat(app.getBean(MeterRegistry.class).get("ipw.request.energy").summary().totalAmount())
                    .isCloseTo(sum, EXACT);
            assertThat(app.getBean(EnergyEndpoint.class).energy()).containsEntry("finished", 8L)
                    .containsKeys("device", "requests", "idle", "other", "recent");
        }
    }

    @ResourceLock(Resources.SYSTEM_OUT)
    @Test
    void logsTheLinesOfTheGuide() throws Exception {
        List<String> lines;
        try (StandardOutput out = StandardOutput.capture();
                ConfigurableApplicationContext app = start(App.class,
                        "--ipw.energy.enabled=true", "--ipw.energy.telemetry=estimate", "--ipw.energy.log=true",
                        "--logging.level.dev.ipw.spring=info",
                        "--logging.pattern.console=%p --- [%15.15t] %c : %m%n")) {
            for (int i = 0; i < 3; i++) {
                assertThat(app.getBean(ChatModel.class).call("2+2=")).isNotBlank();
            }
            lines = out.await(" dev.ipw.spring : ", 3);
        }
        assertThat(Transcript.differences(Path.of("..", "..", "docs", "spring.md"), getClass(),
                String.join("\n", lines))).isEmpty();
    }

    @Test
    void chargesTheJoulesOfAFailedCall() throws Exception {
        try (ConfigurableApplicationContext app = start(UnreachedApp.class, "--ipw.energy.enabled=true")) {
            ChatModel model = app.getBean(ChatModel.class);
            assertThatThrownBy(() -> model.call("2+2=")).isInstanceOf(RuntimeException.class);
            RequestEnergy failed = app.getBean(Delivered.class).next();
            assertThat(failed.id()).isEqualTo("chat unreached");
            assertThat(joules(failed.energy())).isPositive();
            assertAddsUp(app.getBean(TelemetrySession.class).requests());
        }
    }

    @Test
    void chargesACallWithinAToolToTheToolToo() throws Exception {
        try (ConfigurableApplicationContext app = start(MeasuredApp.class, "--ipw.energy.enabled=true")) {
            ChatModel model = app.getBean(ChatModel.class);
            ToolCallingObservationContext tool = tool();
            ObservationRegistry registry = app.getBean(ObservationRegistry.class);
            Observation.createNotStarted("spring.ai.tool", () -> tool, registry)
                    .observe(() -> Observation.createNotStarted("between", registry)
                            .observe(() -> assertThat(model.call("2+2=")).isNotBlank()));
            Delivered delivered = app.getBean(Delivered.class);
            RequestEnergy call = delivered.next();
            RequestEnergy whole = delivered.next();
            assertThat(call.id()).startsWith("chat ");
            assertThat(whole.id()).isEqualTo("tool search");
            assertThat(joules(whole.ownEnergy()) + joules(call.energy())).isCloseTo(joules(whole.energy()), EXACT);
            RequestReport report = app.getBean(TelemetrySession.class).requests();
            assertThat(report.finished()).as("outermost spans").isEqualTo(1);
            assertThat(joules(report.requests())).isCloseTo(joules(whole.energy()), EXACT);
        }
    }

    /** Streams of a chat client end on threads of their own: what is around them can stop first, and stops them not. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void takesTheTokensOfParallelStreamsInWhateverOrderTheyStop(int seed) {
        try (TelemetrySession session = TelemetrySession.builder().discovery(false)
                .source(new FakeTelemetrySource(100)).open();
                EnergyObservationHandler handler = new EnergyObservationHandler(session, List.of())) {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(handler);
            List<Runnable> stops = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                ToolCallingObservationContext around = tool();
                Observation outer = Observation.createNotStarted("spring.ai.tool", () -> around, registry).start();
                ChatModelObservationContext call = ChatModelObservationContext.builder().prompt(new Prompt("2+2="))
                        .provider("test").build();
                Observation inner = Observation.createNotStarted("gen_ai.client.operation", () -> call, registry)
                        .parentObservation(outer).start();
                stops.add(outer::stop);
                stops.add(() -> {
                    call.setResponse(ChatResponse.builder().generations(List.of())
                            .metadata(ChatResponseMetadata.builder().usage(new DefaultUsage(20, 100)).build()).build());
                    inner.stop();
                });
            }
            Collections.shuffle(stops, new Random(seed));
            stops.forEach(Runnable::run);

            RequestReport report = session.requests();
            assertThat(session.requestInputTokens()).hasValue(80);
            assertThat(session.requestOutputTokens()).hasValue(400);
            assertThat(report.finished()).isEqualTo(4);
            assertThat(report.open()).isZero();
            assertThat(report.recent())
                    .allSatisfy(one -> assertThat(one.energy().provenance()).isEqualTo(Provenance.ESTIMATED));
            assertAddsUp(report);
        }
    }

    private static ToolCallingObservationContext tool() {
        return ToolCallingObservationContext.builder()
                .toolDefinition(DefaultToolDefinition.builder().name("search").description("Searches")
                        .inputSchema("{}").build())
                .toolCallArguments("{}").build();
    }

    private static double joules(EnergyReading reading) {
        return reading.joules().orElseThrow();
    }

    private static void assertAddsUp(RequestReport report) {
        assertThat(joules(report.requests()) + joules(report.idle()) + joules(report.other()))
                .isCloseTo(joules(report.device()), EXACT);
    }

    private static ConfigurableApplicationContext start(Class<?> app, String... arguments) {
        SpringApplication application = new SpringApplicationBuilder(app).web(WebApplicationType.NONE)
                .properties("management.endpoints.access.default=unrestricted",
                        "management.endpoints.jmx.exposure.include=energy", "spring.jmx.enabled=true",
                        "spring.main.banner-mode=off", "logging.level.root=warn")
                .build();
        return application.run(arguments);
    }

    private static ChatModel model(String baseUrl, String name, ObservationRegistry observations) {
        return OpenAiChatModel.builder().options(OpenAiChatOptions.builder().baseUrl(baseUrl).apiKey("none")
                .model(name).maxTokens(16).maxRetries(0).build()).observationRegistry(observations).build();
    }

    /** What listeners were given. */
    static final class Delivered implements RequestEnergyListener {
        private final BlockingQueue<RequestEnergy> all = new LinkedBlockingQueue<>();

        @Override
        public void measured(RequestEnergy energy) {
            all.add(energy);
        }

        RequestEnergy next() throws InterruptedException {
            return all.take();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class App {
        @Bean
        ChatModel chatModel(ObjectProvider<ObservationRegistry> observations) {
            return model(SERVER.baseUrl().toString(), EMBEDDED.describe().model(),
                    observations.getIfAvailable(() -> ObservationRegistry.NOOP));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Measuring {
        @Bean(destroyMethod = "close")
        TelemetrySession session() {
            return TelemetrySession.builder().discovery(false).source(new FakeTelemetrySource(100)).open();
        }

        @Bean
        Delivered delivered() {
            return new Delivered();
        }

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class EntangledApp {
        @Bean
        ChatModel chatModel(ObservationRegistry observations) {
            return model(SERVER.baseUrl().toString(), EMBEDDED.describe().model(), observations);
        }

        @Bean(destroyMethod = "close")
        TelemetrySession session(ObservationRegistry observations, ChatModel observed) {
            assertThat(observations).isNotNull();
            assertThat(observed).isNotNull();
            return TelemetrySession.builder().discovery(false).source(new FakeTelemetrySource(100)).open();
        }

        @Bean
        Delivered delivered() {
            return new Delivered();
        }

        @Bean
        RequestEnergyListener judge(ChatModel observed, Delivered delivered) {
            return energy -> assertThat(observed).isNotNull();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class MeasuredApp extends App {
        @Configuration(proxyBeanMethods = false)
        static class Parts extends Measuring {}
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class UnreachedApp extends Measuring {
        @Bean
        ChatModel chatModel(ObservationRegistry observations) {
            return model(CLOSED.address() + "/v1", "unreached", observations);
        }
    }
}
