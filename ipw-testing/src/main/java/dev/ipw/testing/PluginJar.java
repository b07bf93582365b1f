package dev.ipw.testing;

import dev.ipw.dataset.DatasetProvider;
import dev.ipw.plugin.Plugins;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * A builder of jars as a plugin author would build them: it compiles sources against the core, and packs them with a
 * services file.
 */
public final class PluginJar {
    private static final String WEATHER = """
            import dev.ipw.dataset.Dataset;
            import dev.ipw.dataset.DatasetContext;
            import dev.ipw.dataset.DatasetProvider;
            import dev.ipw.plugin.Parameters;
            import java.util.List;

            public class Weather implements DatasetProvider {
                public String id() { return "weather"; }
                public List<String> aliases() { return List.of("meteo"); }
                public String description() { return "Questions about the weather"; }
                public Dataset open(DatasetContext context, Parameters parameters) { throw new NoClassDefFoundError("Barometer"); }
            }
            """;

    private final Path folder;
    private final Path classes;

    /** Starts a jar in a folder. */
    public PluginJar(Path folder) throws IOException {
        this.folder = folder;
        classes = Files.createDirectories(folder.resolve("classes"));
    }

    /**
     * Builds a jar with the dataset {@code weather}, which cannot be opened. Its services file also names a missing
     * class, and its name contains a space.
     */
    public static Path weather(Path folder) throws IOException, URISyntaxException {
        return new PluginJar(folder).source("Weather", WEATHER).services(DatasetProvider.class, "NotThere", "Weather")
                .pack("my plugin.jar");
    }

    /** Compiles one public class. */
    public PluginJar source(String className, String source) throws IOException, URISyntaxException {
        Path file = folder.resolve(className + ".java");
        Files.writeString(file, source);
        String libraries = place(Plugins.class) + File.pathSeparator + place(DatasetProvider.class);
        StringWriter output = new StringWriter();
        int exitCode = ToolProvider.findFirst("javac").orElseThrow().run(new PrintWriter(output),
                new PrintWriter(output),
                "-proc:none", "-d", classes.toString(), "-cp", libraries + File.pathSeparator + classes,
                file.toString());
        if (exitCode != 0) {
            throw new AssertionError(output.toString());
        }
        return this;
    }

    private static Path place(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** Adds a services file with the providers of a service. */
    public PluginJar services(Class<?> type, String... lines) throws IOException {
        Path services = Files.createDirectories(classes.resolve("META-INF").resolve("services"));
        Files.write(services.resolve(type.getName()), List.of(lines));
        return this;
    }

    /** Removes a compiled class, as for a plugin with a missing dependency. */
    public PluginJar without(String className) throws IOException {
        Files.delete(classes.resolve(className + ".class"));
        return this;
    }

    /** Packs the jar. */
    public Path pack() throws IOException {
        return pack("plugin.jar");
    }

    /** Packs the jar in a file of this name. */
    public Path pack(String name) throws IOException {
        Path jar = folder.resolve(name);
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(file);
                Stream<Path> found = Files.walk(classes)) {
            for (Path entry : found.filter(Files::isRegularFile).toList()) {
                packed.putNextEntry(new JarEntry(classes.relativize(entry).toString().replace('\\', '/')));
                packed.write(Files.readAllBytes(entry));
                packed.closeEntry();
            }
        }
        return jar;
    }
}
