package dev.ipw.examples.documentation;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** The Java of a page, with the imports and the variables that its reader has. */
record PageCode(String block) {
    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    static final Pattern BLOCK = Pattern.compile("(?s)```java\\n(.*?)```");

    private static final Pattern MEMBER = Pattern
            .compile("(?s)^\\s*(@Test|(public |final |static )*(class|record|interface) ).*");
    private static final Pattern PROGRAM = Pattern.compile("(?m)^import ");
    private static final String CLASS_PATH = Stream.of("java.class.path", "jdk.module.path").map(System::getProperty)
            .filter(Objects::nonNull).collect(Collectors.joining(File.pathSeparator));

    /** Returns the lines of a section of a page that are no type and no test. */
    static PageCode ofSection(String section) {
        return new PageCode(BLOCK.matcher(section).results().map(block -> block.group(1))
                .filter(block -> !MEMBER.matcher(block).matches()).map(PageCode::ended)
                .collect(Collectors.joining("\n")));
    }

    /** Compiles it, and returns the errors. */
    List<String> errors(Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        var _ = compiler.getTask(null, null, diagnostics,
                List.of("-proc:none", "-classpath", CLASS_PATH, "-d", classes.toString()), null,
                List.of(new Source(source()))).call();
        return diagnostics.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(diagnostic -> diagnostic.getMessage(Locale.ROOT)).toList();
    }

    /** Compiles it, runs it in a process that sees no sensors, and returns its standard output. */
    String printed(Path folder) throws IOException, InterruptedException {
        assertThat(errors(folder)).as(block).isEmpty();
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        ProcessBuilder program = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dipw.slackMillis=" + System.getProperty("ipw.slackMillis"), "-cp",
                folder + File.pathSeparator + CLASS_PATH, "Block").directory(folder.toFile())
                .redirectOutput(out.toFile()).redirectError(err.toFile());
        String nothing = folder.resolve("nothing").toString();
        program.environment().put("IPW_SYSFS_ROOT", nothing);
        program.environment().put("IPW_DEVFS_ROOT", nothing);
        program.environment().put("IPW_NVML_LIBRARY", "none");
        assertThat(program.start().waitFor()).as("%s\n%s", block, Files.readString(err)).isZero();
        return Files.readString(out);
    }

    private String source() throws IOException {
        if (PROGRAM.matcher(block).find()) {
            return block;
        }
        String code = MEMBER.matcher(block).matches()
                ? "void block() {}\n" + block
                : "void block() throws Exception {\n" + ended(block) + "}";
        return libraryImports() + "\n" + resource("imports.txt") + "\nclass Block {\n" + resource("declarations.txt")
                + "\nstatic class Page {\n" + code + "\n}\n"
                + "\npublic static void main(String[] arguments) throws Exception {\nnew Page().block();\n}\n}\n";
    }

    /** Makes an expression alone a statement. */
    private static String ended(String block) {
        String code = block.strip();
        return code.endsWith(";") || code.endsWith("}") ? code : code + ";";
    }

    private static String libraryImports() throws IOException {
        String startup = Files.readString(ROOT.resolve("ipw-examples").resolve("ipw.jsh"));
        return startup.lines().filter(line -> line.startsWith("import dev.ipw.")
                && !line.contains(".picture.")).collect(Collectors.joining("\n"))
                + Stream.of("junit", "langchain4j", "micrometer", "opentelemetry")
                        .map(module -> "\nimport dev.ipw." + module + ".*;").collect(Collectors.joining());
    }

    private static String resource(String name) throws IOException {
        try (InputStream file = Objects
                .requireNonNull(PageCode.class.getClassLoader().getResourceAsStream(name))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
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
