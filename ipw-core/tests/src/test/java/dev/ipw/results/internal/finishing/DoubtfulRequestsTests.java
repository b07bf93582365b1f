package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.run.DeviceTotals;
import dev.ipw.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Two boards of which each serves some requests, and it is known of which requests. */
class DoubtfulRequestsTests {
    private static final long MILLI = 1_000_000L;
    private static final int STEP_MILLIS = 10;
    private static final int LENGTH_MILLIS = 60_000;
    private static final double IDLE_WATTS = 50;
    private static final double WATTS_OF_A_REQUEST = 40;
    /** That of a board with all requests that are drawn for one at once. */
    private static final double MAX_WATTS = IDLE_WATTS + 20 * WATTS_OF_A_REQUEST;
    private static final List<String> BOARDS = List.of("gpu-0", "gpu-1");

    @RepeatedTest(20)
    void boundsWhatMayBeAnotherBoardsAndLosesNoJoule(RepetitionInfo repetition) {
        List<Served> all = seeded(repetition.getCurrentRepetition());
        TimeSpan whole = new TimeSpan(0, LENGTH_MILLIS * MILLI);
        RunEnergy energy = energy(all, whole);
        List<RequestActivity> activities = all.stream().map(Served::activity).toList();

        List<List<RequestEnergy>> divided = energy.divide(whole, activities, List.of());

        for (int request = 0; request < all.size(); request++) {
            Served one = all.get(request);
            int index = request;
            EnergyReading reading = energy.of(activities.get(request),
                    divided.stream().map(device -> device.get(index)).toList()).headline();
            if (one.isUnknown || isBesideUnknown(one, all)) {
                assertThat(reading.isAvailable()).isFalse();
                assertThat(reading.range().orElseThrow().low()).isZero();
                assertThat(reading.range().orElseThrow().high())
                        .isGreaterThanOrEqualTo(one.ownJoules() + one.seconds() * IDLE_WATTS - 1);
                assertThat(reading.range().orElseThrow().high()).isLessThanOrEqualTo(1 + IntStream.range(0, 2)
                        .mapToDouble(board -> joules(all, board, one.endMillis) - joules(all, board, one.startMillis))
                        .max().orElseThrow() + STEP_MILLIS / 1e3 * 2 * MAX_WATTS);
                assertThat(reading.reason().orElseThrow()).contains("replica");
            } else if (all.stream()
                    .noneMatch(other -> other != one && other.board == one.board && one.meets(other, 0))) {
                assertThat(reading.joules().orElseThrow())
                        .isCloseTo(one.ownJoules() + one.seconds() * IDLE_WATTS, within(1.0));
            }
        }
        for (DeviceTotals board : energy.totals()) {
            double joules = joules(all, BOARDS.indexOf(board.device()), LENGTH_MILLIS);
            assertThat(board.total().joules().orElseThrow()).isCloseTo(joules, within(1.0));
            assertThat(board.requestsJoules().orElse(0) + board.idleJoules().orElseThrow()
                    + board.otherJoules().orElseThrow())
                    .isCloseTo(board.total().joules().orElseThrow(), within(1e-6));
            // The curve between two steps of the counter is not known at each end of a request.
            assertThat(board.idleJoules().orElseThrow()).isLessThanOrEqualTo(
                    idleJoules(all, board.device()) + all.size() * STEP_MILLIS / 1e3 * IDLE_WATTS);
        }
    }

    @Test
    void aBoardThatServedNothingForSureHasNoJoulesOfRequests() {
        TimeSpan whole = new TimeSpan(0, LENGTH_MILLIS * MILLI);
        List<Served> all = List.of(new Served(0, 10_000, 14_000, true), new Served(1, 20_000, 23_000, true));
        RunEnergy energy = energy(all, whole);

        List<List<RequestEnergy>> divided = energy.divide(whole, all.stream().map(Served::activity).toList(),
                List.of());
        EnergyReading first = energy.of(all.getFirst().activity(),
                divided.stream().map(List::getFirst).toList()).headline();

        assertThat(first.range().orElseThrow().high()).isCloseTo(4 * (IDLE_WATTS + WATTS_OF_A_REQUEST),
                within(2.0));
        assertThat(energy.headlineTotal().joules().orElseThrow())
                .isCloseTo(2 * 60 * IDLE_WATTS + 7 * WATTS_OF_A_REQUEST, within(2.0));
        assertThat(energy.totals()).allSatisfy(board -> {
            assertThat(board.requestsJoules().orElse(0)).isZero();
            assertThat(board.idleJoules().orElseThrow()).isCloseTo(53 * IDLE_WATTS, within(1.0));
        });
    }

    @Test
    void aReplicaThatTheMapLacksMayHaveAllBoards() {
        TimeSpan whole = new TimeSpan(0, LENGTH_MILLIS * MILLI);
        Served served = new Served(0, 10_000, 14_000, true);
        RunEnergy energy = energy(List.of(served), whole);
        RequestActivity anywhere = served.activity().servedByOneOf(List.of(Set.copyOf(BOARDS)));

        EnergyReading reading = energy.of(anywhere, energy.divide(whole, List.of(anywhere), List.of()).stream()
                .map(List::getFirst).toList()).headline();

        assertThat(reading.range().orElseThrow().high()).isCloseTo(4 * (2 * IDLE_WATTS + WATTS_OF_A_REQUEST),
                within(2.0));
    }

    @Test
    void aRequestInTheSameStepOfTheCounterMayHaveLessThanItSeemsTo() {
        TimeSpan whole = new TimeSpan(0, LENGTH_MILLIS * MILLI);
        List<Served> all = List.of(new Served(0, 11_000, 13_000, false), new Served(0, 15_000, 17_000, true),
                new Served(0, 41_000, 43_000, false));
        RunEnergy energy = energyOf(List.of(counted(all, 0, 10_000), counted(all, 1, 10_000)), whole);

        List<List<RequestEnergy>> divided = energy.divide(whole, all.stream().map(Served::activity).toList(),
                List.of());

        assertThat(divided.getFirst()).extracting(one -> one.reading().isAvailable()).containsExactly(false, false,
                true);
        assertThat(divided.getFirst().getFirst().reading().range().orElseThrow().high())
                .isGreaterThan(2 * (IDLE_WATTS + WATTS_OF_A_REQUEST) - 1);
    }

    @Test
    void windowsAddUpAndAMissingOneTakesTheBounds() {
        EnergyReading known = EnergyReading.of(5, 4, 6, Provenance.MEASURED, Scope.GPU, "a", Set.of());
        EnergyReading bounded = known.boundedOnly("not known");
        EnergyReading unread = EnergyReading.unavailable(Scope.GPU, "a", "unread");
        EnergyReading partial = known.flagged(EnergyFlag.PARTIAL);

        assertThat(followed(known, bounded).range()).hasValue(new Interval(4, 12, 1));
        assertThat(followed(bounded, known).joules()).isEmpty();
        assertThat(followed(bounded, unread).range()).isEmpty();
        assertThat(followed(unread, bounded).range()).isEmpty();
        assertThat(followed(bounded, partial).range()).isEmpty();
        assertThat(followed(known, unread).flags()).contains(EnergyFlag.PARTIAL);
        assertThat(bounded.plus(EnergyReading.of(1, 1, 1, Provenance.MEASURED, Scope.PACKAGE, "b",
                Set.of(EnergyFlag.WRAP))))
                .satisfies(sum -> assertThat(sum.scopes()).containsExactlyInAnyOrder(Scope.GPU, Scope.PACKAGE))
                .satisfies(sum -> assertThat(sum.flags()).contains(EnergyFlag.WRAP));
    }

    private static EnergyReading followed(EnergyReading first, EnergyReading later) {
        return new RequestEnergy("one", first, EnergyBreakdown.NONE)
                .followedBy(new RequestEnergy("one", later, EnergyBreakdown.NONE)).reading();
    }

    private static List<Served> seeded(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Served> all = new ArrayList<>();
        for (int board = 0; board < BOARDS.size(); board++) {
            long start = 2_000;
            while (start < LENGTH_MILLIS - 10_000) {
                long length = 500 + random.nextLong(3_000);
                all.add(new Served(board, start, start + length, random.nextInt(6) == 0));
                start += 200 + random.nextLong(5_000);
            }
        }
        return all;
    }

    private static boolean isBesideUnknown(Served one, List<Served> all) {
        return all.stream().anyMatch(other -> other.isUnknown && one.meets(other, 0));
    }

    private static RunEnergy energy(List<Served> all, TimeSpan whole) {
        return energyOf(IntStream.range(0, BOARDS.size()).mapToObj(board -> counted(all, board, STEP_MILLIS)).toList(),
                whole);
    }

    private static RunEnergy energyOf(List<DeviceSeries> series, TimeSpan whole) {
        return new RunEnergy(series, false, Map.of(), device -> List.of(), "", () -> List.of(whole),
                DevicePowers.none(), AttributionRule.AUTO);
    }

    /** Count with steps that are read each time they come, and in between. */
    private static DeviceSeries counted(List<Served> all, int board, int stepMillis) {
        CounterRecorder counter = new CounterRecorder(new MeteredDevice(BOARDS.get(board), Scope.GPU,
                Provenance.MEASURED, "test " + BOARDS.get(board), STEP_MILLIS * MILLI), 1e-3, OptionalLong.empty(),
                OptionalDouble.empty());
        for (long millis = 0; millis <= LENGTH_MILLIS; millis += STEP_MILLIS) {
            counter.record(millis * MILLI, millis * MILLI,
                    Math.round(1e3 * joules(all, board, millis / stepMillis * stepMillis)));
        }
        return counter.series();
    }

    private static double joules(List<Served> all, int board, long untilMillis) {
        return untilMillis / 1e3 * IDLE_WATTS + all.stream().filter(one -> one.board == board)
                .mapToDouble(one -> Math.clamp(untilMillis - one.startMillis, 0, one.endMillis - one.startMillis) / 1e3
                        * WATTS_OF_A_REQUEST)
                .sum();
    }

    private static double idleJoules(List<Served> all, String device) {
        int board = BOARDS.indexOf(device);
        return IntStream.range(0, LENGTH_MILLIS / STEP_MILLIS)
                .filter(step -> all.stream().noneMatch(one -> one.board == board
                        && one.startMillis <= (long) step * STEP_MILLIS && (long) step * STEP_MILLIS < one.endMillis))
                .count() * STEP_MILLIS / 1e3 * IDLE_WATTS;
    }

    /** A request that a board served. */
    private record Served(int board, long startMillis, long endMillis, boolean isUnknown) {
        RequestActivity activity() {
            RequestActivity plain = new RequestActivity(board + " at " + startMillis, startMillis * MILLI,
                    OptionalLong.empty(), OptionalLong.empty(), endMillis * MILLI, 10, 0, 10, TokenTimes.NONE,
                    Set.copyOf(BOARDS));
            return isUnknown
                    ? plain.servedByOneOf(BOARDS.stream().map(Set::of).toList())
                    : plain.servedBy(Set.of(BOARDS.get(board)));
        }

        boolean meets(Served other, long marginMillis) {
            return startMillis < other.endMillis + marginMillis && other.startMillis < endMillis + marginMillis;
        }

        double seconds() {
            return (endMillis - startMillis) / 1e3;
        }

        /** Returns the joules beyond those of the idle board. */
        double ownJoules() {
            return seconds() * WATTS_OF_A_REQUEST;
        }
    }
}
