package dev.ipw.telemetry.recorded;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.plugin.Plugins.UnknownPluginException;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.Watch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class ReplayTests {
    private static final long SECOND = 1_000_000_000L;
    private static final String NVIDIA = """
            timestamp, index, uuid, name, power.draw [W], power.draw.instant [W], utilization.gpu [%], memory.used [MiB]
            2026/11/21 02:03:04.500, 0, GPU-aaaa, NVIDIA H100 80GB HBM3, 100.00 W, 300.00 W, 97 %, 1024 MiB
            2026/11/21 02:03:04.501, 1, GPU-bbbb, NVIDIA H100 80GB HBM3, 90.00 W, [N/A], 3 %, 2 MiB
            2026/11/21 02:03:05.500, 0, GPU-aaaa, NVIDIA H100 80GB HBM3, 100.00 W, 500.00 W, 99 %, 1024 MiB
            2026/11/21 02:03:05.501, 1, GPU-bbbb, NVIDIA H100 80GB HBM3, 90.00 W, [N/A], 3 %, 2 MiB
            2026/11/21 02:03:06.500, 0, GPU-aaaa, NVIDIA H100 80GB HBM3, 100.00 W, 300.00 W, 98 %, 1024 MiB
            """;

    @TempDir
    private Path directory;

    private static TelemetrySession replay(Path file, String parameters) {
        return TelemetrySession.builder().discovery(false).provider(new ReplayProvider())
                .collectors("replay:" + file + parameters).open();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static void await(BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            assertThat(Thread.currentThread().isInterrupted()).as("waited too long").isFalse();
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void awaitSamples(DeviceSeries series, int count) {
        await(() -> series.sampleCount() >= count);
    }

    @Test
    void aReplayedRunGivesTheSameJoules() throws InterruptedException {
        List<DeviceSeries> live;
        CountingSource one = new CountingSource("meter", Scope.PACKAGE, 200);
        CountingSource other = new CountingSource("gpu", Scope.GPU, 150);
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).source(one).source(other)
                .spool(directory.resolve("telemetry"), RunClock.start()).open();
                Watch fully = session.watch()) {
            assertThat(fully).isNotNull();
            one.awaitTicks();
            other.awaitTicks();
            live = DeviceSeries.of(session.deviceSeries());
        }

        try (TelemetrySession session = replay(directory, ",clock=start,offset=250ms")) {
            assertThat(session.sensors()).hasSize(4);
            long shift = Long.MIN_VALUE;
            for (DeviceSeries original : live) {
                DeviceSeries replayed = DeviceSeries.of(session.deviceSeries()).stream()
                        .filter(series -> series.device().equals(original.device())).findFirst().orElseThrow();
                awaitSamples(replayed, original.sampleCount());
                long own = replayed.firstNanos().orElseThrow() - original.firstNanos().orElseThrow();
                assertThat(shift == Long.MIN_VALUE || shift == own).as("sources stay side by side").isTrue();
                shift = own;
                assertSameJoules(original, replayed, shift);
            }
            assertThat(session.problems()).isEmpty();
        }
    }

    private static void assertSameJoules(DeviceSeries original, DeviceSeries replayed, long shift) {
        long first = original.firstNanos().orElseThrow();
        long last = original.lastNanos().orElseThrow();
        assertThat(replayed.sampleCount()).isEqualTo(original.sampleCount());
        for (int part = 0; part < 7; part++) {
            long from = first + part * (last - first) / 8;
            long to = from + (last - first) / 8;
            EnergyReading before = original.window(from, to);
            EnergyReading after = replayed.window(from + shift, to + shift);
            assertThat(after.joules().orElseThrow()).isCloseTo(before.joules().orElseThrow(), within(1e-9));
            assertThat(after).isEqualTo(before);
        }
    }

    @Test
    void theOwnFilesOfARunLieWhereTheirWallClockSays() throws InterruptedException {
        CountingSource meter = new CountingSource("meter", Scope.PACKAGE, 50);
        DeviceSeries live;
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).source(meter)
                .spool(directory, RunClock.start()).open(); Watch fully = session.watch()) {
            assertThat(fully).isNotNull();
            meter.awaitTicks();
            live = DeviceSeries.of(session.deviceSeries()).getFirst();
        }

        try (TelemetrySession session = replay(directory.resolve("meter.arrow"), ",offset=1h")) {
            DeviceSeries replayed = DeviceSeries.of(session.deviceSeries()).getFirst();
            awaitSamples(replayed, 1);
            long shift = replayed.firstNanos().orElseThrow() - live.firstNanos().orElseThrow();
            assertThat(shift).isCloseTo(3600 * SECOND, within(SECOND));
        }
    }

    @Test
    void readsALogOfNvidiaSmi() throws IOException {
        try (TelemetrySession session = replay(write("smi.csv", NVIDIA), ",clock=start")) {
            DeviceSeries first = DeviceSeries.of(session.deviceSeries()).getFirst();
            DeviceSeries second = DeviceSeries.of(session.deviceSeries()).getLast();
            awaitSamples(first, 3);
            awaitSamples(second, 2);
            long start = first.firstNanos().orElseThrow();

            assertThat(first.device().name()).isEqualTo("GPU-aaaa");
            assertThat(first.device().scope()).isEqualTo(Scope.GPU);
            EnergyReading reading = first.window(start, start + 2 * SECOND);
            assertThat(reading.provenance()).isEqualTo(Provenance.INTEGRATED);
            assertThat(reading.joules()).hasValue(800);
            assertThat(session.window(start, start + 2 * SECOND).statistics(Quantity.MEMORY_USED_BYTES, Scope.GPU))
                    .hasValueSatisfying(memory -> assertThat(memory.maximum()).isEqualTo(1026.0 * (1 << 20)));
            assertThat(session.sensors()).filteredOn(sensor -> sensor.quantity() == Quantity.POWER_WATTS)
                    .extracting(Sensor::averagingNanos).containsExactly(OptionalLong.of(0), OptionalLong.empty());
            assertThat(session.problems()).isEmpty();
            assertThat(second.window(start + SECOND / 2, start + SECOND).joules()).hasValue(45);
        }
    }

    @Test
    void laysTimesOfTheWallClockOnThatOfTheProcess() throws IOException {
        RunClock clock = RunClock.start();
        Instant begin = clock.instant(clock.monotonicAnchorNanos()).plusSeconds(3600);
        DateTimeFormatter local = DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss.SSS", Locale.ROOT)
                .withZone(ZoneId.of("Asia/Tokyo"));
        String csv = "timestamp, index, power.draw [W]\n" + local.format(begin) + ", 0, 50.00 W\n"
                + local.format(begin.plusSeconds(1)) + ", 0, 50.00 W\n";
        Path file = write("smi.csv", csv);

        try (TelemetrySession session = replay(file, ",zone=Asia/Tokyo,offset=-58.5s")) {
            DeviceSeries series = DeviceSeries.of(session.deviceSeries()).getFirst();
            awaitSamples(series, 1);
            assertThat(series.device().name()).isEqualTo("gpu0");
            assertThat(series.firstNanos().orElseThrow()).isCloseTo(clock.monotonicAnchorNanos() + 7083 * SECOND / 2,
                    within(SECOND / 10));
        }
    }

    @Test
    void readsJsonLinesAndMarksWhatIsMeasured() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i <= 4; i++) {
            lines.append("{\"t_ns\":").append(77 * SECOND + i * SECOND / 2)
                    .append(",\"device\":\"gpu0\",\"energy_mj\":")
                    .append(1_000_000 + i * 50_000.5).append(",\"power_mw\":").append(i == 2 ? "null" : "100000")
                    .append("}\n");
        }
        try (TelemetrySession session = replay(write("log.jsonl", lines.toString()),
                ",resolution=500ms,averaging=1s")) {
            DeviceSeries series = DeviceSeries.of(session.deviceSeries()).getFirst();
            awaitSamples(series, 5);
            long start = series.firstNanos().orElseThrow();
            EnergyReading reading = series.window(start, start + 2 * SECOND);
            assertThat(reading.provenance()).isEqualTo(Provenance.MEASURED);
            assertThat(reading.joules().orElseThrow()).isCloseTo(200.002, within(1e-9));
            assertThat(DeviceSeries.of(session.deviceSeries())).hasSize(1);
            assertThat(session.sensors().getLast().averagingNanos()).hasValue(SECOND);
            assertThat(session.sensors()).extracting(Sensor::resolutionNanos)
                    .allSatisfy(nanos -> assertThat(nanos).hasValue(SECOND / 2));
            assertThat(session.window(start, start + 2 * SECOND).energyScope()).isEqualTo("gpu");
        }
    }

    @Test
    void readsAMeterOfTheWholeMachineWithSemicolonsAndDecimalCommas() throws IOException {
        Path file = write("meter.csv", "\uFEFFtime_s;Energy (Wh);\"note\"\r\n0;1,0;\"a; b\"\r\n1;2,5;x\r\n");
        try (TelemetrySession session = replay(file, "")) {
            DeviceSeries series = DeviceSeries.of(session.deviceSeries()).getFirst();
            awaitSamples(series, 2);
            long start = series.firstNanos().orElseThrow();
            assertThat(series.device().name()).isEqualTo("meter.csv");
            assertThat(series.device().scope()).isEqualTo(Scope.PSYS);
            assertThat(series.window(start, start + SECOND).joules()).hasValue(5400);
        }
        assertThat(new ReplayProvider().probe(TelemetryEnvironment.of(Map.of()).withArgument(file.toString())))
                .singleElement().extracting(SensorStatus::detail).asString().contains("psys", "not added", "scope=gpu");
    }

    @Test
    void readsATableOfDcgm() throws IOException {
        Path file = write("dcgm.txt", """
                1790000000.25 #Entity   POWER                TOTEC
                1790000000.25 ID        W                    mJ
                1790000000.25 GPU 0     65.500               1000000
                1790000000.25 GPU 1     70.100               N/A
                1790000001.25 #Entity   POWER                TOTEC
                1790000001.25 GPU 0     65.500               1065500
                1790000001.25 GPU 1     70.100               N/A
                """);
        try (TelemetrySession session = replay(file, ",clock=start")) {
            DeviceSeries counted = DeviceSeries.of(session.deviceSeries()).getFirst();
            DeviceSeries polled = DeviceSeries.of(session.deviceSeries()).getLast();
            awaitSamples(counted, 2);
            awaitSamples(polled, 2);
            long start = counted.firstNanos().orElseThrow();
            assertThat(counted.window(start, start + SECOND).joules().orElseThrow()).isCloseTo(65.5, within(1e-9));
            assertThat(counted.device().provenance()).isEqualTo(Provenance.MEASURED);
            assertThat(polled.device().name()).isEqualTo("gpu1");
            assertThat(polled.device().provenance()).isEqualTo(Provenance.INTEGRATED);
        }
        assertRefused(write("plain.txt", "#Entity   POWER\nID  W\nGPU 0  65.5\n"), "", "line 1", "| ts %.s");
    }

    @Test
    void followsALogThatIsStillBeingWritten() throws IOException {
        // Far enough ahead for a machine that takes its time to open it.
        long now = System.currentTimeMillis() + 4_000;
        Path file = write("live.csv", "epoch_ms,device,power_w\n" + (now - 3_600_000) + ",gpu0,10\n" + (now - 1_000)
                + ",gpu0,10\n" + now + ",gpu0,10\n" + (now + 1_000) + ",gp");
        try (TelemetrySession session = replay(file, "")) {
            DeviceSeries series = DeviceSeries.of(session.deviceSeries()).getFirst();
            awaitSamples(series, 2);
            assertThat(session.problems()).singleElement().asString().contains("no end");
            Files.writeString(file, "u0,30\n" + (now + 2_000) + ",gpu0,many\n" + (now + 1_500) + ",gpu7,5\n"
                    + (now + 500) + ",gpu0,5\n" + (now + 3_000) + ",gpu0,30\n", StandardOpenOption.APPEND);
            awaitSamples(series, 4);

            long start = series.firstNanos().orElseThrow();
            assertThat(series.window(start + 2 * SECOND, start + 4 * SECOND).joules().orElseThrow())
                    .isCloseTo(60, within(1e-9));
            assertThat(session.problems()).singleElement().asString().contains("3 lines", "line 6",
                    "power_w is 'many', which is no number");
        }
    }

    @Test
    void aWindowBeyondTheEndOfARecordingSaysSo() throws IOException {
        Path file = write("short.csv", "time_s,power_w\n0,10\n0.1,10\n0.2,10\n");
        try (TelemetrySession session = replay(file, ",scope=gpu")) {
            DeviceSeries series = DeviceSeries.of(session.deviceSeries()).getFirst();
            awaitSamples(series, 3);
            long last = series.lastNanos().orElseThrow();
            assertThat(session.window(last - SECOND / 10, last + SECOND).energy(Scope.GPU).flags())
                    .contains(EnergyFlag.PARTIAL);
            EnergyReading beyond = session.window(last + SECOND, last + 2 * SECOND).energy();
            assertThat(beyond.isAvailable()).isFalse();
            assertThat(beyond.toString()).contains("its last reading is older than the window");
        }
    }

    @Test
    void saysThatARecordingEndedBeforeTheSession() throws IOException {
        try (TelemetrySession session = replay(write("old.csv", "epoch_s,power_w\n1600000000,1\n1600000001,1\n"), "")) {
            assertThat(session.problems()).singleElement().asString()
                    .contains("old.csv ends at 2020-09-13T12:26:41Z", "offset=", "clock=start");
        }
    }

    @Test
    void saysWhatIsWrongWithAFileAndWhere() throws IOException {
        assertRefused(directory.resolve("none.csv"), "", "none.csv", "Check the path");
        assertRefused(write("empty.csv", ""), "", "holds no samples yet");
        assertRefused(write("header.csv", "time_s,power_w\n"), "", "holds no samples yet");
        assertRefused(write("notime.csv", "power_w\n5\n"), "", "no column of times", "power_w", "time=NAME");
        assertRefused(write("nopower.csv", "time_s,volts\n0,5\n"), "", "power=NAME", "volts");
        assertRefused(write("type.csv", "time_s,power_w\n0,5\n1,five\n"), "", "line 3", "'five', which is no number");
        assertRefused(write("when.csv", "timestamp,power_w\nyesterday,5\n"), "", "line 2",
                "'yesterday', which is no time");
        assertRefused(write("back.csv", "time_s,power_w\n1,5\n0,5\n"), "", "line 3", "Sort the lines by time");
        assertRefused(write("fields.csv", "time_s,power_w\n1,5,6\n"), "", "line 2", "3 fields where the header has 2");
        assertRefused(write("torn.jsonl", "{\"t_ns\":1,\"power_w\":2}\n{\"t_ns\"\n"), "", "line 2", "not JSON");
        assertRefused(write("unit.csv", "time_s,power_w\n1,5 bananas\n"), "", "line 2", "unit is not understood");
        assertRefused(write("column.csv", "time_s,power_w\n1,5\n"), ",power=watt", "no column 'watt'",
                "time_s, power_w");
        assertRefused(Files.createDirectory(directory.resolve("folder")), "", "holds no samples (*.arrow)");
        assertRefused(write("x.arrow", "nonsense"), "", "x.arrow");
        assertRefused(write("rows.csv", IntStream.range(0, 300).mapToObj(row -> row + "," + row + ",5\n")
                .collect(Collectors.joining("", "index,time_s,power_w\n", ""))), "", "column index", "device=NAME");
    }

    private static void assertRefused(Path file, String parameters, String... said) {
        assertThatThrownBy(() -> replay(file, parameters)).isInstanceOf(InputException.class)
                .hasMessageContainingAll(said);
    }

    @Test
    void refusesAWrongUse() throws IOException {
        Path file = write("good.csv", "time_s,power_w\n0,5\n1,5\n");
        assertWrongUse(file, ",offset=soon", "'offset'", "-2m");
        assertWrongUse(file, ",zone=Moon", "'zone'", "Europe/Berlin");
        assertWrongUse(file, ",scope=house", "'scope'", "gpu, module");
        assertWrongUse(file, ",clock=epoch", "do not count from 1970", "clock=start");
        assertWrongUse(file, ",offst=1s", "Unknown parameter 'offst'", "offset");
        assertThatThrownBy(() -> TelemetrySession.builder().discovery(false).provider(new ReplayProvider())
                .collectors("replay").open()).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("the collector replay:FILE");
        assertThat(new ReplayProvider().probe(TelemetryEnvironment.of(Map.of()))).singleElement()
                .matches(status -> !status.available() && status.nextStep().orElseThrow().contains("replay:FILE"));
    }

    private static void assertWrongUse(Path file, String parameters, String... said) {
        assertThatThrownBy(() -> replay(file, parameters)).isInstanceOf(ConfigurationException.class)
                .isNotInstanceOf(UnknownPluginException.class).hasMessageContainingAll(said);
    }

    @Test
    void describesTheDevicesOfALog() throws IOException {
        try (ReplaySource source = (ReplaySource) new ReplayProvider().open(TelemetryEnvironment.of(Map.of())
                .withArgument(write("smi.csv", NVIDIA).toString())).getFirst()) {
            assertThat(source.readsServingMachine()).isTrue();
            assertThat(source.period()).isEqualTo(Duration.ofSeconds(1));
            assertThat(source.devices()).extracting(DeviceInfo::name).containsOnly("NVIDIA H100 80GB HBM3");
            assertThat(source.devices()).extracting(info -> info.index().orElse(-1)).containsExactly(0, 1);
        }
    }
}
