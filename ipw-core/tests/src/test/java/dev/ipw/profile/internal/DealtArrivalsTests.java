package dev.ipw.profile.internal;

import dev.ipw.dataset.ArrivalTrace;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.load.LoadShape;
import dev.ipw.load.LoadShape.ArrivalRate;
import dev.ipw.shard.ShardSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DealtArrivalsTests {
    private final SplittableRandom random = new SplittableRandom(39);

    @Test
    void theShardsOfARateHaveTheTimesOfOneProcess() {
        for (int draw = 0; draw < 100; draw++) {
            ArrivalRate rate = new ArrivalRate(random.nextDouble(0.1, 1000),
                    draw % 3 == 0 ? OptionalDouble.empty() : OptionalDouble.of(draw % 3 == 1 ? 1 : 0.3));
            Duration ramp = Duration.ofMillis(random.nextLong(2000));
            Optional<Duration> lasting = random.nextBoolean() ? Optional.empty() : Optional.of(Duration.ofSeconds(60));
            long seed = random.nextLong();
            assertDealt(() -> new Arrivals(rate, ramp, lasting, seed)::next);
        }
    }

    @Test
    void soHaveThoseOfAReplay() {
        for (int draw = 0; draw < 50; draw++) {
            long[] offsets = random.longs(50, 0, 1L << 40).sorted().toArray();
            offsets[0] = 0;
            LoadShape.Replay replay = new LoadShape.Replay(new ArrivalTrace("made up", Arrays.stream(offsets)
                    .mapToObj(offset -> new ArrivalTrace.Request(offset, OptionalInt.of(5), OptionalInt.empty(),
                            Optional.empty()))
                    .toList()), random.nextDouble(0.5, 3));
            assertDealt(() -> replay.arrivals(any -> false));
        }
    }

    /** Deals 50 starts over some shards, of which some questions were answered before. */
    private void assertDealt(Supplier<LongSupplier> arrivals) {
        List<PlannedQuestion> planned = IntStream.range(0, 25)
                .mapToObj(i -> new PlannedQuestion(DatasetRecord.of("q" + i, "question " + i, "yes"), "exact"))
                .toList();
        int count = random.nextInt(1, 9);
        long answered = random.nextLong(50);
        LongSupplier whole = arrivals.get();
        long[] starts = IntStream.range(0, 50).mapToLong(any -> whole.getAsLong()).toArray();
        for (int index = 0; index < count; index++) {
            ShardSpec shard = new ShardSpec(index, count);
            Questions questions = new Questions(planned, 2, one -> id((int) answered).equals(one.question().id()),
                    shard);
            questions.skipAnswered();
            DealtArrivals dealt = new DealtArrivals(arrivals.get(), questions);
            shard.numbers(50).filter(number -> number != answered).forEach(number -> {
                assertThat(dealt.next()).isEqualTo(starts[(int) number]);
                assertThat(questions.next().orElseThrow().question().id()).isEqualTo(id((int) number));
            });
            assertThat(dealt.next()).isEqualTo(Long.MAX_VALUE);
            assertThat(questions.next()).isEmpty();
        }
    }

    private static String id(int number) {
        return "q" + number % 25 + (number < 25 ? "" : "#2");
    }
}
