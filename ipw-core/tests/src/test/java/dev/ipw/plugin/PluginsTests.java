package dev.ipw.plugin;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Plugins.UnknownPluginException;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.testing.PluginJar;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("process")
class PluginsTests {
    private static final String WEATHER = """
            import dev.ipw.dataset.Dataset;
            import dev.ipw.dataset.DatasetContext;
            import dev.ipw.dataset.DatasetProvider;
            import dev.ipw.dataset.DatasetRecord;
            import dev.ipw.plugin.Parameters;
            import java.util.List;
            import java.util.stream.Stream;

            public class Weather implements DatasetProvider, Dataset {
                public String id() { return "weather"; }
                public List<String> aliases() { return List.of("meteo"); }
                public String description() { return "Questions about the weather"; }
                public Dataset open(DatasetContext context, Parameters parameters) { return this; }
                public Stream<DatasetRecord> records() { return Stream.of(DatasetRecord.of("1", "Is it wet?", "yes")); }
            }
            """;

    private static final String RAIN = """
            import dev.ipw.dataset.DatasetProvider;
            import dev.ipw.plugin.PluginCatalogue;
            import java.util.List;

            public class Rain implements PluginCatalogue {
                public Class<DatasetProvider> type() { return DatasetProvider.class; }
                public List<DatasetProvider> plugins() { return List.of(new Weather()); }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void findsByIdAndAlias() {
        DatasetProvider sums = new Named("small-sums", List.of("sums"));
        Plugins<DatasetProvider> plugins = registered(sums);
        assertThat(plugins.require("small-sums")).isSameAs(sums);
        assertThat(plugins.require("sums")).isSameAs(sums);
        assertThat(plugins.find("large-sums")).isEmpty();
    }

    @Test
    void looksBesideThisLibraryTooWhereTheThreadSeesNoneOfIt() throws InterruptedException {
        List<String> here = Plugins.builder("collector", TelemetryProvider.class).build().all().stream()
                .map(TelemetryProvider::id).toList();
        List<String> elsewhere = new ArrayList<>();
        Thread agent = new Thread(() -> Plugins.builder("collector", TelemetryProvider.class).build().all()
                .forEach(found -> elsewhere.add(found.id())));
        agent.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        agent.start();
        agent.join();

        assertThat(elsewhere).isNotEmpty().isEqualTo(here);
    }

    @Test
    void takesCaseAndUnderscoreAsTheSame() {
        DatasetProvider sums = new Named("small-sums", List.of());
        assertThat(registered(sums).require("Small_Sums")).isSameAs(sums);
    }

    @Test
    void answersAnUnknownIdWithTheNearest() {
        Plugins<DatasetProvider> plugins = registered(new Named("arithmetic", List.of()),
                new Named("starter", List.of()), new Named("history", List.of()));
        assertThatThrownBy(() -> plugins.require("arithmatic")).isInstanceOf(UnknownPluginException.class)
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("arithmatic")
                .hasMessageContaining("'arithmetic'").hasMessageContaining("starter").message()
                .doesNotContain("'history'");
    }

    @Test
    void saysWhenNothingIsInstalled() {
        assertThatThrownBy(() -> registered().require("starter")).hasMessageContaining("None is installed");
    }

    @Test
    void keepsTheFirstOfTwoWithTheSameId() {
        DatasetProvider first = new Named("sums", List.of());
        DatasetProvider second = new Named("sums", List.of("more-sums"));
        Plugins<DatasetProvider> plugins = registered(first, second);
        assertThat(plugins.all()).containsExactly(first);
        assertThat(plugins.find("more-sums")).isEmpty();
    }

    @Test
    void doesNotLetAnAliasHideAnId() {
        DatasetProvider first = new Named("sums", List.of("starter"));
        DatasetProvider second = new Named("starter", List.of());
        Plugins<DatasetProvider> plugins = registered(first, second);
        assertThat(plugins.require("starter")).isSameAs(second);
    }

    @Test
    void discoversAJarOfSomebodyElse() throws Exception {
        Path jar = new PluginJar(folder).source("Weather", WEATHER).services(DatasetProvider.class, "Weather").pack();
        try (URLClassLoader loader = loader(jar)) {
            DatasetProvider found = discovered(loader).require("meteo");
            assertThat(found.description()).isEqualTo("Questions about the weather");
            assertThat(found.open(DatasetContext.of(Map.of()), Parameters.none("dataset weather")).records())
                    .hasSize(1);
        }
    }

    @Test
    void discoversTheEntriesOfACatalogue() throws Exception {
        Path jar = new PluginJar(folder).source("Weather", WEATHER).source("Rain", RAIN)
                .source("Broken", RAIN.replace("class Rain", "class Broken").replace("return List.of",
                        "if (true) throw new IllegalStateException(\"no rain\"); return List.of"))
                .services(PluginCatalogue.class, "Broken", "Rain").pack();
        try (URLClassLoader loader = loader(jar)) {
            Plugins<DatasetProvider> plugins = discovered(loader);
            assertThat(plugins.require("weather").description()).isEqualTo("Questions about the weather");
            assertThat(plugins.problems()).containsExactly(
                    jar.getFileName() + ": Broken does not list its plugins (no rain)");
            assertThat(Plugins.builder("collector", TelemetryProvider.class).classLoader(loader).build().problems())
                    .isEmpty();
        }
    }

    @Test
    void prefersARegisteredProviderToADiscoveredOne() throws Exception {
        Path jar = new PluginJar(folder).source("Weather", WEATHER).services(DatasetProvider.class, "Weather").pack();
        DatasetProvider own = new Named("weather", List.of());
        try (URLClassLoader loader = loader(jar)) {
            Plugins<DatasetProvider> plugins = Plugins.builder("dataset", DatasetProvider.class).classLoader(loader)
                    .register(own).build();
            assertThat(plugins.require("weather")).isSameAs(own);
        }
    }

    @Test
    void discoversNothingWhenSwitchedOff() throws Exception {
        Path jar = new PluginJar(folder).source("Weather", WEATHER).services(DatasetProvider.class, "Weather").pack();
        try (URLClassLoader loader = loader(jar)) {
            assertThat(Plugins.builder("dataset", DatasetProvider.class).classLoader(loader).discovery(false).build()
                    .all()).isEmpty();
        }
    }

    @Test
    void leavesOutWhatCannotBeLoadedAndKeepsTheRest() throws Exception {
        Path jar = new PluginJar(folder).source("Weather", WEATHER)
                .source("Broken", WEATHER.replace("Weather", "Broken").replace("public Dataset open",
                        "public Broken() { throw new IllegalStateException(\"no licence\"); } public Dataset open"))
                .source("Base", "public class Base {}")
                .source("Orphan", WEATHER.replace("class Weather", "class Orphan extends Base")).without("Base")
                .source("Nameless", WEATHER.replace("Weather", "Nameless").replace("return \"weather\"",
                        "throw new IllegalStateException()"))
                .services(DatasetProvider.class, "Missing", "Broken", "Orphan", "Nameless", "java.lang.String",
                        "Weather")
                .pack();
        try (URLClassLoader loader = loader(jar)) {
            Plugins<DatasetProvider> plugins = discovered(loader);
            assertThat(plugins.find("weather")).isPresent();
            String name = String.valueOf(jar.getFileName());
            assertThat(plugins.problems()).containsExactlyInAnyOrder(name + ": Missing not found",
                    name + ": Broken could not be instantiated (no licence)",
                    "a provider's class cannot be loaded (the class Base is missing)",
                    name + ": Nameless does not give its id (illegal state)");
            assertThatThrownBy(() -> plugins.require("meteorology"))
                    .hasMessageContaining("Not loaded: " + jar.getFileName() + ": Missing not found");
        }
    }

    @Test
    void survivesAServicesFileThatIsNone() throws Exception {
        Path jar = new PluginJar(folder).services(DatasetProvider.class, "this is no class name").pack();
        try (URLClassLoader loader = loader(jar)) {
            assertThat(discovered(loader).find("weather")).isEmpty();
        }
    }

    private static URLClassLoader loader(Path jar) throws Exception {
        return new URLClassLoader(new URL[]{jar.toUri().toURL()}, Plugins.class.getClassLoader());
    }

    private static Plugins<DatasetProvider> discovered(ClassLoader loader) {
        return Plugins.builder("dataset", DatasetProvider.class).classLoader(loader).build();
    }

    private static Plugins<DatasetProvider> registered(DatasetProvider... providers) {
        Plugins.Builder<DatasetProvider> builder = Plugins.builder("dataset", DatasetProvider.class).discovery(false);
        for (DatasetProvider provider : providers) {
            builder.register(provider);
        }
        return builder.build();
    }

    private record Named(String id, List<String> aliases) implements DatasetProvider {
        @Override
        public String description() {
            return "For tests";
        }

        @Override
        public Dataset open(DatasetContext context, Parameters parameters) {
            throw new UnsupportedOperationException();
        }
    }
}
