package dev.ipw.telemetry.hardware.amd;

import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.hardware.foreign.NativeLibrary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The bindings of the scalar getters of ROCm SMI ({@code librocm_smi64}), whose signatures are stable since 5.2; its
 * structures are not. Each getter may be missing. The library itself writes to the standard error, and some versions to
 * the standard output.
 */
final class RocmSmi {
    static final String LIBRARY_VARIABLE = "IPW_ROCM_SMI_LIBRARY";
    private static final String ROOT_VARIABLE = "ROCM_PATH";
    private static final List<String> NAMES = List.of("librocm_smi64.so.7", "librocm_smi64.so.6", "librocm_smi64.so.5",
            "librocm_smi64.so.1");
    private static final String OPT = "/opt";

    private final NativeLibrary library;

    private RocmSmi(NativeLibrary library) {
        this.library = library;
    }

    /** Loads the library, or returns the reason why there is none. */
    static Loaded load(TelemetryEnvironment environment) {
        NativeLibrary.Loaded loaded = NativeLibrary.load(names(environment));
        return new Loaded(loaded.library().map(RocmSmi::new), loaded.reason(), loaded.remedy());
    }

    /** The loader's own search comes first; AMD's packages are not on its path. */
    private static List<String> names(TelemetryEnvironment environment) {
        String named = environment.variables().getOrDefault(LIBRARY_VARIABLE, "");
        if (!named.isBlank()) {
            return List.of(named);
        }
        List<Path> roots = new ArrayList<>();
        String root = environment.variables().getOrDefault(ROOT_VARIABLE, "");
        if (!root.isBlank()) {
            roots.add(Path.of(root));
        }
        roots.add(Path.of(OPT, "rocm"));
        roots.addAll(versionedRoots());
        List<String> names = new ArrayList<>(NAMES);
        for (Path one : roots) {
            NAMES.stream().map(one.resolve("lib")::resolve).filter(Files::exists).map(Path::toString)
                    .forEach(names::add);
        }
        return names;
    }

    private static List<Path> versionedRoots() {
        try (Stream<Path> entries = Files.list(Path.of(OPT))) {
            return entries.filter(one -> one.getFileName().toString().startsWith("rocm-"))
                    .sorted(Comparator.reverseOrder()).toList();
        } catch (IOException | UncheckedIOException none) {
            return List.of();
        }
    }

    String name() {
        return library.name();
    }

    /** Binds a function that returns a code. */
    Optional<MethodHandle> function(String symbol, MemoryLayout... arguments) {
        return library.function(symbol, FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments));
    }

    /** Calls a function whose arguments are all bound. */
    static int call(MethodHandle bound) {
        try {
            return (int) bound.invokeExact();
        } catch (RuntimeException | Error failed) {
            throw failed;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * The library, or the reason why there is none.
     *
     * @param library the library; empty if none could be loaded
     * @param reason  the reason; blank if a library was loaded
     * @param remedy  the next step if the reason is this JVM, not the library
     */
    record Loaded(Optional<RocmSmi> library, String reason, Optional<String> remedy) {}
}
