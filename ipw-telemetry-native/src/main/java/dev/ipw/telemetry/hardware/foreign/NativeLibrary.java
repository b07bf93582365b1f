package dev.ipw.telemetry.hardware.foreign;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A library of the system, whose functions are looked up one by one; each may be missing. A library stays loaded for
 * the life of the process: drivers keep threads, and unloading their code under them ends the process.
 */
public final class NativeLibrary {
    private final String name;
    private final SymbolLookup symbols;

    private NativeLibrary(String name, SymbolLookup symbols) {
        this.name = name;
        this.symbols = symbols;
    }

    /**
     * Opens the first of several libraries that can be loaded. Opening the first library prints the JDK's warning of
     * restricted methods unless native access is enabled for this module, so look for a sign of the device first.
     *
     * @param names paths, or names that the system's loader finds
     * @return the library, or the reason why none could be loaded
     */
    @SuppressWarnings("restricted")
    public static Loaded load(List<String> names) {
        List<String> failures = new ArrayList<>();
        for (String name : names) {
            try {
                return new Loaded(
                        Optional.of(new NativeLibrary(name, SymbolLookup.libraryLookup(name, Arena.global()))),
                        "");
            } catch (IllegalArgumentException notThere) {
                failures.add(name);
            } catch (IllegalCallerException denied) {
                return new Loaded(Optional.empty(), "this JVM denies native access to " + moduleName()
                        + ": start it with --enable-native-access=" + moduleName());
            }
        }
        return new Loaded(Optional.empty(), "cannot load " + String.join(" or ", failures));
    }

    /**
     * Opens the C runtime that the JVM itself runs on.
     *
     * @return the runtime's functions
     */
    public static NativeLibrary runtime() {
        return new NativeLibrary("the C runtime", Linker.nativeLinker().defaultLookup());
    }

    /** Returns the name for which native access must be enabled: the module, or everything on the class path. */
    private static String moduleName() {
        Module module = NativeLibrary.class.getModule();
        return module.isNamed() ? module.getName() : "ALL-UNNAMED";
    }

    /**
     * Returns the name that was loaded.
     *
     * @return the name or path
     */
    public String name() {
        return name;
    }

    /**
     * Looks up a function.
     *
     * @param symbol     its exported name
     * @param descriptor its result and arguments
     * @param options    options of the linker; never {@code critical} for a driver, whose calls may sleep
     * @return the function; empty if the library does not export it
     */
    @SuppressWarnings("restricted")
    public Optional<MethodHandle> function(String symbol, FunctionDescriptor descriptor, Linker.Option... options) {
        return symbols.find(symbol)
                .map(address -> Linker.nativeLinker().downcallHandle(address, descriptor, options));
    }

    /**
     * A library, or the reason why there is none.
     *
     * @param library the library; empty if none could be loaded
     * @param reason  the reason; blank if a library was loaded
     */
    public record Loaded(Optional<NativeLibrary> library, String reason) {}
}
