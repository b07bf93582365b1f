package dev.ipw.telemetry.hardware.perf;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.Awaited;
import dev.ipw.telemetry.hardware.FabricatedMachine;
import dev.ipw.telemetry.hardware.HardwareSourceContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Call the kernel. Where nothing counts energy, its software clock of one processor stands in: a unit in a fabricated folder
 * has that clock's numbers, a nanosecond of it passes for a nanojoule.
 */
@EnabledOnOs(OS.LINUX)
@Tag("real-time")
class PerfSystemCallTests {
    private static final int SOFTWARE = 1;
    private static final String CLOCK = "event=0x00";
    private static final int ENOENT = 2;

    @TempDir
    private Path directory;

    @BeforeEach
    void mayCount() {
        Optional<PerfSystemCalls> calls = PerfSystemCalls.bind();
        Assumptions.assumeTrue(calls.isPresent(), "perf_event_open is not known on this processor");
        int descriptor = calls.orElseThrow().open(SOFTWARE, 0, 0);
        Assumptions.assumeTrue(descriptor >= 0,
                "this user may not count events of all processes: error " + -descriptor);
        calls.orElseThrow().close(descriptor);
    }

    private FabricatedMachine machine(String config) throws IOException {
        FabricatedMachine machine = new FabricatedMachine(Files.createTempDirectory(directory, "machine"));
        machine.logicalProcessor(0, 0, 0);
        new FabricatedUnit(machine, SOFTWARE, "0").event("energy-pkg", config, "1e-9", "Joules");
        return machine;
    }

    @Test
    void opensReadsAndClosesARealCounter() throws IOException {
        long[] counts = {0, 0};
        long open = descriptors();
        try (TelemetrySource source = new PerfProvider().open(machine(CLOCK).environment()).getFirst()) {
            assertThat(descriptors()).isEqualTo(open + 1);
            source.sample(sink(counts, 0));
            // The clock counts while the test runs on that processor or another process does: it never stands still.
            Awaited.until(() -> {
                source.sample(sink(counts, 1));
                return counts[1] != counts[0];
            });
        }
        assertThat(counts[0]).isPositive();
        assertThat(counts[1]).isGreaterThan(counts[0]);
    }

    private static SampleSink sink(long[] counts, int index) {
        return new SampleSink() {
            @Override
            public void counter(int sensor, long read) {
                counts[index] = read;
            }

            @Override
            public void gauge(int sensor, double value) {
                throw new AssertionError("perf counts");
            }

            @Override
            public void lost(int sensor, String reason) {
                throw new AssertionError(reason);
            }
        };
    }

    /** Count the events that this process has open. */
    private static long descriptors() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(PerfSystemCallTests::isEvent).count();
        }
    }

    private static boolean isEvent(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains("perf_event");
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    @Test
    void closesWhatItOpened() throws IOException {
        FabricatedMachine machine = machine(CLOCK);
        new PerfProvider().open(machine.environment()).forEach(TelemetrySource::close);
        long before = descriptors();
        for (int i = 0; i < 50; i++) {
            new PerfProvider().open(machine.environment()).forEach(TelemetrySource::close);
            assertThat(new PerfProvider().probe(machine.environment())).allMatch(SensorStatus::available);
        }
        assertThat(descriptors()).isEqualTo(before);
    }

    @Test
    void givesTheKernelsErrorForAnEventThatDoesNotExist() throws IOException {
        PerfSystemCalls calls = PerfSystemCalls.bind().orElseThrow();
        assertThat(calls.open(SOFTWARE, 0xffff, 0)).isEqualTo(-ENOENT);
        assertThat(calls.open(SOFTWARE, 0, 100_000)).isNegative();
        assertThat(calls.read(-1)).isFalse();

        List<SensorStatus> statuses = new PerfProvider().probe(machine("event=0xffff").environment());
        assertThat(statuses).singleElement()
                .matches(status -> status.detail().contains("error 2: this processor has no such counter"));
    }

    @Nested
    class Promises extends HardwareSourceContract {
        @Override
        protected TelemetrySource source() throws Exception {
            return new PerfProvider().open(machine(CLOCK).environment()).getFirst();
        }
    }
}
