package dev.ipw.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Reads the sources of every module of the reactor, so that it holds for one that is built later too. */
class ReactorModulesTests {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);
    private static final Pattern IMPORT = Pattern.compile("import\\s+([\\w.]+)\\s*;");
    private static final Pattern MODULE = Pattern.compile("module\\s+([\\w.]+)\\s*\\{");
    private static final Pattern REQUIRES = Pattern
            .compile("requires\\s+(?:static\\s+|transitive\\s+)*(dev\\.ipw\\.[\\w.]+)\\s*;");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");
    private static final Pattern VERSION = Pattern.compile("<([\\w.]+)\\.version>([^<]+)</\\1\\.version>");
    private static final Pattern PROVIDES = Pattern.compile("provides\\s+([\\w.]+)\\s+with\\s+([\\w.,\\s]+);");

    static List<Path> modules() throws IOException {
        try (Stream<Path> found = Files.walk(ROOT, 3)) {
            return found.filter(folder -> Files.isRegularFile(descriptorOf(folder))).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("modules")
    void providesTheSameOnModulePathAndClassPath(Path module) throws IOException {
        assertThat(servicesOf(module)).isEqualTo(providesOf(descriptor(module)));
    }

    @Test
    void pointsEveryModuleTowardsEnergy() throws IOException {
        Map<String, Set<String>> requires = new TreeMap<>();
        for (Path module : modules()) {
            String text = descriptor(module);
            requires.put(only(MODULE, text),
                    REQUIRES.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toSet()));
        }
        assertThat(requires.get("dev.ipw.energy")).isEmpty();
        assertThat(requires.get("dev.ipw.core")).containsExactly("dev.ipw.energy");
        requires.keySet().forEach(module -> assertThat(reachable(module, requires)).doesNotContain(module));
    }

    /** A published artifact with plugins; examples are none of a jar that someone packs. */
    @Test
    void findsThePluginsOfEveryArtifactWhereServiceFilesAreNotMerged() throws IOException {
        String known = Files.readString(ROOT.resolve("ipw-energy/src/main/java/dev/ipw/plugin/UnmergedServices.java"));
        for (Path module : modules()) {
            String pom = Files.readString(module.resolve("pom.xml"));
            boolean isPublished = !pom.contains("<maven.install.skip>true");
            if (isPublished
                    && servicesOf(module).keySet().stream().anyMatch(service -> service.startsWith("dev.ipw."))) {
                Matcher artifact = ARTIFACT.matcher(pom.substring(pom.indexOf("</parent>")));
                assertThat(artifact.find()).isTrue();
                assertThat(known).contains("\"" + artifact.group(1) + "\"");
            }
        }
    }

    @Test
    void pinsTheSameVersionsInTheBillOfMaterials() throws IOException {
        Map<String, String> pinned = versionsIn(ROOT.resolve("ipw-bom").resolve("pom.xml"));
        assertThat(pinned).containsKey("jackson");
        assertThat(versionsIn(ROOT.resolve("pom.xml"))).containsAllEntriesOf(pinned);
    }

    private static Map<String, String> versionsIn(Path pom) throws IOException {
        return VERSION.matcher(Files.readString(pom)).results()
                .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
    }

    private static Set<String> reachable(String from, Map<String, Set<String>> requires) {
        Set<String> reached = new TreeSet<>();
        List<String> next = List.copyOf(requires.getOrDefault(from, Set.of()));
        while (!next.isEmpty()) {
            next = next.stream().filter(reached::add)
                    .flatMap(module -> requires.getOrDefault(module, Set.of()).stream()).toList();
        }
        return reached;
    }

    private static Path descriptorOf(Path module) {
        return module.resolve(Path.of("src", "main", "java", "module-info.java"));
    }

    private static String descriptor(Path module) throws IOException {
        return COMMENT.matcher(Files.readString(descriptorOf(module))).replaceAll("");
    }

    private static Map<String, Set<String>> providesOf(String descriptor) {
        Map<String, String> imports = IMPORT.matcher(descriptor).results().map(found -> found.group(1))
                .collect(Collectors.toMap(name -> name.substring(name.lastIndexOf('.') + 1), name -> name));
        Map<String, Set<String>> provides = new TreeMap<>();
        PROVIDES.matcher(descriptor).results().forEach(found -> provides.put(
                imports.getOrDefault(found.group(1), found.group(1)),
                Arrays.stream(found.group(2).split(",")).map(String::strip)
                        .map(name -> imports.getOrDefault(name, name)).collect(Collectors.toCollection(TreeSet::new))));
        return provides;
    }

    private static Map<String, Set<String>> servicesOf(Path module) throws IOException {
        Path folder = module.resolve(Path.of("src", "main", "resources", "META-INF", "services"));
        Map<String, Set<String>> services = new TreeMap<>();
        if (!Files.isDirectory(folder)) {
            return services;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                services.put(file.getFileName().toString(),
                        Files.readAllLines(file).stream().map(line -> line.replaceFirst("#.*", "").strip())
                                .filter(line -> !line.isEmpty()).collect(Collectors.toCollection(TreeSet::new)));
            }
        }
        return services;
    }

    private static String only(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }
}
