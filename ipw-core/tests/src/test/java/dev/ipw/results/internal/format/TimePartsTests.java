package dev.ipw.results.internal.format;

import dev.ipw.inference.DispatchTimings;
import dev.ipw.inference.ResponseSink.ConnectionTimes;
import dev.ipw.inference.ResponseTimeline;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TimePartsTests {
    private static final OptionalLong NONE = OptionalLong.empty();

    @Test
    void dividesAWholeRequest() {
        DispatchTimings dispatch = new DispatchTimings(10, 2, OptionalLong.of(500),
                Optional.of(new ConnectionTimes(5, 20, OptionalLong.of(75))));

        assertThat(TimeParts.of(new ResponseTimeline(0, dispatch, at(640), at(1_000), at(1_100), at(1_200), at(3_000),
                3_010, new long[]{1_100, 1_200, 3_000})))
                .isEqualTo(new TimeParts(10, at(490), at(100), at(40), at(360), at(100), at(1_900), 10));
    }

    @Test
    void givesTheTimeOfAPartThatNobodyNotedToTheNextOne() {
        assertThat(
                TimeParts.of(new ResponseTimeline(0, DispatchTimings.at(10), at(50), NONE, at(80), at(80), at(90), 95,
                        new long[]{80, 90})))
                .isEqualTo(new TimeParts(10, NONE, NONE, at(40), NONE, at(30), at(10), 5));
        assertThat(TimeParts.of(new ResponseTimeline(0, DispatchTimings.at(10), NONE, NONE, NONE, NONE, NONE, 95,
                new long[0]))).isEqualTo(new TimeParts(10, NONE, NONE, NONE, NONE, NONE, NONE, 85));
    }

    @Test
    void letsASetupTakeNoMoreThanThereIsUntilTheSend() {
        DispatchTimings dispatch = new DispatchTimings(10, 0, NONE, Optional.of(new ConnectionTimes(0, 500, NONE)));

        assertThat(TimeParts.of(new ResponseTimeline(0, dispatch, at(40), NONE, NONE, NONE, NONE, 95, new long[0])))
                .isEqualTo(new TimeParts(10, NONE, at(30), at(0), NONE, NONE, NONE, 55));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void sumsUpToTheWholeWhateverIsKnown(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 5_000; i++) {
            ResponseTimeline timeline = timeline(random);
            TimeParts parts = TimeParts.of(timeline);

            assertThat(timeline.isOrdered()).isTrue();
            assertThat(parts.totalNanos()).isEqualTo(timeline.endNanos() - timeline.intendedStartNanos());
            assertThat(parts.waitingNanos()).isNotNegative();
            assertThat(parts.untilEndNanos()).isNotNegative();
            assertThat(Stream.of(parts.retryingNanos(), parts.connectingNanos(), parts.sendingNanos(),
                    parts.untilFirstByteNanos(), parts.untilFirstTokenNanos(), parts.generatingNanos())
                    .flatMapToLong(OptionalLong::stream)).allMatch(part -> part >= 0);
            assertThat(parts.sendingNanos().isPresent()).isEqualTo(timeline.sentNanos().isPresent());
            assertThat(TimeParts.of(timeline.countedFrom(random.nextLong(1L << 50)))).isEqualTo(parts);
        }
    }

    /** A request that got to a random one of its moments, with moments between that nobody noted. */
    private static ResponseTimeline timeline(SplittableRandom random) {
        long start = random.nextLong(-(1L << 40), 1L << 40);
        long[] moments = random.longs(8, 0, 1L << random.nextInt(1, 42)).sorted().map(gap -> start + gap).toArray();
        int reached = random.nextInt(7);
        int retries = random.nextInt(2);
        Optional<ConnectionTimes> connection = random.nextBoolean()
                ? Optional.empty()
                : Optional.of(new ConnectionTimes(random.nextLong(1_000), random.nextLong(1L << 20),
                        random.nextBoolean() ? NONE : at(random.nextLong(1L << 20))));
        DispatchTimings dispatch = new DispatchTimings(moments[0], retries, retries == 0 ? NONE : at(moments[1]),
                connection);
        boolean tokens = reached > 4;
        long[] chunks = tokens ? Arrays.copyOfRange(moments, 4, 7) : new long[0];
        return new ResponseTimeline(start, dispatch, noted(random, reached > 2, moments[2]),
                noted(random, reached > 3, moments[3]), tokens ? at(chunks[0]) : NONE, NONE,
                tokens ? at(chunks[2]) : NONE, moments[7], chunks);
    }

    private static OptionalLong noted(SplittableRandom random, boolean reached, long moment) {
        return reached && random.nextInt(4) > 0 ? at(moment) : NONE;
    }

    private static OptionalLong at(long nanos) {
        return OptionalLong.of(nanos);
    }
}
