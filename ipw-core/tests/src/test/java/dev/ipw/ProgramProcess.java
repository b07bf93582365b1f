package dev.ipw;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Starts a program of the tests in a process of its own, which can be killed. */
final class ProgramProcess {
    private ProgramProcess() {}

    /** Start a program that takes a folder; its standard error goes to {@code err.txt} in there, and so do temporary files. */
    static Process start(Class<?> program, Path folder) throws IOException {
        return start(program, folder, List.of());
    }

    /** Start it by a shell, with further arguments. */
    static Process start(Class<?> program, Path folder, List<String> shell, String... arguments) throws IOException {
        return start(program, folder, classPath(), shell, arguments);
    }

    /** Start it as it is installed: from archives, which are open already when a class is needed. */
    static Process startFromArchives(Class<?> program, Path folder, List<String> shell) throws IOException {
        List<String> archives = new ArrayList<>();
        for (String part : classPath().split(File.pathSeparator)) {
            Path path = Path.of(part);
            archives.add(Files.isDirectory(path)
                    ? archive(path, folder.resolve("classes-" + archives.size() + ".jar")).toString()
                    : part);
        }
        return start(program, folder, String.join(File.pathSeparator, archives), shell);
    }

    private static Path archive(Path classes, Path jar) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            out.setLevel(Deflater.NO_COMPRESSION);
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new ZipEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
        return jar;
    }

    private static Process start(Class<?> program, Path folder, String classPath, List<String> shell,
            String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(shell);
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xshare:auto",
                "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Djava.io.tmpdir=" + folder, "-cp", classPath,
                program.getName(),
                folder.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(folder.resolve("err.txt").toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    private static String classPath() {
        String separator = System.getProperty("path.separator");
        return Stream.of("../target/classes", "target/test-classes", System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", "")).filter(part -> !part.isEmpty())
                .reduce((one, other) -> one + separator + other).orElseThrow();
    }
}
