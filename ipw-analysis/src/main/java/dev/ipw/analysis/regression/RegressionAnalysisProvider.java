package dev.ipw.analysis.regression;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.plugin.Parameters;

/**
 * The provider of the regression analysis. Parameters: {@code model}, which must be the run's;
 * {@code skip_zeroes=true}, to omit queries with a zero from every fit.
 */
public final class RegressionAnalysisProvider implements AnalysisProvider {
    /** Creates the provider. */
    public RegressionAnalysisProvider() {}

    @Override
    public String id() {
        return RegressionAnalysis.ID;
    }

    @Override
    public String description() {
        return "joules, watts and seconds against the tokens of prompt and answer, with intervals and checks";
    }

    @Override
    public Analysis create(Parameters parameters) {
        RegressionAnalysis analysis = new RegressionAnalysis(parameters.text("model"),
                parameters.flag("skip_zeroes").orElse(false));
        parameters.rejectUnknown();
        return analysis;
    }
}
