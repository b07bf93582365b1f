package dev.ipw.junit;

import dev.ipw.error.ConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A build's settings for energy in its tests, as JUnit's configuration parameters or system properties.
 *
 * @param collectors       the collectors, as {@code ipw.collectors}; {@code auto} by default
 * @param updatesBaselines true if {@code ipw.baseline} is {@code update}
 * @param baselines        the folder of the baselines, as {@code ipw.baseline.directory}
 * @param reports          the folder of the build's report, as {@code ipw.report.directory}
 */
record EnergySettings(String collectors, boolean updatesBaselines, Path baselines, Path reports) {
    private static final Path PROJECT = Path.of("");

    static EnergySettings of(ExtensionContext context) {
        Function<String, String> mode = text -> {
            if (!text.equals("update") && !text.equals("compare")) {
                throw new ConfigurationException("ipw.baseline is update or compare, not '" + text + "'");
            }
            return text;
        };
        return new EnergySettings(context.getConfigurationParameter("ipw.collectors").orElse("auto"),
                context.getConfigurationParameter("ipw.baseline").map(mode).orElse("compare").equals("update"),
                context.getConfigurationParameter("ipw.baseline.directory").map(Path::of)
                        .orElse(PROJECT.resolve(Path.of("src", "test", "energy-baselines"))),
                context.getConfigurationParameter("ipw.report.directory").map(Path::of)
                        .orElseGet(EnergySettings::build));
    }

    private static Path build() {
        return PROJECT.resolve(isGradle() ? "build" : "target");
    }

    /** True in a process that Gradle started for tests, or that something else started in a project of Gradle alone. */
    private static boolean isGradle() {
        return System.getProperty("org.gradle.test.worker") != null || !Files.exists(PROJECT.resolve("pom.xml"))
                && (Files.exists(PROJECT.resolve("build.gradle")) || Files.exists(PROJECT.resolve("build.gradle.kts")));
    }
}
