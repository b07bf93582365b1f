package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.testing.Draws;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Tag("statistical")
class RequestDivisionTests {
    private static final long MILLI = 1_000_000;
    private static final double CLOSE = 1e-9;
    private static final double MAX_WATTS = 300;

    private static IntStream seeds() {
        return IntStream.range(0, Integer.getInteger("requests.seeds", Draws.of(8, 60)));
    }

    @Test
    void fourThatOverlapAreChargedWhatWasUsedOnce() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 11.5);
        List<RequestSpan> spans = IntStream.range(0, 4).mapToObj(i -> machine.request("thread " + i)).toList();
        machine.advanceTo(2000 * MILLI);
        spans.forEach(RequestSpan::close);
        machine.advanceTo(2100 * MILLI);

        assertThat(spans).allSatisfy(span -> {
            EnergyReading share = span.energy();
            assertThat(share.joules().orElseThrow()).isCloseTo(23 / 4.0, within(1e-6));
            assertThat(share.provenance()).isEqualTo(Provenance.ESTIMATED);
            assertThat(share.flags()).contains(EnergyFlag.ATTRIBUTED).doesNotContain(EnergyFlag.PROVISIONAL);
        });
        assertThat(machine.report().requests().joules().orElseThrow()).isCloseTo(23, within(1e-6));
    }

    @Test
    void oneThatIsAloneKeepsAMeasuredFigureAndItsNet() {
        FabricatedRequests machine = new FabricatedRequests(
                nanos -> nanos >= 6000 * MILLI && nanos < 9000 * MILLI ? 50 : 10);
        machine.advanceTo(6000 * MILLI);
        RequestSpan span = machine.request("alone");
        machine.advanceTo(9000 * MILLI);
        span.close();
        machine.advanceTo(9500 * MILLI);

        RequestEnergy energy = span.share();
        assertThat(energy.energy().provenance()).isEqualTo(Provenance.MEASURED);
        assertThat(energy.energy().joules().orElseThrow()).isCloseTo(150, within(0.1));
        assertThat(energy.netEnergy().joules().orElseThrow()).isCloseTo(120, within(0.2));
        assertThat(energy.ownEnergy()).isEqualTo(energy.energy());
        assertThat(energy.toString()).matches("alone: 1[45]\\d(\\.\\d)? J \\[[\\d.]+, [\\d.]+] MEASURED \\(test\\)");
        assertThat(machine.report().idle().joules().orElseThrow()).isCloseTo(65, within(0.1));
    }

    @Test
    void aSpanThatWasOpenWhenADeviceWasLeftOutIsPartial() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 10, _ -> 20);
        machine.advanceTo(1000 * MILLI);
        machine.report();
        RequestSpan open = machine.request("open");
        machine.advanceTo(2000 * MILLI);
        machine.leaveOut(1, true);
        machine.advanceTo(3000 * MILLI);
        open.close();
        machine.advanceTo(3100 * MILLI);
        RequestEnergy energy = open.share();
        assertThat(energy.energy().joules().orElseThrow()).isCloseTo(20, within(0.01));
        assertThat(energy.energy().flags()).contains(EnergyFlag.PARTIAL);
        assertThat(energy.ownEnergy().flags()).contains(EnergyFlag.PARTIAL);

        RequestSpan meanwhile = machine.request("meanwhile");
        machine.advanceTo(4100 * MILLI);
        meanwhile.close();
        machine.advanceTo(4200 * MILLI);
        assertThat(joules(meanwhile)).isCloseTo(10, within(0.01));
        assertThat(meanwhile.energy().isComplete()).as("as if there were no second device").isTrue();

        RequestSpan returned = machine.request("returned");
        machine.advanceTo(5200 * MILLI);
        machine.report();
        machine.leaveOut(1, false);
        machine.advanceTo(6200 * MILLI);
        returned.close();
        machine.advanceTo(6300 * MILLI);
        assertThat(joules(returned)).as("its counter was read meanwhile").isCloseTo(60, within(0.01));
        assertThat(returned.energy().isComplete()).isTrue();
    }

    @Test
    void whatToldNoTokensSharesEachMomentWithACallBesideIt() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 10);
        RequestSpan agent = machine.request("agent");
        machine.advanceTo(1000 * MILLI);
        RequestSpan call = agent.child("model call");
        RequestSpan tool = agent.child("tool");
        machine.advanceTo(3000 * MILLI);
        call.tokens(100, 50);
        call.close();
        machine.advanceTo(4000 * MILLI);
        tool.close();
        machine.advanceTo(5000 * MILLI);
        agent.close();
        machine.advanceTo(6000 * MILLI);

        assertThat(joules(agent)).isCloseTo(50, within(0.01));
        assertThat(agent.share().ownEnergy().joules().orElseThrow()).isCloseTo(20, within(0.01));
        assertThat(joules(call)).isCloseTo(10, within(0.01));
        assertThat(joules(tool)).isCloseTo(20, within(0.01));
        assertShareOf(call, 0, 20);
        assertShareOf(tool, 10, 30);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallWithUsageBesideOneWithoutGetsAnEqualPart(boolean isPromptOnly) {
        FabricatedRequests machine = new FabricatedRequests(_ -> 50);
        RequestSpan with = machine.request("with usage");
        RequestSpan without = machine.request("without");
        machine.advanceTo(2000 * MILLI);
        with.tokens(1000, isPromptOnly ? 0 : 200);
        with.close();
        without.close();
        machine.advanceTo(2100 * MILLI);

        assertThat(joules(with)).isCloseTo(50, within(0.1));
        assertThat(joules(without)).isCloseTo(50, within(0.1));
        assertShareOf(with, 0, 100);
        assertShareOf(without, 0, 100);
    }

    @Test
    void timeOfACallBesideOneWithoutUsageIsDividedByTimeAndTheRestByWork() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 30);
        RequestSpan small = machine.request("small");
        RequestSpan large = machine.request("large");
        machine.advanceTo(1000 * MILLI);
        RequestSpan tool = machine.request("tool");
        machine.advanceTo(2000 * MILLI);
        tool.close();
        machine.advanceTo(4000 * MILLI);
        small.tokens(0, 100);
        large.tokens(0, 300);
        small.close();
        large.close();
        machine.advanceTo(4100 * MILLI);

        assertThat(joules(tool)).isCloseTo(10, within(0.05));
        assertThat(joules(small) + joules(large)).isCloseTo(110, within(0.05));
        assertThat(joules(large)).isGreaterThan(2 * joules(small));
        assertShareOf(tool, 0, 30);
    }

    @Test
    void spansWithInputTokensAloneShareByThem() {
        for (int spread : new int[]{0, 1, 40}) {
            FabricatedRequests machine = new FabricatedRequests(_ -> 50);
            List<RequestSpan> spans = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                machine.advanceTo(spread * MILLI * i);
                spans.add(machine.request("embedding " + i));
            }
            for (int i = 0; i < 4; i++) {
                machine.advanceTo((2000 + spread * i) * MILLI);
                spans.get(i).tokens(512, 0);
                spans.get(i).close();
            }
            machine.advanceTo(3000 * MILLI);

            double used = 50 * (2 + 3 * spread / 1000.0);
            assertThat(spans).as("%d ms apart", spread).allSatisfy(span -> {
                assertThat(joules(span)).isCloseTo(used / 4, within(0.02 * used));
                assertThat(span.energy().provenance()).isEqualTo(Provenance.ESTIMATED);
            });
        }
    }

    @Test
    void fourTimesTheInputTokensAreFourTimesTheJoules() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 50);
        RequestSpan small = machine.request("small");
        RequestSpan large = machine.request("large");
        machine.advanceTo(2000 * MILLI);
        small.tokens(100, 0);
        large.tokens(400, 0);
        small.close();
        large.close();
        machine.advanceTo(2100 * MILLI);

        assertThat(joules(small)).isCloseTo(20, within(0.1));
        assertThat(joules(large)).isCloseTo(80, within(0.1));
    }

    @Test
    void noShareOfSpansThatOverlapIsMeasured() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 10);
        RequestSpan agent = machine.request("agent between its calls");
        RequestSpan first = agent.child("call");
        machine.advanceTo(1000 * MILLI);
        first.tokens(10, 10);
        first.close();
        RequestSpan other = machine.request("call beside");
        machine.advanceTo(2000 * MILLI);
        other.tokens(10, 10);
        other.close();
        agent.close();
        machine.advanceTo(2100 * MILLI);

        assertThat(first.energy().provenance()).isEqualTo(Provenance.MEASURED);
        assertThat(joules(other)).isCloseTo(10, within(0.05));
        assertThat(other.energy().provenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(agent.share().ownEnergy().upper().orElseThrow()).isGreaterThan(9.9);
        assertThat(agent.share().ownEnergy().flags()).contains(EnergyFlag.ATTRIBUTED);
    }

    @Test
    void aRequestWhoseSpansOverlapOnlyEachOtherUsedWhatTheDeviceDid() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 50);
        RequestSpan agent = machine.request("agent");
        List<RequestSpan> calls = IntStream.range(0, 4).mapToObj(i -> agent.child("call " + i)).toList();
        machine.advanceTo(2000 * MILLI);
        calls.forEach(RequestSpan::close);
        agent.close();
        machine.advanceTo(2100 * MILLI);

        assertThat(joules(agent)).isCloseTo(100, within(0.1));
        EnergyReading whole = agent.energy();
        assertThat(whole.provenance()).isEqualTo(Provenance.MEASURED);
        assertThat(whole.flags()).doesNotContain(EnergyFlag.ATTRIBUTED);
        assertThat(whole.lower().orElseThrow()).isCloseTo(100, within(0.1));
        assertThat(whole.upper().orElseThrow()).isCloseTo(100, within(0.1));
        calls.forEach(call -> assertShareOf(call, 0, 100));
    }

    @Test
    void aParentBesideAnotherUsedNoMoreThanTheDevice() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 50);
        RequestSpan other = machine.request("other");
        RequestSpan agent = machine.request("agent");
        List<RequestSpan> calls = IntStream.range(0, 4).mapToObj(i -> agent.child("call " + i)).toList();
        machine.advanceTo(2000 * MILLI);
        calls.forEach(RequestSpan::close);
        agent.close();
        other.close();
        machine.advanceTo(2100 * MILLI);

        assertShareOf(agent, 0, 100);
        assertThat(joules(other)).isCloseTo(20, within(0.1));
    }

    @Test
    void manyToolsBesideManyCallsAreDividedByTokensAndTime() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 50);
        List<RequestSpan> calls = IntStream.range(0, 64).mapToObj(i -> machine.request("call " + i)).toList();
        for (int i = 0; i < 100; i++) {
            machine.advanceTo((20L * i + 5) * MILLI);
            RequestSpan tool = machine.request("tool " + i);
            machine.advanceTo((20L * i + 10) * MILLI);
            tool.close();
        }
        machine.advanceTo(2000 * MILLI);
        for (int i = 0; i < 64; i++) {
            calls.get(i).tokens(10, i < 32 ? 50 : 100);
            calls.get(i).close();
        }
        machine.advanceTo(2100 * MILLI);

        double small = joules(calls.get(0));
        double large = joules(calls.get(63));
        assertThat(large).isBetween(1.3 * small, 2 * small);
        assertThat(sum(machine.report().requests())).isCloseTo(100, within(0.1));
    }

    private static void assertShareOf(RequestSpan span, double lower, double upper) {
        EnergyReading share = span.energy();
        assertThat(share.provenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(share.flags()).contains(EnergyFlag.ATTRIBUTED);
        assertThat(share.lower().orElseThrow()).isCloseTo(lower, within(0.1));
        assertThat(share.upper().orElseThrow()).isCloseTo(upper, within(0.1));
    }

    @Test
    void tokensOfASpanWithChildrenWeighItsOwnTime() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 10);
        RequestSpan call = machine.request("model call");
        RequestSpan tool = call.child("tool");
        machine.advanceTo(1000 * MILLI);
        tool.close();
        RequestSpan beside = machine.request("another call");
        machine.advanceTo(4000 * MILLI);
        call.tokens(100, 400);
        call.close();
        beside.tokens(10, 40);
        beside.close();
        machine.advanceTo(5000 * MILLI);

        assertThat(joules(tool)).isCloseTo(10, within(0.01));
        assertThat(sum(call.share().ownEnergy())).isGreaterThan(2 * joules(beside));
        assertThat(sum(call.share().ownEnergy()) + joules(beside)).isCloseTo(30, within(0.01));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theOrderOfClosesAndTokensDecidesNoShare(int seed) {
        Random random = new Random(3000 + seed);
        FabricatedRequests machine = new FabricatedRequests(_ -> 50);
        List<RequestSpan> agents = new ArrayList<>();
        List<RequestSpan> streams = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            agents.add(machine.request("agent " + i));
            streams.add(agents.get(i).child("stream " + i));
        }
        machine.advanceTo(2000 * MILLI);
        List<Runnable> steps = new ArrayList<>();
        agents.forEach(agent -> steps.add(agent::close));
        streams.forEach(stream -> steps.add(stream::close));
        streams.forEach(stream -> steps.add(() -> assertThat(stream.tokens(20, 200)).isTrue()));
        Collections.shuffle(steps, random);
        steps.forEach(Runnable::run);
        machine.advanceTo(2100 * MILLI);

        assertThat(machine.inputTokens()).hasValue(80);
        assertThat(machine.outputTokens()).hasValue(800);
        Collections.shuffle(streams, random);
        for (RequestSpan stream : streams) {
            assertThat(joules(stream)).isCloseTo(25, within(0.1));
            assertThat(stream.energy().provenance()).isEqualTo(Provenance.ESTIMATED);
            assertThat(stream.energy().flags()).contains(EnergyFlag.ATTRIBUTED)
                    .doesNotContain(EnergyFlag.PROVISIONAL);
        }
        assertThat(agents).allSatisfy(agent -> {
            assertThat(joules(agent)).isCloseTo(25, within(0.1));
            assertThat(sum(agent.share().ownEnergy())).isZero();
        });
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theOrderOfClosesAndTokensDecidesNoShareWhileTimeGoesOn(int seed) {
        double[] inOrder = unequalStreams(new Random(4000 + seed), false);
        double[] shuffled = unequalStreams(new Random(4000 + seed), true);

        for (int i = 0; i < inOrder.length; i++) {
            assertThat(shuffled[i]).as("stream %d", i).isCloseTo(inOrder[i], within(1e-9));
        }
        assertThat(DoubleStream.of(shuffled).sum()).isPositive();
    }

    /** Ends four streams under one agent one after the other, and tells what belongs to it before each end, or in any order. */
    private static double[] unequalStreams(Random random, boolean isShuffled) {
        FabricatedRequests machine = new FabricatedRequests(_ -> 50);
        RequestSpan agent = machine.request("agent");
        List<RequestSpan> streams = new ArrayList<>();
        List<Runnable> told = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            RequestSpan stream = agent.child("stream " + i);
            int tokens = 50 + random.nextInt(200);
            told.add(() -> assertThat(stream.tokens(tokens, tokens)).isTrue());
            streams.add(stream);
        }
        long now = 1000 * MILLI;
        for (int i = 0; i < 4; i++) {
            now += random.nextInt(300) * MILLI;
            machine.advanceTo(now);
            if (isShuffled && i == 1) {
                agent.close();
            }
            if (!isShuffled) {
                told.get(i).run();
            }
            streams.get(i).close();
        }
        if (isShuffled) {
            Collections.shuffle(told, random);
            told.forEach(Runnable::run);
        } else {
            agent.close();
        }
        machine.advanceTo(now + 100 * MILLI);
        assertThat(joules(agent)).isCloseTo(50 * now / 1e9, within(0.1));
        return streams.stream().mapToDouble(RequestDivisionTests::joules).toArray();
    }

    @Test
    void saysOfTokensThatComeTooLateThatTheyDo() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 50);
        RequestSpan first = machine.request("first");
        RequestSpan second = machine.request("second");
        machine.advanceTo(1000 * MILLI);
        first.close();
        second.close();
        assertThat(first.tokens(10, 10)).isTrue();
        assertThat(second.tokens(10, 30)).isTrue();
        machine.advanceTo(2000 * MILLI);
        double share = joules(second);

        assertThat(share).isGreaterThan(joules(first));
        assertThat(first.tokens(10, 1000)).isFalse();
        assertThat(joules(second)).isEqualTo(share);
        assertThat(machine.outputTokens()).hasValue(40);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallAfterItsToolIsChargedAsIfItBeganThen(boolean inParts) {
        assertThat(callBesideAnother(true, inParts)).isCloseTo(callBesideAnother(false, inParts), within(1e-6));
    }

    /** Return the joules of a call from the third second to the fourth, which was opened before if a tool ran within it first. */
    private static double callBesideAnother(boolean isWithin, boolean inParts) {
        FabricatedRequests machine = new FabricatedRequests(_ -> 10);
        Optional<RequestSpan> around = isWithin ? Optional.of(machine.request("model call")) : Optional.empty();
        RequestSpan tool = around.map(call -> call.child("tool")).orElseGet(() -> machine.request("tool"));
        machine.advanceTo(2000 * MILLI);
        tool.close();
        RequestSpan other = machine.request("other call");
        other.firstToken();
        RequestSpan call = around.orElseGet(() -> machine.request("model call"));
        machine.advanceTo(3000 * MILLI);
        Optional<RequestSpan> last = inParts ? Optional.of(machine.request("last")) : Optional.empty();
        machine.advanceTo(4000 * MILLI);
        call.tokens(50, 50);
        call.close();
        machine.advanceTo(5000 * MILLI);
        other.tokens(100, 20);
        other.close();
        machine.advanceTo(5100 * MILLI);
        assertThat(call.energy().flags().contains(EnergyFlag.PROVISIONAL)).isEqualTo(inParts);
        assertThat(tool.energy().flags()).doesNotContain(EnergyFlag.PROVISIONAL);
        last.ifPresent(RequestSpan::close);
        machine.advanceTo(6000 * MILLI);
        return sum(call.share().ownEnergy());
    }

    @Test
    void aCallKeepsItsTokensThoughAToolOfItEmbeds() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 10);
        RequestSpan other = machine.request("other call");
        RequestSpan call = machine.request("model call");
        RequestSpan tool = call.child("tool");
        machine.advanceTo(2000 * MILLI);
        tool.tokens(10, 0);
        tool.close();
        machine.advanceTo(4000 * MILLI);
        call.tokens(50, 50);
        call.close();
        other.tokens(100, 20);
        other.close();
        machine.advanceTo(6000 * MILLI);

        assertThat(sum(call.share().ownEnergy())).isGreaterThan(10);
        assertThat(sum(tool.share().ownEnergy())).isPositive();
        assertThat(sum(call.share().ownEnergy()) + sum(tool.share().ownEnergy()) + sum(other.share().ownEnergy()))
                .isCloseTo(40, within(1e-6));
    }

    @Test
    void aToolIsNoRest() {
        FabricatedRequests machine = new FabricatedRequests(
                nanos -> nanos >= 6000 * MILLI && nanos < 15_000 * MILLI ? 50 : 10);
        machine.advanceTo(6000 * MILLI);
        RequestSpan agent = machine.request("agent");
        RequestSpan call = agent.child("call");
        machine.advanceTo(7000 * MILLI);
        call.close();
        RequestSpan tool = agent.child("tool");
        machine.advanceTo(14_000 * MILLI);
        tool.close();
        machine.advanceTo(15_000 * MILLI);
        agent.close();
        machine.advanceTo(15_500 * MILLI);

        assertThat(call.share().netEnergy().joules().orElseThrow()).isCloseTo(40, within(0.2));
        assertThat(tool.share().netEnergy().joules().orElseThrow()).isCloseTo(280, within(0.2));
        assertThat(agent.share().netEnergy().joules().orElseThrow()).isCloseTo(360, within(0.2));
    }

    @Test
    void joulesWithinALongSpanAreFinalThoughItMayTellTokensYet() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 10);
        RequestSpan agent = machine.request("agent");
        RequestSpan tool = agent.child("tool");
        machine.advanceTo(1000 * MILLI);
        tool.close();
        machine.advanceTo(2000 * MILLI);
        assertThat(tool.energy().flags()).contains(EnergyFlag.PROVISIONAL);
        machine.advanceTo(301_000 * MILLI);
        assertThat(machine.report().open()).isEqualTo(1);
        assertThat(tool.energy().flags()).doesNotContain(EnergyFlag.PROVISIONAL);
        RequestSpan beside = machine.request("beside");
        machine.advanceTo(303_000 * MILLI);
        agent.tokens(1000, 1000);
        agent.close();
        beside.close();
        machine.advanceTo(304_000 * MILLI);

        assertThat(joules(beside)).isCloseTo(10, within(0.01));
        assertThat(joules(agent)).isCloseTo(3020, within(0.1));
    }

    @Test
    void tokensWeighWhatOverlaps() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 10);
        RequestSpan small = machine.request("small");
        RequestSpan large = machine.request("large");
        machine.advanceTo(3000 * MILLI);
        small.tokens(10, 10);
        large.tokens(10, 90);
        small.close();
        large.close();
        machine.advanceTo(4000 * MILLI);

        assertThat(joules(large)).isGreaterThan(2 * joules(small));
        assertThat(joules(large) + joules(small)).isCloseTo(30, within(1e-6));
    }

    @Test
    void whatOverlapsAnOpenSpanIsProvisionalUntilThatIsClosed() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 10);
        RequestSpan first = machine.request("first");
        RequestSpan second = machine.request("second");
        machine.advanceTo(1000 * MILLI);
        first.close();
        machine.advanceTo(2000 * MILLI);

        assertThat(first.energy().flags()).contains(EnergyFlag.PROVISIONAL);
        second.close();
        machine.advanceTo(3000 * MILLI);
        assertThat(joules(first)).isCloseTo(5, within(0.01));
        assertThat(joules(second)).isCloseTo(15, within(0.01));
        assertThat(first.energy().flags()).doesNotContain(EnergyFlag.PROVISIONAL);
    }

    @Test
    void aSpanStaysOpenUntilItsLastChildIsClosed() {
        FabricatedRequests machine = new FabricatedRequests(_ -> 10);
        RequestSpan agent = machine.request("agent");
        RequestSpan tool = agent.child("tool");
        RequestSpan call = tool.child("call");
        machine.advanceTo(1000 * MILLI);
        agent.close();
        tool.close();
        machine.advanceTo(2000 * MILLI);
        assertThat(machine.report().open()).isEqualTo(1);
        assertThat(joules(agent)).isCloseTo(20, within(0.01));
        assertThat(agent.energy().flags()).contains(EnergyFlag.PROVISIONAL);
        RequestSpan late = agent.child("late");
        call.close();
        machine.advanceTo(3000 * MILLI);
        late.close();
        agent.close();
        machine.advanceTo(4000 * MILLI);

        assertThat(machine.report().open()).isZero();
        assertThat(tool.share().duration()).isEqualTo(call.share().duration());
        assertThat(agent.share().duration().toMillis()).isEqualTo(3000);
        assertThat(joules(call)).isCloseTo(20, within(1e-6));
        assertThat(joules(late)).isCloseTo(10, within(1e-6));
        assertThat(joules(agent)).isCloseTo(30, within(1e-6));
        assertThat(agent.energy().provenance()).isEqualTo(Provenance.MEASURED);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sumsToWhatTheCountersShowedDownTheTree(int seed) {
        Random random = new Random(seed);
        double[] watts = random.doubles(400, 5, 300).toArray();
        FabricatedRequests machine = new FabricatedRequests(nanos -> watts[(int) (nanos / (50 * MILLI)) % 400],
                nanos -> watts[(int) (nanos / (70 * MILLI)) % 399]);
        RandomSpans run = new RandomSpans(random, machine, true);

        RequestReport report = run.end();

        double used = machine.joules();
        double roots = run.spans.stream().filter(RandomSpans.Node::isRoot).mapToDouble(node -> joules(node.span)).sum();
        assertThat(report.device().joules().orElseThrow()).isCloseTo(used, within(CLOSE * used));
        assertThat(roots + sum(report.idle()) + sum(report.other())).isCloseTo(used, within(CLOSE * used));
        assertThat(sum(report.requests())).isCloseTo(roots, within(CLOSE * used));
        assertThat(report.finished()).isEqualTo(run.spans.stream().filter(RandomSpans.Node::isRoot).count());
        for (RandomSpans.Node node : run.spans) {
            RequestEnergy energy = node.span.share();
            assertThat(node.told).isIn(null, energy.energy());
            double children = node.children.stream().mapToDouble(child -> joules(child.span)).sum();
            assertThat(children + sum(energy.ownEnergy())).isCloseTo(sum(energy.energy()), within(CLOSE * used));
            assertThat(energy.devices().stream().mapToDouble(one -> sum(one.reading())).sum())
                    .isCloseTo(sum(energy.energy()), within(CLOSE * used));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sharesByTimeAreThoseOfTheIntegralOverInnermostSpans(int seed) {
        Random random = new Random(1000 + seed);
        FabricatedRequests machine = new FabricatedRequests(_ -> 40);
        RandomSpans run = new RandomSpans(random, machine, false);

        run.end();

        run.integrate(_ -> 40);
        for (RandomSpans.Node node : run.spans) {
            assertThat(sum(node.span.share().ownEnergy())).as("%s", node.span).isCloseTo(node.joules, within(1e-3));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sharesByTimeFollowThePower(int seed) {
        Random random = new Random(2000 + seed);
        double[] watts = random.doubles(400, 5, MAX_WATTS).toArray();
        LongToDoubleFunction power = nanos -> watts[(int) (nanos / (50 * MILLI)) % 400];
        RandomSpans run = new RandomSpans(random, new FabricatedRequests(power), false);

        run.end();

        run.integrate(power);
        double stepJoules = MAX_WATTS * FabricatedRequests.STEP_NANOS / 1e9;
        for (RandomSpans.Node node : run.spans) {
            assertThat(sum(node.span.share().ownEnergy())).as("%s", node.span).isCloseTo(node.joules,
                    within(0.01 * node.joules + node.edges * stepJoules));
        }
    }

    private static double joules(RequestSpan span) {
        return sum(span.energy());
    }

    private static double sum(EnergyReading reading) {
        return reading.joules().orElseThrow();
    }

    /** Open and close spans at random, and integrate by brute force what each is to be charged. */
    private static final class RandomSpans {
        private static final long LONGEST_STEP = 40 * MILLI;

        final List<Node> spans = new ArrayList<>();
        private final List<Node> open = new ArrayList<>();
        private final FabricatedRequests machine;
        private long now;

        RandomSpans(Random random, FabricatedRequests machine, boolean withTokens) {
            this.machine = machine;
            int most = 2 + random.nextInt(12);
            for (int event = 0; event < 120; event++) {
                now += 1 + (long) (random.nextDouble() * random.nextDouble() * LONGEST_STEP);
                machine.advanceTo(now);
                boolean opens = open.isEmpty() || (open.size() < most && random.nextBoolean());
                if (opens) {
                    open(random);
                } else {
                    close(open.get(random.nextInt(open.size())), random, withTokens);
                }
                if (random.nextInt(30) == 0) {
                    now += 2 * MILLI;
                    machine.advanceTo(now);
                    spans.stream().filter(Node::isOver).reduce((_, last) -> last)
                            .ifPresent(node -> ask(node));
                }
            }
        }

        private void ask(Node node) {
            EnergyReading told = node.span.energy();
            if (!told.flags().contains(EnergyFlag.PROVISIONAL)) {
                node.told = told;
            }
        }

        private void open(Random random) {
            Node parent = open.isEmpty() || random.nextInt(3) == 0 ? null : open.get(random.nextInt(open.size()));
            String id = "span " + spans.size();
            Node node = new Node(parent == null ? machine.request(id) : parent.span.child(id), parent, now);
            if (parent != null) {
                parent.children.add(node);
            }
            spans.add(node);
            open.add(node);
        }

        private void close(Node node, Random random, boolean withTokens) {
            if (withTokens && random.nextInt(4) > 0) {
                node.span.tokens(random.nextInt(1000), random.nextInt(200));
            }
            node.span.close();
            end(node);
        }

        /** A span ends with the last of those within it. */
        private void end(Node node) {
            node.isClosed = true;
            for (Node one = node; one != null && one.isClosed
                    && one.children.stream().allMatch(Node::isOver); one = one.parent) {
                one.end = now;
            }
            open.remove(node);
        }

        RequestReport end() {
            for (Node node : List.copyOf(open)) {
                node.span.close();
                end(node);
            }
            machine.advanceTo(now + 200 * MILLI);
            machine.advanceTo((now / MILLI + 300) * MILLI);
            return machine.report();
        }

        void integrate(LongToDoubleFunction watts) {
            long[] cuts = spans.stream().flatMap(node -> List.of(node.start, node.end).stream()).distinct()
                    .sorted(Comparator.naturalOrder()).mapToLong(Long::longValue).toArray();
            for (int i = 0; i + 1 < cuts.length; i++) {
                long from = cuts[i];
                List<Node> innermost = spans.stream().filter(node -> node.isOpenAt(from)
                        && node.children.stream().noneMatch(child -> child.isOpenAt(from))).toList();
                double used = 0;
                for (long now = from; now < cuts[i + 1];) {
                    long next = Math.min(cuts[i + 1],
                            (now / FabricatedRequests.STEP_NANOS + 1) * FabricatedRequests.STEP_NANOS);
                    used += watts.applyAsDouble(now) * (next - now) / 1e9;
                    now = next;
                }
                for (Node node : innermost) {
                    node.joules += used / innermost.size();
                    node.edges += 2;
                }
            }
        }

        private static final class Node {
            final RequestSpan span;
            final @Nullable Node parent;
            final long start;
            boolean isClosed;
            final List<Node> children = new ArrayList<>();
            long end = Long.MAX_VALUE;
            double joules;
            int edges;
            @Nullable
            EnergyReading told;

            Node(RequestSpan span, @Nullable Node parent, long start) {
                this.span = span;
                this.parent = parent;
                this.start = start;
            }

            boolean isRoot() {
                return parent == null;
            }

            boolean isOver() {
                return end < Long.MAX_VALUE;
            }

            boolean isOpenAt(long nanos) {
                return start <= nanos && nanos < end;
            }
        }
    }
}
