package dev.ipw.architecture;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Libraries as named modules, as an application on the module path has them; all other tests run on the class path. */
class ModulePathTests {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final List<String> LIBRARIES = List.of("ipw-energy", "ipw-core", "ipw-analysis",
            "ipw-telemetry-native",
            "ipw-import",
            "ipw-benchmarks", "ipw-agents", "ipw-report", "ipw-parquet");

    private static ModuleLayer layer;
    private static ClassLoader loader;

    @BeforeAll
    static void resolve() {
        List<Path> places = new ArrayList<>(LIBRARIES.stream()
                .map(library -> ROOT.resolve(library).resolve(Path.of("target", "classes"))).toList());
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar") && !entry.contains("ipw-")).map(Path::of)
                .filter(ModulePathTests::hasALegalName).forEach(places::add);
        ModuleFinder finder = ModuleFinder.of(places.toArray(Path[]::new));
        Set<String> ours = new TreeSet<>();
        LIBRARIES.forEach(
                library -> ours.add(ModuleFinder.of(ROOT.resolve(library).resolve(Path.of("target", "classes")))
                        .findAll().iterator().next().descriptor().name()));
        Configuration configuration = ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), ours);
        layer = ModuleLayer.boot().defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader());
        loader = layer.findLoader(ours.iterator().next());
    }

    /** The library of MCP has none: docs/packaging.md puts it on the class path. */
    private static boolean hasALegalName(Path jar) {
        try {
            return !ModuleFinder.of(jar).findAll().isEmpty();
        } catch (FindException illegal) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"dev.ipw.telemetry.TelemetryProvider", "dev.ipw.inference.InferenceClientProvider",
                    "dev.ipw.dataset.DatasetProvider", "dev.ipw.evaluation.EvaluatorProvider",
                    "dev.ipw.analysis.AnalysisProvider", "dev.ipw.analysis.comparison.RunComparator",
                    "dev.ipw.importing.RunImporterProvider", "dev.ipw.agents.AgentProvider",
                    "dev.ipw.agents.ToolProvider"})
    void findsThePluginsThatTheModulesProvide(String service) throws ReflectiveOperationException {
        Set<String> provided = new TreeSet<>();
        layer.modules().forEach(module -> module.getDescriptor().provides().stream()
                .filter(provides -> provides.service().equals(service))
                .forEach(provides -> provided.addAll(provides.providers())));
        provided.addAll(inCatalogues(service));
        assertThat(provided).isNotEmpty();
        assertThat(found(service)).containsAll(provided);
    }

    private static Set<String> inCatalogues(String service) throws ReflectiveOperationException {
        Class<?> catalogue = loader.loadClass("dev.ipw.plugin.PluginCatalogue");
        Set<String> names = new TreeSet<>();
        for (Object one : ServiceLoader.load(layer, catalogue)) {
            if (((Class<?>) catalogue.getMethod("type").invoke(one)).getName().equals(service)) {
                ((Collection<?>) catalogue.getMethod("plugins").invoke(one))
                        .forEach(plugin -> names.add(plugin.getClass().getName()));
            }
        }
        return names;
    }

    /** Asks the front door of the plugins, within the modules. */
    private static Set<String> found(String service) throws ReflectiveOperationException {
        Class<?> plugins = loader.loadClass("dev.ipw.plugin.Plugins");
        Object builder = plugins.getMethod("builder", String.class, Class.class).invoke(null, "plugin",
                loader.loadClass(service));
        Method classLoader = builder.getClass().getMethod("classLoader", ClassLoader.class);
        Object chosen = classLoader.invoke(builder, loader);
        Object all = plugins.getMethod("all").invoke(chosen.getClass().getMethod("build").invoke(chosen));
        Set<String> names = new TreeSet<>();
        ((Collection<?>) all).forEach(plugin -> names.add(plugin.getClass().getName()));
        return names;
    }
}
