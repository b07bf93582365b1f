package dev.ipw.report.findings;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.internal.AccuracyAnalysis;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.OnePass;
import dev.ipw.analysis.internal.QueryTaker;
import dev.ipw.analysis.internal.SideBySideAnalysis;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Parameters;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The results of the analyses of one run.
 *
 * @param found   the results by the analysis' id, in the order in which they are shown
 * @param skipped the failed analyses, with the reasons
 */
public record RunFindings(SequencedMap<String, AnalysisResult> found,
        List<Map<String, @Nullable Object>> skipped) {
    private static final int MAX_CHARACTERS = 400;
    private static final String APPLICABLE = "applicable";

    /**
     * Runs the analyses, all with one reading of the run's queries.
     *
     * @param providers the analyses
     * @param isAlone   whether the report shows this run only; otherwise comparative analyses run over all runs instead
     * @param besides   further receivers of the queries
     */
    public static RunFindings of(AnalysedRun run, List<AnalysisProvider> providers, boolean isAlone,
            List<QueryTaker> besides) {
        Map<String, AnalysisResult> made = new HashMap<>();
        Map<String, Map<String, @Nullable Object>> failed = new HashMap<>();
        SequencedMap<String, Analysis> analyses = new LinkedHashMap<>();
        for (AnalysisProvider provider : providers) {
            try {
                Analysis analysis = create(provider);
                if (isAlone || !(analysis instanceof SideBySideAnalysis)) {
                    analyses.put(provider.id(), analysis);
                }
            } catch (IpwException failure) {
                failed.put(provider.id(), skipped(provider.id(), failure));
            }
        }
        OnePass.analyze(run, analyses, besides, new OnePass.Listener() {
            @Override
            public void found(String id, AnalysisResult result) {
                made.put(id, shown(result));
            }

            @Override
            public void failed(String id, IpwException failure) {
                failed.put(id, skipped(id, failure));
            }
        });
        return new RunFindings(inOrder(providers, made), List.copyOf(inOrder(providers, failed).values()));
    }

    private static <T> SequencedMap<String, T> inOrder(List<AnalysisProvider> providers, Map<String, T> all) {
        SequencedMap<String, T> ordered = new LinkedHashMap<>();
        providers.forEach(provider -> Optional.ofNullable(all.get(provider.id()))
                .ifPresent(one -> ordered.put(provider.id(), one)));
        return ordered;
    }

    public static Analysis create(AnalysisProvider provider) {
        return provider.create(Parameters.none("analysis " + provider.id()));
    }

    public static Map<String, @Nullable Object> skipped(String analysis, IpwException failed) {
        // Without options an analysis rejects only runs to which it does not apply.
        return TreeBuilder.object().put("analysis", analysis)
                .put(APPLICABLE, !(failed instanceof ConfigurationException))
                .put("reason", shortened(String.valueOf(failed.getMessage()))).build();
    }

    /** Returns the failed analyses that apply to the runs. */
    public static List<Map<String, @Nullable Object>> failed(List<Map<String, @Nullable Object>> skipped) {
        return skipped.stream().filter(one -> Boolean.TRUE.equals(one.get(APPLICABLE))).toList();
    }

    /** Returns the names of the analyses that do not apply to the runs. */
    public static List<@Nullable Object> notApplicable(List<Map<String, @Nullable Object>> skipped) {
        return skipped.stream().filter(one -> Boolean.FALSE.equals(one.get(APPLICABLE)))
                .<@Nullable Object>map(one -> one.get("analysis")).toList();
    }

    /** Returns a result without the rows that an analysis lists one by one: they are in its own file. */
    public static AnalysisResult shown(AnalysisResult result) {
        return result.without(AccuracyAnalysis.RECORDS);
    }

    /** Returns results as plain values. */
    public static Map<String, Map<String, @Nullable Object>> trees(Map<String, AnalysisResult> results) {
        Map<String, Map<String, @Nullable Object>> trees = new LinkedHashMap<>();
        results.forEach((id, result) -> trees.put(id, result.toMap()));
        return trees;
    }

    public static String shortened(String text) {
        return text.codePointCount(0, text.length()) <= MAX_CHARACTERS
                ? text
                : text.substring(0, text.offsetByCodePoints(0, MAX_CHARACTERS)) + " [...]";
    }
}
