package dev.ipw.architecture;

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
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds what each library module shows to its users against a file in the module. Run with {@code -Dgolden=write} to take a
 * change over into the file, and look at the difference before it is committed.
 */
class PublicSurfaceTests {
    private static final String FILE = "public-surface.txt";

    @ParameterizedTest
    @ValueSource(
            strings = {"ipw-agents", "ipw-analysis", "ipw-benchmarks", "ipw-core", "ipw-energy", "ipw-import",
                    "ipw-junit",
                    "ipw-report",
                    "ipw-telemetry-native"})
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
    @ValueSource(
            strings = {"ipw-agents", "ipw-analysis", "ipw-benchmarks", "ipw-core", "ipw-energy", "ipw-import",
                    "ipw-junit",
                    "ipw-report",
                    "ipw-telemetry-native"})
    void namesNothingThatUsersCannotSee(String module) throws IOException {
        assertThat(Files.readAllLines(Path.of("..", "..", module, FILE)))
                .noneMatch(line -> line.contains(".internal."));
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
        long types = shown.stream().filter(type -> !type.lines().findFirst().orElseThrow().contains("$")).count();
        return types + " public types, and those within them\n\n" + String.join("\n", shown);
    }

    private static List<String> exported(Path classes) throws IOException {
        try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
            return ModuleDescriptor.read(in).exports().stream().filter(one -> !one.isQualified())
                    .map(ModuleDescriptor.Exports::source).sorted().toList();
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
