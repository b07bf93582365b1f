package dev.ipw.analysis.internal;

import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.plugin.Plugins;
import java.util.Optional;

/** The provider of the latency analysis, which the artifact {@code ipw-analysis} contains. */
public interface LatencyProvider extends AnalysisProvider {
    /** The analysis' id. */
    String ID = "latency";

    /**
     * Creates the analysis.
     *
     * @param levels the service levels that an answer must meet; empty for those of the run's last analysis
     * @return the analysis
     */
    OnePassAnalysis create(Optional<ServiceLevels> levels);

    /**
     * Finds the provider on the class path.
     *
     * @return the provider; empty without the artifact
     */
    static Optional<LatencyProvider> find() {
        return plugins().find(ID).filter(LatencyProvider.class::isInstance).map(LatencyProvider.class::cast);
    }

    /**
     * Checks that the artifact is on the class path.
     *
     * @throws dev.ipw.error.ConfigurationException if it is not; the message names the artifact
     */
    static void requireArtifact() {
        plugins().require(ID);
    }

    private static Plugins<AnalysisProvider> plugins() {
        return Plugins.builder("analysis", AnalysisProvider.class).build();
    }
}
