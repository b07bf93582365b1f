package dev.ipw.benchmarks.arena;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.plugin.Parameters;

/**
 * The provider of the analysis {@code arena}: the share of games that models win against a baseline's answers, without
 * the effect of style.
 */
public final class ArenaAnalysisProvider implements AnalysisProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public ArenaAnalysisProvider() {}

    @Override
    public String id() {
        return ArenaAnalysis.ID;
    }

    @Override
    public String description() {
        return "how often models win against a baseline's answers, as it is and with length and markdown taken out";
    }

    @Override
    public Analysis create(Parameters parameters) {
        parameters.rejectUnknown();
        return new ArenaAnalysis();
    }
}
