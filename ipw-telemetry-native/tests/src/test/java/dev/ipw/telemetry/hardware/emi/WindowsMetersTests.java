package dev.ipw.telemetry.hardware.emi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

/** Call the functions through a stand-in of {@code src/test/native/fake_emi.c}; skipped where nothing compiles C. */
@Tag("process")
class WindowsMetersTests {
    private static final Path SOURCE = Path.of("src", "test", "native", "fake_emi.c").toAbsolutePath();

    private Path library;

    @BeforeEach
    void compile() throws IOException, InterruptedException {
        Assumptions.assumeTrue(System.getProperty("os.name").equals("Linux"), "the stand-in needs Linux");
        library = Files.createTempFile("fake-emi", ".so");
        library.toFile().deleteOnExit();
        List<String> command = List.of("cc", "-shared", "-fPIC", "-Wall", "-Werror", "-o", library.toString(),
                SOURCE.toString());
        try {
            Process compiler = new ProcessBuilder(command).inheritIO().start();
            assertThat(compiler.waitFor()).isZero();
        } catch (IOException noCompiler) {
            Assumptions.abort("there is no C compiler here: " + noCompiler.getMessage());
        }
    }

    private MeterDevices devices() {
        WindowsMeters.Bound bound = WindowsMeters.bind(List.of(library.toString()), List.of(library.toString()),
                "errno");
        assertThat(bound.reason()).isEmpty();
        return bound.devices().orElseThrow();
    }

    @Test
    void listsOpensAsksAndCloses() throws Throwable {
        MeterDevices devices = devices();
        call("fake_emi_grow");
        assertThat(devices.list()).isEqualTo(new MeterDevices.Listing(List.of("\\\\?\\m"), ""));
        byte[] metadata = FakeMeters.second("RAPL_Package0_PKG", "RAPL_Package0_DRAM");
        answer(0, 2, 0);
        answer(1, metadata.length, 0, 0, 0);
        answer(2, metadata);
        answer(3, measurement(1L << 41, 5));

        try (MeterDevice device = devices.open("\\\\?\\m").device().orElseThrow()) {
            EnergyMeter meter = EnergyMeter.of(device);

            assertThat(meter.counters()).hasSize(2);
            assertThat(meter.measure()).isTrue();
            assertThat(meter.count(meter.counters().get(0))).isEqualTo(1L << 41);
            assertThat(meter.count(meter.counters().get(1))).isEqualTo(5);
            assertThat(device.ask(0x224010, 16)).isEqualTo(-87);
            assertThat(device.ask(EnergyMeter.GET_METADATA, 8)).isEqualTo(-122);
        }
        assertThat(call("fake_emi_closed")).isEqualTo(1);
    }

    @Test
    void tellsWhyADeviceCannotBeOpened() throws Throwable {
        MeterDevices devices = devices();
        function("fake_emi_open_error", FunctionDescriptor.ofVoid(JAVA_INT)).invokeExact(5);

        MeterDevices.Opening opening = devices.open("\\\\?\\m");

        assertThat(opening.device()).isEmpty();
        assertThat(opening.error()).isEqualTo(5);
    }

    @Test
    void saysWhichLibraryIsMissing() {
        assertThat(WindowsMeters.bind(List.of("/none/cfgmgr32.dll"), List.of(library.toString()), "errno").reason())
                .contains("/none/cfgmgr32.dll");
    }

    private void answer(int question, int... bytes) throws Throwable {
        byte[] narrow = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            narrow[i] = (byte) bytes[i];
        }
        answer(question, narrow);
    }

    private void answer(int question, byte[] bytes) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            function("fake_emi_answer", FunctionDescriptor.ofVoid(JAVA_INT, ADDRESS, JAVA_INT)).invokeExact(question,
                    arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes), bytes.length);
        }
    }

    private int call(String name) throws Throwable {
        return (int) function(name, FunctionDescriptor.of(JAVA_INT)).invokeExact();
    }

    @SuppressWarnings("restricted")
    private MethodHandle function(String name, FunctionDescriptor descriptor) {
        return Linker.nativeLinker().downcallHandle(
                SymbolLookup.libraryLookup(library, Arena.global()).find(name).orElseThrow(), descriptor);
    }

    /** Write a measurement: of each channel a count, and a time that nobody reads. */
    private static byte[] measurement(long... counts) {
        ByteBuffer bytes = ByteBuffer.allocate(16 * counts.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long count : counts) {
            bytes.putLong(count).putLong(-1);
        }
        return bytes.array();
    }
}
