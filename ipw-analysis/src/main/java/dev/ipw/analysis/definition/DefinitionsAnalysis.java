package dev.ipw.analysis.definition;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.MergeableAnalysis;
import dev.ipw.record.Dimension;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The figures of one run by the definitions of other tools, beside ours, to show why two tools disagree. Only whole
 * answers count, and none is cut off. The timestamps are those of the tool that recorded the run. Ours are taken when
 * bytes are read, so that the delay of a tool that takes them after parsing is in none of the figures; those of an
 * imported run are its tool's, and a warning explains them. If the run lacks the data that a tool uses, there is a
 * reason instead of a figure.
 */
public final class DefinitionsAnalysis implements MergeableAnalysis {
    /** The analysis' id. */
    public static final String ID = "definitions";

    /** Creates the analysis. */
    public DefinitionsAnalysis() {}

    @Override
    public Set<Dimension> sharedColumns() {
        return Samples.COLUMNS;
    }

    @Override
    public int unsharedColumns() {
        return MomentColumns.COLUMNS;
    }

    @Override
    public int resultBytesPerQuery() {
        return 2 * Double.BYTES;
    }

    @Override
    public MergeablePass beginPart(AnalysedRun analysed) {
        RunSummary summary = analysed.run().summary();
        Samples samples = new Samples(analysed);
        return new MergeablePass(samples.gatherers(), () -> result(samples, summary));
    }

    private static AnalysisResult result(Samples samples, RunSummary summary) {
        samples.gaps().sort();
        AnalysisResult.Builder result = AnalysisResult
                .builder(ID, "The same events by other tools' definitions")
                .figure(AnalysisColumn.count("answers"), AnalysisValue.of(samples.answers()))
                .figure(AnalysisColumn.count("failed"), AnalysisValue.of(samples.failed()));
        List<List<AnalysisValue>> rows = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            List<DefinedFigure> figures = Definition.of(metric).stream()
                    .map(definition -> DefinedFigure.of(definition, samples, summary)).toList();
            figures.forEach(figure -> rows.add(figure.row(metric)));
            double[] middles = figures.stream().map(figure -> figure.p50().isPresent() ? figure.p50() : figure.mean())
                    .filter(OptionalDouble::isPresent).mapToDouble(OptionalDouble::getAsDouble).toArray();
            String name = metric == Metric.SYSTEM_OUTPUT_TOKENS_PER_SECOND ? metric.label() : metric.label() + "_p50";
            result.figure(AnalysisColumn.number(name + "_least", metric.unit()),
                    AnalysisValue.of(Arrays.stream(middles).min()))
                    .figure(AnalysisColumn.number(name + "_most", metric.unit()),
                            AnalysisValue.of(Arrays.stream(middles).max()));
        }
        return result.warnings(warnings(samples, summary))
                .table(AnalysisTable.of("metrics", "By the definition of each tool", DefinedFigure.columns())
                        .rows(rows))
                .build();
    }

    /** Returns the properties of this run that make the definitions differ. */
    private static List<String> warnings(Samples samples, RunSummary summary) {
        String of = " of " + samples.answers() + " answers ";
        Stream<String> ofTheSamples = Stream.of(
                samples.failed() == 0
                        ? ""
                        : "Requests that failed, which are in no figure: " + samples.failed(),
                note(samples.bundled(),
                        of + "came in chunks of several tokens: a time over tokens - 1 is then too small, "
                                + "and a gap between chunks is not one between tokens"),
                note(samples.reasoned(),
                        of + "have reasoning: llmeter, inference-perf and llmperf pass over it until the "
                                + "answer begins, the others do not"),
                note(samples.retried(),
                        of + "came after another try: what began with the call has the time of all of them"),
                note(samples.uncounted(), of + "came without a count of tokens and are in no figure that takes one"),
                samples.gaps().isPooled()
                        ? "The gaps between chunks are so many that each stands for a class one part in 8,192 wide"
                        : "",
                Optional.ofNullable(summary.configuration().client().details().get(RunConfiguration.ORIGIN))
                        .map(tool -> "The stamps are those of " + tool
                                + ", taken where that tool takes them; every figure is made of them, ours too")
                        .orElse(""));
        return Stream.concat(ofTheSamples, summary.warnings().stream()).filter(warning -> !warning.isEmpty()).toList();
    }

    private static String note(long count, String words) {
        return count == 0 ? "" : count + words;
    }
}
