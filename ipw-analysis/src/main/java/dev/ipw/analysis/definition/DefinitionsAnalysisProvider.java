package dev.ipw.analysis.definition;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.plugin.Parameters;

/** The provider of the analysis of definitions. */
public final class DefinitionsAnalysisProvider implements AnalysisProvider {
    /** Creates the provider. */
    public DefinitionsAnalysisProvider() {}

    @Override
    public String id() {
        return DefinitionsAnalysis.ID;
    }

    @Override
    public String description() {
        return "the same requests as llmeter, AIPerf, guidellm, inference-perf, genai-bench, vLLM and llmperf count them";
    }

    @Override
    public Analysis create(Parameters parameters) {
        parameters.rejectUnknown();
        return new DefinitionsAnalysis();
    }
}
