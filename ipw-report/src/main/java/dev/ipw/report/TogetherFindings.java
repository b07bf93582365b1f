package dev.ipw.report;

import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.QueryTaker;
import dev.ipw.analysis.internal.SideBySideAnalysis;
import dev.ipw.error.IpwException;
import dev.ipw.report.findings.RunFindings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The results of the analyses that compare runs, computed while each run is read once; nothing is stored in a run. */
final class TogetherFindings {
    private final Map<String, SideBySideAnalysis.Passes> passes = new LinkedHashMap<>();
    private final Map<String, AnalysisResult> found = new LinkedHashMap<>();
    private final List<Map<String, @Nullable Object>> skipped = new ArrayList<>();

    private TogetherFindings() {}

    /** Prepares for the queries of runs; for one run alone nothing is computed. */
    static TogetherFindings begin(List<AnalysedRun> runs, List<AnalysisProvider> providers) {
        TogetherFindings findings = new TogetherFindings();
        if (runs.size() > 1) {
            providers.forEach(provider -> findings.guard(provider.id(), () -> {
                if (RunFindings.create(provider) instanceof SideBySideAnalysis analysis) {
                    findings.passes.put(provider.id(), analysis.beginTogether(runs));
                }
            }));
        }
        return findings;
    }

    /** Returns the receivers of the queries of the run with this index. */
    List<QueryTaker> of(int run) {
        return passes.entrySet().stream().map(pass -> new QueryTaker(pass.getValue().gatherers().get(run),
                failure -> fail(pass.getKey(), failure))).toList();
    }

    private void fail(String id, IpwException failure) {
        passes.remove(id);
        skipped.add(RunFindings.skipped(id, failure));
    }

    /** Computes the results, once all queries of all runs were received. */
    void finish() {
        passes.forEach((id, pass) -> guard(id, () -> found.put(id, RunFindings.shown(pass.result().get()))));
        passes.clear();
    }

    private void guard(String id, Runnable work) {
        try {
            work.run();
        } catch (IpwException failed) {
            skipped.add(RunFindings.skipped(id, failed));
        }
    }

    Map<String, AnalysisResult> found() {
        return found;
    }

    List<Map<String, @Nullable Object>> skipped() {
        return skipped;
    }
}
