package dev.ipw.report.view;

import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.QueryTaker;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.report.findings.AgentEnergy;
import dev.ipw.report.findings.RunFindings;
import dev.ipw.results.RunReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What pages need of all queries of a run, from one reading of them.
 *
 * @param findings the results of analyses by their ids, as trees; one that does not apply is left out
 * @param queries  the queries
 */
record RunDetails(Map<String, Map<String, @Nullable Object>> findings, QueryTable queries) {
    /** The analyses that pages show. */
    static final List<String> ANALYSES = List.of("accuracy", "latency", "cost", "solved");

    static RunDetails of(RunReader run) {
        Optional<AgentEnergy> agent = AgentEnergy.of(run);
        List<AnalysisProvider> providers = Plugins.builder("analysis", AnalysisProvider.class).build().all().stream()
                .filter(provider -> ANALYSES.contains(provider.id())).toList();
        QueryTable queries = new QueryTable(run);
        AnalysedRun analysed = new AnalysedRun(run, Plugins.builder("evaluator", EvaluatorProvider.class).build());
        List<QueryTaker> besides = new ArrayList<>(List.of(QueryTaker.of(queries)));
        agent.map(QueryTaker::of).ifPresent(besides::add);
        Map<String, Map<String, @Nullable Object>> findings = RunFindings
                .trees(RunFindings.of(analysed, providers, true, besides).found());
        agent.ifPresent(gathered -> findings.put(AgentEnergy.KEY, gathered.tree(run)));
        return new RunDetails(findings, queries);
    }
}
