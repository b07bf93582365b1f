package dev.ipw.telemetry.hardware.perf;

import dev.ipw.telemetry.hardware.foreign.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The system call {@code perf_event_open(2)}, for which the C runtime has no function of its own, with the reading and
 * closing of its descriptors. Reading allocates nothing.
 */
final class PerfSystemCalls implements PerfEvents {
    // The first published size of struct perf_event_attr; every kernel accepts it, and the fields after it are not
    // needed here.
    private static final int ATTRIBUTES_SIZE = 64;
    private static final long TYPE_OFFSET = 0;
    private static final long SIZE_OFFSET = 4;
    private static final long CONFIG_OFFSET = 8;
    private static final long ALL_PROCESSES = -1;
    private static final long NO_GROUP = -1;
    private static final long CLOSE_ON_EXEC = 8;
    private static final long COUNT_SIZE = Long.BYTES;
    private static final StructLayout ERROR_LAYOUT = Linker.Option.captureStateLayout();
    private static final VarHandle ERROR = ERROR_LAYOUT.varHandle(PathElement.groupElement("errno"));

    private final MethodHandle syscall;
    private final MethodHandle read;
    private final MethodHandle close;
    private final long openNumber;
    // Freed with the JVM at the latest; a source's few bytes live as long as it does.
    private final MemorySegment attributes = Arena.ofAuto().allocate(ATTRIBUTES_SIZE, Long.BYTES);
    private final MemorySegment error = Arena.ofAuto().allocate(ERROR_LAYOUT);
    private final MemorySegment count = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);

    private PerfSystemCalls(MethodHandle syscall, MethodHandle read, MethodHandle close, long openNumber) {
        this.syscall = syscall;
        this.read = read;
        this.close = close;
        this.openNumber = openNumber;
    }

    /**
     * Finds the functions. The first call in a process makes the JDK warn of native access unless it is enabled, so
     * look for the counting unit first.
     *
     * @return the calls; empty on a processor whose numbers of system calls are not known here
     */
    static Optional<PerfSystemCalls> bind() {
        OptionalLong number = openNumber(System.getProperty("os.arch", ""));
        if (number.isEmpty()) {
            return Optional.empty();
        }
        NativeLibrary runtime = NativeLibrary.runtime();
        FunctionDescriptor open = FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG);
        Optional<MethodHandle> syscall = runtime.function("syscall", open, Linker.Option.firstVariadicArg(1),
                Linker.Option.captureCallState("errno"));
        Optional<MethodHandle> read = runtime.function("read", FunctionDescriptor.of(ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
        Optional<MethodHandle> close = runtime.function("close",
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        return syscall.isPresent() && read.isPresent() && close.isPresent()
                ? Optional.of(new PerfSystemCalls(syscall.get(), read.get(), close.get(), number.getAsLong()))
                : Optional.empty();
    }

    private static OptionalLong openNumber(String architecture) {
        return switch (architecture) {
            case "amd64", "x86_64" -> OptionalLong.of(298);
            case "aarch64" -> OptionalLong.of(241);
            default -> OptionalLong.empty();
        };
    }

    @Override
    public int open(int type, long config, int processor) {
        attributes.fill((byte) 0);
        attributes.set(ValueLayout.JAVA_INT, TYPE_OFFSET, type);
        attributes.set(ValueLayout.JAVA_INT, SIZE_OFFSET, ATTRIBUTES_SIZE);
        attributes.set(ValueLayout.JAVA_LONG, CONFIG_OFFSET, config);
        try {
            long descriptor = (long) syscall.invokeExact(error, openNumber, attributes, ALL_PROCESSES,
                    (long) processor, NO_GROUP, CLOSE_ON_EXEC);
            return descriptor >= 0 ? (int) descriptor : -(int) ERROR.get(error, 0L);
        } catch (Throwable broken) {
            throw new IllegalStateException("perf_event_open cannot be called", broken);
        }
    }

    @Override
    public boolean read(int descriptor) {
        try {
            return (long) read.invokeExact(descriptor, count, COUNT_SIZE) == COUNT_SIZE;
        } catch (Throwable broken) {
            throw new IllegalStateException("read(2) cannot be called", broken);
        }
    }

    @Override
    public long count() {
        return count.get(ValueLayout.JAVA_LONG, 0);
    }

    @Override
    public void close(int descriptor) {
        try {
            int ignored = (int) close.invokeExact(descriptor);
        } catch (Throwable broken) {
            throw new IllegalStateException("close(2) cannot be called", broken);
        }
    }
}
