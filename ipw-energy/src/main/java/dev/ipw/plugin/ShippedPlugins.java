package dev.ipw.plugin;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The artifacts of this project with their plugins, so that a message on an unknown id can name the dependency to add.
 */
final class ShippedPlugins {
    private static final String CORE = "ipw-core";
    private static final String SENSORS = "ipw-telemetry-native";
    private static final String EMBEDDED = "ipw-embedded-model";
    private static final String ANALYSIS = "ipw-analysis";
    private static final String AGENTS = "ipw-agents";
    private static final String BENCHMARKS = "ipw-benchmarks";
    private static final String IMPORT = "ipw-import";
    private static final String REPORT = "ipw-report";

    private static final Map<String, Map<String, String>> ARTIFACTS_BY_KIND_AND_ID = Map.of(
            "collector",
            collectors(),
            "agent", in(AGENTS, "command", "mini-swe", "nop", "oracle", "react", "terminus"),
            "tool",
            in(AGENTS, "calculator", "code_interpreter", "document_read", "file_read", "file_write", "mcp", "retrieval",
                    "shell",
                    "think", "web_fetch", "web_search"),
            "analysis", analyses(), "comparison", in(ANALYSIS, "statistical"),
            "client", in(EMBEDDED, "embedded"),
            "dataset", datasets(),
            "evaluator",
            in(BENCHMARKS, "answer", "bfcl", "browsecomp", "choice", "f1", "frames", "gaia", "hle", "humaneval",
                    "includes",
                    "livecodebench", "match", "math", "mbpp", "mmlu-pro-official", "model-graded-fact",
                    "model-graded-qa",
                    "natural-reasoning", "pairwise", "pattern", "research-report", "rubric", "simple-evals-choice",
                    "simpleqa", "supergpqa-official", "swebench", "swebench-patch", "swefficiency", "verifier"),
            "importer", in(IMPORT, "aiperf", "guidellm", "ipw", "llmeter", "meter", "vllm"),
            "visualization", in(REPORT, "box", "heatmap", "histogram", "load", "output-kde", "regression", "scatter"));

    private ShippedPlugins() {}

    /** Returns the artifact that contains a plugin; empty if this project has none with that id. */
    static Optional<String> artifact(String kind, String id) {
        return Optional.ofNullable(ARTIFACTS_BY_KIND_AND_ID.getOrDefault(kind, Map.of()).get(id));
    }

    private static Map<String, String> collectors() {
        Map<String, String> collectors = new HashMap<>(in(CORE, "prometheus", "prometheus-api", "replay", "trtllm"));
        collectors.putAll(in(SENSORS, "amd", "cpu-estimate", "emi", "estimate", "host", "hwmon", "msr", "nvml", "perf",
                "powercap", "powermetrics", "process"));
        return Map.copyOf(collectors);
    }

    private static Map<String, String> analyses() {
        Map<String, String> analyses = new HashMap<>(in(ANALYSIS, "cost", "definitions", "latency", "pareto",
                "regression", "slowest", "steady-state"));
        analyses.putAll(in(BENCHMARKS, "arena", "bfcl", "calibration", "judges", "repetitions", "routing", "solved",
                "speedup"));
        return Map.copyOf(analyses);
    }

    private static Map<String, String> datasets() {
        Map<String, String> datasets = new HashMap<>(
                in(BENCHMARKS, "aime", "arena-hard-auto-v2", "bfcl", "browsecomp", "deepresearchbench", "fixed-length",
                        "frames", "gaia", "gdpval", "gpqa", "gsm8k", "harbor", "healthbench", "hf", "hle", "humaneval",
                        "ipw",
                        "livecodebench", "liveresearchbench", "math500", "mbpp", "mmlu-pro", "natural-reasoning",
                        "simpleqa",
                        "simpleqa-verified", "supergpqa", "swebench", "swefficiency", "terminalbench", "wildchat"));
        datasets.putAll(in(EMBEDDED, "arithmetic"));
        return Map.copyOf(datasets);
    }

    private static Map<String, String> in(String artifact, String... ids) {
        return Stream.of(ids).collect(Collectors.toUnmodifiableMap(Function.identity(), id -> artifact));
    }
}
