package dev.ipw.telemetry;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.testing.DrivenSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
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
                }).window();
            } catch (InterruptedException ended) {
                throw new IllegalStateException(ended);
            }
        });
        TelemetryWindow earlier = session.measure(() -> {
            earlierBegan.countDown();
            laterBegan.await();
            source.awaitTick();
        }).window();
        earlierEnded.countDown();

        assertOverlapped(earlier);
        assertOverlapped(later.get());
    }

    @Test
    void flagsATaskWithinATaskAndTheOneAroundIt() {
        Measured<Measured<@Nullable Void>> outer = session.measure(() -> session.measure(source::awaitTick));

        assertOverlapped(outer.window());
        assertOverlapped(outer.value().window());
    }

    @Test
    void tasksThatFollowEachOtherDoNotOverlap() {
        assertThat(session.measure(source::awaitTick).energy().flags()).doesNotContain(EnergyFlag.OVERLAPPED);
        assertThatThrownBy(() -> session.measure(() -> {
            throw new IllegalStateException("it fails");
        })).hasMessage("it fails");
        TelemetryWindow after = session.measure(source::awaitTick).window();

        assertThat(after.energy().flags()).doesNotContain(EnergyFlag.OVERLAPPED);
        assertThat(after.overlap()).isEmpty();
        assertThat(after.toString()).doesNotContain("OVERLAPPED");
    }

    @Test
    void flagsATaskBesideARequestButNotOneAroundIt() {
        TelemetryWindow beside;
        try (RequestSpan _ = session.request("beside")) {
            beside = session.measure(source::awaitTick).window();
        }
        TelemetryWindow around = session.measure(() -> {
            try (RequestSpan _ = session.request("within")) {
                source.awaitTick();
            }
        }).window();

        assertOverlapped(beside);
        assertThat(around.energy().flags()).doesNotContain(EnergyFlag.OVERLAPPED);
    }

    private static void assertOverlapped(TelemetryWindow window) {
        assertThat(window.energy().flags()).contains(EnergyFlag.OVERLAPPED);
        assertThat(window.devices()).extracting(DeviceEnergy::reading)
                .allSatisfy(reading -> assertThat(reading.flags()).contains(EnergyFlag.OVERLAPPED));
        assertThat(window.overlap().orElseThrow()).contains("Measure one task at a time").contains("profile run")
                .contains("session.request(..)");
        assertThat(window.toString()).contains("OVERLAPPED");
    }
}
