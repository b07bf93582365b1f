package dev.ipw.cli;

import dev.ipw.dataset.DatasetProvider;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** Builds somebody else's plugins with the JDK's own tools, for example the dataset {@code weather}, which cannot be opened. */
final class PluginJar {
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

    private PluginJar() {}

    /** Build it; its services file also names a class that is not there. */
    static Path build(Path folder) throws IOException, URISyntaxException {
        return build(folder, "Weather", WEATHER, DatasetProvider.class, "NotThere\nWeather\n");
    }

    /** Build a jar with one class in a package without a name. */
    static Path build(Path folder, String name, String content, Class<?> service, String providers)
            throws IOException, URISyntaxException {
        Path source = Files.writeString(folder.resolve(name + ".java"), content);
        Path classes = folder.resolve("classes");
        Path core = Path.of(service.getProtectionDomain().getCodeSource().getLocation().toURI());
        run("javac", "-proc:none", "-cp", core.toString(), "-d", classes.toString(), source.toString());
        Path services = Files.createDirectories(classes.resolve("META-INF").resolve("services"));
        Files.writeString(services.resolve(service.getName()), providers);
        Path jar = folder.resolve("my plugin.jar");
        run("jar", "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
        return jar;
    }

    private static void run(String tool, String... arguments) {
        StringWriter said = new StringWriter();
        int exitCode = ToolProvider.findFirst(tool).orElseThrow().run(new PrintWriter(said), new PrintWriter(said),
                arguments);
        assertThat(exitCode).as(said.toString()).isZero();
    }
}
