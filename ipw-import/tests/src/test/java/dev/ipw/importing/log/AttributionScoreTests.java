package dev.ipw.importing.log;

import dev.ipw.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class AttributionScoreTests {
    private static final String FIGURES = """
            {"id":"a","joules":110,"lower":90,"upper":130,"prefill_joules":30}
            {"id":"b","joules":190,"lower":192,"upper":202,"prefill_joules":50}
            {"id":"c","joules":60,"lower":40,"upper":60}
            {"id":"e","joules":9}
            {"total":{"device_joules":360}}
            """;
    private static final String TRUTH = """
            {"id":"a","joules":100,"prefill_joules":20}
            {"id":"b","joules":200,"prefill_joules":40}
            {"id":"c","joules":50}
            {"id":"d","joules":10}
            """;

    @TempDir
    Path folder;

    private FigureLog log(String name, String text) throws IOException {
        return FigureLog.read(Files.writeString(folder.resolve(name), text));
    }

    @Test
    void countsErrorsBiasCoverageAndWidths() throws IOException {
        AttributionScore score = AttributionScore.of(log("figures", FIGURES), log("truth", TRUTH));
        assertThat(score.requests()).isEqualTo(3);
        assertThat(score.missing()).isEqualTo(1);
        // The errors are 10 %, 5 % and 20 %.
        assertThat(score.medianError().orElseThrow()).isCloseTo(0.10, within(1e-12));
        assertThat(score.error95().orElseThrow()).isCloseTo(0.19, within(1e-12));
        assertThat(score.bias().orElseThrow()).isCloseTo(360.0 / 350 - 1, within(1e-12));
        assertThat(score.coverage().orElseThrow()).isEqualTo(1);
        assertThat(score.medianWidthJoules().orElseThrow()).isEqualTo(20);
        assertThat(score.medianWidth().orElseThrow()).isEqualTo(0.4);
        assertThat(score.medianPrefillError().orElseThrow()).isCloseTo(0.375, within(1e-12));
        assertThat(score.prefillBias().orElseThrow()).isCloseTo(80.0 / 60 - 1, within(1e-12));
    }

    @Test
    void countsTruthsOutsideOfTheBounds() throws IOException {
        AttributionScore score = AttributionScore.of(log("figures", FIGURES), log("truth", "{\"a\":131,\"b\":195}"));
        assertThat(score.coverage().orElseThrow()).isEqualTo(0.5);
        assertThat(score.medianPrefillError()).isEmpty();
    }

    @Test
    void leavesRequestsThatUsedNothingOutOfErrors() throws IOException {
        AttributionScore score = AttributionScore.of(log("figures", "{\"a\":1,\"b\":11}"),
                log("truth", "{\"a\":0,\"b\":10}"));
        assertThat(score.error95().orElseThrow()).isCloseTo(0.1, within(1e-12));
        assertThat(score.bias().orElseThrow()).isCloseTo(0.2, within(1e-12));
        assertThat(score.coverage()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"id\":\"a\",\"joules\":1}\n{\"id\":\"b\",\"joules\":2}\n", "{\"a\":1,\"b\":2}",
            "{\"a\":{\"joules\":1},\"b\":{\"joules\":2}}",
            "[{\"id\":\"a\",\"joules\":1},{\"id\":\"b\",\"joules\":2}]",
            "{\"requests\":{\"a\":1,\"b\":2}}",
            "{\"requests\":[{\"id\":\"a\",\"joules\":1},{\"id\":\"b\",\"joules\":2}]}"})
    void readsFiguresInManyForms(String text) throws IOException {
        assertThat(log("figures", text).figures()).containsOnlyKeys("a", "b")
                .hasEntrySatisfying("b", figure -> assertThat(figure.joules()).isEqualTo(2));
    }

    @Test
    void readsASingleLine() throws IOException {
        assertThat(log("figures", "{\"id\":\"a\",\"joules\":1}").figures()).containsOnlyKeys("a");
    }

    @Test
    void leavesOutRequestsWithoutFigure() throws IOException {
        assertThat(log("figures", "{\"id\":\"a\",\"joules\":1}\n{\"id\":\"b\",\"joules\":null,\"reason\":\"lost\"}\n")
                .figures()).containsOnlyKeys("a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{\"a\":\"much\"}", "{\"id\":\"a\",\"joules\":\"much\"}",
            "{\"id\":\"a\",\"joules\":1}\n{\"id\":\"a\",\"joules\":2}\n", "[1,2]", "{\"requests\":[1]}"})
    void refusesWhatHoldsNoFigures(String text) {
        assertThatThrownBy(() -> log("figures", text)).isInstanceOf(InputException.class)
                .hasMessageContaining("joules");
    }

    @Test
    void needsARequestInCommon() throws IOException {
        FigureLog figures = log("figures", "{\"a\":1}");
        FigureLog truth = log("truth", "{\"b\":1}");
        assertThatThrownBy(() -> AttributionScore.of(figures, truth)).isInstanceOf(InputException.class)
                .hasMessageContaining("ids");
    }
}
