package dev.ipw.examples.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Compiles each block of Java in the documentation. */
@Tag("process")
class DocumentationCodeTests {
    private static final int INDENT = 4;
    private static final Pattern FILE = Pattern
            .compile("(?s)^package ([\\w.]+);.*?\\n(?:public |final )*(?:class|record|interface) (\\w+).*");

    @TempDir
    private Path classes;

    static Stream<Arguments> blocks() throws IOException {
        List<Arguments> blocks = new ArrayList<>();
        for (Path page : Pages.all(PageCode.ROOT)) {
            String text = Files.readString(page);
            for (Matcher block = PageCode.BLOCK.matcher(text); block.find();) {
                long line = text.substring(0, block.start(1)).lines().count() + 1;
                blocks.add(Arguments.of(PageCode.ROOT.relativize(page) + ":" + line, block.group(1)));
            }
        }
        assertThat(blocks).hasSizeGreaterThan(15);
        return blocks.stream();
    }

    /** A whole file is that of an example, which its own module compiles and tests. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("blocks")
    void compiles(String place, String block) throws IOException {
        Matcher file = FILE.matcher(block);
        if (file.matches()) {
            assertThat(block).as(place).isEqualTo(example(file.group(1), file.group(2)));
            return;
        }
        assertThat(new PageCode(block).errors(classes)).as("%s\n%s", place, block).isEmpty();
    }

    @Test
    void startsTheReadmeWithTheLinesOfTheStarter() throws IOException {
        Matcher first = PageCode.BLOCK.matcher(Files.readString(PageCode.ROOT.resolve("README.md")));
        assertThat(first.find()).isTrue();
        assertThat(example("com.example.starter", "First")).contains(first.group(1).indent(2 * INDENT));
    }

    private static String example(String packageName, String type) throws IOException {
        Path name = Path.of("src", "main", "java").resolve(packageName.replace('.', '/')).resolve(type + ".java");
        try (Stream<Path> modules = Files.list(PageCode.ROOT.resolve("ipw-examples"))) {
            return Files.readString(modules.map(module -> module.resolve(name)).filter(Files::exists).findFirst()
                    .orElseThrow(() -> new AssertionError("no example has the file " + name)));
        }
    }
}
