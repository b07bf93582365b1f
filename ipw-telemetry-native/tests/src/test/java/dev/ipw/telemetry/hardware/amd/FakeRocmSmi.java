package dev.ipw.telemetry.hardware.amd;

import dev.ipw.telemetry.hardware.foreign.NativeLibrary;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Compile a library with ROCm SMI's names, whose answers a test chooses. Needs a C compiler. */
final class FakeRocmSmi {
    private static final Map<List<String>, Path> COMPILED = new HashMap<>();
    private static final Path SOURCE = Path.of("src/test/native/fake_rocm_smi.c");

    private final Path file;
    private final MethodHandle set;
    private final MethodHandle get;

    private FakeRocmSmi(Path file) {
        this.file = file;
        NativeLibrary library = NativeLibrary.load(List.of(file.toString())).library().orElseThrow();
        set = library.function("fake_set", FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG))
                .orElseThrow();
        get = library.function("fake_get", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT))
                .orElseThrow();
    }

    /** What a test sets or asks, in the order of the library's own list. */
    enum Control {
        INIT_CODE, COUNT, POWER_CODE, POWER, POWER_TYPE, ENERGY_CODE, ENERGY, SAME_ADDRESS, HANG, ONLY_DEVICE, INITS,
        SHUTDOWNS, VIOLATIONS, HANGING
    }

    /** Make one of its own, whose answers are the first ones, without what the defines leave out. */
    static FakeRocmSmi compile(Path directory, String... defines) throws IOException, InterruptedException {
        Path library = Files.createTempDirectory(directory, "lib").resolve("librocm_smi64.so.1");
        Files.copy(compiled(directory, List.of(defines)), library);
        return new FakeRocmSmi(library);
    }

    /** Compile once in a test run. */
    private static synchronized Path compiled(Path directory, List<String> defines)
            throws IOException, InterruptedException {
        Path known = COMPILED.get(defines);
        if (known != null) {
            return known;
        }
        Path library = Files.createTempFile("fake-rocm-smi", ".so");
        library.toFile().deleteOnExit();
        List<String> command = new ArrayList<>(List.of("gcc", "-O1", "-shared", "-fPIC", "-o", library.toString(),
                SOURCE.toString()));
        defines.forEach(define -> command.add("-D" + define));
        Process compiler;
        try {
            compiler = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(directory.resolve("gcc.txt").toFile()).start();
        } catch (IOException missing) {
            assumeThat(false).as("there is no gcc to compile a fake library: " + missing.getMessage()).isTrue();
            throw missing;
        }
        assertThat(compiler.waitFor()).as(Files.readString(directory.resolve("gcc.txt"))).isZero();
        COMPILED.put(defines, library);
        return library;
    }

    String path() {
        return file.toString();
    }

    void set(Control control, long value) {
        try {
            set.invokeExact(control.ordinal(), value);
        } catch (Throwable failed) {
            throw new AssertionError(failed);
        }
    }

    long get(Control control) {
        try {
            return (long) get.invokeExact(control.ordinal());
        } catch (Throwable failed) {
            throw new AssertionError(failed);
        }
    }
}
