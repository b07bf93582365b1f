package dev.ipw.telemetry.hardware.emi;

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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

/** Windows' configuration manager, which lists devices, and its kernel, which opens them and sends requests. */
final class WindowsMeters implements MeterDevices {
    private static final List<String> CONFIGURATION = List.of("cfgmgr32.dll");
    private static final List<String> KERNEL = List.of("kernel32.dll");
    // The class of devices with energy meters: 45bd8344-7ed6-49cf-a440-c276c933b053, in its memory layout.
    private static final byte[] ENERGY_METER = {0x44, (byte) 0x83, (byte) 0xBD, 0x45, (byte) 0xD6, 0x7E, (byte) 0xCF,
            0x49,
            (byte) 0xA4, 0x40, (byte) 0xC2, 0x76, (byte) 0xC9, 0x33, (byte) 0xB0, 0x53};
    private static final int BUFFER_SMALL = 0x1A;
    private static final int MAX_TRIES = 5;
    private static final int MAX_CHARACTERS = 1 << 20;
    private static final int GENERIC_READ = 0x80000000;
    private static final int SHARE_READ_AND_WRITE = 3;
    private static final int OPEN_EXISTING = 3;
    private static final long NO_HANDLE = -1;
    private static final StructLayout STATE = Linker.Option.captureStateLayout();

    private final Functions functions;

    private WindowsMeters(Functions functions) {
        this.functions = functions;
    }

    /**
     * Finds the functions on Windows. The first call in a process makes the JDK warn of native access unless it is
     * enabled.
     */
    static Bound bind() {
        return bind(CONFIGURATION, KERNEL, "GetLastError");
    }

    /** Finds the functions in libraries, whose errors are in a state of this name. */
    static Bound bind(List<String> configuration, List<String> kernel, String errorState) {
        NativeLibrary.Loaded manager = NativeLibrary.load(configuration);
        NativeLibrary.Loaded files = NativeLibrary.load(kernel);
        if (manager.library().isEmpty() || files.library().isEmpty()) {
            NativeLibrary.Loaded missing = manager.library().isEmpty() ? manager : files;
            return new Bound(Optional.empty(), missing.reason() + missing.remedy().map(": "::concat).orElse(""));
        }
        return Functions.find(manager.library().get(), files.library().get(), errorState)
                .map(found -> new Bound(Optional.of(new WindowsMeters(found)), ""))
                .orElse(new Bound(Optional.empty(), "a function that this needs is missing"));
    }

    @Override
    public Listing list() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment id = arena.allocateFrom(ValueLayout.JAVA_BYTE, ENERGY_METER);
            MemorySegment length = arena.allocate(JAVA_INT);
            int result = BUFFER_SMALL;
            // A device may appear between the two calls.
            for (int i = 0; i < MAX_TRIES && result == BUFFER_SMALL; i++) {
                result = functions.listSize(length, id);
                int characters = length.get(JAVA_INT, 0);
                if (result == 0 && (characters < 0 || characters > MAX_CHARACTERS)) {
                    return new Listing(List.of(), "the list would have " + Integer.toUnsignedLong(characters)
                            + " characters");
                }
                if (result == 0 && characters > 1) {
                    MemorySegment texts = arena.allocate(2L * characters);
                    result = functions.list(id, texts, characters);
                    if (result == 0) {
                        return new Listing(texts(texts), "");
                    }
                }
            }
            return new Listing(List.of(), result == 0 ? "" : "the configuration manager answers " + result);
        }
    }

    /** Splits texts that each end in a zero; a blank one ends the list. */
    private static List<String> texts(MemorySegment list) {
        String all = new String(list.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_16LE);
        List<String> texts = new ArrayList<>();
        for (String text : all.split("\0", -1)) {
            if (text.isEmpty()) {
                break;
            }
            texts.add(text);
        }
        return texts;
    }

    @Override
    public Opening open(String path) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            long handle = functions.create(state, arena.allocateFrom(path, StandardCharsets.UTF_16LE));
            return handle == NO_HANDLE
                    ? new Opening(Optional.empty(), functions.error(state))
                    : new Opening(Optional.of(new Device(functions, handle)), 0);
        }
    }

    /**
     * The functions, or the reason why they cannot be called.
     *
     * @param devices the devices; empty if a function is missing
     * @param reason  the reason; blank if no function is missing
     */
    record Bound(Optional<MeterDevices> devices, String reason) {}

    /** An open device. Its memory is freed with it. */
    private static final class Device implements MeterDevice {
        private final Functions functions;
        private final long handle;
        private final Arena arena = Arena.ofShared();
        private final MemorySegment answer = arena.allocate(MAX_BYTES, Long.BYTES);
        private final MemorySegment came = arena.allocate(JAVA_INT);
        private final MemorySegment state = arena.allocate(STATE);

        Device(Functions functions, long handle) {
            this.functions = functions;
            this.handle = handle;
        }

        @Override
        public int ask(int code, int capacity) {
            boolean isAnswered = functions.control(state, handle, code, answer, capacity, came);
            // Error number 0 is undefined, and is not an answer either.
            return isAnswered ? came.get(JAVA_INT, 0) : Math.min(-functions.error(state), -1);
        }

        @Override
        public MemorySegment answer() {
            return answer;
        }

        @Override
        public void close() {
            functions.close(handle);
            arena.close();
        }
    }

    /** Windows' functions, named by their purpose here. */
    private record Functions(MethodHandle listSizes, MethodHandle lists, MethodHandle creates, MethodHandle controls,
            MethodHandle closes, VarHandle errors) {

        static Optional<Functions> find(NativeLibrary manager, NativeLibrary kernel, String errorState) {
            Linker.Option captured = Linker.Option.captureCallState(errorState);
            Optional<MethodHandle> size = manager.function("CM_Get_Device_Interface_List_SizeW",
                    FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_INT));
            Optional<MethodHandle> list = manager.function("CM_Get_Device_Interface_ListW",
                    FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT));
            // A handle is as wide as a pointer, but is not one.
            Optional<MethodHandle> create = kernel.function("CreateFileW", FunctionDescriptor.of(JAVA_LONG, ADDRESS,
                    JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, JAVA_LONG), captured);
            Optional<MethodHandle> control = kernel.function("DeviceIoControl",
                    FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS,
                            ADDRESS),
                    captured);
            Optional<MethodHandle> close = kernel.function("CloseHandle", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
            if (size.isEmpty() || list.isEmpty() || create.isEmpty() || control.isEmpty() || close.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new Functions(size.get(), list.get(), create.get(), control.get(), close.get(),
                    STATE.varHandle(PathElement.groupElement(errorState))));
        }

        int error(MemorySegment state) {
            return (int) errors.get(state, 0L);
        }

        int listSize(MemorySegment length, MemorySegment id) {
            try {
                return (int) listSizes.invokeExact(length, id, MemorySegment.NULL, 0);
            } catch (Throwable broken) {
                throw new IllegalStateException("CM_Get_Device_Interface_List_SizeW cannot be called", broken);
            }
        }

        int list(MemorySegment id, MemorySegment texts, int characters) {
            try {
                return (int) lists.invokeExact(id, MemorySegment.NULL, texts, characters, 0);
            } catch (Throwable broken) {
                throw new IllegalStateException("CM_Get_Device_Interface_ListW cannot be called", broken);
            }
        }

        long create(MemorySegment state, MemorySegment path) {
            try {
                return (long) creates.invokeExact(state, path, GENERIC_READ, SHARE_READ_AND_WRITE, MemorySegment.NULL,
                        OPEN_EXISTING, 0, 0L);
            } catch (Throwable broken) {
                throw new IllegalStateException("CreateFileW cannot be called", broken);
            }
        }

        boolean control(MemorySegment state, long handle, int code, MemorySegment answer, int capacity,
                MemorySegment came) {
            try {
                return (int) controls.invokeExact(state, handle, code, MemorySegment.NULL, 0, answer, capacity, came,
                        MemorySegment.NULL) != 0;
            } catch (Throwable broken) {
                throw new IllegalStateException("DeviceIoControl cannot be called", broken);
            }
        }

        void close(long handle) {
            try {
                int ignored = (int) closes.invokeExact(handle);
            } catch (Throwable broken) {
                throw new IllegalStateException("CloseHandle cannot be called", broken);
            }
        }
    }
}
