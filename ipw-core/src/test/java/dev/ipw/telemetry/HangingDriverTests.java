package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class HangingDriverTests {
    private static final Duration SOON = Duration.ofMillis(100);

    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void letGo() {
        release.countDown();
    }

    /** A driver call does not return for an interrupt either. */
    private void hang() {
        boolean waiting = true;
        while (waiting) {
            try {
                release.await();
                waiting = false;
            } catch (InterruptedException ignored) {
                Thread.onSpinWait();
            }
        }
    }

    private static Sensor counter(String device) {
        return Sensor.energyCounter(device, Scope.GPU, "test " + device, 1e-6, OptionalLong.empty());
    }

    private static DrivenSource oneWatt(String id) {
        return new DrivenSource(id, List.of(counter(id)), sink -> DrivenSource.oneWatt(sink, 1));
    }

    private static TelemetrySession.Builder alone() {
        return TelemetrySession.builder().discovery(false).longestOpening(SOON);
    }

    private TelemetryProvider hanging(TelemetrySource late) {
        return new TelemetryProvider() {
            @Override
            public String id() {
                return "stuck";
            }

            @Override
            public String description() {
                return "hangs";
            }

            @Override
            public List<SensorStatus> probe(TelemetryEnvironment environment) {
                hang();
                return List.of(SensorStatus.available("stuck", "stuck", "late"));
            }

            @Override
            public List<TelemetrySource> open(TelemetryEnvironment environment) {
                hang();
                return List.of(late);
            }
        };
    }

    @Test
    void goesOnWithoutACollectorThatDoesNotAnswerAndClosesWhatItOpensLater() {
        DrivenSource good = oneWatt("good");
        DrivenSource late = oneWatt("late");
        try (TelemetrySession session = alone().provider(hanging(late))
                .provider(new DrivenProvider("good", true, good)).open()) {
            assertThat(session.measure(good::awaitTick).headline().isAvailable()).isTrue();
            assertThat(session.problems()).singleElement().asString().contains("'stuck'",
                    "does not answer; left behind");
        }
        assertThat(late.closes()).isZero();
        release.countDown();
        late.awaitClose();
        assertThat(late.closes()).isEqualTo(1);
    }

    @Test
    void refusesANamedCollectorThatDoesNotAnswerAndLeavesNothingOpen() {
        DrivenSource good = oneWatt("good");
        DrivenProvider named = new DrivenProvider("good", true, good);
        assertThatThrownBy(() -> alone().provider(hanging(oneWatt("late"))).provider(named).collectors("stuck,good")
                .open()).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("does not answer; left behind");
        good.awaitClose();
        assertThat(good.closes()).isEqualTo(1);
    }

    @Test
    void probesTheOtherCollectorsWhenOneDoesNotAnswer() {
        TelemetryProvider stuck = hanging(oneWatt("late"));
        DrivenProvider good = new DrivenProvider("good", true, oneWatt("good"));
        TelemetryProbe probe = new TelemetryProbe(List.of(stuck, good), TelemetryEnvironment.of(Map.of()), SOON);

        assertThat(probe.statuses().get(stuck)).singleElement()
                .satisfies(status -> assertThat(status.detail()).contains("does not answer"));
        assertThat(probe.statuses().get(good)).allMatch(SensorStatus::available);
        assertThat(probe.readsEnergy()).isTrue();
        assertThat(new TelemetryProbe(List.of(stuck), TelemetryEnvironment.of(Map.of()), SOON).readsEnergy()).isFalse();
    }

    @Test
    void saysSinceWhenASourceDoesNotAnswerLiveAndFromDisk(@TempDir Path directory) {
        RunClock clock = RunClock.start();
        DrivenSource source = oneWatt("gpu-0");
        TelemetrySession session = alone().source(source).spool(directory, clock).open();
        session.watch();
        long start = System.nanoTime();
        source.awaitTick();
        source.readOnce(sink -> hang());
        TelemetryWindow across = session.window(start, System.nanoTime());
        long hung = System.nanoTime();
        TelemetryWindow after = session.window(hung, System.nanoTime());
        List<String> problems = session.problems();
        session.close();

        assertThat(across.energy(Scope.GPU).flags()).contains(EnergyFlag.PARTIAL, EnergyFlag.LOST);
        assertThat(after.energy(Scope.GPU).reason().orElseThrow()).contains("it has not answered since 20");
        assertThat(problems).singleElement().asString().contains("'test gpu-0' is lost: it has not answered since");
        SampleStore store = SampleStore.read(directory);
        assertThat(store.problems()).isEqualTo(problems);
        assertThat(store.window(clock.sinceAnchor(hung), clock.sinceAnchor(hung + 1)).energy(Scope.GPU).reason())
                .isEqualTo(after.energy(Scope.GPU).reason());
    }

    @Test
    @Timeout(10)
    void closesTwentySourcesThatHangTogether() {
        TelemetrySession.Builder builder = alone();
        List<DrivenSource> sources = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            DrivenSource source = new DrivenSource("gpu-" + i, List.of(counter("gpu-" + i)), sink -> hang());
            sources.add(source);
            builder.source(source);
        }
        TelemetrySession session = builder.open();
        session.close();
        // One after another they would take fifteen seconds.
        assertThat(session.problems()).hasSize(20);
        release.countDown();
        sources.forEach(DrivenSource::awaitClose);
    }
}
