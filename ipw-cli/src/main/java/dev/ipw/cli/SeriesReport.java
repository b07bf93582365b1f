package dev.ipw.cli;

import dev.ipw.analysis.RunFigure;
import dev.ipw.energy.EnergyReading;
import dev.ipw.engine.analysis.ModelCalls;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunSummary;
import dev.ipw.series.Experiment;
import dev.ipw.series.RateSearch;
import dev.ipw.series.Repeats;
import dev.ipw.series.SeriesRun;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Show what several runs came to: a line for each, and what they say together. */
final class SeriesReport {
    private static final double MILLIS = 1e3;
    private static final double PERCENT = 100;
    private static final List<RunFigure> RATES = List.of(RunFigure.OFFERED_PER_SECOND, RunFigure.REQUESTS_PER_SECOND,
            RunFigure.FAILED_PER_SECOND, RunFigure.SYSTEM_OUTPUT_TOKENS_PER_SECOND, RunFigure.GOODPUT_SHARE);
    private static final List<RunFigure> TIMES = List.of(RunFigure.TIME_TO_FIRST_TOKEN_P50,
            RunFigure.TIME_TO_FIRST_TOKEN_P90, RunFigure.TIME_TO_FIRST_TOKEN_P99, RunFigure.TIME_PER_OUTPUT_TOKEN_P50);
    private static final List<RunFigure> JOULES = List.of(RunFigure.JOULES_PER_QUERY,
            RunFigure.JOULES_PER_OUTPUT_TOKEN, RunFigure.JOULES_PER_GOOD_ANSWER, RunFigure.DEVICE_WATTS,
            RunFigure.ACCURACY, RunFigure.INTELLIGENCE_PER_JOULE);

    private final Experiment series;
    /** Of each run, why none of its answers could be judged; read once, since all records are. */
    private @Nullable List<Optional<String>> complaints;

    SeriesReport(Experiment series) {
        this.series = series;
    }

    /** Write the report for a person. */
    String text(int columns) {
        StringBuilder text = new StringBuilder(title()).append("\n\n");
        text.append(table(RATES, true).format("  ", columns));
        if (TIMES.stream().anyMatch(this::isKnown)) {
            text.append('\n').append(table(TIMES, false).format("  ", columns));
        }
        if (JOULES.stream().anyMatch(this::isKnown)) {
            text.append('\n').append(table(JOULES, false).format("  ", columns));
        }
        text.append('\n').append(new TextTable().row("Energy", energy()).format("  ", columns));
        switch (series.plan()) {
            case Repeats repeats -> text.append('\n').append(means().format("  ", columns));
            case RateSearch search ->
                text.append('\n').append(String.join("\n", TextTable.wrap(found(search), columns)))
                        .append('\n');
            default -> {
            }
        }
        return text.append("\nRuns: ").append(series.path()).append('\n').toString();
    }

    private String title() {
        SeriesRun first = series.runs().getFirst();
        return ModelCalls.subject(first.run()) + " on "
                + first.run().summary().configuration().datasetName() + ": " + series.runs().size() + " runs"
                + (series.complete() ? "" : ", ended early") + "; times in ms";
    }

    /** All runs have the same sensors, so that the first tells. */
    private String energy() {
        RunSummary first = series.runs().getFirst().run().summary();
        EnergyReading energy = first.totals().deviceEnergy();
        return energy.isAvailable()
                ? energy.provenance() + ", " + first.totals().headlineScope() + " (" + energy.source() + ")"
                        + SensorError.of(first).map(text -> "; " + text).orElse("")
                : "unavailable: " + CommandWords.of(
                        first.configuration().telemetryNote().or(energy::reason).orElse("it was not measured"));
    }

    private TextTable table(List<RunFigure> figures, boolean withFailures) {
        List<RunFigure> shown = figures.stream().filter(this::isKnown).toList();
        int width = shown.size() + 1 + (withFailures ? 2 : 0);
        Integer[] right = new Integer[width - 1];
        Arrays.setAll(right, column -> column + 1);
        TextTable table = new TextTable(right).headed();
        List<String> head = new ArrayList<>(List.of(rowHead()));
        shown.forEach(figure -> head.add(figure.words() + (figure.unit().isEmpty() ? " %" : "")));
        table.row(withTrust(head, withFailures, "failed", "times"));
        for (SeriesRun run : series.runs()) {
            List<String> cells = new ArrayList<>(List.of(rowName(run)));
            shown.forEach(figure -> cells.add(shown(figure, run.figures().of(figure))));
            table.row(withTrust(cells, withFailures, run.figures().failed() + " of " + run.figures().queries(),
                    run.run().summary().validity().map(validity -> validity.level().name()).orElse("unknown")));
        }
        return table;
    }

    private static String[] withTrust(List<String> cells, boolean isWanted, String failed, String times) {
        if (isWanted) {
            cells.add(failed);
            cells.add(times);
        }
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

    private static double scale(RunFigure figure) {
        return switch (figure.unit()) {
            case "s" -> MILLIS;
            case "" -> PERCENT;
            default -> 1;
        };
    }

    private static String unit(RunFigure figure) {
        return switch (figure.unit()) {
            case "s" -> "ms";
            case "" -> "%";
            default -> figure.unit();
        };
    }

    private static String shown(RunFigure figure, OptionalDouble value) {
        return value.isPresent() ? Figures.of(value.getAsDouble() * scale(figure)) : "-";
    }

    private TextTable means() {
        Map<RunFigure, Estimate> means = Repeats.means(series.runs());
        long whole = series.runs().stream().filter(SeriesRun::isWhole).count();
        TextTable table = new TextTable(1, 2, 3).headed().row("mean of " + whole + " runs", "mean", "95 % from",
                "to", "");
        String mark = invalid(series.runs());
        means.forEach((figure, mean) -> table.row(
                figure.words() + (figure.unit().equals("s") ? mark : ""),
                Figures.of(mean.value() * scale(figure)), Figures.of(mean.interval().low() * scale(figure)),
                Figures.of(mean.interval().high() * scale(figure)), unit(figure)));
        return table;
    }

    /** Return what stands behind a figure made of runs' times: nothing, unless those of one of them are not to be believed. */
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
                        ? ", at " + Figures.of(joules) + " J for each answer that met them: all joules of the "
                                + "run over these answers"
                        : "")
                + (series.complete() ? "." : "; the search was ended early.");
    }

    /** Return for each run what failed, and whether none of its answers could be scored. */
    List<String> failures() {
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

    /** Write the report for a program: the content of the series' file, and where it lies. */
    TreeBuilder tree() {
        TreeBuilder tree = TreeBuilder.object();
        series.toMap().forEach(tree::put);
        return tree.put("folder", series.path().toString());
    }

    /** Return how the command ends: a series that the user did not stop ends early only if its server is gone. */
    int exitCode(boolean stopped) {
        if (!series.complete()) {
            return stopped ? ExitCode.INTERRUPTED : ExitCode.SERVER_UNREACHABLE;
        }
        boolean someFailed = series.runs().stream().anyMatch(run -> run.figures().failed() > 0)
                || complaints().stream().anyMatch(Optional::isPresent);
        return someFailed ? ExitCode.SOME_FAILED : ExitCode.FINE;
    }
}
