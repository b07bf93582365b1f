package dev.ipw.examples.documentation;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Compiles each block of Java in the documentation, with the imports and the variables that its reader has. */
@Tag("process")
class DocumentationCodeTests {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final int INDENT = 4;
    private static final Pattern BLOCK = Pattern.compile("(?s)```java\\n(.*?)```");
    private static final Pattern MEMBER = Pattern
            .compile("(?s)^\\s*(@Test|(public |final |static )*(class|record|interface) ).*");

    private static final Pattern PROGRAM = Pattern.compile("(?m)^import ");
    private static final Pattern FILE = Pattern
            .compile("(?s)^package ([\\w.]+);.*?\\n(?:public |final )*(?:class|record|interface) (\\w+).*");

    private static String libraryImports;

    @TempDir
    private Path classes;

    @BeforeAll
    static void readLibraryImports() throws IOException {
        String startup = Files.readString(ROOT.resolve("ipw-examples").resolve("ipw.jsh"));
        libraryImports = startup.lines().filter(line -> line.startsWith("import dev.ipw.")
                && !line.contains(".picture.")).collect(Collectors.joining("\n"))
                + Stream.of("junit", "langchain4j", "micrometer", "opentelemetry")
                        .map(module -> "\nimport dev.ipw." + module + ".*;").collect(Collectors.joining());
    }

    static Stream<Arguments> blocks() throws IOException {
        List<Arguments> blocks = new ArrayList<>();
        for (Path page : Pages.all(ROOT)) {
            String text = Files.readString(page);
            for (Matcher block = BLOCK.matcher(text); block.find();) {
                long line = text.substring(0, block.start(1)).lines().count() + 1;
                blocks.add(Arguments.of(ROOT.relativize(page) + ":" + line, block.group(1)));
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
        assertThat(errors(source(block))).as("%s\n%s", place, block).isEmpty();
    }

    @Test
    void startsTheReadmeWithTheLinesOfTheStarter() throws IOException {
        Matcher first = BLOCK.matcher(Files.readString(ROOT.resolve("README.md")));
        assertThat(first.find()).isTrue();
        assertThat(example("com.example.starter", "First")).contains(first.group(1).indent(2 * INDENT));
    }

    private static String example(String packageName, String type) throws IOException {
        Path name = Path.of("src", "main", "java").resolve(packageName.replace('.', '/')).resolve(type + ".java");
        try (Stream<Path> modules = Files.list(ROOT.resolve("ipw-examples"))) {
            return Files.readString(modules.map(module -> module.resolve(name)).filter(Files::exists).findFirst()
                    .orElseThrow(() -> new AssertionError("no example has the file " + name)));
        }
    }

    private static String source(String block) throws IOException {
        if (PROGRAM.matcher(block).find()) {
            return block;
        }
        String code = MEMBER.matcher(block).matches()
                ? block
                : "void block() throws Exception {\n" + ended(block) + "}";
        return libraryImports + "\n" + resource("imports.txt") + "\nclass Block {\n" + resource("declarations.txt")
                + "\nstatic class Page {\n" + code + "\n}\n}\n";
    }

    /** Make an expression alone a statement. */
    private static String ended(String block) {
        String code = block.strip();
        return code.endsWith(";") || code.endsWith("}") ? code : code + ";";
    }

    private static String resource(String name) throws IOException {
        try (InputStream file = Objects
                .requireNonNull(DocumentationCodeTests.class.getClassLoader().getResourceAsStream(name))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private List<String> errors(String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        String path = Stream.of("java.class.path", "jdk.module.path").map(System::getProperty)
                .filter(Objects::nonNull).collect(Collectors.joining(File.pathSeparator));
        var _ = compiler
                .getTask(null, null, diagnostics, List.of("-proc:none", "-classpath", path, "-d", classes.toString()),
                        null, List.of(new Source(source)))
                .call();
        return diagnostics.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(diagnostic -> diagnostic.getMessage(Locale.ROOT)).toList();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///Block.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
