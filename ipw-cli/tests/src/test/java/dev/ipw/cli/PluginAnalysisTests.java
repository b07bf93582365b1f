package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Provenance;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.statistics.Interval;
import dev.ipw.testing.PluginJar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Shows the analysis of somebody else's jar wherever ours are shown. */
@Tag("real-time")
@Tag("process")
class PluginAnalysisTests {
    private static final String CARBON = """
            import dev.ipw.analysis.Analysis;
            import dev.ipw.analysis.AnalysisColumn;
            import dev.ipw.analysis.AnalysisProvider;
            import dev.ipw.analysis.AnalysisResult;
            import dev.ipw.analysis.AnalysisTable;
            import dev.ipw.analysis.AnalysisValue;
            import dev.ipw.energy.Provenance;
            import dev.ipw.plugin.Parameters;
            import dev.ipw.statistics.Estimate;
            import dev.ipw.statistics.Interval;
            import java.util.List;

            public class Carbon implements AnalysisProvider {
                public String id() { return "carbon"; }
                public String description() { return "grams of carbon dioxide"; }
                public Analysis create(Parameters parameters) {
                    AnalysisColumn grams = AnalysisColumn.estimate("co2e_per_query", "g").labelled("CO2e/query");
                    AnalysisValue found = AnalysisValue.of(new Estimate(1.25, new Interval(1.125, 1.5, 0.95)))
                            .from(Provenance.ESTIMATED);
                    return run -> AnalysisResult.builder("carbon", "Carbon of the run")
                            .figure(grams, found)
                            .figure(AnalysisColumn.number("water", "l"), AnalysisValue.absent("nobody metered the water"))
                            .table(AnalysisTable.of("per_grid", "By grid", AnalysisColumn.text("grid"), grams)
                                    .row(AnalysisValue.of("Iceland"), AnalysisValue.of(new Estimate(0.5,
                                            new Interval(0.25, 0.75, 0.95))).flagged("PROXY"))
                                    .row(AnalysisValue.of("<b>Poland</b>"), AnalysisValue.absent("no factor is known")))
                            .warnings(List.of("The factors are those of last year")).build();
                }
            }
            """;

    @TempDir
    static Path folder;

    private static ProfileRun run;
    private static String jar;

    private final CapturedTerminal captured = new CapturedTerminal();

    @BeforeAll
    static void profile() throws Exception {
        run = FakeRuns.run(FakeRuns.builder(folder, "run", 4,
                number -> DatasetRecord.of("q" + number, String.valueOf(number), "42"),
                question -> new FakeRuns.Answer(10_000, 20_000, 5, 4)).evaluator(
                        (question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "",
                                Map.of())));
        jar = new PluginJar(folder).source("Carbon", CARBON).services(AnalysisProvider.class, "Carbon").pack()
                .toString();
    }

    private int ipw(String... arguments) {
        return IpwCommand.run(arguments, captured.terminal(120));
    }

    @Test
    void showsFiguresWithUnitAndIntervalOnTheScreen() {
        assertThat(ipw("--plugins", jar, "analyze", run.path().toString(), "--analysis", "carbon"))
                .isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("Carbon of the run", "By grid", "PROXY",
                "Warning: The factors are those of last year")
                .containsPattern("CO2e/query +1\\.25 +\\[1\\.12, 1\\.50] +g +ESTIMATED")
                .containsPattern("water +- +l +nobody metered the water")
                .containsPattern("grid +CO2e/query, mg").containsPattern("Iceland +500 \\[250, 750]")
                .containsPattern("Poland</b> +-").contains("no factor is known");
    }

    @Test
    void keepsThemWithNameUnitAndIntervalAsJson() throws Exception {
        ipw("--plugins", jar, "analyze", run.path().toString(), "--analysis", "carbon", "--json");

        assertThat(captured.out()).contains("\"co2e_per_query_low\" : 1.125", "\"label\" : \"CO2e/query\"",
                "\"unit\" : \"g\"");
        Path file = run.path().resolve("analysis").resolve("carbon.json");
        AnalysisResult kept = AnalysisResult.read(file.toString(), Files.readString(file));
        assertThat(kept.title()).isEqualTo("Carbon of the run");
        assertThat(kept.figure("co2e_per_query").interval()).hasValue(new Interval(1.125, 1.5, 0.95));
        assertThat(kept.figure("co2e_per_query").provenance()).hasValue(Provenance.ESTIMATED);
        assertThat(kept.figure("water").reason()).hasValue("nobody metered the water");
        assertThat(kept.table("per_grid").orElseThrow().rows()).hasSize(2);
    }

    @Test
    void showsThemInTheReport() throws Exception {
        Path file = folder.resolve("report.html");
        assertThat(ipw("--plugins", jar, "report", run.path().toString(), "--output", file.toString()))
                .isEqualTo(ExitCode.FINE);

        String words = Files.readString(file).replaceAll("(?s)<script.*?</script>", "").replaceAll("<[^>]*>", " ")
                .replace("&#160;", " ").replaceAll("\\s+", " ");
        assertThat(words).contains("Carbon of the run", "By grid", "The factors are those of last year",
                "nobody metered the water", "&lt;b&gt;Poland&lt;/b&gt;")
                .containsPattern("CO2e/query 1\\.250? g \\[ ?1\\.1[0-9]* ?, 1\\.50* ?] ESTIMATED")
                .containsPattern("Iceland 0\\.50* g \\[ ?0\\.250* ?, 0\\.750* ?] PROXY");
    }
}
