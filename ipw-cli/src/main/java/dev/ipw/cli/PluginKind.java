package dev.ipw.cli;

import dev.ipw.agents.AgentProvider;
import dev.ipw.agents.ToolProvider;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.importing.RunImporterProvider;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.plugin.PluginProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.TelemetryProvider;
import java.util.List;
import java.util.Locale;

/** Name the kinds of plugins that can be listed. */
enum PluginKind {
    /** What asks a model. */
    CLIENTS("client", InferenceClientProvider.class),
    /** What is asked. */
    DATASETS("dataset", DatasetProvider.class),
    /** What judges answers. */
    EVALUATORS("evaluator", EvaluatorProvider.class),
    /** What works out what a run means. */
    ANALYSES("analysis", AnalysisProvider.class),
    /** What draws a run. */
    VISUALIZATIONS("visualization", VisualizationProvider.class),
    /** What reads sensors. */
    COLLECTORS("collector", TelemetryProvider.class),
    /** What takes a task through several calls. */
    AGENTS("agent", AgentProvider.class),
    /** What an agent may use. */
    TOOLS("tool", ToolProvider.class),
    /** What reads results of other tools. */
    IMPORTERS("importer", RunImporterProvider.class);

    private final String singular;
    private final Class<? extends PluginProvider> type;

    PluginKind(String singular, Class<? extends PluginProvider> type) {
        this.singular = singular;
        this.type = type;
    }

    /** Return the word a user types. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Find the plugins of this kind, in the order of their ids. */
    List<? extends PluginProvider> find(ClassLoader classLoader) {
        return plugins(classLoader).all().stream().sorted((left, right) -> left.id().compareTo(right.id())).toList();
    }

    /** List the plugins of this kind that cannot be loaded. */
    List<String> problems(ClassLoader classLoader) {
        return plugins(classLoader).problems();
    }

    private Plugins<?> plugins(ClassLoader classLoader) {
        return Plugins.builder(singular, type).classLoader(classLoader).build();
    }
}
