package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.benchmarks.arena.ArenaAnalysis;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginCatalogue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The analyses of benchmarks' answers. Only {@code judges} has a parameter: {@code labels}, a file of answers that
 * people judged, with which it also reports the effect of a judge's errors on the accuracy.
 */
public final class BenchmarkAnalyses implements PluginCatalogue {
    /** Creates the catalogue; {@link java.util.ServiceLoader} calls this. */
    public BenchmarkAnalyses() {}

    @Override
    public Class<AnalysisProvider> type() {
        return AnalysisProvider.class;
    }

    @Override
    public List<AnalysisProvider> plugins() {
        return List.of(
                new Entry(BfclAnalysis.ID,
                        "categories of bfcl, added up as the leaderboard and MLPerf do: non_live, live, "
                                + "hallucination, overall",
                        parameters -> new BfclAnalysis()),
                new Entry(CalibrationAnalysis.ID,
                        "how far the confidence that answers state and their accuracy are apart",
                        parameters -> new CalibrationAnalysis()),
                new Entry(JudgesAnalysis.ID,
                        "how far judges agree with each other, and with people (labels=FILE with the "
                                + "columns id and correct)",
                        BenchmarkAnalyses::judges),
                new Entry(RepetitionsAnalysis.ID, "questions that were asked several times (epochs): pass@k, pass^k, "
                        + "majority vote, joules of k answers", parameters -> new RepetitionsAnalysis()),
                new Entry(SolvedAnalysis.ID,
                        "joules, seconds and dollars per solved task: what all attempts used over those that solved theirs",
                        parameters -> new SolvedAnalysis()),
                new Entry(SpeedupAnalysis.ID,
                        "patches' speed-ups over the experts', as harmonic mean over the tasks of swefficiency",
                        parameters -> new SpeedupAnalysis()),
                new Entry(ArenaAnalysis.ID,
                        "how often models win against a baseline's answers, as it is and with length "
                                + "and markdown taken out",
                        parameters -> new ArenaAnalysis()));
    }

    private static Analysis judges(Parameters parameters) {
        Optional<Path> labels = parameters.text("labels").map(Path::of);
        // A misspelt parameter is reported before the file is read.
        parameters.rejectUnknown();
        return new JudgesAnalysis(labels.map(Labels::read).orElse(Map.of()));
    }

    private record Entry(String id, String description, Function<Parameters, Analysis> maker)
            implements
                AnalysisProvider {
        @Override
        public Analysis create(Parameters parameters) {
            Analysis analysis = maker.apply(parameters);
            parameters.rejectUnknown();
            return analysis;
        }
    }
}
