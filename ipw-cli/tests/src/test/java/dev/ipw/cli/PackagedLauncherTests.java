package dev.ipw.cli;

import dev.ipw.cli.FakeInstallation.Ended;
import dev.ipw.cli.FakeInstallation.Started;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** The launcher with the jars that were built and the Java that runs this. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
@Tag("real-time")
class PackagedLauncherTests {
    private static final Path BUILT = Path.of("..", "target").toAbsolutePath();
    /** What the first jshell on a machine says, whoever starts it. */
    private static final Pattern FIRST_USE = Pattern.compile(".*java\\.util\\.prefs\\.FileSystemPreferences.*\\R.*\\R");
    private static final Path STARTUP = FakeInstallation.LAUNCHER.resolveSibling("ipw-examples").resolve("ipw.jsh");

    @TempDir
    Path folder;

    private FakeInstallation here;

    @BeforeEach
    void layOut() throws IOException {
        here = new FakeInstallation(folder);
        here.variables.put("JAVA_HOME", System.getProperty("java.home"));
        here.variables.put("IPW_LOG_FILE", folder.resolve("ipw.log").toString());
    }

    @Test
    void jshellHasEveryPublicName() throws Exception {
        installed();

        Ended ended = jshell("Profiler.builder()", "HtmlReport.class", "Trace.class", "RunImport.class",
                "TelemetrySession.class", "Plot.class", "Figure.class");

        assertThat(FIRST_USE.matcher(ended.err()).replaceFirst("")).isEmpty();
        assertThat(String.join("\n", ended.out())).doesNotContain("Error").contains("$1 ==> dev.ipw.ProfilerBuilder@",
                "$5 ==> class dev.ipw.", "$7 ==> class dev.ipw.statistics.Figure");
        assertThat(Files.readAllLines(STARTUP)).containsAll(publicPackages());
    }

    @Test
    void jshellProfilesTheEmbeddedModel() throws Exception {
        installed();

        Ended ended = jshell("var run = Profiler.builder().client(\"embedded\").maxQueries(5)"
                + ".measurement(how -> how.telemetry(\"estimate\")).build().run()",
                "run.efficiency().intelligencePerJoule()");

        assertThat(FIRST_USE.matcher(ended.err()).replaceFirst("")).isEmpty();
        assertThat(String.join("\n", ended.out())).doesNotContain("INFO", "Error")
                .containsPattern("\\$2 ==> [0-9.e+-]+ IPJ \\[[0-9.e+-]+, ");
    }

    @Test
    void buildKeepsTheClassesOfAShortCommand() throws Exception {
        here.withMaven("/bin/cp -r '" + files() + "/.' ipw-cli/target/launcher && exit 0");

        Ended first = here.run("list");

        assertThat(first.err()).isEqualTo("Building ipw\n");
        assertThat(archive()).isRegularFile();
        assertThat(here.run("list")).isEqualTo(new Ended(0, first.out(), ""));
        Ended told = withOptions("-Xlog:class+load:file=" + folder.resolve("classes.txt")).run("list");
        assertThat(told).isEqualTo(new Ended(0, first.out(), ""));
        assertThat(folder.resolve("classes.txt")).content()
                .contains("dev.ipw.cli.Main source: shared objects file (top)");
    }

    @Test
    void archiveThatCannotBeUsedIsPassedOver() throws Exception {
        installed();
        Ended without = here.run("list");
        assertThat(without.err()).isEmpty();
        Files.writeString(archive(), "damaged");
        assertThat(here.run("list")).isEqualTo(without);
        Files.writeString(archive(), "");
        assertThat(here.run("list")).isEqualTo(without);
        Files.delete(archive());
        here.withMaven("/bin/cp -r '" + files() + "/.' ipw-cli/target/launcher && exit 0");
        Files.delete(here.jar());
        here.run("list");
        assertThat(archive()).isRegularFile();
        Files.setLastModifiedTime(here.jar(), FileTime.from(Instant.parse("2100-01-01T00:00:00Z")));
        assertThat(here.run("list")).isEqualTo(without);
    }

    @Test
    void buildKeepsTheFingerprintBesideTheJar() {
        assertThat(BUILT.resolve("ipw-cli.fingerprint")).content().matches("[0-9]+ [0-9]+\\R");
    }

    /** What a build makes, as a folder to copy. */
    private Path files() throws IOException {
        Path target = Files.createDirectories(folder.resolve("files").resolve("target"));
        copyTo(target);
        return target;
    }

    private void installed() throws IOException, InterruptedException {
        copyTo(Files.createDirectories(Objects.requireNonNull(here.jar().getParent())));
        here.fingerprint();
        FakeInstallation.link(Files.createDirectories(here.root.resolve("ipw-examples")).resolve("ipw.jsh"), STARTUP);
    }

    /** The build takes jars away, so they are files of their own and no links to ours. */
    private static void copyTo(Path target) throws IOException {
        Files.copy(BUILT.resolve("ipw-cli.jar"), target.resolve("ipw-cli.jar"));
        Path lib = Files.createDirectories(target.resolve("lib"));
        try (Stream<Path> jars = Files.list(BUILT.resolve("lib"))) {
            for (Path jar : jars.toList()) {
                Files.copy(jar, lib.resolve(jar.getFileName()));
            }
        }
    }

    private FakeInstallation withOptions(String options) {
        here.variables.put("IPW_JAVA_OPTIONS", options);
        return here;
    }

    private Path archive() {
        return here.jar().resolveSibling("ipw-cli.jsa");
    }

    /** Give jshell these lines. */
    private Ended jshell(String... lines) throws IOException, InterruptedException {
        assumeThat(Path.of(System.getProperty("java.home"), "bin", "jshell")).as("jshell of this Java").exists();
        Started jshell = here.start(here.root.resolve("ipw"), "jshell", "--feedback", "concise");
        try (OutputStream in = jshell.process().getOutputStream()) {
            in.write((String.join("\n", lines) + "\n/exit\n").getBytes(StandardCharsets.UTF_8));
        }
        return jshell.await();
    }

    private static List<String> publicPackages() throws IOException {
        try (Stream<Path> jars = Files.list(BUILT.resolve("lib"))) {
            Path[] libraries = jars
                    .filter(jar -> jar.getFileName().toString().matches("ipw-(core|import|report)-.+"))
                    .toArray(Path[]::new);
            assertThat(libraries).hasSize(3);
            return ModuleFinder.of(libraries).findAll().stream()
                    .flatMap(module -> module.descriptor().exports().stream())
                    .filter(exported -> !exported.isQualified()).map(exported -> "import " + exported.source() + ".*;")
                    .toList();
        }
    }
}
