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
    /** The next step where Java is too old. */
    public static final String NEWER_JAVA = "start with a newer Java";

    /** The first with the final form of what this calls. */
    private static final int OLDEST_JAVA = 22;

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
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            return new Loaded(Optional.empty(), obstacle.get(), Optional.of(NEWER_JAVA));
        }
        List<String> failures = new ArrayList<>();
        for (String name : names) {
            try {
                return new Loaded(
                        Optional.of(new NativeLibrary(name, SymbolLookup.libraryLookup(name, Arena.global()))),
                        "", Optional.empty());
            } catch (IllegalArgumentException notThere) {
                failures.add(name);
            } catch (IllegalCallerException denied) {
                return new Loaded(Optional.empty(), "this JVM denies native access to " + moduleName(),
                        Optional.of("start it with --enable-native-access=" + moduleName()));
            }
        }
        return new Loaded(Optional.empty(), "cannot load " + String.join(" or ", failures), Optional.empty());
    }

    /**
     * Returns why this Java cannot call native functions. The classes of this module are of Java 21, so that all that
     * reads files works there; what calls native functions must ask this first.
     *
     * @return the reason; empty if it can
     */
    public static Optional<String> obstacle() {
        return obstacle(Runtime.version().feature());
    }

    static Optional<String> obstacle(int java) {
        return java >= OLDEST_JAVA
                ? Optional.empty()
                : Optional.of("native functions need Java " + OLDEST_JAVA + " or newer, and this is Java " + java);
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
     * @param remedy  the next step if the reason is this JVM, not the library
     */
    public record Loaded(Optional<NativeLibrary> library, String reason, Optional<String> remedy) {}
}
