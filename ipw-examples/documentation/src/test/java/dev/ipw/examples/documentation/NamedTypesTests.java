package dev.ipw.examples.documentation;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Each type that a page names exists: in a library, in what it builds on, or in an example. */
class NamedTypesTests {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("(?s)```.*?```");
    private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
    private static final Pattern TYPE = Pattern
            .compile("(?<![\\w./:$@-])((?:dev\\.ipw\\.[a-z.]*)?)([A-Z][a-z0-9]+(?:[A-Z]\\w*)+)(?![\\w/-])");
    /** Of systemd, a company, a unit, and of Spring and Spark, which are not on this class path. */
    private static final Set<String> FOREIGN = Set.of("AmbientCapabilities", "HuggingFace", "MiB", "WebFilter",
            "JavaModuleOptions", "AiServiceListenerRegistrarFactory");

    private static final Set<String> names = new HashSet<>(FOREIGN);

    @BeforeAll
    static void readNames() throws IOException {
        List<String> path = Stream.of("java.class.path", "jdk.module.path").map(System::getProperty)
                .filter(Objects::nonNull).flatMap(value -> Stream.of(value.split(File.pathSeparator))).toList();
        for (String entry : path) {
            if (Files.isDirectory(Path.of(entry))) {
                addFiles(Path.of(entry), ".class");
            } else if (Files.exists(Path.of(entry))) {
                try (JarFile jar = new JarFile(entry)) {
                    jar.stream().forEach(file -> add(file.getName(), ".class"));
                }
            }
        }
        addFiles(ROOT.resolve("ipw-examples"), ".java");
        // The bridge to Spring and the command are no libraries that a program of this module can have.
        addFiles(ROOT.resolve("ipw-bridges"), ".java");
        addFiles(ROOT.resolve("ipw-cli"), ".java");
        addFiles(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base", "java"), ".class");
    }

    private static void addFiles(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.forEach(file -> add(file.toString(), ending));
        }
    }

    private static void add(String file, String ending) {
        if (file.endsWith(ending)) {
            String type = file.substring(0, file.length() - ending.length()).replace('\\', '/').replace('/', '.');
            int own = type.lastIndexOf("dev.ipw.");
            String name = type.substring(type.lastIndexOf('.') + 1);
            names.addAll(List.of(name.split("\\$")));
            if (own >= 0) {
                names.add(type.substring(own));
            }
        }
    }

    @Test
    void exist() throws IOException {
        Set<String> unknown = new TreeSet<>();
        List<String> found = new ArrayList<>();
        for (Path page : Pages.all(ROOT)) {
            String text = BLOCK.matcher(Files.readString(page)).replaceAll("");
            for (Matcher code = CODE.matcher(text); code.find();) {
                for (Matcher type = TYPE.matcher(code.group(1)); type.find();) {
                    found.add(type.group(2));
                    if (!names.contains(type.group(1) + type.group(2))) {
                        unknown.add(ROOT.relativize(page) + ": " + type.group());
                    }
                }
            }
        }
        assertThat(found).hasSizeGreaterThan(100).contains("InferenceClientProvider", "TelemetrySession");
        assertThat(unknown).isEmpty();
    }
}
