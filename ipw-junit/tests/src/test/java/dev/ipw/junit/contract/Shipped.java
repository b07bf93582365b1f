package dev.ipw.junit.contract;

import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.importing.RunImporterProvider;
import dev.ipw.plugin.PluginProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.TelemetryProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The plugins that come with the SDK, for the kits to check. */
final class Shipped {
    private Shipped() {}

    private static <P extends PluginProvider> Stream<P> all(Class<P> service) {
        return Plugins.builder("plugin", service).build().all().stream()
                .filter(one -> one.getClass().getName().startsWith("dev.ipw.")
                        && !one.getClass().getName().startsWith("dev.ipw.junit."));
    }

    static Stream<AnalysisProvider> analyses() {
        return all(AnalysisProvider.class);
    }

    static Stream<VisualizationProvider> pictures() {
        return all(VisualizationProvider.class);
    }

    static Stream<TelemetryProvider> collectors() {
        return all(TelemetryProvider.class);
    }

    static Stream<RunImporterProvider> importers() {
        return all(RunImporterProvider.class);
    }

    static Stream<EvaluatorProvider> evaluators() {
        return all(EvaluatorProvider.class).filter(one -> !one.id().equals("none"));
    }

    /** Return a file of the project, from the folder of any of its modules. */
    static Path projectFile(String path) {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(path))) {
                return folder.resolve(path);
            }
        }
        throw new IllegalStateException("No folder above this one holds " + path);
    }
}
