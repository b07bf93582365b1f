package dev.ipw.importing.spans;

import dev.ipw.energy.EnergyFlag;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class SpanSumsTests extends SpanFixture {
    private static String withoutEnd(String span, int endMillis) {
        return span.replace("\"endTimeUnixNano\":\"" + (EPOCH_NANOS + endMillis * MILLI) + "\"",
                "\"endTimeUnixNano\":\"0\"");
    }

    private static List<String> json(SpanAttribution result) {
        List<String> lines = new ArrayList<>();
        SpanAttributionJson.write(result, lines::add);
        return lines;
    }

    private static List<String> ofRepeatedCalls(SpanAttribution result) {
        return result.warnings().stream().filter(warning -> warning.contains("the same parent")).toList();
    }

    @Test
    void givesNoUpperBoundThatLeavesOutTheTimeWithoutReadings() throws IOException {
        SpanAttribution result = attribute(samples(4000), request(chat("whole", "", 500, 1500, 200, 100),
                chat("cut", "", 3500, 6000, 200, 100)));

        assertThat(result.sums()).singleElement().satisfies(sum -> {
            assertThat(sum.energy().flags()).contains(EnergyFlag.PARTIAL);
            assertThat(sum.energy().upperBound()).isEmpty();
        });
        assertThat(json(result)).filteredOn(line -> line.contains("\"spans\":2")).singleElement().asString()
                .contains("\"joules\":", "\"upper\":null");
    }

    @Test
    void addsUpCallsAroundOthersApartWithTheSecondsOfTheirJoules() throws IOException {
        SpanAttribution result = attribute(samples(7000), request(chat("outer", "", 500, 6500, 300, 150),
                tool("t", "outer", 1000, 3000), chat("inner", "outer", 4000, 5000, 200, 100)));

        assertThat(result.sums()).extracting(SpanSum::kind).containsExactly(SpanKind.TOOL, SpanKind.MODEL,
                SpanKind.MODEL);
        SpanSum model = result.sums().get(1);
        assertThat(model.isAroundCalls()).isFalse();
        assertThat(model.count()).isEqualTo(1);
        assertThat(model.seconds()).hasValue(1);
        assertThat(model.energy().joules().orElseThrow()).isCloseTo(100, within(1e-6));
        assertThat(model.outputTokens()).hasValue(100);
        assertThat(model.joulesPerOutputToken().orElseThrow()).isCloseTo(1, within(1e-6));
        SpanSum outer = result.sums().get(2);
        assertThat(outer.name()).isEqualTo("m");
        assertThat(outer.isAroundCalls()).isTrue();
        assertThat(outer.count()).isEqualTo(1);
        assertThat(outer.seconds()).hasValue(3);
        assertThat(outer.energy().joules().orElseThrow()).isCloseTo(300, within(1e-6));
        assertThat(outer.inputTokens()).isEmpty();
        assertThat(outer.outputTokens()).isEmpty();
        assertThat(outer.joulesPerOutputToken()).isEmpty();
        assertThat(json(result)).filteredOn(line -> line.contains("\"around_calls\":true")).singleElement()
                .asString().contains("\"kind\":\"model\",\"name\":\"m\"", "\"output_tokens\":null",
                        "\"joules_per_output_token\":null");
    }

    @Test
    void countsTheSecondsOfACallOutsideTheToolsThatItRuns() throws IOException {
        SpanAttribution result = attribute(samples(4000),
                request(chat("c", "", 500, 3500, 300, 150), tool("t", "c", 1000, 3000)));

        SpanSum model = result.sums().getLast();
        assertThat(model.isAroundCalls()).isFalse();
        assertThat(model.seconds()).hasValue(1);
        assertThat(model.energy().joules().orElseThrow()).isCloseTo(100, within(1e-6));
    }

    @Test
    void tellsNoSecondsWhereOneSpanHasNoEnd() throws IOException {
        SpanAttribution result = attribute(samples(1000), request(chat("c1", "", 100, 300, 10, 5),
                withoutEnd(chat("c2", "", 400, 600, 10, 5), 600), withoutEnd(tool("t", "", 700, 800), 800),
                agent("a", "", 850, 950)));

        assertThat(result.sums()).extracting(sum -> sum.seconds().isPresent()).containsExactly(true, false, false);
        assertThat(json(result)).filteredOn(line -> line.startsWith("{\"sum\"") && line.contains("\"seconds\":null"))
                .hasSize(2);
    }

    @Test
    void neverTellsMoreWattsOfAModelThanTheDeviceDrew() throws IOException {
        SpanAttribution result = attribute(samples(3000), request(chat("g1", "", 100, 2000, 10, 5),
                chat("c1", "g1", 300, 1500, 10, 5), chat("g2", "", 500, 2900, 10, 5),
                chat("c2", "g2", 900, 2500, 10, 5), tool("t", "c2", 1600, 2400)));

        assertThat(result.sums()).hasSize(3).allSatisfy(sum -> assertThat(
                sum.own().joules().orElseThrow() / sum.seconds().orElseThrow()).isLessThanOrEqualTo(WATTS + 1e-6));
        assertThat(result.sums().stream().mapToDouble(sum -> sum.own().joules().orElseThrow()).sum())
                .isCloseTo(280, within(1e-6));
    }

    @Test
    void warnsOfACallThatIsExportedTwiceWithDifferentIds() throws IOException {
        SpanAttribution result = attribute(samples(2000), request(agent("a", "", 100, 1900),
                chat("framework", "a", 200, 1200, 100, 20), chat("sdk", "a", 200, 1200, 100, 20),
                chat("other", "a", 1300, 1800, 100, 20)));

        assertThat(ofRepeatedCalls(result)).singleElement().asString().contains("1 calls have the same parent",
                "1 of m",
                "tokens may be doubled and J/out halved");
    }

    @Test
    void warnsOfNoCallsThatDifferInTokensOrTimeOrParentOrLieInOneAnother() throws IOException {
        SpanAttribution result = attribute(samples(2000), request(agent("a", "", 100, 1900), agent("b", "", 100, 1900),
                chat("c1", "a", 200, 1200, 100, 20), chat("c2", "a", 200, 1200, 100, 21),
                chat("c3", "a", 200, 1201, 100, 20), chat("c4", "b", 200, 1200, 100, 20),
                chat("gateway", "", 300, 900, 70, 7), chat("engine", "gateway", 300, 900, 70, 7)));

        assertThat(ofRepeatedCalls(result)).isEmpty();
    }

    @Test
    void namesTheModelsOfRepeatedCallsUpToALimit() throws IOException {
        String[] spans = IntStream.range(0, 14).mapToObj(i -> chat("s" + i, "", 200, 1200, 100, 20)
                .replace("\"stringValue\":\"m\"", "\"stringValue\":\"model-" + i / 2 + "\"")).toArray(String[]::new);

        assertThat(ofRepeatedCalls(attribute(samples(2000), request(spans)))).singleElement().asString()
                .contains("7 calls have", "1 of model-0, ", "1 of model-4, and of 2 more models")
                .doesNotContain("model-5");
    }
}
