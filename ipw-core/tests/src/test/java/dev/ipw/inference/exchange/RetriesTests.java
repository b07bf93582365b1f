package dev.ipw.inference.exchange;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
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

            assertThat(retries.waitAfter(tries, Optional.empty(), NOW)).isBetween(whole.dividedBy(2), whole);
        }
    }

    @Test
    void drawsTheSameWaitsFromTheSameSeed() {
        assertThat(waits(7)).isEqualTo(waits(7)).isNotEqualTo(waits(8)).doesNotHaveDuplicates();
    }

    @Test
    void keepsTheWaitThatTheServerAsksForUpToAMinute() {
        Retries retries = new Retries(1, 7);
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(NOW.plusSeconds(20).atOffset(ZoneOffset.UTC));

        assertThat(retries.waitAfter(0, Optional.of(" 17 "), NOW)).isBetween(seconds(17), seconds(18));
        assertThat(retries.waitAfter(0, Optional.of("0.5"), NOW)).isBetween(Duration.ofMillis(500), seconds(1));
        assertThat(retries.waitAfter(0, Optional.of(date), NOW)).isBetween(seconds(20), seconds(21));
        assertThat(retries.waitAfter(0, Optional.of("86400"), NOW)).isBetween(seconds(60), seconds(61));
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-3", "", "Sat, 21 Nov 2020 12:00:00 GMT", "99999999999999"})
    void waitsItsOwnTimeWhereWhatIsAskedForMakesNoSense(String asked) {
        assertThat(new Retries(1, 7).waitAfter(0, Optional.of(asked), NOW)).isBetween(Duration.ofMillis(250),
                Duration.ofMillis(500));
    }

    @Test
    void allowsOnlyWhatMayGoBetterNextTime() {
        Retries two = new Retries(2, 7);

        assertThat(IntStream.range(0, 600).filter(status -> two.allow(1, status))).containsExactly(429, 502, 503, 504,
                529);
        assertThat(two.allow(2, 503)).isFalse();
        assertThat(new Retries(0, 7).allow(0, 503)).isFalse();
    }

    private static List<Duration> waits(long seed) {
        Retries retries = new Retries(5, seed);
        return IntStream.range(0, 5).mapToObj(tries -> retries.waitAfter(tries, Optional.empty(), NOW)).toList();
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
