import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Copies class files, of a folder or a jar, and marks those of Java 22 as of Java 21: the language of our tests is that of 22,
 * whose new forms leave no trace in class files. A test that calls something newer than 21 fails with a NoSuchMethodError.
 */
final class LowerClassFiles {
    private static final int MAJOR_VERSION_BYTE = 7;
    private static final byte JAVA_21 = 65;
    private static final byte JAVA_22 = 66;

    public static void main(String[] arguments) throws IOException {
        Path from = Path.of(arguments[0]);
        Path to = Path.of(arguments[1]);
        if (Files.isDirectory(from)) {
            copy(from, to);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(from)) {
                copy(jar.getPath("/"), to);
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(from)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Path copy = to.resolve(from.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            byte[] content = Files.readAllBytes(file);
            if (file.toString().endsWith(".class") && content[MAJOR_VERSION_BYTE] == JAVA_22) {
                content[MAJOR_VERSION_BYTE] = JAVA_21;
            }
            Files.write(copy, content);
        }
    }
}
