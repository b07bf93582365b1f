package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.error.InputException;
import dev.ipw.internal.table.ArrowTableReader;
import dev.ipw.testing.DrivenSource;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class SampleStoreTests {
    private static final Sensor PACKAGE = Sensor.energyCounter("package-0", Scope.PACKAGE,
            "powercap package-0", 1e-6, OptionalLong.of(1L << 40)).withLimitWatts(100);
    private static final Sensor MEMORY = Sensor.of("memory", Scope.DRAM, Quantity.MEMORY_USED_BYTES, "test");

    private static final Sensor GPU = Sensor.energyCounter("gpu-0", Scope.GPU, "test gpu-0", 1e-6,
            OptionalLong.empty());

    @TempDir
    private Path directory;

    private static DrivenSource source(String id) {
        return new DrivenSource(id, List.of(PACKAGE, MEMORY), sink -> {
            sink.counter(0, System.nanoTime() / 1000 % (1L << 40));
            sink.gauge(1, 5e8);
        });
    }

    private TelemetrySession record(DrivenSource source, RunClock clock) {
        return TelemetrySession.builder().discovery(false).source(source).spool(directory, clock).open();
    }

    @Test
    void readsBackTheSeriesThatWasSampled() {
        RunClock clock = RunClock.start();
        DrivenSource source = source("powercap");
        DeviceSeries live;
        try (TelemetrySession session = record(source, clock); Watch _ = session.watch()) {
            for (int i = 0; i < 20; i++) {
                source.awaitTick();
            }
            live = DeviceSeries.of(session.deviceSeries()).getFirst();
        }

        SampleStore store = SampleStore.read(directory);

        assertThat(store.problems()).isEmpty();
        DeviceSeries read = DeviceSeries.of(store.energy()).getFirst();
        assertThat(read.device()).isEqualTo(live.device());
        assertThat(read.sampleCount()).isEqualTo(live.sampleCount());
        long first = live.firstNanos().orElseThrow();
        long last = live.lastNanos().orElseThrow();
        EnergyReading fromDisk = read.window(clock.sinceAnchor(first + 1), clock.sinceAnchor(last - 1));
        assertThat(fromDisk).isEqualTo(live.window(first + 1, last - 1));
        TelemetryWindow window = store.window(clock.sinceAnchor(first), clock.sinceAnchor(last));
        assertThat(window.energy().isAvailable()).isTrue();
        assertThat(window.statistics(Quantity.MEMORY_USED_BYTES, Scope.DRAM).orElseThrow().median()).isEqualTo(5e8);
    }

    @Test
    void readsBackTheCurveOfACounterThatIsReadSeldom() {
        Sensor counter = GPU.withReadingNanos(1_000_000_000L);
        Sensor power = Sensor.of("gpu-0", Scope.GPU, Quantity.POWER_WATTS, "test gpu-0 power").withAveragingNanos(0);
        long begin = System.nanoTime();
        AtomicLong ticks = new AtomicLong();
        DrivenSource source = new DrivenSource("gpu", List.of(counter, power), sink -> {
            long tick = ticks.getAndIncrement();
            long nanos = begin + tick * 20_000_000L;
            sink.at(nanos, nanos + 10_000);
            if (tick % 50 >= 44 && tick % 50 <= 45) {
                sink.counter(0, tick / 5 * 10_000_000);
            }
            sink.gauge(1, tick % 20 < 10 ? 60 + tick % 7 / 10.0 : 140 + tick % 7 / 10.0);
        });
        RunClock clock = RunClock.start();
        DeviceSeries live;
        try (TelemetrySession session = record(source, clock); Watch _ = session.watch()) {
            while (ticks.get() < 200) {
                source.awaitTick();
            }
            live = DeviceSeries.of(session.deviceSeries()).getFirst();
        }

        SampleStore store = SampleStore.read(directory);

        DeviceSeries read = DeviceSeries.of(store.energy()).getFirst();
        assertThat(read.sampleCount()).isEqualTo(live.sampleCount()).isGreaterThan(100);
        for (long start = begin + 1_300_000_000L; start < begin + 2_500_000_000L; start += 37_000_000) {
            assertThat(read.window(clock.sinceAnchor(start), clock.sinceAnchor(start + 90_000_000)))
                    .isEqualTo(live.window(start, start + 90_000_000));
        }
    }

    /** Dates each tick 200 ms after the one before it, so that many seconds pass in few. */
    @Test
    void findsWhereACounterAndItsPowerDisagreeAndWhenOthersUsedTheDevice() {
        Sensor power = Sensor.of("gpu-0", Scope.GPU, Quantity.POWER_WATTS, "test gpu-0 power").withAveragingNanos(0);
        Sensor processes = Sensor.of("gpu-0", Scope.GPU, Quantity.PROCESSES, "test gpu-0 processes");
        long begin = System.nanoTime();
        AtomicLong ticks = new AtomicLong();
        DrivenSource source = new DrivenSource("gpu", List.of(GPU, power, processes), sink -> {
            long tick = ticks.getAndIncrement();
            long nanos = begin + tick * 200_000_000L;
            sink.at(nanos, nanos);
            sink.counter(0, tick * 40_000_000);
            sink.gauge(1, 100);
            sink.gauge(2, tick < 100 ? 1 : 2);
        });
        RunClock clock = RunClock.start();
        try (TelemetrySession session = record(source, clock); Watch _ = session.watch()) {
            while (ticks.get() < 200) {
                source.awaitTick();
            }
            assertThat(session.problems()).singleElement().asString().contains(
                    "'test gpu-0' contradicts other readings: its counter rose by",
                    "'test gpu-0 power' counts instead");
        }

        SampleStore store = SampleStore.read(directory);
        assertThat(store.findings(DeviceSeries.of(store.energy()).getFirst())).extracting(EnergyFinding::flag)
                .contains(EnergyFlag.SHARED);
        long start = DeviceSeries.of(store.energy()).getFirst().firstNanos().orElseThrow();
        EnergyReading alone = store.window(start, start + 15_000_000_000L).energy();
        assertThat(alone.provenance()).isEqualTo(Provenance.INTEGRATED);
        assertThat(alone.flags()).contains(EnergyFlag.INCONSISTENT).doesNotContain(EnergyFlag.SHARED);
        assertThat(store.window(start + 21_000_000_000L, start + 22_000_000_000L).energy().flags())
                .contains(EnergyFlag.SHARED);
    }

    @Test
    void takesTheJoulesOfADeviceOfWhichAnotherShardShowsTheTemperature() {
        Sensor celsius = Sensor.of("gpu-0", Scope.GPU, Quantity.TEMPERATURE_CELSIUS, "test gpu-0 temperature");
        DrivenSource thermometer = new DrivenSource("exporter", List.of(celsius), sink -> sink.gauge(0, 50));
        DrivenSource meter = new DrivenSource("exporter", List.of(GPU), sink -> DrivenSource.oneWatt(sink, 1));
        Path other = directory.resolve("other");
        RunClock clock = RunClock.start();
        DeviceSeries live;
        try (TelemetrySession first = record(thermometer, clock);
                TelemetrySession second = TelemetrySession.builder().discovery(false).source(meter).spool(other, clock)
                        .open();
                Watch _ = first.watch();
                Watch _ = second.watch()) {
            for (int i = 0; i < 20; i++) {
                thermometer.awaitTick();
                meter.awaitTick();
            }
            live = DeviceSeries.of(second.deviceSeries()).getFirst();
        }

        SampleStore store = SampleStore.read(List.of(new SampleFolder(directory, 0, "", "", false),
                new SampleFolder(other, 0, "", "", false)));

        assertThat(DeviceSeries.of(store.energy())).singleElement()
                .satisfies(read -> assertThat(read.sampleCount()).isEqualTo(live.sampleCount()));
    }

    @Test
    void goesOnWithTheSameDeviceInAResumedRun() {
        RunClock clock = RunClock.start();
        for (int part = 0; part < 2; part++) {
            DrivenSource source = source("powercap");
            try (TelemetrySession session = record(source, clock); Watch _ = session.watch()) {
                source.awaitTick();
                assertThat(session.problems()).isEmpty();
            }
        }

        assertThat(directory.resolve("powercap.arrow")).exists();
        assertThat(directory.resolve("powercap-2.arrow")).exists();
        SampleStore store = SampleStore.read(directory);
        assertThat(DeviceSeries.of(store.energy())).hasSize(1);
        assertThat(DeviceSeries.of(store.energy()).getFirst().sampleCount()).isGreaterThanOrEqualTo(4);
    }

    @Test
    void keepsSourcesApartThatReadTheSameSensor() {
        Sensor busy = Sensor.of("cpu", Scope.PACKAGE, Quantity.SYSTEM_CPU_TIME_NANOS, "/proc/stat");
        Sensor processors = Sensor.of("cpu", Scope.PACKAGE, Quantity.LOGICAL_PROCESSORS, "/proc/stat");
        DrivenSource estimate = new DrivenSource("zz-estimate", List.of(busy, processors), sink -> {
            sink.counter(0, System.nanoTime());
            sink.gauge(1, 4);
        });
        DrivenSource process = new DrivenSource("process", List.of(busy),
                sink -> sink.counter(0, System.nanoTime()));
        RunClock clock = RunClock.start();
        long start;
        long end;
        TelemetryWindow live;
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).source(process).source(estimate)
                .spool(directory, clock).open(); Watch _ = session.watch()) {
            process.awaitTick();
            estimate.awaitTick();
            start = System.nanoTime();
            process.awaitTick();
            estimate.awaitTick();
            end = System.nanoTime();
            estimate.awaitTick();
            live = session.window(start, end);
        }

        TelemetryWindow read = SampleStore.read(directory).window(clock.sinceAnchor(start), clock.sinceAnchor(end));

        assertThat(live.energy().isAvailable()).isTrue();
        assertThat(read.energyScope()).isEqualTo("cpu-estimate");
        assertThat(read.energy()).isEqualTo(live.energy());
    }

    @Test
    void saysOfALostSensorWhatTheSessionSaid() {
        RunClock clock = RunClock.start();
        DrivenSource source = source("powercap");
        DrivenSource gpu = new DrivenSource("gpu", List.of(GPU), sink -> sink.counter(0, System.nanoTime() / 1000));
        TelemetrySession session = TelemetrySession.builder().discovery(false).source(source).source(gpu)
                .spool(directory, clock).open();
        session.watch();
        long start = System.nanoTime();
        source.awaitTick();
        gpu.awaitTick();
        source.read(sink -> sink.lost(0, "the zone \"vanished\""));
        gpu.read(sink -> {
            throw new IllegalStateException("fell off the bus");
        });
        source.awaitTick();
        long between = System.nanoTime();
        source.awaitTick();
        long end = System.nanoTime();
        session.close();

        SampleStore store = SampleStore.read(directory);

        assertThat(store.problems()).containsExactlyInAnyOrderElementsOf(session.problems()).hasSize(2);
        for (Scope scope : List.of(Scope.PACKAGE, Scope.GPU)) {
            EnergyReading across = store.window(clock.sinceAnchor(start), clock.sinceAnchor(end)).energy(scope);
            EnergyReading after = store.window(clock.sinceAnchor(between), clock.sinceAnchor(end)).energy(scope);
            assertThat(across).isEqualTo(session.window(start, end).energy(scope));
            assertThat(across.flags()).contains(EnergyFlag.LOST, EnergyFlag.PARTIAL);
            assertThat(after).isEqualTo(session.window(between, end).energy(scope));
            assertThat(after.reason().orElseThrow()).contains("the sensor was lost");
        }
        assertThat(store.problems()).anyMatch(text -> text.contains("the zone \"vanished\""))
                .anyMatch(text -> text.contains("fell off the bus"));
    }

    @Test
    void saysWhyASensorWasNeverRead() {
        DrivenSource source = new DrivenSource("powercap", List.of(PACKAGE, MEMORY),
                sink -> sink.lost(0, "may not be read by this user"));
        try (TelemetrySession session = record(source, RunClock.start()); Watch _ = session.watch()) {
            source.awaitTick();
            assertThat(session.problems()).hasSize(1);
        }

        SampleStore store = SampleStore.read(directory);

        assertThat(store.window(0, 1).energy().reason())
                .contains("the sensor was lost: may not be read by this user");
        assertThat(lostCells()).containsExactly("{\"0\":\"may not be read by this user\"}");
    }

    @Test
    void writesALossOnceAndAgainAfterTheSensorCameBack() {
        DrivenSource source = source("powercap");
        try (TelemetrySession session = record(source, RunClock.start()); Watch _ = session.watch()) {
            source.read(sink -> sink.lost(0, "busy"));
            source.read(sink -> DrivenSource.oneWatt(sink, 1));
            source.read(sink -> sink.lost(0, "busy"));
            source.read(sink -> DrivenSource.oneWatt(sink, 1));
            assertThat(session.problems()).allSatisfy(told -> assertThat(told).contains("read again"));
        }

        assertThat(lostCells()).hasSize(2);
        assertThat(SampleStore.read(directory).problems()).singleElement().asString()
                .contains("was lost 2 times and read again", "busy");
    }

    private List<String> lostCells() {
        List<String> cells = new ArrayList<>();
        try (ArrowTableReader reader = ArrowTableReader.openReadablePrefix(directory.resolve("powercap.arrow"))) {
            reader.rows().forEachRemaining(row -> {
                if (row.get("lost") instanceof String lost) {
                    cells.add(lost);
                }
            });
        }
        return cells;
    }

    @Test
    void finishesTheFilesWhenClosedByAnInterruptedThread() {
        RunClock clock = RunClock.start();
        DrivenSource source = source("powercap");
        TelemetrySession session = record(source, clock);
        session.watch();
        source.awaitTick();
        Thread.currentThread().interrupt();
        session.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(source.closes()).isEqualTo(1);
        assertThat(DeviceSeries.of(SampleStore.read(directory).energy()).getFirst().sampleCount())
                .isEqualTo(DeviceSeries.of(session.deviceSeries()).getFirst().sampleCount());
    }

    @Test
    void readsAFileUpToWhatAKilledWriterWasAt() throws IOException {
        DrivenSource source = source("powercap");
        try (TelemetrySession session = record(source, RunClock.start()); Watch _ = session.watch()) {
            source.awaitTick();
            assertThat(session.sensors()).containsExactly(PACKAGE, MEMORY);
        }
        Path file = directory.resolve("powercap.arrow");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - 3);
        }
        Path sums = directory.resolve("powercap.arrow.crc32c");
        List<String> lines = Files.readAllLines(sums);
        Files.write(sums, lines.subList(0, lines.size() - 1));

        SampleStore store = SampleStore.read(directory);

        assertThat(store.problems()).isEmpty();
        assertThat(DeviceSeries.of(store.energy()).getFirst().sampleCount()).isGreaterThanOrEqualTo(2);
    }

    @Test
    void leavesOutSamplesThatDoNotFitTheirChecksumAndNamesThem() throws IOException {
        DrivenSource source = source("powercap");
        try (TelemetrySession session = record(source, RunClock.start()); Watch _ = session.watch()) {
            source.awaitTick();
            assertThat(session.problems()).isEmpty();
        }
        Path file = directory.resolve("powercap.arrow");
        long whole = DeviceSeries.of(SampleStore.read(directory).energy()).getFirst().sampleCount();
        String[] last = Files.readAllLines(directory.resolve("powercap.arrow.crc32c")).reversed().get(1).split(" ");
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) (Long.parseLong(last[0]) + Long.parseLong(last[1]) - 1)] ^= 1;
        Files.write(file, bytes);

        SampleStore store = SampleStore.read(directory);

        assertThat(store.problems()).singleElement().asString().contains("powercap.arrow is damaged",
                "bytes " + last[0],
                "left out");
        assertThat(DeviceSeries.of(store.energy()).stream().mapToLong(DeviceSeries::sampleCount).sum())
                .isLessThan(whole);
    }

    @Test
    void leavesOutSamplesWithoutChecksums() throws IOException {
        DrivenSource source = source("powercap");
        try (TelemetrySession session = record(source, RunClock.start()); Watch _ = session.watch()) {
            source.awaitTick();
            assertThat(session.problems()).isEmpty();
        }
        Files.delete(directory.resolve("powercap.arrow.crc32c"));

        SampleStore store = SampleStore.read(directory);

        assertThat(DeviceSeries.of(store.energy())).isEmpty();
        assertThat(store.problems()).singleElement().asString().contains("powercap.arrow", "checksums", "missing");
    }

    @Test
    void namesAFileThatIsNotOfSamplesAndReadsTheOthers() throws IOException {
        DrivenSource source = source("powercap");
        try (TelemetrySession session = record(source, RunClock.start()); Watch _ = session.watch()) {
            source.awaitTick();
            assertThat(session.problems()).isEmpty();
        }
        Files.writeString(directory.resolve("broken.arrow"), "not Arrow at all");

        SampleStore store = SampleStore.read(directory);

        assertThat(DeviceSeries.of(store.energy())).hasSize(1);
        assertThat(store.problems()).singleElement().asString().contains("broken.arrow");
    }

    @Test
    void refusesAFolderThatIsNotThere() {
        assertThatThrownBy(() -> SampleStore.read(directory.resolve("missing"))).isInstanceOf(InputException.class)
                .hasMessageContaining("missing");
    }

    @Test
    void measuresOnInMemoryWhenTheDiskRefuses() throws IOException {
        Path notAFolder = Files.writeString(directory.resolve("file"), "in the way");
        DrivenSource source = source("powercap");
        TelemetrySession session = TelemetrySession.builder().discovery(false).source(source)
                .spool(notAFolder, RunClock.start()).open();
        try (session; Watch _ = session.watch()) {
            assertThat(session.measure(source::awaitTick).energy().isAvailable()).isTrue();
        }
        // The spool's own thread makes the files, so that what it met is known for sure once it has ended.
        assertThat(session.problems()).singleElement().asString().contains("The samples of powercap cannot be kept",
                "file", "no joules");
    }

    @Test
    void dropsTicksRatherThanWaitForTheDisk() {
        int[] woken = {0};
        SampleRing ring = new SampleRing(1, 1, () -> woken[0]++);
        Tick tick = new Tick(PACKAGE);
        for (int i = 0; i < 5_000; i++) {
            tick.clear();
            tick.counter(0, i);
            ring.offer(i, i + 1, tick);
        }
        long[] rows = {0};
        ring.drain(row -> {
            assertThat(row.cell(0)).isEqualTo(rows[0]);
            assertThat(row.isPresent(0)).isTrue();
            rows[0]++;
        });
        assertThat(rows[0] + ring.droppedRows()).isEqualTo(5_000);
        assertThat(ring.droppedRows()).isPositive();
        assertThat(woken[0]).as("once, half full").isEqualTo(1);
        ring.close();
        ring.offer(5_001, 5_002, tick);
        assertThat(ring.hasRoom()).as("nobody waits for a disk that is given up").isTrue();
    }

    @Test
    void blamesNoDiskForASourceThatGivesMoreThanCanBeKept() {
        DrivenSource source = new DrivenSource("burst", List.of(PACKAGE), Duration.ofMillis(20), sink -> {
            long nanos = System.nanoTime();
            for (int i = 0; i < 100_000; i++) {
                sink.at(nanos + i, nanos + i);
                sink.counter(0, i);
            }
        });
        try (TelemetrySession session = record(source, RunClock.start()); Watch _ = session.watch()) {
            source.awaitTick();
            source.read(sink -> {});
            assertThat(session.problems()).filteredOn(text -> text.contains("dropped")).singleElement().asString()
                    .contains("samples of burst were dropped", "more of them at once", "GAP")
                    .doesNotContain("too slow");
        }
    }
}
