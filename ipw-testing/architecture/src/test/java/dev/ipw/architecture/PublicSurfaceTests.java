package dev.ipw.architecture;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds what each library module shows to its users against a file in the module. Run with {@code -Dgolden=write} to take a
 * change over into the file, and look at the difference before it is committed.
 */
class PublicSurfaceTests {
    private static final String FILE = "public-surface.txt";

    @ParameterizedTest
    @MethodSource("dev.ipw.architecture.ArchitectureTests#libraries")
    void changesOnlyWithItsFile(String module) throws IOException {
        Path root = Path.of("..", "..", module);
        String surface = surface(root.resolve(Path.of("target", "classes")));
        Path file = root.resolve(FILE);
        if ("write".equals(System.getProperty("golden"))) {
            Files.writeString(file, surface);
        }
        assertThat(surface).as("public types of %s; -Dgolden=write writes %s anew", module, file)
                .isEqualTo(Files.readString(file));
    }

    @ParameterizedTest
    @MethodSource("dev.ipw.architecture.ArchitectureTests#libraries")
    void namesNothingThatUsersCannotSee(String module) throws IOException {
        assertThat(Files.readAllLines(Path.of("..", "..", module, FILE)))
                .noneMatch(line -> line.matches(".*\\bdev\\.ipw\\.(\\w+\\.)*internal\\..*"));
    }

    private static String surface(Path classes) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String name : exported(classes)) {
            try (Stream<Path> entries = Files.list(classes.resolve(name.replace('.', '/')))) {
                entries.filter(file -> file.toString().endsWith(".class")
                        && !file.endsWith("package-info.class")).sorted().forEach(files::add);
            }
        }
        List<String> shown = files.isEmpty() ? List.of() : shown(files);
        long types = shown.stream().map(type -> type.split(" (extends|implements) |\n", 2)[0])
                .filter(head -> !head.contains("$")).count();
        return types + " public types, and those within them\n\n" + String.join("\n", shown);
    }

    /** Returns the packages of a library that users see: those of a bridge, which is no named module, are all but the internal ones. */
    static List<String> exported(Path classes) throws IOException {
        Path descriptor = classes.resolve("module-info.class");
        if (Files.exists(descriptor)) {
            try (InputStream in = Files.newInputStream(descriptor)) {
                return ModuleDescriptor.read(in).exports().stream().filter(one -> !one.isQualified())
                        .map(ModuleDescriptor.Exports::source).sorted().toList();
            }
        }
        try (Stream<Path> files = Files.walk(classes)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .map(file -> classes.relativize(file.getParent()).toString().replace(File.separatorChar, '.'))
                    .filter(name -> !name.contains(".internal")).distinct().sorted().toList();
        }
    }

    /** Return each type that users see with its members, in the order of their text. */
    private static List<String> shown(List<Path> files) {
        List<String> arguments = new ArrayList<>(List.of("-protected"));
        files.forEach(file -> arguments.add(file.toString()));
        StringWriter out = new StringWriter();
        ToolProvider javap = ToolProvider.findFirst("javap").orElseThrow();
        assertThat(javap.run(new PrintWriter(out), new PrintWriter(out), arguments.toArray(String[]::new))).isZero();
        List<String> types = new ArrayList<>();
        List<String> members = new ArrayList<>();
        for (String line : out.toString().lines().toList()) {
            if (line.startsWith("}")) {
                String head = members.removeFirst();
                if (head.startsWith("public ") || head.startsWith("protected ")) {
                    types.add(members.stream().sorted().collect(Collectors.joining("\n", head + "\n", "\n")));
                }
                members.clear();
            } else if (!line.startsWith("Compiled from")) {
                members.add(line.endsWith(" {") && members.isEmpty() ? line.substring(0, line.length() - 2) : line);
            }
        }
        return types;
    }
}
