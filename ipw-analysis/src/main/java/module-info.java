import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.comparison.RunComparator;
import dev.ipw.analysis.comparison.internal.StatisticalComparator;
import dev.ipw.analysis.cost.CostAnalysisProvider;
import dev.ipw.analysis.definition.DefinitionsAnalysisProvider;
import dev.ipw.analysis.latency.LatencyAnalysisProvider;
import dev.ipw.analysis.latency.SlowestAnalysisProvider;
import dev.ipw.analysis.pareto.ParetoAnalysisProvider;
import dev.ipw.analysis.regression.RegressionAnalysisProvider;
import dev.ipw.analysis.steady.SteadyStateAnalysisProvider;

/** Analyses of finished runs beyond accuracy, and their comparison. */
module dev.ipw.analysis {
    requires commons.math3;
    requires transitive dev.ipw.core;
    requires static org.jspecify;

    exports dev.ipw.analysis.comparison.internal to dev.ipw.benchmarks, dev.ipw.cli, dev.ipw.report;
    exports dev.ipw.analysis.cost to dev.ipw.cli;
    exports dev.ipw.analysis.definition to dev.ipw.cli;
    exports dev.ipw.analysis.latency to dev.ipw.cli;
    exports dev.ipw.analysis.pareto to dev.ipw.cli;
    exports dev.ipw.analysis.regression to dev.ipw.cli;
    exports dev.ipw.analysis.statistics to dev.ipw.benchmarks, dev.ipw.report;
    exports dev.ipw.analysis.steady to dev.ipw.cli;

    provides AnalysisProvider
            with CostAnalysisProvider, DefinitionsAnalysisProvider, LatencyAnalysisProvider, ParetoAnalysisProvider,
            RegressionAnalysisProvider, SlowestAnalysisProvider, SteadyStateAnalysisProvider;
    provides RunComparator with StatisticalComparator;
}
