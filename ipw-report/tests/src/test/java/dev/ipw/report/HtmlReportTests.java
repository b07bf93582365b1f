package dev.ipw.report;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.comparison.internal.ComparedRun;
import dev.ipw.analysis.comparison.internal.Comparison;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.report.head.SloWords;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import dev.ipw.results.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class HtmlReportTests {
    @TempDir
    static Path runs;

    private static ProfileRun first;
    private static ProfileRun second;
    private static ProfileRun third;
    private static String ofFirst;
    private static String ofBoth;
    private static String opened;
    private static String ofThree;

    @BeforeAll
    static void profile() throws InterruptedException {
        first = ExampleRun.in(runs).named("first");
        second = ExampleRun.in(runs).ofModel("model.v2:13b").failing(question -> question.endsWith("7"))
                .named("second");
        third = ExampleRun.in(runs).named("third");
        ofFirst = HtmlReport.of(List.of(first)).html();
        ofBoth = HtmlReport.of(List.of(first, second)).html();
        opened = HtmlReport.open(List.of(first.path(), second.path())).html();
        ofThree = HtmlReport.of(List.of(first, second, third)).html();
    }

    @Test
    void everyFigureOfAWholeReportIsTheJsonsAndNoDigitStandsOutside() throws Exception {
        ReadReport report = new ReadReport(HtmlReport.of(List.of(first, second))
                .comparing(Comparison.of(compared(first), compared(second)).toJson()).html());
        assertThat(report.checkFigures()).isGreaterThan(150);
        assertThat(report.words()).contains("second against first", "Percentiles of all runs", "Copy CSV", "MEASURED");
        assertThat(report.charts()).contains("charts.power.0", "charts.power.1", "charts.times.0", "charts.relations.0",
                "charts.heat.0", "charts.pareto.0");
    }

    @Test
    void aReportOfOneRunIsTraceableToo() throws Exception {
        ReadReport report = new ReadReport(ofFirst);
        assertThat(report.checkFigures()).isGreaterThan(60);
        assertThat(report.json().number("runs.0.summary.totals.queries")).hasValue(60);
        assertThat(report.json().number("runs.0.accuracy.summary.intelligence_per_joule")).isPresent();
        assertThat(report.charts()).doesNotContain("charts.pareto.0");
    }

    @Test
    void contentsLeadToSectionsAndFailuresStandBeforeDetails() throws Exception {
        String html = HtmlReport.of(List.of(second)).html();
        List<String> links = Pattern.compile("href=\"#([a-z]+)\"").matcher(html).results().map(found -> found.group(1))
                .toList();
        assertThat(links).startsWith("summary", "failures").contains("times", "energy", "accuracy", "definitions")
                .doesNotHaveDuplicates()
                .allSatisfy(id -> assertThat(html).containsOnlyOnce("<section id=\"" + id + "\">"));
        assertThat(html).doesNotContain("<section id=\"pareto\">");
        assertThat(ofFirst).doesNotContain("id=\"failures\"", "#failures");
    }

    @Test
    void definitionsStandOnceAndAnalysesThatCannotBeMadeAreNoWarnings() throws Exception {
        String html = ofBoth;
        assertThat(html).containsOnlyOnce("<section id=\"definitions\">").doesNotContain("Left out: the analysis");
    }

    @Test
    void everyChartHasUnitsCountAndSource() throws Exception {
        ReadReport report = new ReadReport(ofBoth);
        assertThat(report.charts()).isNotEmpty().allSatisfy(key -> {
            assertThat(report.json().text(key + ".title")).as(key).isPresent();
            assertThat(report.json().text(key + ".source")).as(key).isPresent();
            assertThat(report.json().number(key + ".n")).as(key).isPresent();
            assertThat(report.json().text(key + ".x.unit")).as(key).isPresent();
            assertThat(report.json().text(key + ".y.unit")).as(key).isPresent();
        });
    }

    @Test
    void drawsTheTurnsOfTasksWithTheJoulesOfEachPart() throws Exception {
        ProfileRun run = ExampleRun.in(runs).queries(9).inTurns().named("turns");
        ReadReport report = new ReadReport(HtmlReport.of(List.of(run)).html());
        report.checkFigures();
        assertThat(report.charts()).contains("charts.turns.0");
        assertThat(report.words().indexOf("Turns, tools and waiting"))
                .isLessThan(report.words().indexOf("Percentiles"));
        assertThat(report.json().number("charts.turns.0.n")).hasValue(9);
        assertThat(report.json().text("charts.turns.0.x.unit")).hasValue("s");
        String columns = "charts.turns.0.series.0.columns";
        assertThat(report.json().text("charts.turns.0.series.0.name").orElseThrow()).startsWith("first");
        double sum = 0;
        boolean isIdleKnown = false;
        for (int part = 0; part < report.json().size(columns + ".part"); part++) {
            boolean isIdle = report.json().text(columns + ".kind." + part).orElseThrow().equals("idle");
            sum += isIdle && isIdleKnown ? 0 : report.json().number(columns + ".joules." + part).orElseThrow();
            isIdleKnown |= isIdle;
        }
        try (Stream<ProfilingRecord> records = run.records()) {
            double query = records.findFirst().orElseThrow().metrics().energy().headline().joules().orElseThrow();
            assertThat(sum).isCloseTo(query, within(1e-4 * query));
        }
        assertThat(new ReadReport(ofFirst).charts()).doesNotContain("charts.turns.0");
    }

    @Test
    void setsRunsBesideEachOtherAsTheAnalysisOfAllDoes() throws Exception {
        ReadReport report = new ReadReport(ofBoth);
        report.checkFigures();
        String point = "together.pareto.data.points.1";
        assertThat(report.json().text(point + ".name")).hasValue("second");
        assertThat(report.json().number(point + ".joules_per_query_low")).isPresent();
        assertThat(report.json().names(point)).contains("certainly_dominated_by_joules",
                "certainly_dominated_by_usd", "certainly_dominated_by_seconds");
        assertThat(report.json().has("runs.0.pareto")).isFalse();
        assertThat(first.path().resolve("analysis").resolve("pareto.json")).doesNotExist();
        assertThat(report.words()).contains("Dominance between runs");

        ProfileRun other = ExampleRun.in(runs).ofModel("model.v2:13b").withoutSensors().named("without-joules");
        ReadReport warned = new ReadReport(HtmlReport.of(List.of(first, other)).html());
        assertThat(warned.json().size("together.pareto.warnings")).isPositive();
        assertThat(warned.words()).contains("There are no joules of without-joules: ");
    }

    @Test
    void showsTheRequestsOfARunWithoutSensors() throws Exception {
        ProfileRun unmetered = ExampleRun.in(runs).withoutSensors().named("no-sensor");
        ReadReport report = new ReadReport(HtmlReport.of(List.of(unmetered)).html());
        assertThat(report.json().text("charts.power.0.title")).hasValue("Requests in flight, no-sensor");
        assertThat(report.json().number("charts.power.0.n")).hasValue(60);
        assertThat(report.json().text("charts.power.0.counted")).hasValue("queries");
        assertThat(report.words()).contains("Requests in flight, no-sensor").doesNotContain("Power over time");
    }

    @Test
    void finishesARunThatWasCutOff() throws Exception {
        ProfileRun run = ExampleRun.in(runs).queries(8).named("cut-off");
        Files.delete(run.path().resolve("summary.json"));
        Files.delete(run.path().resolve("state.json"));
        ReadReport report = new ReadReport(HtmlReport.open(List.of(run.path())).html());
        report.checkFigures();
        assertThat(report.json().value("runs.0.summary.interrupted")).isEqualTo(true);
        assertThat(report.json().number("runs.0.summary.totals.queries")).hasValue(8);
    }

    @Test
    void refusesOneRunTwice() {
        assertThatThrownBy(() -> HtmlReport.of(List.of(first, first))).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("given twice");
    }

    @Test
    void asksForNothingFromOutside() {
        String html = ofFirst;
        String withoutScripts = html.replaceAll("(?s)<script.*?</script>", "").replaceAll("(?s)<style>.*?</style>", "");
        assertThat(withoutScripts).doesNotContain("http://", "https://", "src=").contains("default-src 'none'");
        assertThat(Pattern.compile("url\\(|@import").matcher(html).find()).isFalse();
    }

    @Test
    void takesHostileTextForText() throws Exception {
        ProfileRun hostile = ExampleRun.in(runs).asking(ExampleRun.HOSTILE).failing(question -> question.endsWith("3"))
                .named("hostile");
        String html = HtmlReport.of(List.of(hostile)).html();
        assertThat(html).doesNotContain("<script>document", "<img").doesNotContain("\u202e");
        assertThat(html.split("</script>", -1)).as("script elements end where they should").hasSize(4);
        ReadReport report = new ReadReport(html);
        report.checkFigures();
        assertThat(report.words()).contains("</script><script>document.title='owned'</script>");
        assertThat(report.json().text("runs.0.failures.causes.0.message")).hasValueSatisfying(
                message -> assertThat(message).contains("Out of order"));
    }

    @Test
    void showsRunsThatHaveLittleToShow() throws Exception {
        ProfileRun failed = ExampleRun.in(runs).queries(70).failing(question -> true).named("failed");
        ProfileRun unmetered = ExampleRun.in(runs).withoutSensors().named("unmetered");
        ProfileRun one = ExampleRun.in(runs).queries(1).named("one");
        for (ProfileRun run : List.of(failed, unmetered, one)) {
            new ReadReport(HtmlReport.of(List.of(run)).html()).checkFigures();
        }
        ReadReport all = new ReadReport(HtmlReport.of(List.of(failed, unmetered, one, first)).html());
        all.checkFigures();
        assertThat(all.words()).contains("none: ");
        assertThat(all.json().number("runs.0.failures.count")).hasValue(70);
        assertThat(all.json().size("runs.0.failures.causes")).isEqualTo(1);
        assertThat(all.json().number("runs.0.failures.causes.0.count")).hasValue(70);
    }

    @Test
    void makesTheAnalysesThatThereAreAndTellsOfThoseThatFail() throws Exception {
        Plugins<AnalysisProvider> some = Plugins.builder("analysis", AnalysisProvider.class).discovery(false)
                .register(new Fixed("regression")).register(new Failing()).build();
        ReadReport report = new ReadReport(HtmlReport.of(List.of(first)).analyzedBy(some).html());
        report.checkFigures();
        assertThat(report.json().number("runs.0.regression.data.output_tokens_vs_energy.slope")).hasValue(0.25);
        assertThat(report.json().size("charts.relations.0.fits")).isEqualTo(1);
        assertThat(report.words()).contains("Cost of one more token", "mJ/token",
                "steady-state: there is nothing steady");
        assertThat(report.words().indexOf("steady-state: there is nothing steady"))
                .isGreaterThan(report.words().indexOf("Analyses that failed"));
    }

    @Test
    void writesOneFileAndReplacesIt() throws IOException {
        Path file = runs.resolve("report.html");
        assertThat(HtmlReport.open(List.of(first.path())).write(file)).isEqualTo(file);
        HtmlReport.open(List.of(first.path())).write(file);
        assertThat(Files.readString(file)).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
        assertThat(Files.size(file)).isLessThan(3_000_000);
    }

    @Test
    void saysWhatIsWrongAndWhatToDo() {
        HtmlReport report = HtmlReport.of(List.of(first));
        assertThatThrownBy(() -> report.write(runs.resolve("nowhere").resolve("report.html")))
                .isInstanceOf(InputException.class).hasMessageContaining("there is no folder")
                .hasMessageContaining("Make it");
        assertThatThrownBy(() -> report.write(runs)).isInstanceOf(InputException.class)
                .hasMessageContaining("it is a folder");
        assertThatThrownBy(() -> HtmlReport.open(List.of(runs.resolve("missing"))).html())
                .isInstanceOf(InputException.class).hasMessageContaining("no run directory");
        assertThatThrownBy(() -> HtmlReport.of(List.of())).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void aComparisonSaysFirstWhatIsBetterWorseOrUndecided() throws Exception {
        ReadReport report = new ReadReport(opened);
        report.checkFigures();
        String dimensions = "comparison.comparisons.0.dimensions";
        assertThat(report.json().size(dimensions)).isGreaterThan(5);
        for (int place = 0; place < report.json().size(dimensions); place++) {
            String one = dimensions + "." + place;
            assertThat(report.json().text(one + ".merit")).as(one).hasValueSatisfying(merit -> assertThat(merit)
                    .isIn("better", "worse", "different", "undecided", "same"));
        }
        String words = report.words();
        assertThat(words).contains("second against first", "second is", "Latency from the intended start");
        assertThat(words.indexOf("second is")).isPositive().isLessThan(words.indexOf("The devices' power"));
        assertThat(words.indexOf("each conclusion in a sentence")).isGreaterThan(words.indexOf("second is"));
    }

    @Test
    void oneModelIsNotSetAgainstItsCost() throws Exception {
        String html = HtmlReport.of(List.of(first, third)).html();
        assertThat(html).doesNotContain("<section id=\"pareto\">");
        assertThat(ofBoth).contains("<section id=\"pareto\">");
    }

    @Test
    void severalRunsHaveOneTableOfPercentilesAndTheirPowerIsClosed() throws Exception {
        String html = ofThree;
        ReadReport report = new ReadReport(html);
        report.checkFigures();
        assertThat(html).doesNotContain("<section id=\"power\">");
        assertThat(report.words()).containsOnlyOnce("Percentiles of all runs, intervals")
                .contains("Power over time of each run");
    }

    @Test
    void whatARunHasNotOrIsNotAboutIsLeftOut() throws Exception {
        Plugins<AnalysisProvider> some = Plugins.builder("analysis", AnalysisProvider.class).discovery(false)
                .register(new Refusing()).build();
        ReadReport report = new ReadReport(HtmlReport.of(List.of(first)).analyzedBy(some).html());
        assertThat(report.json().text("runs.0.not_applicable.0")).hasValue("of-agents");
        assertThat(report.words()).doesNotContain("of-agents", "no agent", "Analyses that failed");
        String words = new ReadReport(ofFirst).words();
        assertThat(words).contains("requests/s").doesNotContain("asked/s", "offered/s", "failed/s");
    }

    @Test
    void aRateSearchSaysWhichRateItFoundAndWhatCameOfIt() throws Exception {
        Path series = Files.createDirectory(runs.resolve("search"));
        ExampleRun.in(series).queries(20).named("rate-1");
        ExampleRun.in(series).queries(20).named("rate-1.5");
        ExampleRun.in(series).queries(20).named("rate-2");
        Files.writeString(series.resolve("sweep.json"), """
                {"kind": "search", "slo": "time_to_first_token <= 0.2 s", "complete": false, "outcome":
                {"attainment": 0.99, "kept_per_second": 1.0, "broken_per_second": 2.0, "kept_folder": "rate-1"},
                "steps": [
                {"folder": "rate-1", "load": "1 a second", "rate_per_second": 1.0, "verdict": "doubtful", "figures":
                {"goodput_share": 0.995, "goodput_per_second": 0.98, "joules_per_good_answer": 4.5}},
                {"folder": "rate-1.5", "load": "1.5 a second", "rate_per_second": 1.5, "interrupted": true, "figures":
                {"goodput_share": 0.9}},
                {"folder": "rate-2", "load": "2 a second", "rate_per_second": 2.0, "verdict": "valid", "figures":
                {"goodput_share": 0.5, "goodput_per_second": 0.97}}]}
                """);
        String html = HtmlReport.open(List.of(series)).html();
        ReadReport report = new ReadReport(html);
        report.checkFigures();
        assertThat(html).contains("<title>Rate search, 1\u20132 requests a second - Intelligence per Watt</title>");
        assertThat(report.words().replace('\u00a0', ' ')).contains(
                "Highest rate that kept the SLO: 1 request a second (times doubtful). "
                        + "Lowest rate that broke it: 2.",
                "1.5 (ended early)",
                "The search was ended before it was finished.",
                "SLO: time to first token at most 200 ms, to be kept by 99.0 % of the requests. At the found rate 99.5 % "
                        + "kept it: 0.980 good answers a second, 4.50 J per good answer.");
    }

    @Test
    void serviceLevelsOfAnotherFormAreShownAsTheyAre() {
        assertThat(SloWords.of("time_to_first_token <= 0.2 s, output_tokens_per_second >= 40.0 tokens/s"))
                .extracting(level -> level.get("words") + " " + level.get("relation"))
                .containsExactly("time to first token at most", "output tokens per second at least");
        assertThat(SloWords.of("as fast as can be")).isEmpty();
    }

    @Test
    void aComparisonThatFailsSaysWhyAndTheReportGoesOn() {
        Plugins<EvaluatorProvider> none = Plugins.builder("evaluator", EvaluatorProvider.class).build();
        PairComparison pair = PairComparison.begin(new AnalysedRun(RunReader.open(first.path()), none),
                new AnalysedRun(RunReader.open(second.path()), none));
        pair.of(0).getFirst().failed().accept(new InputException("nothing in common"));
        assertThat(pair.of(1)).isEmpty();
        pair.finish();
        assertThat(pair.json()).isEmpty();
        assertThat(pair.failure()).hasValue("nothing in common");

        Tree tree = new Tree(new LinkedHashMap<>(TreeReader.ofJson("test", """
                {"comparison_failed": "nothing in common", "runs": [{"name": "a"}, {"name": "b"}]}
                """).asMap()));
        Markup page = new Markup(tree);
        new SummaryPart(page, page.tree()).write();
        assertThat(page.toString()).contains("The runs are not compared: ").contains("nothing in common");
    }

    @Test
    void comparesTwoRunsAsTheComparisonDoes() throws Exception {
        Map<String, ?> whole = TreeReader
                .ofJson("made", Comparison.of(compared(first), compared(second)).toJson()).asMap();
        ReadReport report = new ReadReport(opened);
        assertThat(report.json().value("comparison")).isEqualTo(whole);
    }

    @Test
    void runsOfSeveralModelsAreNamedByThem() throws Exception {
        ReadReport report = new ReadReport(ofBoth);
        assertThat(report.words()).doesNotContain("first and second");
        assertThat(HtmlReport.of(List.of(first, third)).html())
                .contains("<title>first and third: report");
    }

    @Test
    void closedPartsOfManyRunsAreCompressed() throws Exception {
        String html = ofThree;
        assertThat(html).contains("<details data-closed=\"0\"").doesNotContain("Figures of other tools");
        ReadReport report = new ReadReport(html);
        assertThat(report.checkFigures()).isGreaterThan(500);
        assertThat(report.words()).contains("by the definitions of several tools");
    }

    @Test
    void readsASeriesFromItsFolder() throws Exception {
        Path series = Files.createDirectory(runs.resolve("series"));
        ExampleRun.in(series).queries(20).named("rate-1");
        ExampleRun.in(series).queries(20).named("rate-2");
        Files.writeString(series.resolve("sweep.json"), """
                {"kind": "sweep", "steps": [
                {"folder": "rate-2", "load": "2 a second", "rate_per_second": 2, "figures": {"requests_per_second": 2.0,
                "time_to_first_token_p50": 0.002, "joules_per_query": 3.5}},
                {"folder": "rate-1", "load": "1 a second", "rate_per_second": 1, "figures": {"requests_per_second": 1.0,
                "time_to_first_token_p50": 0.001, "joules_per_query": 5.5}}]}
                """);
        ReadReport report = new ReadReport(HtmlReport.open(List.of(series)).html());
        report.checkFigures();
        assertThat(report.charts()).contains("charts.series.0", "charts.series.1");
        assertThat(report.words().stripLeading()).contains("Sweep",
                "No load is shown to need the least energy", "The intervals of the joules overlap",
                "The steps, with intervals")
                .doesNotContain("Most answers a second");
        assertThat(report.words().indexOf("No load is shown"))
                .isLessThan(report.words().indexOf("Each run: figures"));
        assertThat(report.json().value("charts.series.0.series.0.columns.time_to_first_token_p50"))
                .isEqualTo(List.of(0.001, 0.002));
    }

    /** Finds the same regression in every run. */
    private record Fixed(String id) implements AnalysisProvider {
        @Override
        public String description() {
            return "the same for all";
        }

        @Override
        public Analysis create(Parameters parameters) {
            return run -> AnalysisResult.builder(id, "Fixed")
                    .detail("output_tokens_vs_energy",
                            Map.of("count", 60L, "slope", 0.25, "intercept", 0.5, "r2", 0.75))
                    .detail("joint", Map.of("energy", Map.of("unit", "J", "count", 60L, "r2", 0.9, "terms",
                            List.of(Map.of("name", "output_tokens", "value", 0.25, "low", 0.2, "high", 0.3)))))
                    .build();
        }
    }

    /** Is about agents, which no run here has. */
    private static final class Refusing implements AnalysisProvider {
        @Override
        public String id() {
            return "of-agents";
        }

        @Override
        public String description() {
            return "refuses";
        }

        @Override
        public Analysis create(Parameters parameters) {
            return run -> {
                throw new ConfigurationException("There is no agent in this run");
            };
        }
    }

    /** Cannot be made of any run. */
    private static final class Failing implements AnalysisProvider {
        @Override
        public String id() {
            return "steady-state";
        }

        @Override
        public String description() {
            return "fails";
        }

        @Override
        public Analysis create(Parameters parameters) {
            return run -> {
                throw new InputException("there is nothing steady");
            };
        }
    }

    private static ComparedRun compared(ProfileRun run) {
        return ComparedRun.of(run.path(), run.summary(), run::forEachQuery);
    }
}
