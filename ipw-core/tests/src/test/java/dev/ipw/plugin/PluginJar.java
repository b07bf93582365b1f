package dev.ipw.plugin;

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

import static org.assertj.core.api.Assertions.assertThat;

/** Builds jars as a plugin author would: compiles sources against the core, and packs them with a services file. */
final class PluginJar {
    private final Path folder;
    private final Path classes;

    PluginJar(Path folder) throws IOException {
        this.folder = folder;
        classes = Files.createDirectories(folder.resolve("classes"));
    }

    /** Compile one public class. */
    PluginJar source(String className, String source) throws IOException, URISyntaxException {
        Path file = folder.resolve(className + ".java");
        Files.writeString(file, source);
        Path core = Path.of(Plugins.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        StringWriter said = new StringWriter();
        int exitCode = ToolProvider.findFirst("javac").orElseThrow().run(new PrintWriter(said), new PrintWriter(said),
                "-proc:none", "-d", classes.toString(), "-cp", core + java.io.File.pathSeparator + classes,
                file.toString());
        assertThat(exitCode).as(said.toString()).isZero();
        return this;
    }

    PluginJar services(Class<?> type, String... lines) throws IOException {
        Path services = Files.createDirectories(classes.resolve("META-INF").resolve("services"));
        Files.write(services.resolve(type.getName()), List.of(lines));
        return this;
    }

    /** Take a compiled class away, as a plugin whose dependency is missing. */
    PluginJar without(String className) throws IOException {
        Files.delete(classes.resolve(className + ".class"));
        return this;
    }

    Path pack() throws IOException {
        Path jar = folder.resolve("plugin.jar");
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
