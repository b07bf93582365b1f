package dev.ipw.telemetry.hardware.host;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.internal.CpuEstimate;
import dev.ipw.telemetry.OpeningTime;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.hardware.Awaited;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class HostReadingsTests {
    private static final double BYTES_PER_KIBIBYTE = 1024;

    @TempDir
    private Path directory;
    private FabricatedProc proc;

    @BeforeEach
    void layOut() throws IOException {
        proc = new FabricatedProc(directory);
    }

    @Test
    void countsWorkAsBusyAndWaitingAsIdle() throws IOException {
        ProcStat stat = ProcStat.open(proc.procfs());
        proc.ticks(100, 50, 800, 20);
        assertThat(stat.read()).isTrue();
        assertThat(stat.busyNanos()).isEqualTo(150 * 10_000_000L);
        assertThat(stat.totalNanos()).isEqualTo((150 + 820 + 30) * 10_000_000L);
        assertThat(stat.logicalProcessors()).isEqualTo(4);
        stat.close();
    }

    @Test
    void refusesAFileThatIsNotAsTheKernelWritesIt() throws IOException {
        ProcStat stat = ProcStat.open(proc.procfs());
        Files.writeString(directory.resolve("stat"), "cpu  1 2 three");
        assertThat(stat.read()).isFalse();
        Files.writeString(directory.resolve("stat"), "");
        assertThat(stat.read()).isFalse();
        stat.close();
        assertThatThrownBy(() -> ProcStat.open(proc.procfs())).isInstanceOf(IOException.class)
                .hasMessageContaining("lists no processors");
    }

    @Test
    void givesTheBusyShareSinceTheTickBeforeAndMemoryThatCannotBeGivenUp() throws IOException {
        HostSource source = new HostSource(ProcStat.open(proc.procfs()), MemInfo.open(proc.procfs()));
        proc.ticks(100, 0, 100, 0);
        assertThat(sample(source)).doesNotContainKey(Quantity.UTILIZATION_PERCENT);
        proc.ticks(160, 15, 120, 5);

        Map<Quantity, Double> second = sample(source);

        assertThat(second.get(Quantity.UTILIZATION_PERCENT)).isCloseTo(75.0, within(1e-9));
        assertThat(second).containsEntry(Quantity.MEMORY_USED_BYTES, 12_000_000 * BYTES_PER_KIBIBYTE)
                .containsEntry(Quantity.MEMORY_TOTAL_BYTES, 16_000_000 * BYTES_PER_KIBIBYTE);
        source.close();
    }

    private static Map<Quantity, Double> sample(HostSource source) {
        Map<Quantity, Double> values = new HashMap<>();
        source.sample(new SampleSink() {
            @Override
            public void counter(int sensor, long counts) {
                throw new AssertionError("the host has gauges only");
            }

            @Override
            public void gauge(int sensor, double value) {
                values.put(source.sensors().get(sensor).quantity(), value);
            }

            @Override
            public void lost(int sensor, String reason) {
                throw new AssertionError(reason);
            }
        });
        return values;
    }

    @Test
    void askTheJvmWhereThereIsNoProcfs() {
        TelemetryEnvironment elsewhere = TelemetryEnvironment.of(
                Map.of("IPW_PROCFS_ROOT", directory.resolve("nowhere").toString()));

        assertThat(new HostProvider().probe(elsewhere)).allMatch(SensorStatus::available)
                .extracting(SensorStatus::name).anyMatch(name -> name.contains("as the JVM reports it"));
        try (TelemetrySession session = OpeningTime.sessions(OpeningTime.PATIENT).provider(new HostProvider())
                .environment(elsewhere).open()) {
            assertThat(session.sensors()).extracting(sensor -> sensor.quantity()).contains(
                    Quantity.UTILIZATION_PERCENT, Quantity.MEMORY_USED_BYTES, Quantity.MEMORY_TOTAL_BYTES);
        }
    }

    @Test
    void neverGrowsTheJvmsTimeBeyondWhatProcessorsHave() {
        JvmProcessorTime time = new JvmProcessorTime(HostReadings.system().orElseThrow());
        for (int i = 0; i < 100; i++) {
            if (time.read()) {
                assertThat(time.busyNanos()).isBetween(0L, time.totalNanos());
            }
        }
        assertThat(time.logicalProcessors()).isPositive();
        time.close();
    }

    @Test
    void estimatesOnlyWhenAskedAndSaysSo() throws IOException {
        CpuEstimateProvider provider = new CpuEstimateProvider();
        assertThat(provider.automatic()).isFalse();
        assertThat(provider.probe(proc.environment()).getFirst().detail()).contains("ESTIMATED", "only if asked for");
        try (TelemetrySession session = OpeningTime.sessions(OpeningTime.PATIENT).provider(provider)
                .collectors("estimate").environment(proc.environment()).open()) {
            Awaited.tick(session);
            Awaited.tick(session);
            EnergySeries series = session.deviceSeries().getFirst();
            long first = series.firstNanos().orElseThrow();
            long last = series.lastNanos().orElseThrow();
            EnergyReading reading = series.window(first, last);

            // The fabricated processors never work: four of them idle.
            assertThat(reading.joules()).hasValueCloseTo(CpuEstimate.NOMINAL.joules((last - first) / 1e9, 4, 0),
                    within(1e-9));
            assertThat(reading.provenance()).isEqualTo(Provenance.ESTIMATED);
            assertThat(reading.source()).isEqualTo("estimate from CPU time (/proc/stat)");
        }
    }
}
