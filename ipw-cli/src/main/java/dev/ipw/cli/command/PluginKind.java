package dev.ipw.cli.command;

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

/** The kinds of plugins that can be listed. */
public enum PluginKind {
    /** Inference clients. */
    CLIENTS("client", InferenceClientProvider.class),
    /** Datasets. */
    DATASETS("dataset", DatasetProvider.class),
    /** Evaluators of answers. */
    EVALUATORS("evaluator", EvaluatorProvider.class),
    /** Analyses of runs. */
    ANALYSES("analysis", AnalysisProvider.class),
    /** Drawings of runs. */
    VISUALIZATIONS("visualization", VisualizationProvider.class),
    /** Collectors, which find sensors. */
    COLLECTORS("collector", TelemetryProvider.class),
    /** Agents, which do a task in several calls. */
    AGENTS("agent", AgentProvider.class),
    /** Tools for agents. */
    TOOLS("tool", ToolProvider.class),
    /** Importers of other tools' results. */
    IMPORTERS("importer", RunImporterProvider.class);

    private final String singular;
    private final Class<? extends PluginProvider> type;

    PluginKind(String singular, Class<? extends PluginProvider> type) {
        this.singular = singular;
        this.type = type;
    }

    /** Returns the word that a user types. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Finds the plugins of this kind, in the order of their ids. */
    public List<? extends PluginProvider> find(ClassLoader classLoader) {
        return plugins(classLoader).all().stream().sorted((left, right) -> left.id().compareTo(right.id())).toList();
    }

    /** Lists the plugins of this kind that cannot be loaded. */
    List<String> problems(ClassLoader classLoader) {
        return plugins(classLoader).problems();
    }

    private Plugins<?> plugins(ClassLoader classLoader) {
        return Plugins.builder(singular, type).classLoader(classLoader).build();
    }
}
