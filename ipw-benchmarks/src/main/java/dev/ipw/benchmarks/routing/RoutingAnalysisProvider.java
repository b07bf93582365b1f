package dev.ipw.benchmarks.routing;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.plugin.Parameters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The provider of the routing analysis. The parameter {@code precision} is the shares of right decisions, from 0 to 1,
 * separated by commas; 0.8 without it.
 */
public final class RoutingAnalysisProvider implements AnalysisProvider {
    private static final String PRECISION = "precision";
    private static final double USUAL_PRECISION = 0.8;
    private static final int MAX_PRECISIONS = 20;

    @Override
    public String id() {
        return RoutingAnalysis.ID;
    }

    @Override
    public String description() {
        return "runs of smaller models, then that of a large one: what a router between them saves (precision=0.8,0.9)";
    }

    @Override
    public Analysis create(Parameters parameters) {
        List<Double> precisions = parameters.text(PRECISION).map(RoutingAnalysisProvider::precisions)
                .orElse(List.of(USUAL_PRECISION));
        parameters.rejectUnknown();
        return new RoutingAnalysis(precisions);
    }

    private static List<Double> precisions(String text) {
        List<Double> precisions = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            double precision = precision(part.strip());
            if (!precisions.contains(precision)) {
                precisions.add(precision);
            }
        }
        if (precisions.size() > MAX_PRECISIONS) {
            throw new ConfigurationException("At most " + MAX_PRECISIONS + " shares fit one analysis, not "
                    + precisions.size() + ". Leave some out of " + Setting.ANALYSIS_OPTION + " precision");
        }
        return precisions;
    }

    private static double precision(String part) {
        try {
            double share = Double.parseDouble(part);
            if (share >= 0 && share <= 1) {
                return share;
            }
        } catch (NumberFormatException noNumber) {
            throw wrong(part, noNumber);
        }
        throw wrong(part, null);
    }

    private static ConfigurationException wrong(String part, @Nullable Throwable cause) {
        String message = "The share of right decisions is a number from 0 to 1, not '" + part
                + "'. Give for example " + Setting.ANALYSIS_OPTION + " precision=0.8,0.9";
        return cause == null ? new ConfigurationException(message) : new ConfigurationException(message, cause);
    }
}
