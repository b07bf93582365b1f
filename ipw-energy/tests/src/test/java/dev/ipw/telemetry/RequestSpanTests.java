package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.testing.DrivenSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static dev.ipw.telemetry.OneWattSources.alone;
import static dev.ipw.telemetry.OneWattSources.oneWattPackage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class RequestSpanTests {
    private static final int THREADS = 16;
    private static final int SPANS = 1000;

    @Test
    void sixteenThreadsOfAThousandOverlappingSpansAddUp() throws Exception {
        sumsUp(Executors.newFixedThreadPool(THREADS));
    }

    @Test
    void sixteenVirtualThreadsOfAThousandOverlappingSpansAddUp() throws Exception {
        sumsUp(Executors.newVirtualThreadPerTaskExecutor());
    }

    private static void sumsUp(ExecutorService threads) throws Exception {
        DrivenSource source = oneWattPackage();
        TelemetrySession session = alone().source(source).open();
        try (threads) {
            CyclicBarrier allOpen = new CyclicBarrier(THREADS);
            List<Future<List<RequestSpan>>> work = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                work.add(threads.submit(() -> overlapping(session, allOpen)));
            }
            List<RequestSpan> spans = new ArrayList<>();
            for (Future<List<RequestSpan>> one : work) {
                spans.addAll(one.get());
            }
            source.awaitTick();
            session.close();

            RequestReport report = session.requests();

            double used = joules(report.device());
            double shares = 0;
            for (RequestSpan span : spans) {
                RequestEnergy energy = span.share();
                shares += joules(energy.energy());
                assertThat(energy.energy().flags()).contains(EnergyFlag.ATTRIBUTED);
            }
            assertThat(spans).hasSize(THREADS * SPANS);
            EnergyReading window = session.deviceSeries().getFirst().window(report.time().startNanos(),
                    report.time().endNanos());
            assertThat(used).isBetween(window.lower().orElseThrow(), window.upper().orElseThrow());
            assertThat(shares + joules(report.idle()) + joules(report.other())).isCloseTo(used, within(1e-9 * used));
            assertThat(report.finished()).isEqualTo(THREADS * SPANS);
            assertThat(report.open()).isZero();
            assertThat(report.recent()).hasSize(SPANS);
        }
    }

    /** Open all, so that each overlaps each, and close them in the order in which they were opened. */
    private static List<RequestSpan> overlapping(TelemetrySession session, CyclicBarrier allOpen) throws Exception {
        List<RequestSpan> spans = new ArrayList<>();
        for (int i = 0; i < SPANS; i++) {
            spans.add(session.request("request " + i));
        }
        allOpen.await();
        spans.forEach(RequestSpan::close);
        return spans;
    }

    @Test
    void tellsTheShareOfASpanThatIsAlone() {
        DrivenSource source = oneWattPackage();
        try (TelemetrySession session = alone().source(source).open()) {
            RequestSpan span = session.request("alone");
            source.awaitTick();
            span.close();

            EnergyReading energy = span.energy();

            double seconds = span.share().duration().toNanos() / 1e9;
            assertThat(seconds).isBetween(energy.lower().orElseThrow() - 2e-6, energy.upper().orElseThrow() + 2e-6);
            assertThat(energy.scopes()).containsExactly(Scope.PACKAGE);
            assertThat(energy.flags()).doesNotContain(EnergyFlag.PROVISIONAL, EnergyFlag.ATTRIBUTED);
            assertThat(span.energy()).isEqualTo(span.energy());
        }
    }

    @Test
    void samplesAtTheFullRateWhileASpanIsOpen() {
        DrivenSource source = oneWattPackage();
        try (TelemetrySession session = alone().source(source).open(); RequestSpan _ = session.request("open")) {
            source.awaitTick();
            source.awaitTick();
            assertThat(session.samplers()).isNotEmpty();
        }
    }

    @Test
    void saysWhyWithoutASensor() {
        try (TelemetrySession session = alone().open()) {
            RequestSpan span = session.request("nothing measures");
            span.close();

            assertThat(span.energy().reason().orElseThrow()).contains("add ipw-telemetry-native");
            assertThat(span.share().netEnergy().isAvailable()).isFalse();
            assertThat(session.requests().device().reason()).isPresent();
            assertThat(session.requests().finished()).isEqualTo(1);
        }
    }

    @Test
    void refusesWhatASpanCannotTell() {
        try (TelemetrySession session = alone().open()) {
            RequestSpan span = session.request("ticket");
            assertThatThrownBy(span::energy).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("'ticket' is open");
            assertThatThrownBy(() -> span.tokens(-1, 0)).isInstanceOf(IllegalArgumentException.class);
            assertThat(span.toString()).isEqualTo("request ticket (open)");
            span.close();
            assertThatThrownBy(() -> span.child("late")).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("'late'");
        }
    }

    private static double joules(EnergyReading reading) {
        return reading.joules().orElseThrow();
    }
}
