package dev.ipw.micrometer;

import dev.ipw.energy.Scope;
import dev.ipw.junit.fake.FakeTelemetrySource;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.RequestReport;
import dev.ipw.telemetry.RequestSpan;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.testing.DrivenSource;
import dev.ipw.testing.Transcript;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class EnergyMetersTests {
    private static final Offset<Double> EXACT = Offset.offset(1e-9);
    // Never of itself within a test: tests refresh by hand.
    private static final Duration BY_HAND = Duration.ofDays(1);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private static TelemetrySession session(TelemetrySource source) {
        return TelemetrySession.builder().discovery(false).source(source).open();
    }

    private double counted(String name, String... tags) {
        return registry.get(name).tags(tags).functionCounter().count();
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }

    @Test
    void showsJoulesAndWattsOfTheDevice() {
        try (TelemetrySession session = session(new FakeTelemetrySource(100));
                EnergyMeters meters = EnergyMeters.of(session, BY_HAND)) {
            assertThat(registry.getMeters()).isEmpty();
            meters.bindTo(registry);
            assertThat(gauge("hw.power")).isNaN();
            meters.refresh();
            meters.refresh();

            assertThat(counted("hw.energy", "hw.id", "package-0", "hw.type", "cpu", "provenance", "measured"))
                    .isPositive();
            assertThat(registry.get("hw.energy").meter().getId().getBaseUnit()).isEqualTo("joules");
            assertThat(gauge("hw.power")).isCloseTo(100, Percentage.withPercentage(1));
        }
    }

    @Test
    void showsTheJoulesAndTokensOfSpansOnceTheyAreTold() throws Exception {
        try (TelemetrySession session = session(new FakeTelemetrySource(100));
                EnergyMeters meters = EnergyMeters.of(session, BY_HAND);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            meters.bindTo(registry);
            assertThat(registry.find("gen_ai.client.token.usage").meters()).isEmpty();
            assertThat(registry.find("ipw.joules.per.output.token").meter()).isNull();
            List<Callable<Boolean>> calls = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                calls.add(() -> call(session));
            }
            for (Future<Boolean> call : threads.invokeAll(calls)) {
                assertThat(call.get()).isTrue();
            }
            meters.refresh();

            RequestReport report = session.requests();
            double joules = report.requests().joules().orElseThrow();
            assertThat(counted("ipw.requests.energy")).isCloseTo(joules, EXACT);
            assertThat(joules + report.idle().joules().orElseThrow() + report.other().joules().orElseThrow())
                    .isCloseTo(report.device().joules().orElseThrow(), EXACT);
            assertThat(counted("gen_ai.client.token.usage", "gen_ai.token.type", "input")).isEqualTo(8 * 30);
            assertThat(counted("gen_ai.client.token.usage", "gen_ai.token.type", "output")).isEqualTo(8 * 5);
            assertThat(gauge("ipw.joules.per.output.token")).isCloseTo(joules / 40, EXACT);
        }
    }

    @Test
    void showsNoWattsOfASensorThatWasReadLastBeforeTheMetersWereMade() {
        DrivenSource source = new DrivenSource("stops", List.of(Sensor.energyCounter("package-0", Scope.PACKAGE,
                "a counter", 1e-6, OptionalLong.empty())), sink -> DrivenSource.oneWatt(sink, 1));
        try (TelemetrySession session = session(source)) {
            source.awaitTick();
            source.read(sink -> {});
            try (EnergyMeters meters = EnergyMeters.of(session, BY_HAND)) {
                meters.bindTo(registry);
                meters.refresh();

                assertThat(gauge("hw.power")).isNaN();
            }
        }
    }

    /** Tell tokens to an inner span, which counts, and to the outer, which does not. */
    private static boolean call(TelemetrySession session) {
        try (RequestSpan outer = session.request("agent")) {
            outer.tokens(1000, 1000);
            try (RequestSpan inner = outer.child("call")) {
                inner.tokens(30, 5);
            }
        }
        return true;
    }

    @Test
    void hasNoMeterWithoutASensor() {
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).open();
                EnergyMeters meters = EnergyMeters.of(session, BY_HAND)) {
            meters.bindTo(registry);
            call(session);
            meters.refresh();

            assertThat(registry.getMeters()).extracting(meter -> meter.getId().getName())
                    .containsOnly("gen_ai.client.token.usage");
        }
    }

    /** Answers until it is taken away. */
    private static final class Removable implements TelemetrySource {
        private final FakeTelemetrySource counter = new FakeTelemetrySource(100);
        private volatile boolean isThere = true;

        @Override
        public String id() {
            return "removable";
        }

        @Override
        public List<Sensor> sensors() {
            return List.of(Sensor.energyCounter("package-0", Scope.PACKAGE, "removable", 1e-6, OptionalLong.empty()));
        }

        @Override
        public Duration period() {
            return Duration.ofMillis(1);
        }

        @Override
        public void sample(SampleSink sink) {
            if (isThere) {
                counter.sample(sink);
            } else {
                sink.lost(0, "taken away");
            }
        }

        @Override
        public void close() {}
    }

    @Test
    void showsNoPowerAndStandingJoulesOfALostSensor() {
        Removable source = new Removable();
        try (TelemetrySession session = session(source); EnergyMeters meters = EnergyMeters.of(session, BY_HAND)) {
            meters.bindTo(registry);
            meters.refresh();
            meters.refresh();
            assertThat(gauge("hw.power")).isPositive();
            source.isThere = false;
            meters.refresh();
            meters.refresh();

            assertThat(gauge("hw.power")).isNaN();
            double before = counted("hw.energy");
            meters.refresh();
            assertThat(counted("hw.energy")).isPositive().isEqualTo(before);
        }
    }

    /** Reads 100 W, and a counter of it that is believed only once it was compared with them. */
    private static final class Doubted implements TelemetrySource {
        private static final long STEP_NANOS = 10_000_000;
        private static final long BEFORE_NANOS = 10_000_000_000L;

        private final long startNanos = System.nanoTime() - BEFORE_NANOS;
        private final CountDownLatch begun = new CountDownLatch(2);
        private volatile long untilNanos = startNanos + 40 * STEP_NANOS;
        private long nextNanos = startNanos;

        @Override
        public String id() {
            return "doubted";
        }

        @Override
        public List<Sensor> sensors() {
            return List.of(
                    Sensor.energyCounter("gpu-0", Scope.GPU, "its counter", 1e-6, OptionalLong.empty()).doubtful(),
                    Sensor.of("gpu-0", Scope.GPU, Quantity.POWER_WATTS, "its power"));
        }

        @Override
        public Duration period() {
            return Duration.ofNanos(STEP_NANOS);
        }

        @Override
        public void sample(SampleSink sink) {
            for (long end = Math.min(System.nanoTime(), untilNanos); nextNanos <= end
                    && sink.hasRoom(); nextNanos += STEP_NANOS) {
                sink.at(nextNanos, nextNanos);
                sink.counter(0, (nextNanos - startNanos) / 10);
                sink.gauge(1, 100);
            }
            begun.countDown();
        }

        @Override
        public void close() {}
    }

    @Test
    void countsADeviceOnceWhoseCounterIsBelievedLater() throws Exception {
        Doubted source = new Doubted();
        try (TelemetrySession session = session(source); EnergyMeters meters = EnergyMeters.of(session, BY_HAND)) {
            source.begun.await();
            meters.bindTo(registry);
            assertThat(counted("hw.energy", "provenance", "integrated")).isCloseTo(40, Offset.offset(0.1));
            source.untilNanos = Long.MAX_VALUE;
            meters.refresh();
            meters.refresh();
            double integrated = counted("hw.energy", "provenance", "integrated");
            meters.refresh();

            double seconds = session.deviceSeries().getFirst().lastNanos().orElseThrow() - source.startNanos;
            double joules = registry.get("hw.energy").functionCounters().stream().mapToDouble(FunctionCounter::count)
                    .sum();
            assertThat(joules).isCloseTo(100 * seconds / 1e9, Percentage.withPercentage(1));
            assertThat(counted("hw.energy", "provenance", "integrated")).isEqualTo(integrated);
            assertThat(registry.get("hw.power").tag("provenance", "integrated").gauge().value()).isNaN();
            assertThat(registry.get("hw.power").tag("provenance", "measured").gauge().value()).isCloseTo(100,
                    Percentage.withPercentage(1));
        }
    }

    @Test
    void takesItsMetersAwayWhenClosedAndLeavesTheSessionOpen() {
        try (TelemetrySession session = session(new FakeTelemetrySource(100))) {
            registry.counter("of the application");
            EnergyMeters meters = EnergyMeters.of(session, BY_HAND);
            meters.bindTo(registry);
            meters.close();
            meters.refresh();

            assertThat(registry.getMeters()).extracting(Meter::getId).extracting(Meter.Id::getName)
                    .containsExactly("of the application");
            assertThat(session.measuresEnergy()).isTrue();
            assertThatThrownBy(() -> meters.bindTo(registry)).hasMessageContaining("EnergyMeters.of(session)");
        }
    }

    @Test
    void givesEachRegistryItsMetersAndPrometheusTheUsualNames() {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (TelemetrySession session = session(new FakeTelemetrySource(100));
                EnergyMeters meters = EnergyMeters.of(session, BY_HAND)) {
            meters.bindTo(registry);
            meters.bindTo(prometheus);
            call(session);
            meters.refresh();

            assertThat(counted("hw.energy")).isPositive();
            assertThat(prometheus.scrape()).contains(
                    "hw_energy_joules_total{hw_id=\"package-0\",hw_type=\"cpu\",provenance=\"measured\"}",
                    "hw_power_watts{", "ipw_requests_energy_joules_total ", "ipw_joules_per_output_token ",
                    "gen_ai_client_token_usage_tokens_total{gen_ai_token_type=\"output\"} 5.0");
        }
    }

    @Test
    void showsPrometheusTheLinesOfTheGuide() {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (TelemetrySession session = TelemetrySession.builder().collectors("estimate").open();
                EnergyMeters meters = EnergyMeters.of(session, BY_HAND)) {
            meters.bindTo(prometheus);
            call(session);
            String printed;
            do {
                meters.refresh();
                printed = prometheus.scrape().lines().filter(line -> !line.startsWith("#"))
                        .collect(Collectors.joining("\n"));
            } while (printed.contains("NaN"));
            assertThat(Transcript.differences(Path.of("..", "..", "docs", "live-metrics.md"), getClass(), printed))
                    .isEmpty();
        }
    }
}
