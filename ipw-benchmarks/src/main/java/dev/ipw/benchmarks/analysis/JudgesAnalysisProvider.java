package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.plugin.Parameters;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The provider of the analysis {@code judges}: the agreement of several judges. With the parameter {@code labels}, a
 * file of answers that people judged, it also reports the effect of a judge's errors on the accuracy.
 */
public final class JudgesAnalysisProvider implements AnalysisProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public JudgesAnalysisProvider() {}

    @Override
    public String id() {
        return JudgesAnalysis.ID;
    }

    @Override
    public String description() {
        return "how far judges agree with each other, and with people (labels=FILE with the columns id and correct)";
    }

    @Override
    public Analysis create(Parameters parameters) {
        Optional<Path> labels = parameters.text("labels").map(Path::of);
        parameters.rejectUnknown();
        return new JudgesAnalysis(labels.map(Labels::read).orElse(Map.of()));
    }
}
