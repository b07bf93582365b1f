package dev.ipw.cli.monitor;

import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.Watch;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class ScrapeWatchTests {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final AtomicInteger opened = new AtomicInteger();

    @Test
    void asksForTheFullRateOnlyWhenScraped() {
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).open();
                ScrapeWatch watch = new ScrapeWatch(() -> open(session), LONG)) {
            assertThat(watch.isHeld()).isFalse();
            assertThat(watch.scraped()).isTrue();
            assertThat(watch.scraped()).isFalse();
            assertThat(watch.isHeld()).isTrue();
            assertThat(opened).hasValue(1);
        }
    }

    @Test
    void restsAWhileAfterTheLatestScrapeAndWakesAgain() {
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).open();
                ScrapeWatch watch = new ScrapeWatch(() -> open(session), Duration.ofMillis(5))) {
            for (int scrape = 1; scrape <= 3; scrape++) {
                assertThat(watch.scraped()).isTrue();
                Waiting.until(() -> !watch.isHeld());
                assertThat(opened).hasValue(scrape);
            }
        }
    }

    @Test
    void holdsNothingOnceClosed() {
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).open()) {
            ScrapeWatch watch = new ScrapeWatch(() -> open(session), LONG);
            assertThat(watch.scraped()).isTrue();
            watch.close();
            assertThat(watch.scraped()).isFalse();
            assertThat(watch.isHeld()).isFalse();
            assertThat(opened).hasValue(1);
        }
    }

    private Watch open(TelemetrySession session) {
        opened.incrementAndGet();
        return session.watch();
    }
}
