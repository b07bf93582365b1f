package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.FigureScale;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.OnePassAnalysis;
import dev.ipw.error.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The analysis that combines the categories of one turn of the Berkeley Function Calling Leaderboard. Categories that
 * are not live have equal weights, and the three languages of simple questions count as one. Live categories are
 * weighted by their questions. Hallucination is the mean of both kinds of irrelevance. MLPerf's overall figure is the
 * share of right answers among all of these; its normalized figure is the mean of the three groups. A figure is absent
 * if one of its categories is missing.
 */
final class BfclAnalysis implements OnePassAnalysis {
    /** The analysis' id. */
    static final String ID = "bfcl";

    private static final List<String> SIMPLE = List.of("simple_python", "simple_java", "simple_javascript");
    private static final List<String> OTHER_NON_LIVE = List.of("multiple", "parallel", "parallel_multiple");
    private static final List<String> LIVE = List.of("live_simple", "live_multiple", "live_parallel",
            "live_parallel_multiple");
    private static final List<String> HALLUCINATION = List.of("irrelevance", "live_irrelevance");
    private static final String RELEVANCE = "live_relevance";
    private static final String MISSING = "the run has no judged answer of one of its categories";

    @Override
    public Pass begin(AnalysedRun run) {
        CategoryAnswers answers = new CategoryAnswers();
        return new Pass(List.of(answers), () -> analyze(answers));
    }

    /** Analyses the counted answers. */
    static AnalysisResult analyze(CategoryAnswers answers) {
        List<String> overall = Stream.of(SIMPLE, OTHER_NON_LIVE, LIVE, HALLUCINATION).flatMap(List::stream).toList();
        List<List<AnalysisValue>> rows = new ArrayList<>();
        for (String category : Stream.concat(overall.stream(), Stream.of(RELEVANCE)).toList()) {
            answers.judged(category).ifPresent(judged -> rows.add(List.of(AnalysisValue.of(category),
                    AnalysisValue.of(answers.accuracy(category)), AnalysisValue.of(judged))));
        }
        if (rows.isEmpty()) {
            throw new ConfigurationException("No question of this run is of a category of the Berkeley Function Calling"
                    + " Leaderboard. Run the dataset bfcl");
        }
        OptionalDouble simple = mean(SIMPLE.stream().map(answers::accuracy));
        OptionalDouble nonLive = mean(
                Stream.concat(Stream.of(simple), OTHER_NON_LIVE.stream().map(answers::accuracy)));
        OptionalDouble live = answers.pooled(LIVE);
        OptionalDouble hallucination = mean(HALLUCINATION.stream().map(answers::accuracy));
        return AnalysisResult.builder(ID, "Berkeley Function Calling Leaderboard, one turn")
                .figure(column("simple", "simple, mean of three languages"), value(simple))
                .figure(column("non_live", "non-live, mean of four"), value(nonLive))
                .figure(column("live", "live, by questions"), value(live))
                .figure(column("hallucination", "hallucination, mean of both irrelevances"), value(hallucination))
                .figure(column("relevance", "relevance"), value(answers.accuracy(RELEVANCE)))
                .figure(column("mlperf_overall", "MLPerf overall, share of all answers but relevance"),
                        value(answers.pooled(overall)))
                .figure(column("mlperf_normalized", "MLPerf normalized, mean of the three groups"),
                        value(mean(Stream.of(nonLive, live, hallucination))))
                .table(AnalysisTable.of("categories", "Accuracy by category", AnalysisColumn.text("category"),
                        AnalysisColumn.number("accuracy", "").scaled(FigureScale.PERCENT),
                        AnalysisColumn.count("answers")).rows(rows))
                .warnings(answers.withoutVerdict() == 0
                        ? List.of()
                        : List.of(answers.withoutVerdict() + " answers have no verdict and are not counted"))
                .build();
    }

    private static AnalysisColumn column(String name, String label) {
        return AnalysisColumn.number(name, "").labelled(label);
    }

    private static AnalysisValue value(OptionalDouble known) {
        return known.isPresent() ? AnalysisValue.of(known) : AnalysisValue.absent(MISSING);
    }

    private static OptionalDouble mean(Stream<OptionalDouble> parts) {
        List<OptionalDouble> all = parts.toList();
        return all.stream().allMatch(OptionalDouble::isPresent)
                ? all.stream().mapToDouble(OptionalDouble::getAsDouble).average()
                : OptionalDouble.empty();
    }
}
