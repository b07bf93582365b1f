package dev.ipw.report;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.engine.analysis.AccuracyAnalysis;
import dev.ipw.engine.analysis.AnalysedRun;
import dev.ipw.engine.analysis.OnePass;
import dev.ipw.engine.analysis.RecordGatherer;
import dev.ipw.engine.analysis.SideBySideAnalysis;
import dev.ipw.error.IpwException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Parameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Hold what the analyses found in one run.
 *
 * @param found   the results by the analysis' id, in the order in which they are shown
 * @param skipped the analyses that failed, and why
 */
record RunFindings(SequencedMap<String, Map<String, @Nullable Object>> found,
        List<Map<String, @Nullable Object>> skipped) {
    private static final int MOST_CHARACTERS = 400;

    /**
     * Make the analyses, all with one reading of the run's queries.
     *
     * @param providers what to find out
     * @param isAlone   whether the report shows this run only; else those that set runs beside each other are made of all
     * @param besides   what else takes in the queries
     */
    static RunFindings of(AnalysedRun run, List<AnalysisProvider> providers, boolean isAlone,
            List<? extends RecordGatherer> besides) {
        RunFindings findings = new RunFindings(new LinkedHashMap<>(), new ArrayList<>());
        SequencedMap<String, Analysis> analyses = new LinkedHashMap<>();
        for (AnalysisProvider provider : providers) {
            try {
                Analysis analysis = create(provider);
                if (isAlone || !(analysis instanceof SideBySideAnalysis)) {
                    analyses.put(provider.id(), analysis);
                }
            } catch (IpwException failed) {
                findings.skipped.add(skipped(provider.id(), failed));
            }
        }
        OnePass.analyze(run, analyses, besides, new OnePass.Listener() {
            @Override
            public void found(String id, AnalysisResult result) {
                findings.found.put(id, tree(result));
            }

            @Override
            public void failed(String id, IpwException failure) {
                findings.skipped.add(skipped(id, failure));
            }
        });
        return findings;
    }

    static Analysis create(AnalysisProvider provider) {
        return provider.create(Parameters.none("analysis " + provider.id()));
    }

    static Map<String, @Nullable Object> skipped(String analysis, IpwException failed) {
        return TreeBuilder.object().put("analysis", analysis)
                .put("reason", shortened(String.valueOf(failed.getMessage()))).build();
    }

    /** Leave out the rows that an analysis lists one by one: they are in its own file. */
    static Map<String, @Nullable Object> tree(AnalysisResult result) {
        return result.without(AccuracyAnalysis.RECORDS).toMap();
    }

    static String shortened(String text) {
        return text.codePointCount(0, text.length()) <= MOST_CHARACTERS
                ? text
                : text.substring(0, text.offsetByCodePoints(0, MOST_CHARACTERS)) + " [...]";
    }
}
