package dev.ipw.report.view;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.OnePass;
import dev.ipw.analysis.internal.StoredFindings;
import dev.ipw.error.IpwException;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.results.RunReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The figures of a run by the analyses that its pages need. */
final class RunFindings {
    private static final List<String> FIGURES = List.of("summary", "warnings");
    /** The parts that pages need; the tables of accuracy list every query. */
    private static final Map<String, List<String>> NEEDED = Map.of("accuracy", FIGURES, "latency",
            List.of("summary", "warnings", "data"), "cost", FIGURES);

    private RunFindings() {}

    /** Computes the parts of each analysis by its id; an analysis that does not apply is left out. */
    static Map<String, @Nullable Object> of(RunReader run) {
        Map<String, @Nullable Object> found = new LinkedHashMap<>();
        SequencedMap<String, Analysis> analyses = new LinkedHashMap<>();
        for (AnalysisProvider provider : Plugins.builder("analysis", AnalysisProvider.class).build().all()) {
            if (NEEDED.containsKey(provider.id())) {
                analyses.put(provider.id(), provider.create(Parameters.none("analysis " + provider.id())));
            }
        }
        AnalysedRun analysed = new AnalysedRun(run, Plugins.builder("evaluator", EvaluatorProvider.class).build());
        OnePass.analyze(analysed, analyses, List.of(), new OnePass.Listener() {
            @Override
            public void found(String id, AnalysisResult result) {
                Map<String, @Nullable Object> tree = result.toMap();
                Map<String, @Nullable Object> kept = new LinkedHashMap<>();
                NEEDED.getOrDefault(id, FIGURES).forEach(part -> kept.put(part, tree.get(part)));
                found.put(id, kept);
            }

            @Override
            public void failed(String id, IpwException failure) {
                // It does not apply to this run.
            }
        });
        return found;
    }

    /**
     * Returns the parts of each analysis that the run keeps, for a page that is replaced by a computed one: they may be of
     * other settings.
     */
    static Map<String, @Nullable Object> stored(RunReader run) {
        Map<String, @Nullable Object> found = new LinkedHashMap<>();
        NEEDED.forEach((analysis, parts) -> StoredFindings.of(run.directory(), analysis, parts)
                .ifPresent(stored -> found.put(analysis, stored)));
        return found;
    }
}
