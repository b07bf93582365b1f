package dev.ipw.analysis.definition;

import dev.ipw.analysis.statistics.PercentileRule;

/** The tools that profile language model servers. */
enum BenchmarkTool {
    IPW("ipw", PercentileRule.LINEAR), LLMETER("llmeter", PercentileRule.EXCLUSIVE), AIPERF("AIPerf",
            PercentileRule.LINEAR),
    GUIDELLM("guidellm", PercentileRule.INVERSE_CDF), INFERENCE_PERF("inference-perf",
            PercentileRule.LINEAR),
    GENAI_BENCH("genai-bench", PercentileRule.LINEAR), VLLM("vllm bench serve",
            PercentileRule.LINEAR),
    LLMPERF("llmperf", PercentileRule.LINEAR);

    private final String label;
    private final PercentileRule rule;

    BenchmarkTool(String label, PercentileRule rule) {
        this.label = label;
        this.rule = rule;
    }

    String label() {
        return label;
    }

    PercentileRule rule() {
        return rule;
    }

    /** Returns whether the tool shows a percentile of a small number of values; all tools but ours always do. */
    boolean shows(double probability, int count) {
        return this != IPW || Math.round(count * Math.min(probability, 1 - probability) * 1e9) >= 1e9;
    }
}
