package dev.ipw.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * The registrations of this project's artifacts in files of their own names. Files of {@code META-INF/services} have the
 * same name in every jar, so a tool that packs several jars into one keeps only one of them unless it merges them.
 */
final class UnmergedServices {
    private static final List<String> ARTIFACTS = List.of("ipw-core", "ipw-analysis", "ipw-telemetry-native",
            "ipw-embedded-model", "ipw-import", "ipw-benchmarks", "ipw-agents", "ipw-report");

    private UnmergedServices() {}

    /** Returns the class names of the providers of a service; empty if no such file can be read. */
    static List<String> providers(Class<?> service, ClassLoader loader) {
        return ARTIFACTS.stream()
                .flatMap(artifact -> lines("META-INF/ipw/" + artifact + "/" + service.getName(), loader)).toList();
    }

    private static Stream<String> lines(String name, ClassLoader loader) {
        try (InputStream file = loader.getResourceAsStream(name)) {
            return file == null
                    ? Stream.empty()
                    : new String(file.readAllBytes(), StandardCharsets.UTF_8).lines()
                            .map(line -> line.split("#", 2)[0].strip()).filter(line -> !line.isEmpty());
        } catch (IOException unreadable) {
            return Stream.empty();
        }
    }
}
