import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.analysis.comparison.RunComparator;
import dev.ipw.analysis.internal.AccuracyAnalysisProvider;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.StarterDatasetProvider;
import dev.ipw.dataset.SyntheticDatasetProvider;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.rule.RuleEvaluators;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.TokenCounterProvider;
import dev.ipw.inference.internal.AnthropicClientProvider;
import dev.ipw.inference.internal.GeminiClientProvider;
import dev.ipw.inference.internal.OllamaClientProvider;
import dev.ipw.inference.internal.OpenAiServers;
import dev.ipw.inference.tokenizer.JtokkitProvider;
import dev.ipw.plugin.PluginCatalogue;
import dev.ipw.telemetry.SampleFormat;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.recorded.ArrowSampleFormat;
import dev.ipw.telemetry.recorded.ReplayProvider;
import dev.ipw.telemetry.remote.PrometheusApiProvider;
import dev.ipw.telemetry.remote.PrometheusProvider;
import dev.ipw.telemetry.remote.TrtllmProvider;

/** Profiles: clients, datasets, evaluators, the run engine, results and the accuracy analysis. */
module dev.ipw.core {
    requires com.fasterxml.jackson.databind;
    requires commons.math3;
    requires de.siegmar.fastcsv;
    requires transitive dev.ipw.energy;
    requires java.net.http;
    requires jdk.management;
    requires org.apache.arrow.format;
    requires org.apache.arrow.memory.core;
    requires org.apache.arrow.memory.unsafe;
    requires org.apache.arrow.vector;
    requires org.slf4j;
    requires static jtokkit;
    requires static org.yaml.snakeyaml;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.ipw;
    exports dev.ipw.analysis;
    exports dev.ipw.analysis.comparison;
    exports dev.ipw.compute;
    exports dev.ipw.cost;
    exports dev.ipw.cost.internal to dev.ipw.analysis;
    exports dev.ipw.dataset;
    exports dev.ipw.analysis.internal to dev.ipw.analysis, dev.ipw.benchmarks, dev.ipw.cli, dev.ipw.report;
    exports dev.ipw.evaluation.internal to dev.ipw.cli, dev.ipw.importing;
    exports dev.ipw.results.internal.finishing to dev.ipw.cli, dev.ipw.importing;
    exports dev.ipw.results.internal.format to dev.ipw.cli, dev.ipw.report;
    exports dev.ipw.results.internal.journal to dev.ipw.cli, dev.ipw.importing, dev.ipw.report;
    exports dev.ipw.results.internal.meterlog to dev.ipw.cli, dev.ipw.importing, dev.ipw.meter;
    exports dev.ipw.profile.internal to dev.ipw.cli;
    exports dev.ipw.statistics.internal to dev.ipw.analysis, dev.ipw.benchmarks;
    exports dev.ipw.record.internal to dev.ipw.agents, dev.ipw.benchmarks, dev.ipw.cli, dev.ipw.report;
    exports dev.ipw.environment;
    exports dev.ipw.evaluation;
    exports dev.ipw.hosted;
    exports dev.ipw.inference;
    exports dev.ipw.inference.anthropic;
    exports dev.ipw.inference.exchange to dev.ipw.agents, dev.ipw.meter;
    exports dev.ipw.inference.relay to dev.ipw.agents, dev.ipw.meter;
    exports dev.ipw.inference.gemini;
    exports dev.ipw.inference.http;
    exports dev.ipw.inference.ollama;
    exports dev.ipw.inference.openai;
    exports dev.ipw.internal.folder to dev.ipw.benchmarks, dev.ipw.cli, dev.ipw.report;
    exports dev.ipw.internal.json
            to dev.ipw.agents, dev.ipw.benchmarks, dev.ipw.cli, dev.ipw.importing, dev.ipw.meter, dev.ipw.report;
    exports dev.ipw.internal.rows to dev.ipw.agents, dev.ipw.benchmarks, dev.ipw.importing;
    exports dev.ipw.internal.table to dev.ipw.benchmarks, dev.ipw.importing, dev.ipw.parquet;
    exports dev.ipw.internal.task to dev.ipw.benchmarks;
    exports dev.ipw.internal.tree
            to dev.ipw.agents, dev.ipw.analysis, dev.ipw.benchmarks, dev.ipw.cli, dev.ipw.importing, dev.ipw.junit,
            dev.ipw.report;
    exports dev.ipw.internal.version to dev.ipw.agents, dev.ipw.importing;
    exports dev.ipw.internal.wire to dev.ipw.agents, dev.ipw.cli, dev.ipw.meter;
    exports dev.ipw.internal.yaml to dev.ipw.benchmarks;
    exports dev.ipw.load;
    exports dev.ipw.progress;
    exports dev.ipw.quality;
    exports dev.ipw.query;
    exports dev.ipw.record;
    exports dev.ipw.results;
    exports dev.ipw.run;
    exports dev.ipw.series;
    exports dev.ipw.settings;
    exports dev.ipw.shard;

    uses AnalysisProvider;
    uses DatasetProvider;
    uses EvaluatorProvider;
    uses InferenceClientProvider;
    uses RunComparator;
    uses TokenCounterProvider;

    provides DatasetProvider with StarterDatasetProvider, SyntheticDatasetProvider;
    provides InferenceClientProvider
            with AnthropicClientProvider, GeminiClientProvider, OllamaClientProvider;
    provides PluginCatalogue with OpenAiServers, RuleEvaluators;

    provides TokenCounterProvider with JtokkitProvider;

    uses VisualizationProvider;

    provides AnalysisProvider with AccuracyAnalysisProvider;
    provides SampleFormat with ArrowSampleFormat;
    provides TelemetryProvider
            with PrometheusApiProvider, PrometheusProvider, ReplayProvider, TrtllmProvider;
}
