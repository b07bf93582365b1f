package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.ProfilerBuilder;
import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.RunFigures;
import dev.ipw.analysis.internal.RunFigureReader;
import dev.ipw.cli.analyze.AccuracyText;
import dev.ipw.cli.monitor.DevicePower;
import dev.ipw.cli.monitor.DeviceReading;
import dev.ipw.cli.monitor.DeviceTotal;
import dev.ipw.cli.monitor.EnergyTotal;
import dev.ipw.cli.monitor.MonitorSummary;
import dev.ipw.cli.monitor.MonitorTable;
import dev.ipw.cli.progress.ProgressBar;
import dev.ipw.cli.result.RunReport;
import dev.ipw.cli.result.SeriesReport;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.load.Load;
import dev.ipw.progress.LiveFigures;
import dev.ipw.progress.LiveFigures.Percentiles;
import dev.ipw.progress.RunProgress;
import dev.ipw.record.Dimension;
import dev.ipw.report.HtmlReport;
import dev.ipw.results.RunExport.ExportColumn;
import dev.ipw.results.RunReader;
import dev.ipw.series.Experiment;
import dev.ipw.series.Repeats;
import dev.ipw.series.SeriesRun;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

/** Each label of joules and rates means one figure, and has one number for one run, wherever it is shown. */
@Tag("real-time")
class FigureLabelTests {
    private static final Pattern LABEL = Pattern.compile("(?:share, |net, |scope, |steady, )?\\b(?:J|requests|answers|"
            + "queries|offered|asked|failed|good)/(?:good answer|[a-z]+)\\b|\\btokens/s\\b|"
            + "\\b(?:share |net |scope )?IP[JW]\\b");
    private static final Pattern NUMBER = Pattern.compile("[\\d.]+(?:e[+-]?\\d+)?");
    private static final Pattern TILE = Pattern.compile("<dt>[^<]*<abbr>([^<]+)</abbr></dt><dd>(.*?)</dd>");

    @TempDir
    static Path runs;

    private static final Map<String, String> KEYS = new LinkedHashMap<>();
    private static final List<RunReader> READERS = new ArrayList<>();
    private static final Map<String, String> SCREENS = new LinkedHashMap<>();

    @BeforeAll
    static void profile() throws InterruptedException, IOException {
        try (Profiler profiler = builder().build()) {
            Experiment series = profiler.run(Repeats.of(2));
            for (SeriesRun run : series.runs()) {
                FakeRuns.judged(ProfileRun.open(run.run().directory().path()), "valid", "");
                READERS.add(RunReader.open(run.run().directory().path()));
            }
            show(series);
        }
        String table = Files.readString(Path.of("..", "..", "docs", "metrics.md"));
        table = table.substring(table.indexOf("| label | what it is |"));
        table.substring(0, table.indexOf("\n\n")).lines().skip(2).map(line -> line.split("\\|"))
                .forEach(cells -> assertThat(KEYS.put(cells[1].strip(), cells[4].strip().replace("`", "")))
                        .as(cells[1]).isNull());
    }

    private static ProfilerBuilder builder() {
        return FakeRuns.builder(runs, "many", 30,
                number -> new DatasetRecord("q" + number, "Question " + number, number % 3 == 0 ? "41" : "42",
                        Optional.of(number % 2 == 0 ? "sums" : "prose"), Optional.empty(), List.of(), Map.of()),
                question -> new FakeRuns.Answer(3_000_000, 6_000_000, 5, 2))
                .evaluator((question, outcome) -> new Evaluation(question.answer().equals("42")
                        ? Verdict.CORRECT
                        : Verdict.INCORRECT, Optional.of(outcome.answer()), "", Map.of()))
                .load(Load.poisson(60)).plugins(known -> known.register(new CardProvider()))
                .measurement(how -> how.telemetry("cards"));
    }

    private static String ipw(String... arguments) {
        CapturedTerminal terminal = new CapturedTerminal();
        assertThat(IpwCommand.run(arguments, terminal.terminal(240))).as(terminal.err()).isEqualTo(ExitCode.FINE);
        return terminal.out();
    }

    /** Show the runs on every screen. */
    private static void show(Experiment series) {
        String first = READERS.getFirst().directory().path().toString();
        String second = READERS.getLast().directory().path().toString();
        Map<String, String> screens = SCREENS;
        screens.put("profile", new RunReport(ProfileRun.open(Path.of(first))).text(240));
        screens.put("details", new RunReport(ProfileRun.open(Path.of(first))).details(240));
        screens.put("series", new SeriesReport(series).text(240));
        for (String analysis : List.of("accuracy", "latency", "steady-state", "cost")) {
            screens.put(analysis, ipw("analyze", first, "--analysis", analysis));
        }
        screens.put("pareto", ipw("analyze", first, second, "--analysis", "pareto"));
        screens.put("compare", ipw("compare", first, second, "--details"));
        screens.put("compared", ipw("compare", first, second));
    }

    @Test
    void everyLabelOnEveryScreenIsInTheTableAndHasOneKey() {
        assertThat(KEYS.values()).doesNotHaveDuplicates();
        for (RunFigure figure : RunFigure.values()) {
            if (!figure.unit().equals("s")) {
                assertThat(KEYS).containsEntry(figure.words(), figure.label());
            }
        }
        for (Dimension share : List.of(Dimension.ENERGY_JOULES, Dimension.ENERGY_PER_OUTPUT_TOKEN_JOULES,
                Dimension.POWER_WATTS)) {
            assertThat(KEYS).containsEntry(share.words(), share.label());
        }
        Map<String, String> screens = new LinkedHashMap<>(SCREENS);
        screens.put("report", HtmlReport.of(READERS.stream().map(run -> ProfileRun.open(run.directory().path()))
                .toList()).html().replaceAll("(?s)<script.*?</script>", " ").replaceAll("<[^>]*>", " "));
        screens.forEach(this::requireKnown);
    }

    private void requireKnown(String screen, String text) {
        Matcher found = LABEL.matcher(text);
        while (found.find()) {
            assertThat(KEYS).as(screen + " shows " + found.group()).containsKey(found.group());
        }
    }

    @Test
    void theMonitorAndTheLiveScreenUseTheSameLabels() {
        long second = 1_000_000_000;
        DeviceReading card = new DeviceReading("card", Scope.GPU, Optional.empty(),
                Optional.of(new EnergyTotal(300, Provenance.MEASURED, "counter", List.of(), 3 * second, 3 * second)),
                Optional.of(new DevicePower(100, "counter")), Map.of(), Map.of(), OptionalDouble.of(0.1),
                Optional.empty());
        DeviceTotal total = new DeviceTotal(card, card.energy(), OptionalDouble.of(90), OptionalDouble.of(110));
        requireKnown("monitor", String.join("\n", MonitorTable.lines(List.of(card), 240)));
        requireKnown("monitor's end", new MonitorSummary(List.of(total), List.of()).text(Duration.ofSeconds(3), 240));

        CapturedTerminal terminal = new CapturedTerminal();
        ProgressBar bar = new ProgressBar(terminal.terminal(240), true, () -> 0);
        bar.begin("Profiling", "questions");
        bar.update(new RunProgress(OptionalInt.of(60), Optional.empty(), 30, 0, Duration.ofSeconds(10),
                Optional.of(new LiveFigures(4.21, OptionalDouble.of(312),
                        new Percentiles(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()),
                        new Percentiles(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()),
                        OptionalDouble.of(304.5), Map.of(),
                        OptionalDouble.of(4100), Optional.of(Provenance.MEASURED), 4, OptionalInt.empty()))));
        requireKnown("live screen", terminal.err());
        assertThat(terminal.err()).contains("304.5 W", "4.21 requests/s", "312 tokens/s");
    }

    @Test
    void exportsFiguresOfQueriesByTheKeysOfShares() {
        List<String> headers = ExportColumn.all().stream().map(ExportColumn::name).toList();
        KEYS.forEach((label, key) -> assertThat(headers.contains(key)).as(label + " as a column of queries")
                .isEqualTo(label.startsWith("share, J") || label.equals("share, W")));
    }

    @Test
    void noticesALabelThatIsNotInTheTableAndOneWithTwoNumbers() {
        requireKnown("planted", "J/query  12.3\nshare, J/token  0.4");
        for (String wrong : List.of("J/answer  12.3", "net, J/answer  12.3", "steady, J/query  9", "answers/min  60",
                "queries/s  3")) {
            assertThatExceptionOfType(AssertionError.class).as(wrong)
                    .isThrownBy(() -> requireKnown("planted", wrong));
        }
        Map<String, OptionalDouble> truth = Map.of("J/query", OptionalDouble.of(12.3));
        assertThat(check("planted", "J/query", "12.3 (12.1, 12.5)", truth)).isOne();
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> check("planted", "J/query", "12.9 (12.1, 13.5)", truth));
        assertThatExceptionOfType(AssertionError.class).isThrownBy(
                () -> checkTable("planted", "run  J/query\na  12.3\na  11.9\n", "a", truth));
    }

    @Test
    void oneLabelHasOneNumberForOneRun() {
        Map<String, OptionalDouble> truth = figures(READERS.getFirst());
        assertThat(truth.values()).filteredOn(OptionalDouble::isPresent).hasSizeGreaterThan(8);
        Map<String, String> screens = new LinkedHashMap<>(SCREENS);
        int shown = 0;
        for (String screen : List.of("profile", "details", "latency", "steady-state")) {
            for (String line : screens.getOrDefault(screen, "").split("\n")) {
                String[] cells = line.strip().split(" {2,}");
                for (int label = 0; label + 1 < cells.length; label += 2) {
                    shown += check(screen, cells[label], cells[label + 1], truth);
                }
            }
        }
        shown += checkTable("series", screens.getOrDefault("series", ""), "1", truth);
        shown += checkTable("pareto", screens.getOrDefault("pareto", ""),
                READERS.getFirst().directory().path().getFileName().toString(), truth);
        assertThat(shown).as("figures seen on screens").isGreaterThan(15);
        String compared = screens.getOrDefault("compare", "");
        Matcher ipj = Pattern
                .compile("IPJ \\(intelligence_per_joule\\)\n.*?\n +" + Pattern.quote(READERS.getFirst().directory()
                        .path().getFileName().toString()) + " +\\d+ +([\\d.e-]+)", Pattern.DOTALL)
                .matcher(compared);
        assertThat(ipj.find()).as(compared).isTrue();
        assertThat(Double.parseDouble(ipj.group(1)))
                .isCloseTo(truth.getOrDefault("IPJ", OptionalDouble.empty()).orElseThrow(), withPercentage(1));
    }

    @Test
    void theReportShowsTheSameNumbersUnderTheSameKeys() {
        Map<String, OptionalDouble> truth = figures(READERS.getFirst());
        String html = HtmlReport.of(List.of(ProfileRun.open(READERS.getFirst().directory().path()))).html();
        Matcher tile = TILE.matcher(html);
        int shown = 0;
        while (tile.find()) {
            String key = KEYS.get(tile.group(1));
            if (key != null) {
                assertThat(tile.group(2)).as(tile.group(1)).contains("." + key + "\"");
                shown++;
            }
        }
        assertThat(shown).isGreaterThan(3);
        truth.forEach((label, value) -> value.ifPresent(known -> assertThat(html).as(label)
                .contains("\"" + KEYS.get(label) + "\":" + known)));
    }

    @Test
    void figuresOfAScopeAndNetOnesHaveLabelsOfTheirOwn() {
        AnalysisColumn[] ofScope = Stream.of(RunFigure.JOULES_PER_QUERY, RunFigure.INTELLIGENCE_PER_JOULE,
                RunFigure.DEVICE_INTELLIGENCE_PER_WATT)
                .map(figure -> AnalysisColumn.number(figure).labelled(
                        (figure == RunFigure.JOULES_PER_QUERY ? "scope, " : "scope ") + figure.words()))
                .toArray(AnalysisColumn[]::new);
        AnalysisValue one = AnalysisValue.of(1.0);
        String text = AccuracyText.of(AnalysisResult.builder("accuracy", "")
                .table(AnalysisTable.of("per_scope", "", ofScope).row(one, one, one).row(one, one, one))
                .table(AnalysisTable.of("gross_and_net", "", AnalysisColumn.text("energy"),
                        AnalysisColumn.number("net_joules_per_query", "J").labelled("net, J/query"),
                        AnalysisColumn.number("net_intelligence_per_joule", "1/J").labelled("net IPJ"),
                        AnalysisColumn.number("net_intelligence_per_watt", "1/W").labelled("net IPW"))
                        .row(AnalysisValue.of("net"), one, one, one))
                .table(AnalysisTable.of("per_subject", "")).build(), 80);

        List<String> labels = LABEL.matcher(text).results().map(MatchResult::group).toList();

        assertThat(labels).containsExactly("scope, J/query", "scope IPJ", "scope IPW", "net, J/query", "net IPJ",
                "net IPW");
        assertThat(KEYS).containsKeys(labels.toArray(String[]::new));
    }

    private static Map<String, OptionalDouble> figures(RunReader run) {
        RunFigures figures = RunFigureReader.read(run, Optional.empty());
        return Arrays.stream(RunFigure.values())
                .filter(figure -> !figure.unit().isEmpty() && !figure.unit().equals("s"))
                .collect(Collectors.toMap(RunFigure::words, figures::of, (one, other) -> one, LinkedHashMap::new));
    }

    /** Hold what stands under each label of a table against the truth, in the line that begins with a name. */
    private static int checkTable(String screen, String text, String name, Map<String, OptionalDouble> truth) {
        int shown = 0;
        String[] head = {};
        for (String line : text.split("\n")) {
            String[] cells = line.strip().split(" {2,}");
            head = cells[0].equals("run") ? cells : head;
            if (cells[0].equals(name) && cells.length == head.length) {
                for (int column = 1; column < cells.length; column++) {
                    shown += check(screen, head[column], cells[column], truth);
                }
            }
        }
        return shown;
    }

    private static int check(String screen, String label, String cell, Map<String, OptionalDouble> truth) {
        Matcher number = NUMBER.matcher(cell);
        if (!truth.containsKey(label) || !number.lookingAt()) {
            return 0;
        }
        double value = truth.getOrDefault(label, OptionalDouble.empty()).orElseThrow();
        double scale = cell.matches("[\\d.]+ \u00b5[JW]\\b.*")
                ? 1e-6
                : cell.matches("[\\d.]+ m[JW]\\b.*") ? 1e-3 : cell.matches("[\\d.]+ k[JW]\\b.*") ? 1e3 : 1;
        BigDecimal shown = new BigDecimal(number.group());
        // As many digits as its interval justifies, the last one rounded.
        double rounding = Math.pow(10, -shown.scale()) * scale * (shown.scale() == 0 ? 5 : 0.6);
        assertThat(shown.doubleValue() * scale).as(screen + ", " + label).isCloseTo(value,
                within(Math.max(rounding, 0.006 * value)));
        return 1;
    }
}
