package dev.ipw.cli.analyze;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.RunFigure;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ParetoTextTests {
    private static final AnalysisValue NOBODY_KNOWS = AnalysisValue.absent();
    private static final AnalysisValue NOBODY = AnalysisValue.of(List.of());

    /** Return the row of a run without joules, dollars and accuracy, by who dominates it in seconds and in dollars. */
    private static String row(AnalysisValue seconds, AnalysisValue certainlySeconds, AnalysisValue usd) {
        AnalysisTable points = AnalysisTable.of("points", "Runs", AnalysisColumn.text("name"),
                AnalysisColumn.estimate(RunFigure.ACCURACY), AnalysisColumn.estimate("joules_per_query", "J"),
                AnalysisColumn.estimate("usd_per_query", "USD"), AnalysisColumn.estimate("seconds_per_query", "s"),
                AnalysisColumn.texts("dominated_by_usd"), AnalysisColumn.texts("dominated_by_seconds"),
                AnalysisColumn.texts("certainly_dominated_by_seconds"))
                .row(AnalysisValue.of("a"), NOBODY_KNOWS, NOBODY_KNOWS, NOBODY_KNOWS, AnalysisValue.of(2.0), usd,
                        seconds, certainlySeconds);
        return new ParetoText(200).of(AnalysisResult.builder("pareto", "Runs").table(points).build()).lines()
                .filter(line -> line.strip().startsWith("a ")).findFirst().orElseThrow();
    }

    @Test
    void showsADashWhereNobodyKnowsWhoDominates() {
        assertThat(row(NOBODY_KNOWS, NOBODY_KNOWS, NOBODY_KNOWS)).matches(" *a +- +- +- +2 +- *");
    }

    @Test
    void showsADashForTheAxisThatIsMissing() {
        assertThat(row(AnalysisValue.of(List.of("b", "c")), AnalysisValue.of(List.of("b")), NOBODY))
                .endsWith("seconds by b (intervals apart), c; joules unknown");
        assertThat(row(NOBODY, NOBODY, NOBODY)).endsWith("nothing; joules unknown");
    }
}
