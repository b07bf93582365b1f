package dev.ipw.examples.benchmarks.soak;

import dev.ipw.ProfileRun;
import dev.ipw.run.RunTotals;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class SoakTests {
    @Test
    void everyStreamIsAnsweredWholeAndNoneIsLeftOpen(@TempDir Path runs) throws Exception {
        try (PacedServer server = new PacedServer(5, 1_000_000)) {
            ProfileRun run = new Soak(server.address(), 8, Duration.ofMillis(300), runs).run();

            RunTotals totals = run.summary().totals();
            // How many of the eight have begun when the time is over is for the machine to say.
            assertThat(totals.queries()).isPositive();
            assertThat(totals.failed()).isZero();
            assertThat(totals.outputTokens()).hasValue(totals.queries() * 5);
            while (server.connections() > 0) {
                Thread.sleep(10);
            }
        }
    }
}
