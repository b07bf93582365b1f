package dev.ipw.importing.spans;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class SpanAttributionTests extends SpanFixture {
    @Test
    void chargesCallsToolsAndTheAgentsOwnTime() throws IOException {
        SpanAttribution result = attribute(samples(3000), request(agent("a", "", 500, 2500),
                chat("c1", "a", 600, 1000, 100, 20), tool("t", "a", 1000, 1700), chat("c2", "a", 1800, 2400, 150, 30)));

        assertThat(joules(result, "c1")).isCloseTo(40, within(1e-6));
        assertThat(joules(result, "t")).isCloseTo(70, within(1e-6));
        assertThat(joules(result, "c2")).isCloseTo(60, within(1e-6));
        assertThat(own(result, "a")).isCloseTo(30, within(1e-6));
        assertThat(joules(result, "a")).isCloseTo(200, within(1e-6));
        assertThat(result.idleJoules()).isCloseTo(100, within(1e-6));
        assertThat(result.total().joules().orElseThrow()).isCloseTo(300, within(1e-6));
        assertThat(ids(result)).containsExactly("a", "c1", "t", "c2");
        assertThat(find(result, "a").outputTokens()).isEqualTo(OptionalLong.of(50));
        assertThat(find(result, "a").joulesPerOutputToken().orElseThrow()).isCloseTo(4, within(1e-6));
        assertThat(find(result, "c1").energy().orElseThrow().provenance()).isEqualTo(Provenance.MEASURED);
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void addsUpByAgentToolAndModel() throws IOException {
        SpanAttribution result = attribute(samples(3000), request(agent("a", "", 0, 2000),
                agent("inner", "a", 500, 1500), chat("c1", "inner", 600, 1000, 100, 20), tool("t", "a", 1500, 1700),
                chat("c2", "", 2000, 2500, 150, 30)));

        assertThat(result.sums()).extracting(SpanSum::kind, SpanSum::name, SpanSum::count).containsExactly(
                org.assertj.core.groups.Tuple.tuple(SpanKind.AGENT, "helper", 2L),
                org.assertj.core.groups.Tuple.tuple(SpanKind.TOOL, "search", 1L),
                org.assertj.core.groups.Tuple.tuple(SpanKind.MODEL, "m", 2L));
        SpanSum agents = result.sums().getFirst();
        // The inner one lies in the outer one, so that its joules count once.
        assertThat(agents.energy().joules().orElseThrow()).isCloseTo(200, within(1e-6));
        assertThat(agents.own().joules().orElseThrow()).isCloseTo(140, within(1e-6));
        assertThat(agents.seconds()).hasValue(2);
        SpanSum model = result.sums().getLast();
        assertThat(model.energy().joules().orElseThrow()).isCloseTo(90, within(1e-6));
        assertThat(model.outputTokens()).isEqualTo(OptionalLong.of(50));
    }

    @Test
    void chargesAToolNothingWhileAModelIsCalled() throws IOException {
        SpanAttribution result = attribute(samples(2000), request(chat("c", "", 200, 1200, 100, 20),
                tool("t", "", 1000, 1500)));

        assertThat(joules(result, "c")).isCloseTo(100, within(1e-6));
        assertThat(joules(result, "t")).isCloseTo(30, within(1e-6));
        EnergyReading tool = find(result, "t").energy().orElseThrow();
        assertThat(tool.provenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(tool.upper().orElseThrow()).isGreaterThanOrEqualTo(50 - 1e-6);
    }

    @Test
    void weighsACallWithoutTokensAsACall() throws IOException {
        SpanAttribution result = attribute(samples(2000),
                request(span("c", "", "chat m", 200, 1200, "gen_ai.operation.name", "chat"),
                        tool("t", "", 500, 1500)));

        assertThat(joules(result, "c")).isCloseTo(100, within(1e-6));
        assertThat(joules(result, "t")).isCloseTo(30, within(1e-6));
        assertThat(find(result, "c").joulesPerOutputToken()).isEmpty();
    }

    @Test
    void chargesTheEngineForACallThatAGatewayTellsOfToo() throws IOException {
        SpanAttribution result = attribute(samples(2000), request(chat("gateway", "", 200, 1200, 100, 20),
                chat("engine", "gateway", 300, 1100, 100, 20)));

        assertThat(own(result, "engine")).isCloseTo(80, within(1e-6));
        assertThat(own(result, "gateway")).isCloseTo(20, within(1e-6));
        SpanSum model = result.sums().getFirst();
        assertThat(model.isAroundCalls()).isFalse();
        assertThat(model.count()).isEqualTo(1);
        assertThat(model.energy().joules().orElseThrow()).isCloseTo(80, within(1e-6));
        assertThat(model.outputTokens()).isEqualTo(OptionalLong.of(20));
        SpanSum around = result.sums().getLast();
        assertThat(around.isAroundCalls()).isTrue();
        assertThat(around.energy().joules().orElseThrow()).isCloseTo(20, within(1e-6));
    }

    @Test
    void keepsOtherSpansAsStructureAndLooksThroughThem() throws IOException {
        SpanAttribution result = attribute(samples(2000), request(span("root", "", "POST /ask", 0, 2000),
                agent("a", "root", 100, 1900), span("http", "a", "POST", 200, 1200),
                chat("c", "http", 300, 1100, 100, 20)));

        assertThat(find(result, "root").energy()).isEmpty();
        assertThat(find(result, "http").depth()).isEqualTo(2);
        assertThat(joules(result, "c")).isCloseTo(80, within(1e-6));
        assertThat(own(result, "a")).isCloseTo(100, within(1e-6));
        assertThat(result.idleJoules()).isCloseTo(20, within(1e-6));
    }

    @Test
    void namesSpansOutsideTheSamplesAndDoesNotChargeThem() throws IOException {
        SpanAttribution result = attribute(samples(1000), request(agent("a", "", 100, 2500),
                chat("in", "a", 200, 600, 100, 20), chat("out", "a", 1500, 2000, 100, 20)));

        EnergyReading out = find(result, "out").energy().orElseThrow();
        assertThat(out.isAvailable()).isFalse();
        assertThat(out.reason()).contains("the span started after the last sample");
        assertThat(joules(result, "in")).isCloseTo(40, within(1e-6));
        assertThat(find(result, "a").energy().orElseThrow().flags()).contains(EnergyFlag.PARTIAL);
        assertThat(find(result, "a").joulesPerOutputToken()).isEmpty();
        assertThat(result.warnings()).anySatisfy(warning -> assertThat(warning).contains("1 GenAI spans lie before",
                "chat m (out)", "2025-10-09T08:53:20Z", "nanoseconds since 1970"));
        assertConserved(result, 100);
    }

    @Test
    void flagsASpanThatIsSampledInPart() throws IOException {
        SpanAttribution result = attribute(samples(1000), request(chat("c", "", 600, 1400, 100, 20)));

        assertThat(find(result, "c").energy().orElseThrow().isComplete()).isFalse();
        assertConserved(result, 100);
    }

    @Test
    void chargesNothingToASpanWithoutEnd() throws IOException {
        String endless = agent("a", "", 100, 900).replace(
                "\"endTimeUnixNano\":\"" + (EPOCH_NANOS + 900 * MILLI) + "\"", "\"endTimeUnixNano\":\"0\"");
        SpanAttribution result = attribute(samples(1000), request(endless, chat("c", "a", 200, 600, 100, 20)));

        assertThat(find(result, "a").own().orElseThrow().reason()).contains("the span has no end");
        assertThat(find(result, "a").energy().orElseThrow().flags()).contains(EnergyFlag.PARTIAL);
        assertThat(joules(result, "a")).isCloseTo(40, within(1e-6));
        assertThat(result.warnings()).anySatisfy(warning -> assertThat(warning).contains("no end", "invoke_agent"));
        assertConserved(result, 100);
    }

    @Test
    void refusesToBelieveAnEndBeforeTheStart() throws IOException {
        SpanAttribution result = attribute(samples(1000), request(chat("c", "", 600, 200, 100, 20)));

        assertThat(find(result, "c").energy().orElseThrow().reason()).contains("the span ends before it starts");
        assertThat(result.idleJoules()).isCloseTo(100, within(1e-6));
    }

    @Test
    void chargesWhatGoesOnAfterItsAgentWithinTheAgent() throws IOException {
        SpanAttribution result = attribute(samples(2000), request(agent("a", "", 100, 500),
                chat("c", "a", 300, 1100, 100, 20)));

        assertThat(own(result, "a")).isCloseTo(20, within(1e-6));
        assertThat(joules(result, "a")).isCloseTo(100, within(1e-6));
        assertConserved(result, 200);
    }

    @Test
    void takesCirclesApart() throws IOException {
        SpanAttribution result = attribute(samples(1000), request(agent("a", "b", 100, 500), agent("b", "a", 200, 400),
                agent("self", "self", 600, 800)));

        assertThat(result.warnings()).anySatisfy(warning -> assertThat(warning).contains("within themselves"));
        assertConserved(result, 100);
    }

    @Test
    void warnsOfAParentThatIsNotThere() throws IOException {
        SpanAttribution result = attribute(samples(1000), request(chat("c", "gone", 100, 500, 5, 5)));

        assertThat(joules(result, "c")).isCloseTo(40, within(1e-6));
        assertThat(result.warnings()).anySatisfy(warning -> assertThat(warning).contains("not in the file"));
    }

    @Test
    void bearsATreeOfAnyDepth() throws IOException {
        List<String> chain = new ArrayList<>();
        for (int i = 1; i <= 20_000; i++) {
            chain.add(agent("s" + i, i == 1 ? "" : "s" + (i - 1), 100, 900));
        }
        SpanAttribution result = attribute(samples(1000), request(chain.toArray(String[]::new)));

        assertThat(own(result, "s20000")).isCloseTo(80, within(1e-6));
        assertThat(joules(result, "s1")).isCloseTo(80, within(1e-6));
    }

    @Test
    void writesWhatEachSpanStandsFor() throws IOException {
        SpanAttribution result = attribute(samples(1000), request(chat("c", "", 100, 500, 5, 5),
                span("r", "", "retrieval", 500, 700, "gen_ai.operation.name", "retrieval"),
                span("s", "", "GET", 800, 900)));

        List<String> lines = new ArrayList<>();
        SpanAttributionJson.write(result, lines::add);

        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).contains("\"kind\":\"model\"", "\"operation\":\"chat\"", "\"model\":\"m\"",
                "\"tool\":null", "\"parent_span_id\":null", "\"seconds\":0.4");
        assertThat(lines.get(1)).contains("\"kind\":\"operation\"", "\"operation\":\"retrieval\"", "\"model\":null");
        assertThat(lines.get(2)).contains("\"kind\":\"structure\"", "\"operation\":null", "\"joules\":null",
                "\"provenance\":null");
        assertThat(lines.get(3)).startsWith("{\"sum\":{\"kind\":\"model\",\"name\":\"m\"");
        assertThat(lines.get(4)).startsWith("{\"total\":{");
    }

    static void assertConserved(SpanAttribution result, double deviceJoules) {
        double own = result.spans().stream().flatMap(span -> span.own().stream())
                .mapToDouble(reading -> reading.joules().orElse(0)).sum();
        assertThat(result.total().joules().orElseThrow()).isCloseTo(deviceJoules, within(1e-9 * deviceJoules));
        assertThat(own + result.idleJoules() + result.otherJoules()).isCloseTo(deviceJoules,
                within(1e-9 * deviceJoules));
    }
}
