package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.plugin.Parameters;

/**
 * The provider of the analysis {@code bfcl}: the categories of the Berkeley Function Calling Leaderboard, combined as
 * the leaderboard and MLPerf combine them.
 */
public final class BfclAnalysisProvider implements AnalysisProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public BfclAnalysisProvider() {}

    @Override
    public String id() {
        return BfclAnalysis.ID;
    }

    @Override
    public String description() {
        return "categories of bfcl, added up as the leaderboard and MLPerf do: non_live, live, hallucination, overall";
    }

    @Override
    public Analysis create(Parameters parameters) {
        parameters.rejectUnknown();
        return new BfclAnalysis();
    }
}
