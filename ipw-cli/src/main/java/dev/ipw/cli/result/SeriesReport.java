package dev.ipw.cli.result;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.internal.ModelCalls;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.text.CommandWords;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.FiguresText;
import dev.ipw.cli.text.ShownFigure;
import dev.ipw.cli.text.TextTable;
import dev.ipw.energy.EnergyReading;
import dev.ipw.internal.number.SiPrefix;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunSummary;
import dev.ipw.series.Experiment;
import dev.ipw.series.RateSearch;
import dev.ipw.series.Repeats;
import dev.ipw.series.SeriesRun;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The results of several runs: a line for each, and their joint conclusion. */
public final class SeriesReport {
    /** The figures in the order of the columns. */
    private static final List<RunFigure> COLUMNS = List.of(RunFigure.OFFERED_PER_SECOND, RunFigure.REQUESTS_PER_SECOND,
            RunFigure.GOODPUT_SHARE, RunFigure.SYSTEM_OUTPUT_TOKENS_PER_SECOND, RunFigure.TIME_TO_FIRST_TOKEN_P50,
            RunFigure.TIME_TO_FIRST_TOKEN_P90, RunFigure.TIME_TO_FIRST_TOKEN_P99, RunFigure.TIME_PER_OUTPUT_TOKEN_P50,
            RunFigure.JOULES_PER_QUERY, RunFigure.JOULES_PER_OUTPUT_TOKEN, RunFigure.JOULES_PER_GOOD_ANSWER,
            RunFigure.DEVICE_WATTS, RunFigure.ACCURACY, RunFigure.INTELLIGENCE_PER_JOULE);
    /** The columns that are dropped if there is no room, the first named first. */
    private static final List<RunFigure> DROPPED = List.of(RunFigure.JOULES_PER_OUTPUT_TOKEN,
            RunFigure.TIME_TO_FIRST_TOKEN_P99, RunFigure.SYSTEM_OUTPUT_TOKENS_PER_SECOND,
            RunFigure.JOULES_PER_GOOD_ANSWER, RunFigure.DEVICE_WATTS, RunFigure.OFFERED_PER_SECOND,
            RunFigure.TIME_TO_FIRST_TOKEN_P90, RunFigure.TIME_PER_OUTPUT_TOKEN_P50);
    private static final List<RunFigure> MEANS = List.of(RunFigure.REQUESTS_PER_SECOND, RunFigure.GOODPUT_SHARE,
            RunFigure.TIME_TO_FIRST_TOKEN_P50, RunFigure.TIME_PER_OUTPUT_TOKEN_P50, RunFigure.JOULES_PER_QUERY,
            RunFigure.DEVICE_WATTS, RunFigure.ACCURACY, RunFigure.INTELLIGENCE_PER_JOULE,
            RunFigure.DEVICE_INTELLIGENCE_PER_WATT);

    private final Experiment series;
    /**
     * For each run, the reason why none of its answers could be judged; computed once, because it reads all records.
     */
    private @Nullable List<Optional<String>> complaints;

    public SeriesReport(Experiment series) {
        this.series = series;
    }

    /** Formats the report for a person. */
    public String text(int columns) {
        StringBuilder text = new StringBuilder(title()).append("\n\n");
        text.append(table().format("  ", columns));
        switch (series.plan()) {
            case Repeats repeats -> text.append('\n').append(means().format("  ", columns));
            case RateSearch search ->
                text.append('\n').append(String.join("\n", TextTable.wrap(found(search), columns)))
                        .append('\n');
            default -> text.append('\n').append(String.join("\n", TextTable.wrap("Each line is one run, shown without "
                    + "its intervals: the report has them, and says whether they tell the loads apart.", columns)))
                    .append('\n');
        }
        return text.append('\n').append(new TextTable().row("Energy", energy()).format("  ", columns))
                .append("Runs: ").append(series.path()).append("\nMore: ipw report ").append(series.path())
                .append('\n').toString();
    }

    private String title() {
        SeriesRun first = series.runs().getFirst();
        return ModelCalls.subject(first.run()) + " on "
                + first.run().summary().configuration().datasetName() + ": " + series.runs().size() + " runs"
                + (series.complete() ? "" : ", ended early");
    }

    /** Returns the source of the joules of all runs: they have the same sensors, so the first run suffices. */
    private String energy() {
        RunSummary first = series.runs().getFirst().run().summary();
        EnergyReading energy = first.totals().deviceEnergy();
        return energy.isAvailable()
                ? energy.provenance() + ", " + first.totals().headlineScope() + " (" + energy.source() + ")"
                        + SensorError.of(first).map(text -> "; " + text).orElse("")
                : "unavailable: " + CommandWords.of(
                        first.configuration().telemetryNote().or(energy::reason).orElse("it was not measured"));
    }

    /** Builds a table with a line for each run and the figures that fit. */
    private TextTable table() {
        List<RunFigure> shown = COLUMNS.stream().filter(this::isKnown).toList();
        boolean hasFailures = series.runs().stream().anyMatch(run -> run.figures().failed() > 0);
        List<String> head = new ArrayList<>(List.of(rowHead()));
        shown.forEach(figure -> head.add(figure.words()));
        Integer[] right = IntStream.rangeClosed(1, shown.size() + (hasFailures ? 1 : 0)).boxed()
                .toArray(Integer[]::new);
        TextTable table = new TextTable(right).headed().dropping(DROPPED.stream().filter(shown::contains)
                .map(figure -> 1 + shown.indexOf(figure)).toArray(Integer[]::new));
        table.row(withTrust(head, hasFailures, "failed", "times"));
        for (SeriesRun run : series.runs()) {
            List<String> cells = new ArrayList<>(List.of(rowName(run)));
            shown.forEach(figure -> cells.add(shown(figure, run.figures().of(figure))));
            table.row(withTrust(cells, hasFailures, run.figures().failed() + " of " + run.figures().queries(),
                    run.run().summary().validity().map(validity -> validity.level().name()).orElse("unknown")));
        }
        return table;
    }

    private static String[] withTrust(List<String> cells, boolean hasFailures, String failed, String times) {
        if (hasFailures) {
            cells.add(failed);
        }
        cells.add(times);
        return cells.toArray(String[]::new);
    }

    private String rowHead() {
        if (series.plan() instanceof Repeats) {
            return "run";
        }
        return load(series.runs().getFirst()).perSecond().isPresent() ? "asked/s" : "in flight";
    }

    private String rowName(SeriesRun run) {
        LoadSettings load = load(run);
        String name = series.plan() instanceof Repeats
                ? run.step().name().substring("repeat-".length())
                : load.perSecond().isPresent()
                        ? Figures.of(load.perSecond().getAsDouble())
                        : String.valueOf(load.concurrency().orElse(1));
        return name + (run.run().summary().interrupted() ? " (ended early)" : "");
    }

    private static LoadSettings load(SeriesRun run) {
        return run.run().summary().configuration().load();
    }

    private boolean isKnown(RunFigure figure) {
        return series.runs().stream().anyMatch(run -> run.figures().of(figure).isPresent());
    }

    /** Formats a figure with three digits and one prefix for all runs, so that a column compares at a glance. */
    private String shown(RunFigure figure, OptionalDouble value) {
        if (value.isEmpty()) {
            return Figures.UNKNOWN;
        }
        double largest = series.runs().stream().map(run -> run.figures().of(figure))
                .flatMapToDouble(OptionalDouble::stream)
                .max().orElseThrow();
        SiPrefix prefix = SiPrefix.of(largest, figure.shownUnit());
        return (Figures.brief(prefix.scaled(value.getAsDouble() * figure.scale().factor())) + " "
                + prefix.before(figure.shownUnit())).strip();
    }

    private TextTable means() {
        Map<RunFigure, Estimate> means = Repeats.means(series.runs());
        long whole = series.runs().stream().filter(SeriesRun::isWhole).count();
        TextTable table = new TextTable(1).headed().row("mean of " + whole + " runs", "", "95 %", "");
        String mark = invalid(series.runs());
        MEANS.stream().filter(means::containsKey).forEach(figure -> {
            ShownFigure shown = FiguresText.shown(new AnalysisFigure(AnalysisColumn.estimate(figure),
                    AnalysisValue.of(Objects.requireNonNull(means.get(figure)))));
            table.row(figure.words() + (figure.unit().equals("s") ? mark : ""), shown.value(), shown.interval(),
                    shown.unit());
        });
        return table;
    }

    /** Returns the mark of a figure made of runs' times: empty, unless the times of a run are unreliable. */
    private static String invalid(List<SeriesRun> runs) {
        return runs.stream().anyMatch(run -> new TimesValidity(run.run().summary().validity()).isInvalid())
                ? " (INVALID times)"
                : "";
    }

    private String found(RateSearch search) {
        RateSearch.Found found = search.found(series.runs());
        if (found.kept().isEmpty() && found.broken().isEmpty()) {
            return "The search ended before it could decide whether any rate meets " + search.slo() + ".";
        }
        String broken = found.brokenPerSecond().isPresent()
                ? "missed at " + Figures.of(found.brokenPerSecond())
                : "never missed";
        String share = Figures.percent(search.attainment());
        if (found.perSecond().isEmpty()) {
            return "No rate met " + search.slo() + " for " + share + " of the requests: " + broken + " a second.";
        }
        OptionalDouble joules = found.kept().map(run -> run.figures().of(RunFigure.JOULES_PER_GOOD_ANSWER))
                .orElse(OptionalDouble.empty());
        return "Highest rate that met " + search.slo() + " for " + share + " of the requests: "
                + Figures.of(found.perSecond()) + " a second" + invalid(found.kept().stream().toList())
                + " (met at " + Figures.of(found.perSecond()) + ", " + broken
                + ")" + (joules.isPresent()
                        ? ", " + Figures.of(joules, "J")
                                + " per good answer: all joules of the run over the answers that "
                                + "met it"
                        : "")
                + (series.complete() ? "." : "; the search was ended early.");
    }

    /** Returns for each run its failures, and whether none of its answers could be scored. */
    public List<String> failures() {
        List<String> failures = new ArrayList<>();
        series.runs().stream().filter(run -> run.figures().failed() > 0)
                .forEach(run -> FailedRequests.of(run.run())
                        .forEach(some -> failures.add(run.step().name() + ": " + some.text())));
        List<Optional<String>> unjudged = complaints();
        for (int run = 0; run < unjudged.size(); run++) {
            String name = series.runs().get(run).step().name();
            unjudged.get(run).ifPresent(why -> failures.add(name + ": " + why));
        }
        return failures;
    }

    private List<Optional<String>> complaints() {
        List<Optional<String>> known = complaints;
        if (known == null) {
            known = series.runs().stream().map(run -> EvaluatedAnswers.of(run.run()).complaint()).toList();
            complaints = known;
        }
        return known;
    }

    /** Returns the report as a tree: the content of the series' file, and its path. */
    public TreeBuilder tree() {
        TreeBuilder tree = TreeBuilder.object();
        series.toMap().forEach(tree::put);
        return tree.put("folder", series.path().toString());
    }

    /**
     * Returns the exit code of the command: a series that the user did not stop ends early only if its server is
     * gone.
     */
    public int exitCode(boolean stopped) {
        if (!series.complete()) {
            return stopped ? ExitCode.INTERRUPTED : ExitCode.SERVER_UNREACHABLE;
        }
        boolean someFailed = series.runs().stream().anyMatch(run -> run.figures().failed() > 0)
                || complaints().stream().anyMatch(Optional::isPresent);
        return someFailed ? ExitCode.SOME_FAILED : ExitCode.FINE;
    }
}
