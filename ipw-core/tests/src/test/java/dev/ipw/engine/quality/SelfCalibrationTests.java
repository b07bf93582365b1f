package dev.ipw.engine.quality;

import dev.ipw.quality.RunValidity.Calibration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
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
        Calibration found = found(streams);
        assertThat(found.streams()).isEqualTo(streams);
        assertThat(found.lags().count()).isEqualTo(12L * streams);
        assertThat(found.lags().medianSeconds().orElseThrow()).isPositive().isFinite();
        assertThat(found.lags().maxSeconds().orElseThrow()).isGreaterThanOrEqualTo(
                found.lags().medianSeconds().orElseThrow());
    }

    @Test
    void leavesNoThreadBehind() throws InterruptedException {
        SelfCalibration.run(8);
        long until = System.nanoTime() + 30_000_000_000L;
        while (reads() && System.nanoTime() < until) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(reads()).as("a thread that reads from sockets lives while there are sockets").isFalse();
    }

    /** A machine that is too busy finds nothing in the time that a calibration has. */
    private static Calibration found(int streams) throws InterruptedException {
        Optional<Calibration> found = SelfCalibration.run(streams);
        while (found.isEmpty()) {
            found = SelfCalibration.run(streams);
        }
        return found.get();
    }

    private static boolean reads() {
        return Thread.getAllStackTraces().keySet().stream().anyMatch(thread -> thread.getName().equals("ipw-reader"));
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
