package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.TelemetryEnvironment;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

/**
 * Drive the stand-in for NVML of {@code src/test/native/fake_nvml.c}, whose head lists what it can be told. It is compiled
 * once in a test run; each instance is a copy of its own, with its own GPUs. Tests are skipped where nothing compiles C.
 */
final class FakeNvml {
    private static final Path SOURCES = Path.of("src", "test", "native").toAbsolutePath();
    private static final Map<List<String>, Path> COMPILED = new HashMap<>();

    private final Path library;
    private final SymbolLookup symbols;

    @SuppressWarnings("restricted")
    private FakeNvml(Path library) {
        this.library = library;
        symbols = SymbolLookup.libraryLookup(library, Arena.global());
    }

    /**
     * Make one of its own.
     *
     * @param folder  where the copy goes
     * @param missing functions that it does not export
     */
    static FakeNvml in(Path folder, String... missing) throws IOException, InterruptedException {
        Path copy = Files.createTempFile(folder, "libnvidia-ml", ".so.1");
        Files.copy(compiled(List.of(missing)), copy, StandardCopyOption.REPLACE_EXISTING);
        return new FakeNvml(copy);
    }

    private static synchronized Path compiled(List<String> missing) throws IOException, InterruptedException {
        Path known = COMPILED.get(missing);
        if (known != null) {
            return known;
        }
        List<String> arguments = new ArrayList<>(List.of("-O2", "-shared", "-fPIC", "-Wl,-soname,libnvidia-ml.so.1"));
        for (int i = 0; i < missing.size(); i++) {
            arguments.add("-D" + missing.get(i) + "=missing_" + i);
        }
        Path library = Files.createTempFile("fake-nvml", ".so");
        library.toFile().deleteOnExit();
        arguments.addAll(List.of("-o", library.toString(), SOURCES.resolve("fake_nvml.c").toString(), "-lpthread"));
        compile(arguments);
        COMPILED.put(missing, library);
        return library;
    }

    /** Compile the program that prints the layouts and give what it prints. */
    static List<String> layouts(Path folder) throws IOException, InterruptedException {
        Path program = folder.resolve("layouts");
        compile(List.of("-o", program.toString(), SOURCES.resolve("layouts.c").toString()));
        return run(List.of(program.toString()));
    }

    private static void compile(List<String> arguments) throws IOException, InterruptedException {
        Assumptions.assumeTrue(System.getProperty("os.name").equals("Linux"), "the stand-in for NVML needs Linux");
        List<String> command = new ArrayList<>(List.of("cc"));
        command.addAll(arguments);
        try {
            run(command);
        } catch (IOException noCompiler) {
            Assumptions.abort("there is no C compiler here: " + noCompiler.getMessage());
        }
    }

    private static List<String> run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> lines;
        try (var reader = process.inputReader()) {
            lines = reader.lines().toList();
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException(command + " failed: " + lines);
        }
        return lines;
    }

    /** Look at the machine through it. */
    TelemetryEnvironment environment() {
        return environment(Map.of());
    }

    TelemetryEnvironment environment(Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(variables);
        all.put("IPW_NVML_LIBRARY", library.toString());
        return TelemetryEnvironment.of(all);
    }

    Path library() {
        return library;
    }

    /** Set how many GPUs there are, what they do, and what fails. */
    FakeNvml control(String... lines) {
        try (Arena arena = Arena.ofConfined()) {
            int wrongLine = (int) function("fake_nvml_control", FunctionDescriptor.of(JAVA_INT, ADDRESS))
                    .invokeExact(arena.allocateFrom(String.join("\n", lines)));
            if (wrongLine != 0) {
                throw new IllegalArgumentException("Line " + wrongLine + " is not understood");
            }
            return this;
        } catch (Throwable failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Return what a GPU truly drew between two moments of {@link System#nanoTime()}. */
    double joules(int device, long fromNanos, long toNanos) {
        try {
            return (double) function("fake_nvml_joules", FunctionDescriptor.of(JAVA_DOUBLE, JAVA_INT, JAVA_LONG,
                    JAVA_LONG)).invokeExact(device, fromNanos, toNanos);
        } catch (Throwable failed) {
            throw new IllegalStateException(failed);
        }
    }

    int inits() {
        return number("fake_nvml_inits");
    }

    int shutdowns() {
        return number("fake_nvml_shutdowns");
    }

    /** Count how often a GPU was looked for by its UUID. */
    int lookups() {
        return number("fake_nvml_lookups");
    }

    /** Count the calls that hang now. */
    int hanging() {
        return number("fake_nvml_hanging");
    }

    /** Let it forget that it was initialised. */
    void uninitialise() {
        try {
            function("fake_nvml_uninitialise", FunctionDescriptor.ofVoid()).invokeExact();
        } catch (Throwable failed) {
            throw new IllegalStateException(failed);
        }
    }

    private int number(String symbol) {
        try {
            return (int) function(symbol, FunctionDescriptor.of(JAVA_INT)).invokeExact();
        } catch (Throwable failed) {
            throw new IllegalStateException(failed);
        }
    }

    @SuppressWarnings("restricted")
    private MethodHandle function(String symbol, FunctionDescriptor descriptor) {
        return Linker.nativeLinker().downcallHandle(symbols.find(symbol).orElseThrow(), descriptor);
    }

    /** Name all members of a layout as layouts.c prints them. */
    static List<String> lines(StructLayout layout) {
        String name = layout.name().orElseThrow();
        List<String> lines = new ArrayList<>(List.of(name + " " + layout.byteSize()));
        for (MemoryLayout member : layout.memberLayouts()) {
            member.name().ifPresent(known -> lines.add(name + "." + known + " "
                    + layout.byteOffset(MemoryLayout.PathElement.groupElement(known))));
        }
        return lines;
    }
}
