package dev.ipw.cli;

import dev.ipw.testing.ExecutableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Lays out a checkout in a folder of its own: the real launcher, a source, a Maven that only counts its builds, and Java
 * homes whose {@code java} prints what it was started with. Nothing of this machine but small tools is on the PATH.
 */
final class FakeInstallation {
    static final Path LAUNCHER = Path.of("..", "..", "ipw").toAbsolutePath().normalize();
    private static final List<String> TOOLS = List.of("sh", "cat", "cksum", "cut", "dirname", "find", "flock", "head",
            "mkdir",
            "mv", "readlink", "rm", "rmdir", "sed", "sleep", "sort", "stty", "tail");

    final Path folder;
    final Path root;
    final Path tools;
    final Path usualPlace;
    final Map<String, String> variables = new TreeMap<>();

    FakeInstallation(Path folder) throws IOException {
        this.folder = folder;
        root = Files.createDirectories(folder.resolve("check out"));
        tools = Files.createDirectories(folder.resolve("tools"));
        usualPlace = Files.createDirectories(folder.resolve("jvm"));
        String launcher = Files.readString(LAUNCHER).replace("/usr/lib/jvm/", usualPlace + "/")
                .replace("/Library/Java/", folder + "/none/");
        executable(root.resolve("ipw"), launcher);
        Files.createDirectories(root.resolve(Path.of("ipw-core", "src", "main")));
        Files.writeString(source(), "class Source {}");
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        for (String tool : TOOLS) {
            Stream.of("/usr/bin/", "/bin/").map(place -> Path.of(place + tool)).filter(Files::isExecutable).findFirst()
                    .ifPresent(found -> link(tools.resolve(tool), found));
        }
        variables.put("HOME", folder.resolve("home").toString());
        variables.put("PATH", tools.toString());
    }

    Path source() {
        return root.resolve(Path.of("ipw-core", "src", "main", "Source.java"));
    }

    Path jar() {
        return root.resolve(Path.of("ipw-cli", "target", "launcher", "ipw-cli.jar"));
    }

    /** Puts a Maven on the PATH that takes the fingerprint, runs the given shell lines and then makes the jar. */
    FakeInstallation withMaven(String lines) throws IOException {
        executable(tools.resolve("mvn"), "#!/bin/sh\necho \"$JAVA_HOME: $*\" >>'" + builds() + "'\n"
                + "mkdir -p ipw-cli/target/launcher\n"
                + "IPW_PRINT_FINGERPRINT=yes ./ipw >ipw-cli/target/launcher/ipw-cli.fingerprint\n" + lines
                + "\necho jar >ipw-cli/target/launcher/ipw-cli.jar\n");
        return this;
    }

    /** Makes a jar of the sources as they are. */
    FakeInstallation built() throws IOException, InterruptedException {
        Files.createDirectories(Objects.requireNonNull(jar().getParent()));
        Files.writeString(jar(), "jar");
        fingerprint();
        return this;
    }

    /** Keeps the fingerprint of the sources beside the jar, as a build does. */
    void fingerprint() throws IOException, InterruptedException {
        fingerprint(jar());
    }

    void fingerprint(Path besideJar) throws IOException, InterruptedException {
        variables.put("IPW_PRINT_FINGERPRINT", "yes");
        Files.write(besideJar.resolveSibling("ipw-cli.fingerprint"), run().out());
        variables.remove("IPW_PRINT_FINGERPRINT");
    }

    long countBuilds() throws IOException {
        return Files.exists(builds()) ? Files.readAllLines(builds()).size() : 0;
    }

    String builtBy() throws IOException {
        return Files.readString(builds());
    }

    private Path builds() {
        return folder.resolve("builds.txt");
    }

    /** Make a Java home; its {@code java} prints its own path and each argument on a line. */
    Path javaHome(Path home, String version) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        executable(home.resolve("bin").resolve("java"), "#!/bin/sh\necho \"$0\"\nprintf '%s\\n' \"$@\"\n");
        executable(home.resolve("bin").resolve("javac"), "#!/bin/sh\n");
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    Path javaHome(String name, String version) throws IOException {
        return javaHome(folder.resolve(name), version);
    }

    Started start(Path launcher, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(variables);
        return new Started(builder.start());
    }

    Ended run(String... arguments) throws IOException, InterruptedException {
        return start(root.resolve("ipw"), arguments).await();
    }

    static void executable(Path file, String text) throws IOException {
        ExecutableFile.write(file, text);
    }

    static void link(Path link, Path target) {
        try {
            Files.createSymbolicLink(link, target);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** A launcher that runs. */
    record Started(Process process) {
        Ended await() throws IOException, InterruptedException {
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), out.lines().toList(), err);
        }
    }

    /** What a launcher left behind. */
    record Ended(int exitCode, List<String> out, String err) {}
}
