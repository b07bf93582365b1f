package dev.ipw.telemetry.remote;

import dev.ipw.testing.Draws;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ExpositionParserTests {
    @Test
    void readsNamesLabelsAndValues() throws ScrapeException {
        List<Series> series = parse("""
                # HELP joules_total Energy
                # TYPE joules_total counter

                joules_total{zone="a",path="/sys/x:0"} 12.5
                  joules_total { zone = "b" , } 3 1700000000000
                plain 1e+06
                with:colon -4
                """);

        assertThat(series).containsExactly(
                new Series("joules_total", Map.of("zone", "a", "path", "/sys/x:0"), 12.5),
                new Series("joules_total", Map.of("zone", "b"), 3, OptionalLong.of(1_700_000_000_000_000_000L)),
                new Series("plain", Map.of(), 1e6),
                new Series("with:colon", Map.of(), -4));
    }

    @Test
    void readsOpenMetricsWithExemplarsUpToItsEnd() throws ScrapeException {
        String page = """
                # TYPE a counter
                a_total{x="1"} 17.5 1700000000.123 # {trace_id="K"} 0.67 1.5
                a_created{x="1"} 1.7e9
                # EOF
                """;

        assertThat(ExpositionParser.parse(bytes(page), true, "a_total"::equals).series())
                .containsExactly(
                        new Series("a_total", Map.of("x", "1"), 17.5, OptionalLong.of(1_700_000_000_123_000_000L)));
        assertThatThrownBy(() -> ExpositionParser.parse(bytes(page.replace("# EOF\n", "")), true, any -> true))
                .hasMessageContaining("cut off");
        assertThatThrownBy(() -> ExpositionParser.parse(bytes(page + "b 1\n"), true, any -> true))
                .hasMessageContaining("goes on after its end");
    }

    @Test
    void undoesEscapesInLabels() throws ScrapeException {
        assertThat(parse("a{b=\"x\\\\y\\\"z\\nw\\q}{,=\"} 1\n").getFirst().labels())
                .containsEntry("b", "x\\y\"z\nw\\q}{,=");
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1.5e3,1500", "+7,7", ".5,0.5", "5.,5", "1E-2,0.01", "-0,-0.0"})
    void readsNumbers(String text, double value) throws ScrapeException {
        assertThat(parse("a " + text + "\n")).containsExactly(new Series("a", Map.of(), value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "nan", "+Inf", "-Inf", "Infinity", "1e999"})
    void takesWhatIsNoNumberForNoReading(String text) throws ScrapeException {
        assertThat(parse("a " + text + "\nb 1\n")).containsExactly(new Series("b", Map.of(), 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "a{", "a{b", "a{b=", "a{b=\"", "a{b=\"c", "a{b=\"c\"", "a{b=\"c\"}", "a{b=\"c\" d=\"e\"} 1",
                    "a{b=\"c\",b=\"d\"} 1", "a{b='c'} 1", "a one", "a 0x1p3", "a 1d", "a 1 soon", "a 1e99999", "1a 2",
                    "a\u00e41 2",
                    "<html>", "{\"json\": true", "a{,} 1", "a 1,5"})
    void refusesAWantedLineThatIsNoMetric(String line) {
        if (line.startsWith("{")) {
            assertThatCode(() -> parse(line + "\n")).doesNotThrowAnyException();
            return;
        }
        assertThatThrownBy(() -> parse("good 1\n" + line + "\n")).isInstanceOf(ScrapeException.class)
                .hasMessageContaining("line 2");
    }

    @Test
    void looksNoFurtherThanTheNameOfWhatNobodyWants() throws ScrapeException {
        assertThat(ExpositionParser.parse(bytes("other{broken 12 x\nwanted 1\n"), false, "wanted"::equals).series())
                .hasSize(1);
    }

    @Test
    void refusesAPageWhoseLastNumberMayBeCutOff() {
        assertThatThrownBy(() -> parse("a 1\nb 1234")).hasMessageContaining("cut off");
    }

    @Test
    void readsAnEmptyPageAsOneWithoutMetrics() throws ScrapeException {
        assertThat(parse("")).isEmpty();
    }

    @Test
    void boundsLinesAndSeries() {
        String longLine = "a{b=\"" + "x".repeat(ExpositionParser.MAX_LINE_BYTES) + "\"} 1\n";
        assertThatThrownBy(() -> parse("ok 1\n" + longLine)).hasMessageContaining("line 2")
                .hasMessageContaining("longer");
        String many = "a 1\n".repeat(ExpositionParser.MAX_SERIES + 1);
        assertThatThrownBy(() -> parse(many)).hasMessageContaining("more than 10000");
        StringBuilder labels = new StringBuilder("a{");
        for (int i = 0; i < 65; i++) {
            labels.append('l').append(i).append("=\"\",");
        }
        assertThatThrownBy(() -> parse(labels + "} 1\n")).hasMessageContaining("more than 64");
    }

    @Test
    void refusesBytesThatAreNoText() {
        assertThatThrownBy(
                () -> ExpositionParser.parse(new byte[]{'a', ' ', (byte) 0xC3, 0x28, '\n'}, false, any -> true))
                .isInstanceOf(ScrapeException.class).hasMessageContaining("UTF-8");
    }

    @Test
    @Tag("fuzz")
    void endsEveryRandomPageWithSeriesOrARefusal() {
        Random random = new Random(20261121);
        int pages = Draws.of(2_000, 20_000);
        String alphabet = "ab_:{}=\",\\\n\t #019.eE+-NI";
        for (int page = 0; page < pages; page++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(40); i >= 0; i--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                assertThat(parse(text + "\n")).allMatch(series -> Double.isFinite(series.value()));
            } catch (ScrapeException refused) {
                assertThat(refused.reason()).isNotBlank();
            }
        }
    }

    private static List<Series> parse(String page) throws ScrapeException {
        return ExpositionParser.parse(bytes(page), false, any -> true).series();
    }

    private static byte[] bytes(String page) {
        return page.getBytes(StandardCharsets.UTF_8);
    }
}
