package dev.ipw.inference.exchange;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RetriesTests {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    @Test
    void doublesTheWaitsUpToABoundAndLeavesARandomHalfOut() {
        Retries retries = new Retries(100, 7);
        for (int tries = 0; tries < 100; tries++) {
            Duration whole = Duration.ofMillis(500L << Math.min(tries, 6));

            assertThat(retries.waitAfter(tries, Optional.empty())).isBetween(whole.dividedBy(2), whole);
        }
    }

    @Test
    void drawsTheSameWaitsFromTheSameSeed() {
        assertThat(waits(7)).isEqualTo(waits(7)).isNotEqualTo(waits(8)).doesNotHaveDuplicates();
    }

    @Test
    void keepsTheWaitThatTheServerAsksFor() {
        Retries retries = new Retries(1, 7);

        assertThat(retries.waitAfter(0, Optional.of(seconds(17)))).isBetween(seconds(17), seconds(18));
        assertThat(retries.waitAfter(0, Optional.of(seconds(90)))).as("a limit of requests a minute")
                .isBetween(seconds(90), seconds(91));
        assertThat(retries.waitAfter(0, Optional.of(Duration.ZERO))).isBetween(Duration.ofMillis(250),
                Duration.ofMillis(500));
    }

    @Test
    void asksNobodySoonerThanWhoAsksForALongWait() {
        Retries retries = new Retries(1, 7);

        assertThat(retries.allow(0, 429, Optional.of(seconds(600)))).isTrue();
        assertThat(retries.allow(0, 429, Optional.of(seconds(601)))).isFalse();
    }

    @Test
    void readsWhatTheServerAsksFor() {
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(NOW.plusSeconds(20).atOffset(ZoneOffset.UTC));

        assertThat(asked("retry-after", " 17 ")).contains(seconds(17));
        assertThat(asked("retry-after", "0.5")).contains(Duration.ofMillis(500));
        assertThat(asked("retry-after", date)).contains(seconds(20));
        assertThat(asked("retry-after-ms", "1500")).contains(Duration.ofMillis(1500));
        assertThat(asked("x", "17")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-3", "", "Sat, 21 Nov 2020 12:00:00 GMT", "99999999999999"})
    void takesNothingFromWhatMakesNoSense(String text) {
        assertThat(asked("retry-after", text)).isEmpty();
    }

    @Test
    void allowsOnlyWhatMayGoBetterNextTime() {
        Retries two = new Retries(2, 7);

        assertThat(IntStream.range(0, 600).filter(status -> two.allow(1, status, Optional.empty()))).containsExactly(
                429, 502, 503, 504,
                529);
        assertThat(two.allow(2, 503, Optional.empty())).isFalse();
        assertThat(new Retries(0, 7).allow(0, 503, Optional.empty())).isFalse();
    }

    private static List<Duration> waits(long seed) {
        Retries retries = new Retries(5, seed);
        return IntStream.range(0, 5).mapToObj(tries -> retries.waitAfter(tries, Optional.empty())).toList();
    }

    private static Optional<Duration> asked(String header, String value) {
        return RetryAfter.of(Map.of(header, value), NOW);
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
