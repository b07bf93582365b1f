package dev.ipw.examples.programs;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A program in one jar that keeps one of the service files of a name, as shading without a transformer does. */
@Tag("process")
class FatJarTests {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void keepsItsSensors(boolean isFirstKept) throws Exception {
        List<Path> parts = new ArrayList<>(Stream.of("java.class.path", "jdk.module.path").map(System::getProperty)
                .filter(Objects::nonNull).flatMap(path -> Stream.of(path.split(File.pathSeparator))).map(Path::of)
                .filter(part -> part.toString().contains("ipw-") || part.toString().contains("slf4j")
                        || part.toString().contains("programs"))
                .filter(Files::exists).toList());
        if (!isFirstKept) {
            Collections.reverse(parts);
        }
        Path jar = folder.resolve("program.jar");
        pack(parts, jar);

        Process program = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp", jar.toString(),
                MeasureAnyCode.class.getName()).redirectErrorStream(true).start();
        String printed = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(program.waitFor()).as(printed).isZero();
        assertThat(printed).contains("54233 bits in ").contains("ESTIMATED (estimate from CPU time")
                .doesNotContain("could not be loaded");
    }

    private static void pack(List<Path> parts, Path jar) throws IOException {
        Set<String> kept = new HashSet<>();
        try (OutputStream file = Files.newOutputStream(jar); ZipOutputStream out = new ZipOutputStream(file)) {
            for (Path part : parts) {
                if (Files.isDirectory(part)) {
                    try (Stream<Path> files = Files.walk(part)) {
                        for (Path content : files.filter(Files::isRegularFile).toList()) {
                            add(part.relativize(content).toString().replace('\\', '/'), Files.readAllBytes(content),
                                    kept, out);
                        }
                    }
                } else {
                    try (ZipFile zip = new ZipFile(part.toFile())) {
                        for (ZipEntry entry : Collections.list(zip.entries())) {
                            try (InputStream content = zip.getInputStream(entry)) {
                                add(entry.getName(), content.readAllBytes(), kept, out);
                            }
                        }
                    }
                }
            }
        }
    }

    private static void add(String name, byte[] content, Set<String> kept, ZipOutputStream out) throws IOException {
        if (!name.endsWith("/") && kept.add(name)) {
            out.putNextEntry(new ZipEntry(name));
            out.write(content);
        }
    }
}
