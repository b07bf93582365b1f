package dev.ipw.spring;

import dev.ipw.energy.EnergyReading;
import dev.ipw.junit.fake.FakeTelemetrySource;
import dev.ipw.telemetry.RequestEnergy;
import dev.ipw.telemetry.RequestReport;
import dev.ipw.telemetry.TelemetrySession;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.kotlin.AsContextElementKt;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.Dispatchers;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Calls methods with {@link MeasureEnergy} of the beans of a Spring Boot application. */
@Tag("real-time")
class MeasuredMethodsTests {
    private static final Offset<Double> EXACT = Offset.offset(1e-9);

    private final ConfigurableApplicationContext app = start("--ipw.energy.enabled=true");
    private final Clerk clerk = app.getBean(Clerk.class);

    @BeforeEach
    void propagate() {
        Hooks.enableAutomaticContextPropagation();
    }

    @AfterEach
    void close() {
        Hooks.disableAutomaticContextPropagation();
        app.close();
    }

    @Test
    void callsAtTheSameTimeShare() throws Exception {
        CyclicBarrier together = new CyclicBarrier(4);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                calls.add(() -> clerk.meet(together));
            }
            for (Future<Integer> one : threads.invokeAll(calls)) {
                one.get();
            }
        }
        double sum = 0;
        for (int i = 0; i < 4; i++) {
            RequestEnergy one = next();
            assertThat(one.id()).isEqualTo("Clerk.meet");
            sum += joules(one.energy());
        }
        RequestReport report = app.getBean(TelemetrySession.class).requests();
        assertThat(joules(report.requests())).isPositive().isCloseTo(sum, EXACT);
        assertThat(timed("method", "Clerk.meet", "error", "none", "team", "search")).isEqualTo(4);
    }

    @Test
    void aFailedCallIsChargedAndCounted() throws Exception {
        assertThatThrownBy(clerk::fail).isInstanceOf(IOException.class);
        assertThat(next().id()).isEqualTo("failing");
        assertThatThrownBy(() -> clerk.failLater().join()).hasRootCauseInstanceOf(IOException.class);
        assertThat(next().id()).isEqualTo("failing later");
        assertThatThrownBy(() -> clerk.failInAStream().block()).hasRootCauseInstanceOf(IOException.class);
        assertThat(next().id()).isEqualTo("failing stream");
        for (String method : List.of("failing", "failing later", "failing stream")) {
            assertThat(timed("method", method, "error", "IOException")).as(method).isOne();
        }
    }

    @Test
    void aCallEndsWithTheFutureThatItReturns() throws Exception {
        CompletableFuture<String> answer = clerk.later();
        TelemetrySession session = app.getBean(TelemetrySession.class);
        assertThat(session.requests().open()).isOne();
        answer.complete("done");
        assertThat(next().id()).isEqualTo("later");
        assertThat(session.requests().open()).isZero();
    }

    @Test
    void reactorKeepsTheSpanAcrossThreads() throws Exception {
        assertThat(clerk.stream().collectList().block()).hasSize(2).doesNotContain(Thread.currentThread().getName());
        assertWithin("stream", 2);
    }

    @Test
    void aStreamWithinACallIsChargedToTheCallOnEachThread() throws Exception {
        assertThat(clerk.one().block()).isNotEqualTo(Thread.currentThread().getName());
        assertWithin("one", 1);
    }

    @Test
    void coroutinesKeepTheSpanAcrossThreads() throws Exception {
        assertThat(clerk.coroutine()).isNotEqualTo(Thread.currentThread().getName());
        assertWithin("coroutine", 1);
    }

    /** Expects so many spans of the tool within a call, which have no joules outside of it. */
    private void assertWithin(String call, int tools) throws InterruptedException {
        List<RequestEnergy> all = new ArrayList<>();
        for (int i = 0; i <= tools; i++) {
            all.add(next());
        }
        RequestEnergy whole = all.stream().filter(one -> one.id().equals(call)).findFirst().orElseThrow();
        double within = all.stream().filter(one -> one.id().equals("tool")).mapToDouble(one -> joules(one.energy()))
                .sum();
        assertThat(all).extracting(RequestEnergy::id).containsOnly(call, "tool");
        assertThat(within + joules(whole.ownEnergy())).isCloseTo(joules(whole.energy()), EXACT);
        assertThat(app.getBean(TelemetrySession.class).requests().finished()).as("outermost spans").isOne();
    }

    @Test
    void measuresNothingUnlessItIsAskedTo() throws Exception {
        try (ConfigurableApplicationContext unmeasured = start()) {
            assertThat(unmeasured.getBean(Tool.class).getClass()).isEqualTo(Tool.class);
            assertThat(unmeasured.getBean(Tool.class).work()).isNotEmpty();
            assertThat(unmeasured.getBean(TelemetrySession.class).requests().finished()).isZero();
        }
    }

    private RequestEnergy next() throws InterruptedException {
        return app.getBean(Delivered.class).all.take();
    }

    private long timed(String... tags) {
        return app.getBean(MeterRegistry.class).get("ipw.method").tags(tags).timer().count();
    }

    private static double joules(EnergyReading reading) {
        return reading.joules().orElseThrow();
    }

    private static ConfigurableApplicationContext start(String... arguments) {
        return new SpringApplicationBuilder(App.class).web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off", "logging.level.root=warn").run(arguments);
    }

    /** What listeners were given. */
    static final class Delivered implements RequestEnergyListener {
        private final BlockingQueue<RequestEnergy> all = new LinkedBlockingQueue<>();

        @Override
        public void measured(RequestEnergy energy) {
            all.add(energy);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class App {
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

        @Bean
        Tool tool() {
            return new Tool();
        }

        @Bean
        Clerk clerk(Tool tool, ObservationRegistry observations) {
            return new Clerk(tool, observations);
        }
    }

    static class Tool {
        @MeasureEnergy("tool")
        String work() {
            return Thread.currentThread().getName();
        }
    }

    static class Clerk {
        private final Tool tool;
        private final ObservationRegistry observations;

        Clerk(Tool tool, ObservationRegistry observations) {
            this.tool = tool;
            this.observations = observations;
        }

        @MeasureEnergy(tags = {"team", "search"})
        int meet(CyclicBarrier others) throws Exception {
            return others.await();
        }

        @MeasureEnergy("failing")
        void fail() throws IOException {
            throw new IOException("no paper");
        }

        @MeasureEnergy("failing later")
        CompletableFuture<String> failLater() {
            return CompletableFuture.failedFuture(new IOException("no paper"));
        }

        @MeasureEnergy("failing stream")
        Mono<String> failInAStream() {
            return Mono.error(new IOException("no paper"));
        }

        @MeasureEnergy("later")
        CompletableFuture<String> later() {
            return new CompletableFuture<>();
        }

        @MeasureEnergy("stream")
        Flux<String> stream() {
            return Flux.just(1, 2).publishOn(Schedulers.parallel()).map(_ -> tool.work());
        }

        @MeasureEnergy("one")
        Mono<String> one() {
            return Mono.fromCallable(tool::work).subscribeOn(Schedulers.boundedElastic());
        }

        @MeasureEnergy("coroutine")
        String coroutine() throws InterruptedException {
            return BuildersKt.runBlocking(
                    Dispatchers.getDefault().plus(AsContextElementKt.asContextElement(observations)),
                    (_, _) -> tool.work());
        }
    }
}
