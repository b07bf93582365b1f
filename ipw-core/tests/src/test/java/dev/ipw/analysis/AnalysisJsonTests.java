package dev.ipw.analysis;

import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import dev.ipw.energy.Provenance;
import dev.ipw.error.InputException;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class AnalysisJsonTests {
    private static AnalysisResult result() {
        return AnalysisResult.builder("carbon", "Carbon")
                .figure(AnalysisColumn.estimate("co2e_per_query", "g").labelled("CO2e/query"),
                        AnalysisValue.of(new Estimate(1.5, new Interval(1, 2, 0.95))).from(Provenance.ESTIMATED)
                                .flagged("SHORT"))
                .figure(AnalysisColumn.number("usd", "USD"), AnalysisValue.absent("no price was told"))
                .figure(AnalysisColumn.count("queries"), AnalysisValue.of(3))
                .figure(AnalysisColumn.text("grid"), AnalysisValue.of("DE"))
                .figure(AnalysisColumn.truth("exact"), AnalysisValue.of(false))
                .figure(AnalysisColumn.texts("hours"), AnalysisValue.of(List.of("10:00", "11:00")))
                .table(AnalysisTable.of("per_hour", "Carbon of each hour", AnalysisColumn.text("hour"),
                        AnalysisColumn.text("unit"), AnalysisColumn.estimate("value", AnalysisColumn.UNIT_OF_ROW))
                        .row(AnalysisValue.of("10:00"), AnalysisValue.of("g"), AnalysisValue.of(2.0,
                                Optional.of(new Interval(1.5, Double.POSITIVE_INFINITY, 0.9)))))
                .table(AnalysisTable.of("by_model", "Queries of each model", AnalysisColumn.text("model"),
                        AnalysisColumn.count("queries")).keyedBy("model")
                        .row(AnalysisValue.of("a"), AnalysisValue.of(2))
                        .row(AnalysisValue.of("b"), AnalysisValue.absent("nobody counted")))
                .detail("method", Map.of("name", "mean"))
                .warnings(List.of("The grid's mix is a mean")).build();
    }

    @Test
    void writesFiguresByNameAndSaysWhatTheyAre() throws IOException {
        try (InputStream golden = AnalysisJsonTests.class.getResourceAsStream("carbon.json")) {
            assertThat(AnalysisJson.write(result()).strip())
                    .isEqualTo(
                            new String(Objects.requireNonNull(golden).readAllBytes(), StandardCharsets.UTF_8).strip());
        }
    }

    @Test
    void readsWhatItWrote() {
        assertThat(AnalysisJson.read("carbon.json", AnalysisJson.write(result()))).isEqualTo(result());
    }

    @Test
    void keepsTheMarksOfAFigureWithTheirReasons() {
        AnalysisResult marked = AnalysisResult.builder("times", "Times")
                .figure(AnalysisColumn.number("mean", "s"), AnalysisValue.of(1.5)
                        .marked(List.of(new FigureMark(FigureMark.Level.INVALID, "requests started late"))))
                .figure(AnalysisColumn.number("median", "s"), AnalysisValue.absent()
                        .marked(List.of(new FigureMark(FigureMark.Level.INVALID, "requests started late"))))
                .build();
        assertThat(marked.summary())
                .containsEntry("mean_marks", List.of(Map.of("level", "INVALID", "reason", "requests started late")))
                .doesNotContainKey("median_marks");
        assertThat(AnalysisJson.read("times.json", AnalysisJson.write(marked))).isEqualTo(marked);
    }

    @Test
    void namesTheUnitOfTheScaleInWhichPeopleReadAFigure() {
        AnalysisColumn dollars = AnalysisColumn.number("usd_per_query", "USD");
        assertThat(dollars.shownUnit()).isEqualTo("USD");
        assertThat(dollars.scaled(FigureScale.PER_THOUSAND_QUERIES).shownUnit()).isEqualTo("USD per 1,000 queries");
        assertThat(AnalysisColumn.estimate(RunFigure.ACCURACY).shownUnit()).isEqualTo("%");
    }

    @Test
    void givesAFigureOfARowItsUnit() {
        AnalysisTable hours = result().table("per_hour").orElseThrow();

        assertThat(hours.figures(hours.rows().getFirst()).getLast().column().unit()).isEqualTo("g");
    }

    @Test
    void refusesAFileThatLacksWhatItsTablesName() {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> AnalysisJson.read("carbon.json",
                        AnalysisJson.write(result()).replace("\"kind\" : \"texts\"", "\"kind\" : \"picture\"")))
                .withMessageContaining("carbon.json: figures[5]: kind");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> AnalysisJson.read("carbon.json",
                        AnalysisJson.write(result()).replace("\"queries\" : 3", "\"queries\" : \"three\"")))
                .withMessageContaining("carbon.json: summary: queries must be a whole number");
    }

    @Test
    void holdsNoNumberThatIsNotFinite() {
        assertThat(AnalysisValue.of(Double.NaN).number()).isEmpty();
        assertThat(AnalysisValue.of(Double.POSITIVE_INFINITY)).isEqualTo(AnalysisValue.absent());
        assertThat(
                AnalysisValue.of(1, Optional.of(new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0.95)))
                        .interval())
                .as("nothing bounds it").isEmpty();
    }

    @Test
    void refusesWhatWouldHaveTwoMeaningsInAFile() {
        AnalysisResult.Builder twice = AnalysisResult.builder("twice", "Twice")
                .figure(AnalysisColumn.estimate("joules", "J"), AnalysisValue.of(1.0))
                .figure(AnalysisColumn.number("joules_low", "J"), AnalysisValue.of(0.5));
        assertThatIllegalArgumentException().isThrownBy(twice::build).withMessageContaining("joules_low");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AnalysisFigure(AnalysisColumn.count("joules"), AnalysisValue.of("many")))
                .withMessageContaining("joules").withMessageContaining("count");
        assertThatIllegalArgumentException().isThrownBy(() -> AnalysisColumn.text("Two words"))
                .withMessageContaining("Two words");
        assertThatIllegalArgumentException().isThrownBy(() -> AnalysisTable
                .of("rows", "Rows", AnalysisColumn.text("name")).row(AnalysisValue.of("a"), AnalysisValue.of("b")))
                .withMessageContaining("rows");
    }
}
