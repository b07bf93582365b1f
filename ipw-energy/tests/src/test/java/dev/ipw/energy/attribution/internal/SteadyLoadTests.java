package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.SteadyLoad;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class SteadyLoadTests {
    private static final int END = 60;

    @Test
    void leavesOutHowARunBeginsAndEnds() {
        List<RequestActivity> requests = List.of(request(0, 100), request(10, 90), request(20, 95), request(20, 30));
        // None to 3 in flight for 10, 10, 10, 60, 5 and 5: half of the time there are three.
        assertThat(SteadyLoad.of(requests)).contains(new TimeSpan(20, 90));
    }

    @Test
    void oneAfterAnotherIsSteadyThroughout() {
        assertThat(SteadyLoad.of(List.of(request(5, 10), request(40, 50), request(90, 95))))
                .contains(new TimeSpan(5, 95));
    }

    @Test
    void thereIsNoneWithoutTime() {
        assertThat(SteadyLoad.of(List.of())).isEmpty();
        assertThat(SteadyLoad.of(List.of(request(7, 7), request(9, 9)))).isEmpty();
    }

    @Test
    void isFromTheFirstTimeAtTheMedianToTheLast() {
        Random random = new Random(3);
        for (int run = 0; run < 2_000; run++) {
            List<RequestActivity> requests = requests(random);
            assertThat(SteadyLoad.of(requests)).isEqualTo(counted(requests));
        }
    }

    @Test
    void tokensOfAdjacentIntervalsAddUpToTheAnswers() {
        Random random = new Random(4);
        for (int run = 0; run < 2_000; run++) {
            List<RequestActivity> requests = requests(random);
            long first = -1;
            long middle = random.nextInt(END);
            double parts = SteadyLoad.outputTokens(new TimeSpan(first, middle), requests)
                    + SteadyLoad.outputTokens(new TimeSpan(middle, 2 * END), requests);
            double all = requests.stream().mapToLong(RequestActivity::outputTokens).sum();
            assertThat(parts).isCloseTo(all, within(1e-9 * (1 + all)));
        }
    }

    @Test
    void aStampCountsWhereItComesAndWithoutStampsTokensComeEvenly() {
        RequestActivity stamped = new RequestActivity("a", 0, OptionalLong.empty(), OptionalLong.of(10), 40, 5, 0, 8,
                TokenTimes.of(new long[]{10, 20, 30, 40}), Set.of());
        RequestActivity plain = new RequestActivity("b", 0, OptionalLong.empty(), OptionalLong.of(20), 40, 5, 0, 8,
                TokenTimes.NONE, Set.of());
        assertThat(SteadyLoad.outputTokens(new TimeSpan(10, 30), List.of(stamped))).isEqualTo(4);
        assertThat(SteadyLoad.outputTokens(new TimeSpan(10, 30), List.of(plain))).isEqualTo(4);
    }

    /** Find the interval by looking at each moment. */
    private static Optional<TimeSpan> counted(List<RequestActivity> requests) {
        long begin = requests.stream().mapToLong(RequestActivity::startNanos).min().orElse(0);
        long end = requests.stream().mapToLong(RequestActivity::endNanos).max().orElse(0);
        int[] inFlight = new int[(int) (end - begin)];
        for (RequestActivity request : requests) {
            for (long nanos = request.startNanos(); nanos < request.endNanos(); nanos++) {
                inFlight[(int) (nanos - begin)]++;
            }
        }
        if (inFlight.length == 0) {
            return Optional.empty();
        }
        int[] sorted = inFlight.clone();
        Arrays.sort(sorted);
        int median = Math.max(1, sorted[(sorted.length - 1) / 2]);
        long first = -1;
        long last = -1;
        for (int i = 0; i < inFlight.length; i++) {
            if (inFlight[i] >= median) {
                first = first < 0 ? i : first;
                last = i + 1L;
            }
        }
        return Optional.of(new TimeSpan(begin + first, begin + last));
    }

    private static List<RequestActivity> requests(Random random) {
        List<RequestActivity> requests = new ArrayList<>();
        int count = random.nextInt(1, 12);
        for (int i = 0; i < count; i++) {
            long start = random.nextInt(END);
            long end = start + random.nextInt(END);
            boolean begun = random.nextInt(4) > 0;
            long first = start + random.nextInt((int) (end - start) + 1);
            long[] stamps = begun
                    ? random.longs(random.nextInt(5), first, end + 1).sorted().toArray()
                    : new long[0];
            requests.add(new RequestActivity("r" + i, start, OptionalLong.empty(),
                    begun ? OptionalLong.of(first) : OptionalLong.empty(), end, 5, 0, random.nextInt(9),
                    TokenTimes.of(stamps), Set.of()));
        }
        return requests;
    }

    private static RequestActivity request(long start, long end) {
        return new RequestActivity("from " + start + " to " + end, start, OptionalLong.empty(), OptionalLong.empty(),
                end, 5, 0, 5, TokenTimes.NONE, Set.of());
    }
}
