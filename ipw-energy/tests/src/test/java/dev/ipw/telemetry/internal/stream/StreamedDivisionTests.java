package dev.ipw.telemetry.internal.stream;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.testing.Draws;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** The division of a stream without end: what it keeps, when figures are final, and what it says where little is known. */
class StreamedDivisionTests {
    private static final long SECOND = 1_000_000_000L;
    private static final long BLOCK = 5 * SECOND;
    private static final int NEVER = Integer.MAX_VALUE;

    @Test
    void anHourLongRequestBesideShortOnesGetsItsJoulesAndDelaysNone() {
        SteadyServer server = new SteadyServer(16, NEVER, 150, 1, 1);
        server.serve(36, BLOCK);
        StreamedShare first = share(server, "r0");
        double truth = server.trueJoules("r0") * server.division().dividedNanos() / server.nowNanos();
        assertThat(first.isLast()).isFalse();
        assertThat(first.energy().joules().orElseThrow()).isCloseTo(truth, within(0.03 * truth));
        int shortOnes = 0;
        for (StreamedShare share : server.shares().values()) {
            long end = share.request().endNanos().orElse(Long.MAX_VALUE);
            assertThat(share.isLast()).isEqualTo(end <= server.division().dividedNanos());
            shortOnes += share.isLast() ? 1 : 0;
        }
        assertThat(shortOnes).isGreaterThan(500);
        assertThat(errors(server, 60 * SECOND).get((int) (0.95 * shortOnes / 2))).isLessThan(0.1);
        assertThat(server.blocks().getLast().devices().getFirst().trust()).isIn(ShareTrust.TRUSTED, ShareTrust.FLAGGED);
    }

    @Test
    void aThousandStreamsAtOnceAreDividedInBoundedMemory() {
        SteadyServer server = new SteadyServer(1000, 400, 400, 1, 2);
        server.serve(6, BLOCK);
        assertConserved(server);
        // The times of a minute would be three million.
        assertThat(server.division().keptTimes()).isLessThan(700_000);
        assertThat(share(server, "r0").energy().isAvailable()).isTrue();
    }

    @Test
    void memoryIsFlatOverADay() {
        SteadyServer server = new SteadyServer(2, 100, 100, 1, 3);
        long halfMinutes = Draws.of(30, 24 * 120);
        server.serve(10, 30 * SECOND);
        long times = server.division().keptTimes();
        int requests = server.division().keptRequests();
        server.serve((int) halfMinutes, 30 * SECOND);
        assertThat(server.division().keptTimes()).isLessThan(2 * times);
        assertThat(server.division().keptRequests()).isLessThan(2 * requests + 10);
        assertThat(server.division().keptIntervals()).isLessThanOrEqualTo(2 * 5 * 60 * 10);
        assertConserved(server);
    }

    @Test
    void aReplayOfAllEventsAndReadingsGivesTheSameSharesToTheLastDigit() {
        SteadyServer server = new SteadyServer(5, 2000, 100, 0.7, 4);
        server.remember();
        server.serve(7, BLOCK);
        server.serve(3, 3 * SECOND);
        // Readings and tokens come after the last block too.
        server.serveUntil(server.nowNanos() + 20 * SECOND);
        StreamedDivision replay = new StreamedDivision(() -> List.<EnergySeries>of(server.series()), 0);
        server.served().stream().sorted(Comparator.comparing(SteadyServer.Served::id))
                .forEach(one -> replay.add(one.replayed()));
        for (StreamedBlock live : server.blocks()) {
            StreamedBlock again = replay.divide(live.time().endNanos());
            assertThat(again.devices()).isEqualTo(live.devices());
            assertThat(again.shares()).extracting(share -> share.request().id())
                    .isEqualTo(live.shares().stream().map(share -> share.request().id()).toList());
            assertThat(again.shares()).extracting(StreamedShare::energy)
                    .isEqualTo(live.shares().stream().map(StreamedShare::energy).toList());
        }
    }

    @Test
    void countsThatComeAtTheEndOfRequestsTeachWhatEstimatesAreWorth() {
        SteadyServer server = new SteadyServer(8, 100, 60, 0.25, 5);
        server.serve(36, BLOCK);
        List<Double> errors = errors(server, 90 * SECOND);
        assertThat(errors.get(errors.size() / 2)).isLessThan(0.05);
        long covered = server.shares().values().stream().filter(StreamedShare::isLast)
                .filter(share -> isWithin(share.energy(), server.trueJoules(share.request().id()))).count();
        long all = server.shares().values().stream().filter(StreamedShare::isLast).count();
        assertThat((int) covered).isGreaterThanOrEqualTo(Draws.minHits((int) all, 0.95));
    }

    @Test
    void joulesOfAnUnreadTimeBelongToNobodyAndNoneIsLost() {
        SteadyServer server = new SteadyServer(4, NEVER, 200, 1, 6);
        server.leaveUnread(22 * SECOND, 31 * SECOND);
        server.serve(12, BLOCK);
        assertConserved(server);
        assertThat(share(server, "r0").energy().flags()).contains(EnergyFlag.PARTIAL);
        double other = server.blocks().stream().mapToDouble(block -> block.devices().getFirst().otherJoules()).sum();
        // The block up to 25 s was divided before the counter was read again, the next one after it: three seconds of
        // steps of a little over 19 ms, with four joules and those of the passes.
        assertThat(other).isBetween(2.8 * 180, 3.2 * 230);
    }

    @Test
    void anEstimateIsThereBeforeTheBlockAndSaysSo() {
        SteadyServer server = new SteadyServer(6, NEVER, 100, 1, 7);
        EnergyReading none = server.division().provisional(server.first(), 1);
        assertThat(none.isAvailable()).isFalse();
        assertThat(none.reason().orElseThrow()).contains("not known yet");
        server.serve(10, BLOCK);
        double before = server.trueJoules("r0");
        double divided = share(server, "r0").energy().joules().orElseThrow();
        EnergyReading estimate = server.division().provisional(server.first(), server.nowNanos());
        assertThat(estimate.flags()).contains(EnergyFlag.PROVISIONAL, EnergyFlag.ATTRIBUTED);
        assertThat(divided + estimate.joules().orElseThrow()).isCloseTo(before, within(0.05 * before));
        assertThat(before - divided).isBetween(estimate.lower().orElseThrow(), estimate.upper().orElseThrow());
    }

    @Test
    void aRequestAloneOnTheDeviceIsMeasuredAndItsPhasesAreBounded() {
        SteadyServer server = new SteadyServer(1, NEVER, 100, 1, 8);
        server.serve(4, BLOCK);
        StreamedShare share = share(server, "r0");
        assertThat(share.energy().provenance()).isEqualTo(Provenance.MEASURED);
        assertThat(share.trust()).isEqualTo(ShareTrust.MEASURED);
        PhaseJoules bounded = share.bounded().orElseThrow();
        assertThat(bounded.prompt().joules() + bounded.answer().joules())
                .isCloseTo(share.energy().joules().orElseThrow(), within(1e-6));
        // The prompt is much shorter than a step of the counter.
        assertThat(bounded.prompt().upper()).isGreaterThan(2 * bounded.prompt().joules());
        assertThat(share.phases()).isEmpty();
    }

    @Test
    void aRequestOfAnUnknownReplicaIsOnlyBoundedAndMakesOthersUnsure() {
        CounterRecorder first = counter("gpu0");
        CounterRecorder second = counter("gpu1");
        StreamedDivision division = new StreamedDivision(() -> List.<EnergySeries>of(first.series(), second.series()),
                0);
        StreamedRequest known = new StreamedRequest("known", SECOND, Set.of("gpu0"), 10);
        StreamedRequest anywhere = new StreamedRequest("anywhere", SECOND, Set.of(), 10, true);
        division.add(known);
        division.add(anywhere);
        for (StreamedRequest request : List.of(known, anywhere)) {
            request.addTokens(2 * SECOND, 1);
            request.end(4 * SECOND, OptionalLong.of(1));
        }
        read(first, 100, 0, 6 * SECOND);
        read(second, 200, 0, 6 * SECOND);
        StreamedBlock block = division.divide(5 * SECOND);
        Map<String, StreamedShare> shares = byId(block);
        EnergyReading bounded = get(shares, "anywhere").energy();
        assertThat(bounded.isAvailable()).isFalse();
        assertThat(bounded.lower()).hasValue(0);
        assertThat(bounded.upper().orElseThrow()).as("its replica may have both").isBetween(900.0, 1050.0);
        assertThat(bounded.reason().orElseThrow()).contains("replica");
        assertThat(get(shares, "known").energy().provenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(get(shares, "known").energy().lower()).hasValue(0);
        assertThat(get(shares, "known").trust()).isEqualTo(ShareTrust.UNTRUSTED);
        for (StreamedBlock.Device device : block.devices()) {
            assertThat(device.idleJoules()).isZero();
            assertThat(device.requestsJoules() + device.otherJoules())
                    .isCloseTo(device.total().joules().orElseThrow(), within(1e-6));
        }
    }

    @Test
    void aDeviceThatComesLateMakesTheFiguresOfOlderRequestsPartial() {
        CounterRecorder first = counter("gpu0");
        CounterRecorder second = counter("gpu1");
        List<EnergySeries> devices = new ArrayList<>(List.of(first.series()));
        StreamedDivision division = new StreamedDivision(() -> List.copyOf(devices), 0);
        StreamedRequest old = new StreamedRequest("old", SECOND, Set.of(), 10);
        StreamedRequest young = new StreamedRequest("young", 12 * SECOND, Set.of(), 10);
        division.add(old);
        division.add(young);
        for (StreamedRequest request : List.of(old, young)) {
            request.addTokens(13 * SECOND, 1);
            request.end(14 * SECOND, OptionalLong.of(1));
        }
        read(first, 100, 0, 16 * SECOND);
        read(second, 200, 7 * SECOND, 16 * SECOND);
        Map<String, StreamedShare> sums = new LinkedHashMap<>();
        division.divide(5 * SECOND).shares().forEach(share -> sums.put(share.request().id(), share));
        devices.add(second.series());
        for (long border : new long[]{10 * SECOND, 15 * SECOND}) {
            division.divide(border).shares()
                    .forEach(share -> sums.merge(share.request().id(), share, StreamedShare::plus));
        }
        assertThat(get(sums, "old").energy().flags()).contains(EnergyFlag.PARTIAL);
        assertThat(get(sums, "young").energy().flags()).doesNotContain(EnergyFlag.PARTIAL);
        assertThat(get(sums, "young").isLast()).isTrue();
    }

    @Test
    void aDeviceThatReturnsMakesTheFiguresOfRequestsPartialThatBeganWithoutIt() {
        CounterRecorder first = counter("gpu0");
        CounterRecorder second = counter("gpu1");
        boolean[] isLeftOut = {false};
        StreamedDivision division = new StreamedDivision(() -> isLeftOut[0]
                ? List.<EnergySeries>of(first.series())
                : List.<EnergySeries>of(first.series(), second.series()), 0);
        read(first, 100, 0, 40 * SECOND);
        read(second, 200, 0, 40 * SECOND);
        // The second device is left out from 10 to 20 s; that is known from 15 s on.
        stream(division, "before", 2, 9);
        stream(division, "lost", 11, 14);
        stream(division, "meanwhile", 16, 19);
        stream(division, "during", 12, 28);
        stream(division, "after", 21, 28);
        Map<String, StreamedShare> sums = new LinkedHashMap<>();
        for (int block = 1; block <= 6; block++) {
            isLeftOut[0] = block == 3 || block == 4;
            division.divide(block * BLOCK).shares()
                    .forEach(share -> sums.merge(share.request().id(), share, StreamedShare::plus));
        }
        assertThat(get(sums, "during").energy().flags()).contains(EnergyFlag.PARTIAL);
        assertThat(get(sums, "during").trust()).isEqualTo(ShareTrust.UNTRUSTED);
        assertThat(get(sums, "before").energy().isComplete()).isTrue();
        assertThat(get(sums, "lost").energy().flags()).contains(EnergyFlag.PARTIAL);
        assertThat(get(sums, "after").energy().isComplete()).isTrue();
        assertThat(get(sums, "meanwhile").energy().isComplete()).as("as if there were no second device").isTrue();
    }

    @Test
    void aDeviceThatCountsOnlyAfterItsFirstReadingsMakesTheFiguresOfOlderRequestsPartial() {
        CounterRecorder first = counter("gpu0");
        CounterRecorder second = counter("gpu1");
        List<EnergySeries> devices = new ArrayList<>(List.of(first.series()));
        StreamedDivision division = new StreamedDivision(() -> List.copyOf(devices), 0);
        read(first, 100, 0, 20 * SECOND);
        read(second, 200, 0, 20 * SECOND);
        stream(division, "old", 3, 9);
        stream(division, "young", 6, 9);
        Map<String, StreamedShare> sums = new LinkedHashMap<>();
        division.divide(BLOCK).shares().forEach(share -> sums.put(share.request().id(), share));
        devices.add(second.series());
        division.divide(2 * BLOCK).shares()
                .forEach(share -> sums.merge(share.request().id(), share, StreamedShare::plus));
        assertThat(get(sums, "old").energy().flags()).contains(EnergyFlag.PARTIAL);
        assertThat(get(sums, "young").energy().isComplete()).isTrue();
    }

    @Test
    void requestsAreNotBoundedByTimesInWhichTheirDeviceWasNotRead() {
        CounterRecorder counter = counter("gpu0");
        StreamedDivision division = new StreamedDivision(() -> List.<EnergySeries>of(counter.series()), 0);
        read(counter, 400, 0, 17 * SECOND);
        stream(division, "long", 1, 60);
        for (long start : new long[]{16 * SECOND, 17 * SECOND + SECOND / 2}) {
            refuse(division, "refused" + start / SECOND, start, 19 * SECOND);
            StreamedRequest anywhere = new StreamedRequest("anywhere" + start / SECOND, start, Set.of(), 10, true);
            division.add(anywhere);
            anywhere.addTokens(18 * SECOND, 1);
            anywhere.end(19 * SECOND, OptionalLong.of(1));
        }
        for (int block = 1; block <= 3; block++) {
            division.divide(block * BLOCK);
        }
        Map<String, StreamedShare> shares = byId(division.divide(4 * BLOCK));
        for (String id : List.of("refused16", "refused17", "anywhere16", "anywhere17")) {
            EnergyReading energy = get(shares, id).energy();
            assertThat(energy.isAvailable()).as(id).isFalse();
            assertThat(energy.upper()).as(id).isEmpty();
            assertThat(energy.reason().orElseThrow()).contains("readings are missing");
        }
    }

    @Test
    void aRequestThatIsRefusedAfterItsFirstBlocksWereDividedHasBoundsAndNoFigure() {
        CounterRecorder counter = counter("gpu0");
        StreamedDivision division = new StreamedDivision(() -> List.<EnergySeries>of(counter.series()), 0);
        read(counter, 400, 0, 30 * SECOND);
        stream(division, "other", 1, 25);
        StreamedRequest late = new StreamedRequest("late", SECOND, Set.of(), 3000);
        division.add(late);
        Map<String, StreamedShare> sums = new LinkedHashMap<>();
        for (int block = 1; block <= 4; block++) {
            if (block == 3) {
                late.countInput(0, 0, 12 * SECOND);
                late.end(12 * SECOND, OptionalLong.of(0));
                refuse(division, "soon", 9 * SECOND, 10 * SECOND + SECOND);
            }
            division.divide(block * BLOCK).shares()
                    .forEach(share -> sums.merge(share.request().id(), share, StreamedShare::plus));
        }
        EnergyReading energy = get(sums, "late").energy();
        assertThat(energy.isAvailable()).isFalse();
        assertThat(energy.lower()).hasValue(0);
        assertThat(energy.upper().orElseThrow()).isGreaterThan(0);
        assertThat(energy.reason().orElseThrow()).contains("refused");
    }

    @Test
    void aBlockThatFailsAsAWholeLosesNothing() {
        CounterRecorder first = counter("gpu0");
        CounterRecorder second = counter("gpu1");
        StreamedDivision division = new StreamedDivision(() -> List.<EnergySeries>of(first.series(), second.series()),
                0);
        read(first, 100, 0, 20 * SECOND);
        read(second, 200, 0, 20 * SECOND);
        stream(division, "r", 1, 9);
        division.divide(BLOCK);
        assertThatThrownBy(() -> division.divide(2 * BLOCK, device -> {
            if (device.equals("gpu1")) {
                throw new IllegalStateException("a defect");
            }
            return Optional.empty();
        })).hasMessage("a defect");
        StreamedBlock again = division.divide(2 * BLOCK);
        assertThat(again.time().startNanos()).isEqualTo(BLOCK);
        assertThat(again.devices()).extracting(device -> device.total().joules().orElse(0))
                .satisfiesExactly(joules -> assertThat(joules).isCloseTo(500, within(10.0)),
                        joules -> assertThat(joules).isCloseTo(1000, within(20.0)));
        assertThat(get(byId(again), "r").energy().isComplete()).isTrue();
    }

    private static void stream(StreamedDivision division, String id, long fromSecond, long untilSecond) {
        StreamedRequest request = new StreamedRequest(id, fromSecond * SECOND, Set.of(), 10);
        division.add(request);
        for (long nanos = fromSecond * SECOND + SECOND / 2; nanos < untilSecond * SECOND; nanos += SECOND / 10) {
            request.addTokens(nanos, 1);
        }
        request.countInput(10, 0, untilSecond * SECOND);
        request.end(untilSecond * SECOND, OptionalLong.empty());
    }

    private static void refuse(StreamedDivision division, String id, long startNanos, long endNanos) {
        StreamedRequest request = new StreamedRequest(id, startNanos, Set.of(), 10);
        division.add(request);
        request.countInput(0, 0, endNanos);
        request.end(endNanos, OptionalLong.of(0));
    }

    @Test
    void aRequestWithoutADeviceHasNoFigureButAReason() {
        StreamedDivision division = new StreamedDivision(List::of, 0);
        StreamedRequest request = new StreamedRequest("alone", SECOND, Set.of(), 10);
        division.add(request);
        request.end(2 * SECOND, OptionalLong.empty());
        StreamedShare share = division.divide(5 * SECOND).shares().getFirst();
        assertThat(share.energy().isAvailable()).isFalse();
        assertThat(share.energy().reason().orElseThrow()).contains("no device");
        assertThat(share.isLast()).isTrue();
        assertThat(division.divide(10 * SECOND).shares()).isEmpty();
    }

    @Test
    void aDeviceWhoseDivisionFailsLosesOnlyTheSharesOfItsBlock() {
        List<StreamedBlock> sound = failingBlocks(Set.of());
        List<StreamedBlock> failing = failingBlocks(Set.of(2));
        double all = 0;
        for (int block = 0; block < failing.size(); block++) {
            assertThat(failing.get(block).devices().getFirst()).isEqualTo(sound.get(block).devices().getFirst());
            StreamedBlock.Device device = failing.get(block).devices().getLast();
            double total = device.total().joules().orElseThrow();
            all += total;
            assertThat(device.requestsJoules() + device.idleJoules() + device.otherJoules())
                    .isCloseTo(total, within(1e-9 * total));
            assertThat(device.failure().isPresent()).isEqualTo(block == 2);
            assertThat(device.requestsJoules() > 0).isEqualTo(block != 2);
            Map<String, StreamedShare> shares = byId(failing.get(block));
            assertThat(get(shares, "first").energy()).isEqualTo(get(byId(sound.get(block)), "first").energy());
            assertThat(get(shares, "second").energy().isAvailable()).isEqualTo(block != 2);
            assertThat(get(shares, "both").energy().flags().contains(EnergyFlag.PARTIAL)).isEqualTo(block == 2);
        }
        assertThat(get(byId(failing.get(2)), "second").energy().reason().orElseThrow())
                .contains("could not be divided", "a defect of gpu1");
        assertThat(all).isCloseTo(200 * 25.0, within(1e-9 * all));
    }

    /** Divides five blocks of two devices; the division of the second one fails in some of them. */
    private static List<StreamedBlock> failingBlocks(Set<Integer> failing) {
        CounterRecorder first = counter("gpu0");
        CounterRecorder second = counter("gpu1");
        int[] block = {0};
        StreamedDivision division = new StreamedDivision(() -> List.<EnergySeries>of(first.series(), second.series()),
                (series, span) -> {
                    if (series.device().name().equals("gpu1") && failing.contains(block[0])) {
                        throw new IllegalStateException("a defect of gpu1");
                    }
                    return List.of();
                }, device -> OptionalDouble.empty(), 0);
        for (Map.Entry<String, Set<String>> one : Map.of("first", Set.of("gpu0"), "second", Set.of("gpu1"), "both",
                Set.<String>of()).entrySet()) {
            StreamedRequest request = new StreamedRequest(one.getKey(), SECOND / 2, one.getValue(), 10);
            division.add(request);
            for (int token = 1; token < 300; token++) {
                request.addTokens(SECOND + token * SECOND / 10, 1);
            }
        }
        read(first, 100, 0, 30 * SECOND);
        read(second, 200, 0, 30 * SECOND);
        List<StreamedBlock> blocks = new ArrayList<>();
        for (; block[0] < 5; block[0]++) {
            blocks.add(division.divide((block[0] + 1) * BLOCK));
        }
        return blocks;
    }

    @Test
    void anAnswerThatComesAtOnceIsEstimatedOnceAndAtMostFlagged() {
        SteadyServer server = new SteadyServer(6, NEVER, 100, 1, 10);
        server.answerAtOnce();
        server.serve(8, BLOCK);
        long divided = server.division().dividedNanos();
        assertThat(server.blocks().getLast().devices().getFirst().trust()).isIn(ShareTrust.TRUSTED, ShareTrust.FLAGGED);
        assertThat(get(byId(server.blocks().getLast()), "r0").trust()).isEqualTo(ShareTrust.FLAGGED);
        assertThat(server.division().provisional(server.first(), divided).joules()).hasValue(0);
        EnergyReading one = server.division().provisional(server.first(), divided + SECOND);
        EnergyReading two = server.division().provisional(server.first(), divided + 2 * SECOND);
        assertThat(two.joules().orElseThrow()).isCloseTo(2 * one.joules().orElseThrow(),
                within(0.05 * two.joules().orElseThrow()));
        double truth = server.trueJoules("r0") * 2 * SECOND / server.nowNanos();
        assertThat(truth).isBetween(two.lower().orElseThrow(), two.upper().orElseThrow());
    }

    @Test
    void embeddingsAndRefusedRequestsLeaveTheOthersTheirTrust() {
        SteadyServer server = new SteadyServer(6, NEVER, 60, 1, 9);
        server.serveBesides(0.2, 0.2);
        server.serve(16, BLOCK);
        assertConserved(server);
        for (StreamedBlock block : server.blocks().subList(4, server.blocks().size())) {
            assertThat(block.devices().getFirst().trust()).isIn(ShareTrust.TRUSTED, ShareTrust.FLAGGED);
        }
        List<StreamedShare> ended = server.shares().values().stream()
                .filter(share -> share.isLast() && share.request().startNanos() > 20 * SECOND).toList();
        long covered = ended.stream().filter(share -> isWithin(share.energy(), server.trueJoules(share.request().id())))
                .count();
        assertThat((int) covered).isGreaterThanOrEqualTo(Draws.minHits(ended.size(), 0.95));
        List<StreamedShare> refused = ended.stream().filter(share -> server.trueJoules(share.request().id()) == 0)
                .toList();
        assertThat(refused).hasSizeGreaterThan(100);
        assertThat(refused).allSatisfy(share -> {
            assertThat(share.energy().joules()).hasValue(0);
            // Two movements of the counter at the most power, within which its few milliseconds may lie.
            assertThat(share.energy().upper().orElseThrow()).isLessThan(2 * 0.1 * 400);
        });
    }

    @Test
    void aDivisionThatAlwaysFailsEndsItsRequestsWithTheReasonAndKeepsNoMoreOfThem() {
        CounterRecorder counter = counter("gpu0");
        StreamedDivision division = new StreamedDivision(() -> List.<EnergySeries>of(counter.series()),
                (series, span) -> {
                    throw new StackOverflowError("a defect");
                }, device -> OptionalDouble.empty(), 0);
        for (int block = 0; block < 100; block++) {
            long from = block * BLOCK;
            read(counter, 100, from + 1, from + BLOCK);
            StreamedRequest request = new StreamedRequest("r" + block, from + SECOND, Set.of(), 10);
            division.add(request);
            for (int token = 0; token < 100; token++) {
                request.addTokens(from + SECOND + token * SECOND / 100, 1);
            }
            request.end(from + 3 * SECOND, OptionalLong.of(100));
            StreamedBlock divided = division.divide(from + BLOCK);
            assertThat(divided.shares()).singleElement().satisfies(share -> {
                assertThat(share.isLast()).isTrue();
                assertThat(share.energy().isAvailable()).isFalse();
                assertThat(share.energy().reason().orElseThrow()).contains("a defect");
            });
            assertThat(division.keptRequests()).isLessThan(15);
            assertThat(division.keptTimes()).isLessThan(1500);
        }
    }

    private static CounterRecorder counter(String name) {
        return new CounterRecorder(new MeteredDevice(name, Scope.GPU, Provenance.MEASURED, "counter", 25_000_000L),
                1e-3,
                OptionalLong.empty(), OptionalDouble.empty());
    }

    /** Reads a counter of a constant power that moves with each reading. */
    private static void read(CounterRecorder counter, double watts, long fromNanos, long untilNanos) {
        for (long nanos = fromNanos; nanos <= untilNanos; nanos += 25_000_000L) {
            counter.record(nanos, nanos, Math.round(watts * nanos / 1e6));
        }
    }

    private static Map<String, StreamedShare> byId(StreamedBlock block) {
        Map<String, StreamedShare> shares = new LinkedHashMap<>();
        block.shares().forEach(share -> shares.put(share.request().id(), share));
        return shares;
    }

    private static StreamedShare get(Map<String, StreamedShare> shares, String id) {
        StreamedShare share = shares.get(id);
        assertThat(share).as(id).isNotNull();
        if (share == null) {
            throw new AssertionError(id);
        }
        return share;
    }

    private static StreamedShare share(SteadyServer server, String id) {
        return get(server.shares(), id);
    }

    private static boolean isWithin(EnergyReading energy, double truth) {
        return energy.lower().orElse(0) <= truth && truth <= energy.upper().orElse(0);
    }

    /** Returns the relative errors of final figures of requests that began after a moment, in ascending order. */
    private static List<Double> errors(SteadyServer server, long fromNanos) {
        return server.shares().values().stream()
                .filter(share -> share.isLast() && share.request().startNanos() >= fromNanos).map(share -> {
                    double truth = server.trueJoules(share.request().id());
                    return Math.abs(share.energy().joules().orElseThrow() - truth) / truth;
                }).sorted().toList();
    }

    private static void assertConserved(SteadyServer server) {
        double all = 0;
        for (StreamedBlock block : server.blocks()) {
            for (StreamedBlock.Device device : block.devices()) {
                all += device.requestsJoules() + device.idleJoules() + device.otherJoules();
            }
        }
        double shares = server.shares().values().stream().mapToDouble(one -> one.energy().joules().orElse(0)).sum();
        double requests = server.blocks().stream().flatMap(block -> block.devices().stream())
                .mapToDouble(StreamedBlock.Device::requestsJoules).sum();
        double total = server.blocks().stream().flatMap(block -> block.devices().stream())
                .mapToDouble(device -> device.total().joules().orElse(0)).sum();
        assertThat(all).isCloseTo(total, within(1e-9 * total));
        assertThat(shares).isCloseTo(requests, within(1e-9 * total));
        double grown = server.series().window(0, server.division().dividedNanos()).joules().orElseThrow();
        assertThat(total).isCloseTo(grown, within(0.002 * grown));
    }
}
