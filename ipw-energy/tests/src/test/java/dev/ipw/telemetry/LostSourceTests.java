package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.Scope;
import dev.ipw.testing.DrivenSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static dev.ipw.telemetry.OneWattSources.alone;
import static dev.ipw.telemetry.OneWattSources.counter;
import static dev.ipw.telemetry.OneWattSources.oneWatt;
import static dev.ipw.telemetry.OneWattSources.oneWattPackage;
import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class LostSourceTests {
    @Test
    void loseASourceThatThrowsAndKeepTheOthers() {
        DrivenSource good = oneWattPackage();
        DrivenSource bad = oneWatt("bad", counter("gpu-0", Scope.GPU));
        try (TelemetrySession session = alone().source(good).source(bad).open(); Watch _ = session.watch()) {
            bad.awaitTick();
            bad.read(sink -> {
                throw new IllegalStateException("fell off the bus");
            });
            TelemetryWindow after = session.measure(good::awaitTick).window();

            assertThat(after.energy(Scope.PACKAGE).isAvailable()).isTrue();
            assertThat(after.energy(Scope.GPU).reason().orElseThrow()).contains("lost", "fell off the bus");
            assertThat(after.energy().isAvailable()).isFalse();
            assertThat(session.problems()).singleElement().asString().contains("'test gpu-0' is lost",
                    "fell off the bus");
            assertThat(bad.closes()).isZero();
        }
        bad.awaitClose();
    }

    @Test
    void keepsWhatWasReadOfASourceThatCannotBeClosed() {
        DrivenSource good = oneWattPackage();
        TelemetrySource stubborn = new TelemetrySource() {
            @Override
            public String id() {
                return good.id();
            }

            @Override
            public List<Sensor> sensors() {
                return good.sensors();
            }

            @Override
            public Duration period() {
                return good.period();
            }

            @Override
            public void sample(SampleSink sink) {
                good.sample(sink);
            }

            @Override
            public void close() {
                good.close();
                throw new IllegalStateException("busy");
            }
        };
        TelemetrySession session = alone().source(stubborn).open();
        session.close();

        assertThat(good.closes()).isEqualTo(1);
        assertThat(session.problems()).isEmpty();
    }

    @Test
    void flagsAWindowInWhichASensorWasLost() {
        DrivenSource source = oneWattPackage();
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            TelemetryWindow across = session.measure(() -> {
                source.awaitTick();
                source.read(sink -> sink.lost(0, "the zone vanished"));
            }).window();
            TelemetryWindow after = session.measure(source::awaitTick).window();

            assertThat(across.energy(Scope.PACKAGE).flags()).contains(EnergyFlag.LOST, EnergyFlag.PARTIAL);
            assertThat(after.energy(Scope.PACKAGE).reason().orElseThrow()).contains("the zone vanished");
        }
    }

    @Test
    void namesLostSensorsUntilTheyAnswerAgain() {
        DrivenSource source = new DrivenSource("host", List.of(counter("package-0", Scope.PACKAGE),
                Sensor.of("memory", Scope.DRAM, Quantity.MEMORY_USED_BYTES, "test memory")), sink -> {
                    sink.lost(0, "not allowed");
                    sink.lost(1, "not there");
                });
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            source.awaitTick();
            assertThat(session.problems()).hasSize(2).anyMatch(text -> text.contains("'test package-0' is lost: not a"))
                    .anyMatch(text -> text.contains("'test memory' is lost: not there"));

            source.read(sink -> {
                DrivenSource.oneWatt(sink, 1);
                sink.gauge(1, 1e9);
            });
            assertThat(session.problems()).isEmpty();
        }
    }

    @Test
    void leavesBehindASourceThatBlocksWhenClosing() throws InterruptedException {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        DrivenSource source = new DrivenSource("stuck", List.of(counter("gpu-0", Scope.GPU)), sink -> {
            blocked.countDown();
            boolean waiting = true;
            while (waiting) {
                try {
                    release.await();
                    waiting = false;
                } catch (InterruptedException ignored) {
                    // A driver call does not return for an interrupt either.
                }
            }
        });
        TelemetrySession session = alone().source(source).clock(new SamplerClock() {
            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public void park(long nanos) {
                LockSupport.parkNanos(nanos);
            }
        }).open();
        blocked.await();
        assertThat(session.window(System.nanoTime() - 1, System.nanoTime()).energy().isAvailable()).isFalse();
        session.close();
        release.countDown();
        while (source.closes() == 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void closesEachSourceOnce() {
        DrivenSource source = oneWattPackage();
        TelemetrySession session = alone().source(source).open();
        session.close();
        session.close();
        assertThat(source.closes()).isEqualTo(1);
        assertThat(session.window(0, 1).energy().isAvailable()).isFalse();
    }
}
