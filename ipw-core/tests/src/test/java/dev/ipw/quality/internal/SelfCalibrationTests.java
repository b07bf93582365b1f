package dev.ipw.quality.internal;

import dev.ipw.quality.RunValidity.Calibration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class SelfCalibrationTests {
    @ParameterizedTest
    @ValueSource(ints = {1, 16})
    void tellsHowLateEveryEventOfEveryStreamWasNoted(int streams) throws InterruptedException {
        Calibration found = SelfCalibration.run(streams, TimeUnit.HOURS.toNanos(1)).orElseThrow();
        assertThat(found.streams()).isEqualTo(streams);
        assertThat(found.lags().count()).isEqualTo(12L * streams);
        assertThat(found.lags().medianSeconds().orElseThrow()).isNotNegative().isFinite();
        assertThat(found.lags().maxSeconds().orElseThrow()).isGreaterThanOrEqualTo(
                found.lags().medianSeconds().orElseThrow());
    }

    @Test
    void leavesNoThreadBehind() throws InterruptedException {
        SelfCalibration.run(8);
        // A thread that reads from sockets lives while there are sockets.
        for (Thread left : Thread.getAllStackTraces().keySet()) {
            if (left.getName().equals("ipw-reader")) {
                left.join();
            }
        }
    }

    @Test
    void anInterruptEndsItWithNothing() throws InterruptedException {
        AtomicReference<Object> ended = new AtomicReference<>();
        Thread calling = Thread.ofPlatform().start(() -> {
            Thread.currentThread().interrupt();
            try {
                Optional<Calibration> found = SelfCalibration.run(2);
                ended.set(found);
            } catch (InterruptedException stopped) {
                ended.set(stopped);
            }
        });
        calling.join();
        assertThat(ended.get()).isInstanceOf(InterruptedException.class);
    }
}
