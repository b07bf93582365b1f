package dev.ipw.telemetry.hardware.foreign;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class CloseGateTests {
    private final CloseGate gate = new CloseGate();

    @Test
    void letsTheOneWhoClosesReleaseWhatNobodyUses() {
        assertThat(gate.enter()).isTrue();
        assertThat(gate.leave()).isFalse();
        assertThat(gate.close()).isTrue();
        assertThat(gate.close()).isFalse();
        assertThat(gate.enter()).isFalse();
    }

    @Test
    void letsTheUserReleaseWhatIsClosedMeanwhile() {
        assertThat(gate.enter()).isTrue();
        assertThat(gate.close()).isFalse();
        assertThat(gate.close()).isFalse();
        assertThat(gate.leave()).isTrue();
        assertThat(gate.enter()).isFalse();
    }

    @Test
    void isReleasedOnceWhoeverComesFirst() throws InterruptedException {
        for (int round = 0; round < 300; round++) {
            CloseGate raced = new CloseGate();
            AtomicInteger releases = new AtomicInteger();
            CountDownLatch go = new CountDownLatch(1);
            Thread closing = Thread.ofPlatform().start(() -> {
                go.countDown();
                if (raced.close()) {
                    releases.incrementAndGet();
                }
            });
            go.await();
            while (raced.enter()) {
                if (raced.leave()) {
                    releases.incrementAndGet();
                }
            }
            closing.join();
            assertThat(releases).hasValue(1);
        }
    }
}
