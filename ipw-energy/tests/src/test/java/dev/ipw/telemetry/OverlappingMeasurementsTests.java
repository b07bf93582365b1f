package dev.ipw.telemetry;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.testing.DrivenSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class OverlappingMeasurementsTests {
    private final DrivenSource source = OneWattSources.oneWattPackage();
    private final TelemetrySession session = TelemetrySession.builder().discovery(false).source(source).open();
    private final Watch watch = session.watch();

    @AfterEach
    void close() {
        watch.close();
        session.close();
    }

    @Test
    void flagsWhatBeganEarlierAndWhatBeganLater() throws InterruptedException, ExecutionException {
        CountDownLatch earlierBegan = new CountDownLatch(1);
        CountDownLatch laterBegan = new CountDownLatch(1);
        CountDownLatch earlierEnded = new CountDownLatch(1);
        CompletableFuture<TelemetryWindow> later = CompletableFuture.supplyAsync(() -> {
            try {
                earlierBegan.await();
                return session.measure(() -> {
                    source.awaitTick();
                    laterBegan.countDown();
                    earlierEnded.await();
                    source.awaitTick();
                });
            } catch (InterruptedException ended) {
                throw new IllegalStateException(ended);
            }
        });
        TelemetryWindow earlier = session.measure(() -> {
            earlierBegan.countDown();
            laterBegan.await();
            source.awaitTick();
        });
        earlierEnded.countDown();

        assertOverlapped(earlier);
        assertOverlapped(later.get());
    }

    @Test
    void flagsATaskWithinATaskAndTheOneAroundIt() {
        Measured<TelemetryWindow> outer = session.measure(() -> session.measure(source::awaitTick));

        assertOverlapped(outer.window());
        assertOverlapped(outer.value());
    }

    @Test
    void tasksThatFollowEachOtherDoNotOverlap() {
        assertThat(session.measure(source::awaitTick).headline().flags()).doesNotContain(EnergyFlag.OVERLAPPED);
        assertThatThrownBy(() -> session.measure(() -> {
            throw new IllegalStateException("it fails");
        })).hasMessage("it fails");
        TelemetryWindow after = session.measure(source::awaitTick);

        assertThat(after.headline().flags()).doesNotContain(EnergyFlag.OVERLAPPED);
        assertThat(after.overlap()).isEmpty();
        assertThat(after.toString()).doesNotContain("OVERLAPPED");
    }

    @Test
    void flagsATaskBesideARequestButNotOneAroundIt() {
        TelemetryWindow beside;
        try (RequestSpan _ = session.request("beside")) {
            beside = session.measure(source::awaitTick);
        }
        TelemetryWindow around = session.measure(() -> {
            try (RequestSpan _ = session.request("within")) {
                source.awaitTick();
            }
        });

        assertOverlapped(beside);
        assertThat(around.headline().flags()).doesNotContain(EnergyFlag.OVERLAPPED);
    }

    private static void assertOverlapped(TelemetryWindow window) {
        assertThat(window.headline().flags()).contains(EnergyFlag.OVERLAPPED);
        assertThat(window.devices()).extracting(DeviceEnergy::reading)
                .allSatisfy(reading -> assertThat(reading.flags()).contains(EnergyFlag.OVERLAPPED));
        assertThat(window.overlap().orElseThrow()).contains("Measure one task at a time").contains("profile run")
                .contains("session.request(..)");
        assertThat(window.toString()).contains("OVERLAPPED");
    }
}
