package dev.ipw.cli;

import dev.ipw.cli.FakeInstallation.Ended;
import dev.ipw.cli.FakeInstallation.Started;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
@Tag("real-time")
class LauncherTests {
    @TempDir
    Path folder;

    private FakeInstallation here;

    @BeforeEach
    void layOut() throws IOException {
        here = new FakeInstallation(folder);
    }

    @Test
    void takesTheFirstJavaThatIsNewEnough() throws Exception {
        here.built();
        Path usual = here.javaHome(here.usualPlace.resolve("jdk-23"), "23.0.1");
        assertThat(here.run().out()).first().isEqualTo(usual + "/bin/java");
        Path onPath = here.javaHome("on path", "24");
        FakeInstallation.link(here.tools.resolve("java"), onPath.resolve("bin").resolve("java"));
        assertThat(here.run().out()).first().isEqualTo(onPath + "/bin/java");
        Path javaHome = here.javaHome("java home", "22.0.2");
        here.variables.put("JAVA_HOME", javaHome.toString());
        assertThat(here.run().out()).first().isEqualTo(javaHome + "/bin/java");
        Path own = here.javaHome("own", "25.0.3");
        here.variables.put("IPW_JAVA_HOME", own.toString());
        assertThat(here.run().out()).first().isEqualTo(own + "/bin/java");
    }

    @Test
    void passesOverAJavaThatIsTooOldAndSaysSoIfItWasNamed() throws Exception {
        here.built();
        here.variables.put("JAVA_HOME", here.javaHome("seventeen", "17.0.15").toString());
        Path usual = here.javaHome(here.usualPlace.resolve("jdk-25"), "25");
        assertThat(here.run()).isEqualTo(new Ended(0, here.run().out(), ""));
        here.variables.put("IPW_JAVA_HOME", here.javaHome("eight", "1.8.0_402").toString());
        Ended ended = here.run();
        assertThat(ended.out()).first().isEqualTo(usual + "/bin/java");
        assertThat(ended.err()).contains("IPW_JAVA_HOME (" + here.variables.get("IPW_JAVA_HOME") + ")");
    }

    @Test
    void saysWhereItLookedIfNoJavaIsNewEnough() throws Exception {
        here.built();
        here.variables.put("JAVA_HOME", here.javaHome("seventeen", "17.0.15").toString());
        here.javaHome(here.usualPlace.resolve("jdk-21"), "21");
        Ended ended = here.run();
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err()).contains("JDK 22", "JAVA_HOME: ", "seventeen (Java 17)", "jdk-21 (Java 21)",
                "IPW_JAVA_HOME=");
    }

    @Test
    void saysSoIfThereIsNoJavaAtAll() throws Exception {
        here.built();
        Ended ended = here.run();
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err()).contains("no java is on the PATH", "IPW_JAVA_HOME=");
    }

    @Test
    void asksJavaItselfIfItsHomeDoesNotSay() throws Exception {
        here.built();
        Path home = here.javaHome("unlabelled", "?");
        Files.delete(home.resolve("release"));
        FakeInstallation.executable(home.resolve("bin").resolve("java"), """
                #!/bin/sh
                [ "$1" != -version ] || { echo 'openjdk version "23" 2024-09-17' >&2; exit; }
                echo started
                """);
        here.variables.put("JAVA_HOME", home.toString());
        assertThat(here.run().out()).containsExactly("started");
    }

    @Test
    void asksAJavaThatOnlyHandsOnWhereItsHomeIs() throws Exception {
        here.built();
        Path home = here.javaHome("real", "24");
        Path shim = Files.createDirectories(here.folder.resolve("shims")).resolve("java");
        FakeInstallation.executable(shim, "#!/bin/sh\necho '    java.home = " + home + "' >&2\n");
        here.variables.merge("PATH", ":" + shim.getParent(), String::concat);
        assertThat(here.run().out()).first().isEqualTo(home + "/bin/java");
    }

    @Test
    void passesArgumentsAsTheyAre() throws Exception {
        withJava("25").built();
        assertThat(here.run("list", "a b", "", "*", "--x=$y").out()).endsWith("-jar",
                here.jar().toRealPath().toString(),
                "list", "a b", "", "*", "--x=$y");
    }

    @Test
    void runsADownloadOnItsOwnRuntimeWithoutABuild() throws Exception {
        Path runtime = here.javaHome(here.root.resolve("runtime"), "25.0.3").toRealPath();
        here.variables.put("JAVA_HOME", here.javaHome("other", "24").toString());
        Ended ended = here.run("list");
        assertThat(ended.out()).startsWith(runtime + "/bin/java").contains("--sun-misc-unsafe-memory-access=allow")
                .endsWith("-jar", here.root.toRealPath().resolve("ipw-cli.jar").toString(), "list");
        assertThat(ended.err()).isEmpty();
        Path own = here.javaHome("own", "25");
        here.variables.put("IPW_JAVA_HOME", own.toString());
        assertThat(here.run("list").out()).first().isEqualTo(own + "/bin/java");
    }

    @Test
    void startsThroughSymbolicLinks() throws Exception {
        withJava("25").built();
        FakeInstallation.link(here.root.resolve("first"), Path.of("ipw"));
        Path second = here.folder.resolve("second link");
        FakeInstallation.link(second, Path.of("check out/first"));
        assertThat(here.start(second, "list").await().out()).endsWith(here.jar().toRealPath().toString(), "list");
    }

    @Test
    void allowsWhatTheJavaRuntimeWouldWarnOf() throws Exception {
        withJava("22.0.1").built();
        assertThat(here.run().out()).doesNotContain("--sun-misc-unsafe-memory-access=allow");
        withJava("23").built();
        assertThat(here.run().out()).contains("--sun-misc-unsafe-memory-access=allow");
    }

    @Test
    void keepsTheRuntimesOwnLinesOffTheResult() throws Exception {
        withJava("25").built();
        here.variables.put("IPW_JAVA_OPTIONS", "-Xlog:gc -Xmx1g");
        assertThat(here.run("profile").out()).containsSubsequence("-XX:-UsePerfData", "-Xlog:disable",
                "-Xlog:all=warning:stderr",
                "-Xlog:gc",
                "-Xmx1g", "-jar", "profile");
    }

    @Test
    void givesTheMeterLittleMemoryUnlessItsLimitsAreRaised() throws Exception {
        withJava("25").built();
        assertThat(here.run("meter").out()).containsSubsequence("-Xmx200m", "-XX:+UseSerialGC", "-jar", "meter");
        assertThat(here.run("meter", "--max-body-mb", "512").out()).contains("-XX:+UseSerialGC")
                .noneMatch(argument -> argument.startsWith("-Xmx"));
        assertThat(here.run("profile").out()).doesNotContain("-XX:+UseSerialGC").noneMatch(
                argument -> argument.startsWith("-Xmx") || argument.startsWith("-XX:TrimNativeHeap"));
        here.variables.put("IPW_JAVA_OPTIONS", "-XX:+UseG1GC -Xmx1g");
        assertThat(here.run("meter").out()).contains("-XX:+UseG1GC", "-Xmx1g")
                .doesNotContain("-XX:+UseSerialGC", "-Xmx200m");
    }

    @Test
    void usesTheArchiveOfClassesIfThereIsOne() throws Exception {
        withJava("25").built();
        Path archive = here.jar().resolveSibling("ipw-cli.jsa");
        assertThat(here.run("list").out()).noneMatch(argument -> argument.startsWith("-XX:SharedArchiveFile="));
        Files.createFile(archive);
        assertThat(here.run("list").out()).contains("-XX:SharedArchiveFile=" + archive.toRealPath(),
                "-XX:TieredStopAtLevel=1");
        assertThat(here.run("profile").out()).contains("-XX:SharedArchiveFile=" + archive.toRealPath())
                .doesNotContain("-XX:TieredStopAtLevel=1");
    }

    @Test
    void startsJshellWithTheLibrariesAndTheirNames() throws Exception {
        withJava("25").built();
        Path lib = Files.createDirectories(here.jar().resolveSibling("lib"));
        Files.createFile(lib.resolve("a b.jar"));
        Files.createFile(lib.resolve("core.jar"));
        here.variables.put("IPW_JAVA_OPTIONS", "-Xmx1g");
        Path java = Path.of(here.variables.get("JAVA_HOME"), "bin", "java");
        Path jshell = Files.copy(java, java.resolveSibling("jshell"));
        Path root = here.root.toRealPath();
        assertThat(here.run("jshell", "my file.jsh").out()).containsExactly(jshell.toString(), "--class-path",
                here.jar().toRealPath() + ":" + lib.toRealPath() + "/a b.jar:" + lib.toRealPath() + "/core.jar",
                "--startup", "DEFAULT", "--startup", root + "/ipw-examples/ipw.jsh", "-R-Xmx1g",
                "-R--sun-misc-unsafe-memory-access=allow", "-R--enable-native-access=ALL-UNNAMED", "my file.jsh");
    }

    @Test
    void saysSoIfTheJavaHasNoJshell() throws Exception {
        withJava("25").built();
        Ended ended = here.run("jshell");
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err()).contains("jshell", here.variables.get("JAVA_HOME"), "IPW_JAVA_HOME");
    }

    @Test
    void buildsOnceAndAgainWhenASourceHasChanged() throws Exception {
        withJava("25").withMaven("echo noise; echo noise >&2");
        Ended first = here.run();
        assertThat(first.exitCode()).isZero();
        assertThat(first.err()).isEqualTo("Building ipw\n");
        assertThat(first.out()).doesNotContain("noise").contains("-jar");
        assertThat(here.run().err()).isEmpty();
        assertThat(here.countBuilds()).isEqualTo(1);
        Files.writeString(here.source(), "class Source { }");
        here.run();
        assertThat(here.countBuilds()).isEqualTo(2);
    }

    @Test
    void namesTheModuleThatItBuilds() throws Exception {
        withJava("25").withMaven("""
                echo '[INFO] Scanning for projects...'
                echo '[INFO] Building Intelligence Per Watt: core 0.1.0-SNAPSHOT               [3/21]'
                echo '[INFO] Building Intelligence Per Watt: command line 0.1.0-SNAPSHOT       [4/21]'
                """);
        assertThat(here.run().err())
                .isEqualTo("Building ipw\nBuilding ipw (3/21): core\nBuilding ipw (4/21): command line\n");
    }

    @Test
    void buildsACopyWithOtherTimesNotAgain() throws Exception {
        withJava("25").withMaven("").built();
        Files.setLastModifiedTime(here.source(), FileTime.from(Instant.parse("2100-01-01T00:00:00Z")));
        Files.setLastModifiedTime(here.jar(), FileTime.from(Instant.parse("2001-01-01T00:00:00Z")));
        here.run();
        assertThat(here.countBuilds()).isZero();
    }

    @Test
    void takesWhatMavenHasBuiltOfTheseSources() throws Exception {
        withJava("25").withMaven("");
        Path jar = here.root.resolve(Path.of("ipw-cli", "target", "ipw-cli.jar"));
        Files.createDirectories(jar.getParent());
        Files.writeString(jar, "jar");
        here.fingerprint(jar);
        assertThat(here.run("list").out()).endsWith("-jar", jar.toRealPath().toString(), "list");
        assertThat(here.countBuilds()).isZero();
        Files.writeString(here.source(), "class Source { }");
        assertThat(here.run("list").out()).endsWith("-jar", here.jar().toRealPath().toString(), "list");
        assertThat(here.countBuilds()).isEqualTo(1);
        assertThat(jar).exists();
    }

    @Test
    void buildsAgainWhereAnOlderSourceHasOtherContent() throws Exception {
        withJava("25").withMaven("").built();
        Files.writeString(here.source(), "class Source { }");
        Files.setLastModifiedTime(here.source(), FileTime.from(Instant.parse("2001-01-01T00:00:00Z")));
        here.run();
        assertThat(here.countBuilds()).isEqualTo(1);
    }

    @Test
    void buildsAgainAfterAnEditDuringTheBuild() throws Exception {
        withJava("25").withMaven("echo 'class Source { }' >ipw-core/src/main/Source.java");
        here.run();
        here.run();
        assertThat(here.countBuilds()).isEqualTo(2);
        here.run();
        assertThat(here.countBuilds()).isEqualTo(2);
    }

    @Test
    void buildsAgainAfterASourceWasTakenAway() throws Exception {
        withJava("25").withMaven("").built();
        here.run();
        assertThat(here.countBuilds()).isZero();
        Files.delete(here.source());
        here.run();
        assertThat(here.countBuilds()).isEqualTo(1);
    }

    @Test
    void buildsWithTheJavaThatRunsTheCommand() throws Exception {
        withJava("25").withMaven("");
        here.run();
        assertThat(here.builtBy()).startsWith(here.folder.resolve("jdk 25") + ": ").contains("-pl ipw-cli -am package");
    }

    @Test
    void showsTheEndOfTheLogIfTheBuildFails() throws Exception {
        withJava("25").withMaven("echo '[ERROR] no such symbol'; exit 1").built();
        Files.writeString(here.source(), "class Source { }");
        for (int launch = 1; launch <= 2; launch++) {
            Ended ended = here.run();
            assertThat(ended.exitCode()).isEqualTo(1);
            assertThat(ended.err()).contains("[ERROR] no such symbol", "target/ipw-build.log");
            assertThat(ended.out()).isEmpty();
            assertThat(here.countBuilds()).isEqualTo(launch);
        }
    }

    @Test
    void asksForMavenIfThereIsNone() throws Exception {
        withJava("25");
        Ended ended = here.run();
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err()).contains("install Maven 3.8");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void buildsOnceIfTwoStartTogether(boolean flock) throws Exception {
        if (!flock) {
            Files.deleteIfExists(here.tools.resolve("flock"));
        }
        Path gate = here.folder.resolve("gate");
        assertThat(new ProcessBuilder("mkfifo", gate.toString()).start().waitFor()).isZero();
        withJava("25").withMaven("cat '" + gate + "'");
        Started first = here.start(here.root.resolve("ipw"));
        Started second = here.start(here.root.resolve("ipw"));
        assertThat(saysThatItWaits(first) ^ saysThatItWaits(second)).isTrue();
        Files.writeString(gate, "go on\n");
        assertThat(first.await().exitCode()).isZero();
        assertThat(second.await().exitCode()).isZero();
        assertThat(here.countBuilds()).isEqualTo(1);
    }

    /** One of the two builds and says so first; the other waits and says that. */
    private static boolean saysThatItWaits(Started launcher) throws IOException {
        String line = launcher.process().errorReader(StandardCharsets.UTF_8).readLine();
        return line != null && line.contains("Another ipw is building");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2>/dev/null", ">out.txt"})
    void tellsHowLargeTheTerminalIsWhicheverStreamIsOne(String redirection) throws Exception {
        Path script = Path.of("/usr/bin/script");
        assumeThat(script).as("makes a terminal").exists();
        withJava("25").built();
        here.variables.put("SHELL", "/bin/sh");
        Files.writeString(here.folder.resolve("on-terminal"), "stty cols 61 rows 17\n'" + here.root.resolve("ipw")
                + "' doctor " + redirection + "\n");
        Ended ended = here.start(script, "-qec", "sh on-terminal", "/dev/null").await();
        Path out = here.folder.resolve("out.txt");
        assertThat(Files.exists(out) ? Files.readAllLines(out) : ended.out()).as(ended.err())
                .contains("-Dipw.terminal.columns=61", "-Dipw.terminal.rows=17");
    }

    @Test
    void tellsNoSizeWithoutATerminal() throws Exception {
        withJava("25").built();
        assertThat(here.run("doctor").out()).noneMatch(argument -> argument.startsWith("-Dipw.terminal."));
    }

    private FakeInstallation withJava(String version) throws IOException {
        here.variables.put("JAVA_HOME", here.javaHome("jdk " + version, version).toString());
        return here;
    }
}
