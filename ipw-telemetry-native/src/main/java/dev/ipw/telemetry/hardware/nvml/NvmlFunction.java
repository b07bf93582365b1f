package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.hardware.foreign.NativeLibrary;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

/**
 * One function of NVML, called by the method that fits its arguments. A function that the library does not export
 * returns {@link NvmlStatus#FUNCTION_NOT_FOUND}. A device's handle is passed as a plain number.
 */
final class NvmlFunction {
    private final @Nullable MethodHandle handle;
    private final String symbol;

    private NvmlFunction(@Nullable MethodHandle handle, String symbol) {
        this.handle = handle;
        this.symbol = symbol;
    }

    /** Binds the first of several names, newest first, that the library exports. */
    static NvmlFunction bind(NativeLibrary library, Arguments arguments, String... symbols) {
        for (String symbol : symbols) {
            Optional<MethodHandle> found = library.function(symbol, arguments.descriptor);
            if (found.isPresent()) {
                return new NvmlFunction(found.get(), symbol);
            }
        }
        return new NvmlFunction(null, symbols[0]);
    }

    /** Returns the bound name. */
    String symbol() {
        return symbol;
    }

    int call() {
        try {
            return handle == null ? missing() : (int) handle.invokeExact();
        } catch (Throwable unexpected) {
            throw wrong(unexpected);
        }
    }

    int call(MemorySegment pointer) {
        try {
            return handle == null ? missing() : (int) handle.invokeExact(pointer);
        } catch (Throwable unexpected) {
            throw wrong(unexpected);
        }
    }

    int call(MemorySegment pointer, int number) {
        try {
            return handle == null ? missing() : (int) handle.invokeExact(pointer, number);
        } catch (Throwable unexpected) {
            throw wrong(unexpected);
        }
    }

    int call(int number, MemorySegment pointer) {
        try {
            return handle == null ? missing() : (int) handle.invokeExact(number, pointer);
        } catch (Throwable unexpected) {
            throw wrong(unexpected);
        }
    }

    int call(MemorySegment first, MemorySegment second) {
        try {
            return handle == null ? missing() : (int) handle.invokeExact(first, second);
        } catch (Throwable unexpected) {
            throw wrong(unexpected);
        }
    }

    int call(long device, MemorySegment pointer) {
        try {
            return handle == null ? missing() : (int) handle.invokeExact(device, pointer);
        } catch (Throwable unexpected) {
            throw wrong(unexpected);
        }
    }

    int call(long device, MemorySegment pointer, int number) {
        try {
            return handle == null ? missing() : (int) handle.invokeExact(device, pointer, number);
        } catch (Throwable unexpected) {
            throw wrong(unexpected);
        }
    }

    int call(long device, int number, MemorySegment pointer) {
        try {
            return handle == null ? missing() : (int) handle.invokeExact(device, number, pointer);
        } catch (Throwable unexpected) {
            throw wrong(unexpected);
        }
    }

    int call(long device, MemorySegment first, MemorySegment second) {
        try {
            return handle == null ? missing() : (int) handle.invokeExact(device, first, second);
        } catch (Throwable unexpected) {
            throw wrong(unexpected);
        }
    }

    private static int missing() {
        return NvmlStatus.FUNCTION_NOT_FOUND.code();
    }

    /** A C function throws nothing: only a call by the wrong method gets here. */
    private IllegalStateException wrong(Throwable thrown) {
        return new IllegalStateException(symbol + " is called with arguments it does not have", thrown);
    }

    /** The parameters of functions; all return an int. */
    enum Arguments {
        NONE(FunctionDescriptor.of(JAVA_INT)),
        POINTER(FunctionDescriptor.of(JAVA_INT, ADDRESS)),
        POINTER_INT(FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT)),
        INT_POINTER(FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS)),
        POINTER_POINTER(FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS)),
        DEVICE_POINTER(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS)),
        DEVICE_POINTER_INT(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS, JAVA_INT)),
        DEVICE_INT_POINTER(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, ADDRESS)),
        DEVICE_POINTER_POINTER(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS));

        private final FunctionDescriptor descriptor;

        Arguments(FunctionDescriptor descriptor) {
            this.descriptor = descriptor;
        }
    }
}
