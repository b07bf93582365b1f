package dev.ipw.report;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.comparison.internal.RunNames;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.QueryTaker;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.folder.SeriesFolder;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.Dimension;
import dev.ipw.report.findings.AgentEnergy;
import dev.ipw.report.findings.RunFindings;
import dev.ipw.report.markup.Tree;
import dev.ipw.results.RunReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apiguardian.api.API;

/**
 * A report of runs in one HTML file that needs no network: validity and sources first, then figures, charts, failures
 * and warnings. The file contains one JSON object, and every figure in its text names its key in that object.
 * <pre>{@code
 * HtmlReport.of(List.of(run)).write(Path.of("runs/demo/report.html"));
 * HtmlReport.of(List.of(Path.of("runs/before"), Path.of("runs/after"))).write(Path.of("compared.html"));
 * }</pre>
 *
 * @see dev.ipw.analysis.AnalysisProvider
 */
@API(status = API.Status.EXPERIMENTAL)
public final class HtmlReport {
    private static final int MAX_RUNS = 32;
    private static final int MAX_ROWS = 400_000;
    private static final int MAX_RUN_ROWS = 100_000;

    private final List<Path> runs;
    private final List<String> names;
    private final Optional<String> series;
    private final Optional<String> comparison;
    private final boolean comparesPair;
    private final Plugins<AnalysisProvider> analyses;
    private final Consumer<String> listener;

    private HtmlReport(List<Path> runs, Optional<String> series, Optional<String> comparison, boolean comparesPair,
            Plugins<AnalysisProvider> analyses, Consumer<String> listener) {
        if (runs.isEmpty() || runs.size() > MAX_RUNS) {
            throw new ConfigurationException("A report shows 1 to " + MAX_RUNS + " runs, not " + runs.size());
        }
        this.runs = List.copyOf(runs);
        names = RunNames.of(runs);
        this.series = series;
        this.comparison = comparison;
        this.comparesPair = comparesPair;
        this.analyses = analyses;
        this.listener = listener;
    }

    /**
     * Creates a report of finished runs, side by side if there are several. It includes all analyses on the class
     * path.
     *
     * @param runs from 1 to {@value #MAX_RUNS} runs
     * @return the report, to be written
     * @throws ConfigurationException if there are too few or too many runs, or one occurs twice
     */
    public static HtmlReport of(List<ProfileRun> runs) {
        return of(runs.stream().map(ProfileRun::path).toList(), Optional.empty(), false);
    }

    /**
     * Creates a report of the runs in folders, or of a series of runs, which is shown run by run and as a whole. Two
     * runs are compared. An interrupted run is finished first, as by {@link ProfileRun#recover}.
     *
     * @param folders folders of runs, or of series
     * @return the report, to be written
     * @throws InputException         if a folder contains neither, or a run has not ended
     * @throws ConfigurationException if there are too few or too many runs, or one occurs twice
     */
    public static HtmlReport open(List<Path> folders) {
        List<Path> runs = SeriesFolder.runsOf(folders);
        Optional<String> series = folders.stream().map(SeriesFolder::in).flatMap(Optional::stream).findFirst()
                .map(SeriesFolder::json);
        runs.forEach(ProfileRun::recover);
        boolean isPair = folders.size() == 2 && series.isEmpty() && runs.equals(folders);
        return of(runs, series, isPair);
    }

    private static HtmlReport of(List<Path> runs, Optional<String> series, boolean isPair) {
        return new HtmlReport(runs, series, Optional.empty(), isPair,
                Plugins.builder("analysis", AnalysisProvider.class).build(), any -> {});
    }

    /**
     * Adds a comparison of the runs, after the summary.
     *
     * @param comparison a comparison of the same runs in the same order, as {@code ipw compare --json} writes it
     * @return the report with it
     */
    public HtmlReport comparing(String comparison) {
        return new HtmlReport(runs, series, Optional.of(comparison), false, analyses, listener);
    }

    /**
     * Restricts the analyses, for example to include those of plugins.
     *
     * @param made the analyses
     * @return the report with them
     */
    public HtmlReport analyzedBy(Plugins<AnalysisProvider> made) {
        return new HtmlReport(runs, series, comparison, comparesPair, made, listener);
    }

    /**
     * Sets the receiver of messages about omitted parts, such as the comparison of two runs without a common figure.
     * The report contains these messages too.
     *
     * @param receiver receives each message as a sentence
     * @return the report with the receiver
     */
    public HtmlReport telling(Consumer<String> receiver) {
        return new HtmlReport(runs, series, comparison, comparesPair, analyses, receiver);
    }

    /**
     * Writes the report, replacing an existing file. The analyses are computed for it; nothing else is written.
     *
     * @param file the file; its folder exists
     * @return the file
     * @throws InputException if a run cannot be read, or the file cannot be written
     */
    public Path write(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new InputException("Cannot write " + file.toAbsolutePath() + ": there is no folder " + folder
                    + ". Make it, or name a file in one that exists");
        }
        if (Files.isDirectory(file)) {
            throw new InputException(
                    "Cannot write " + file.toAbsolutePath() + ": it is a folder. Name a file in it, for "
                            + "example " + file.resolve("report.html"));
        }
        AtomicFile.write(file, html().getBytes(StandardCharsets.UTF_8));
        return file;
    }

    /**
     * Returns the report as text.
     *
     * @return one HTML document
     * @throws InputException if a run cannot be read
     */
    public String html() {
        Plugins<EvaluatorProvider> evaluators = Plugins.builder("evaluator", EvaluatorProvider.class).build();
        List<AnalysedRun> analysed = runs.stream().map(run -> new AnalysedRun(RunReader.open(run), evaluators))
                .toList();
        TogetherFindings together = TogetherFindings.begin(analysed, ReportTree.ordered(analyses));
        PairComparison compared = comparesPair
                ? PairComparison.begin(analysed.getFirst(), analysed.getLast())
                : PairComparison.made(comparison);
        List<ReportedRun> read = read(analysed, together, compared);
        compared.failure().map(why -> "The runs are not compared: " + why).ifPresent(listener);
        Tree tree = ReportTree.of(read, together, compared, series,
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
        return ReportPage.of(tree);
    }

    private List<ReportedRun> read(List<AnalysedRun> analysed, TogetherFindings together,
            PairComparison compared) {
        List<AnalysisProvider> made = ReportTree.ordered(analyses);
        Set<Dimension> dimensions = EnumSet.copyOf(ReportedRun.SHOWN);
        int most = Math.min(MAX_RUN_ROWS, MAX_ROWS / runs.size());
        List<ReportedRun> read = new ArrayList<>();
        for (int index = 0; index < runs.size(); index++) {
            AnalysedRun run = analysed.get(index);
            RunRows rows = RunRows.expecting(run, dimensions, most);
            List<QueryTaker> besides = new ArrayList<>(together.of(index));
            besides.addAll(compared.of(index));
            besides.add(QueryTaker.of(rows));
            Optional<AgentEnergy> agent = AgentEnergy.of(run.run());
            agent.map(QueryTaker::of).ifPresent(besides::add);
            RunFindings findings = RunFindings.of(run, made, runs.size() == 1, besides);
            read.add(new ReportedRun(index, names.get(index), run.run(), rows, findings, agent));
        }
        compared.finish();
        together.finish();
        return read;
    }
}
