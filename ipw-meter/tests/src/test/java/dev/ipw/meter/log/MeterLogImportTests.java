package dev.ipw.meter.log;

import dev.ipw.ProfileRun;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.error.InputException;
import dev.ipw.importing.RunImport;
import dev.ipw.meter.SimulatedBoard;
import dev.ipw.meter.SimulatedMeter;
import dev.ipw.record.ProfilingRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Logs that are imported as runs. */
class MeterLogImportTests {
    private static final long SECOND = 1_000_000_000L;
    private static final long ORIGIN = 5_000 * SECOND;

    @TempDir
    Path folder;

    @Test
    void makesARunOfEachModel() {
        SimulatedBoard board = new SimulatedBoard(1, ORIGIN);
        Path logged = folder.resolve("log");
        Map<String, EnergyReading> finals = new HashMap<>();
        int interrupted;
        long next;
        try (MeterLog log = MeterLog.open(logged, MeterLogLimits.DEFAULT, new TestDisk(), () -> Optional.of("boot"))) {
            SimulatedMeter meter = new SimulatedMeter(board, log, 1, ORIGIN + 3 * SECOND, 5).run(8);
            finals.putAll(meter.finals());
            interrupted = meter.open();
            next = meter.nowNanos() + 9 * SECOND;
        }
        try (MeterLog log = MeterLog.open(logged, MeterLogLimits.DEFAULT, new TestDisk(), () -> Optional.of("boot"))) {
            finals.putAll(new SimulatedMeter(board, log, 2, next, 5).run(8).finals());
        }

        List<ProfileRun> runs = RunImport.of("meter").read(logged).runName("metered").write(folder.resolve("runs"));

        assertThat(runs).hasSize(2);
        List<ProfilingRecord> records = new ArrayList<>();
        for (ProfileRun run : runs) {
            try (Stream<ProfilingRecord> read = run.records()) {
                records.addAll(read.toList());
            }
            assertThat(run.summary().totals().failed()).isGreaterThanOrEqualTo(0);
        }
        List<ProfilingRecord> answered = records.stream().filter(one -> one.outcome().failure().isEmpty()).toList();
        assertThat(answered).hasSize(finals.size()).allSatisfy(record -> {
            EnergyReading live = finals.get(record.question().id());
            EnergyReading read = record.metrics().energy().headline();
            assertThat(live).isNotNull();
            assertThat(read.joules().orElseThrow()).isCloseTo(live.joules().orElseThrow(), within(1e-9));
            assertThat(read.lower()).isEqualTo(live.lower());
            assertThat(read.upper()).isEqualTo(live.upper());
            assertThat(read.provenance()).isEqualTo(live.provenance());
            assertThat(record.metrics().tokens().input()).hasValue(120);
            assertThat(record.outcome().timeline().chunkNanos()).hasSize(
                    (int) record.metrics().tokens().output().orElseThrow());
        });
        List<ProfilingRecord> cutOff = records.stream().filter(one -> one.outcome().failure().isPresent()).toList();
        assertThat(cutOff).hasSize(interrupted).allSatisfy(record -> assertThat(
                record.metrics().energy().headline().flags()).contains(EnergyFlag.PARTIAL));
    }

    @Test
    void refusesAFolderWithoutALog() {
        assertThatThrownBy(() -> RunImport.of("meter").read(folder)).isInstanceOf(InputException.class)
                .hasMessageContaining("holds no log of a meter");
    }
}
