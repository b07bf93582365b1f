package dev.ipw.telemetry.hardware.perf;

import dev.ipw.energy.Scope;
import dev.ipw.energy.SensorState;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.FabricatedMachine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@EnabledOnOs(OS.LINUX)
class PerfProviderTests {
    private static final int POWER = 9;

    @TempDir
    private Path directory;
    private FabricatedMachine machine;

    @BeforeEach
    void layOut() throws IOException {
        machine = new FabricatedMachine(directory);
    }

    private FabricatedUnit twoSockets() throws IOException {
        machine.logicalProcessor(0, 0, 0);
        machine.logicalProcessor(32, 1, 0);
        return new FabricatedUnit(machine, POWER, "0,32").event("energy-pkg", "event=0x02")
                .event("energy-ram", "event=0x03").event("energy-psys", "event=0x05");
    }

    private List<Sensor> sensors(PerfEvents events) {
        List<TelemetrySource> sources = new PerfProvider(() -> Optional.of(events)).open(machine.environment());
        sources.forEach(TelemetrySource::close);
        return sources.stream().flatMap(source -> source.sensors().stream()).toList();
    }

    private SensorStatus refused(int error) throws IOException {
        twoSockets();
        ScriptedEvents events = new ScriptedEvents((config, processor) -> error);
        PerfProvider provider = new PerfProvider(() -> Optional.of(events));
        assertThat(provider.open(machine.environment())).isEmpty();
        List<SensorStatus> statuses = provider.probe(machine.environment());
        assertThat(statuses).singleElement().matches(status -> !status.available());
        return statuses.getFirst();
    }

    @Test
    void countsEachEventOnOneProcessorOfEachPackageUnderTheNamesOfPowercap() throws IOException {
        twoSockets();
        ScriptedEvents events = new ScriptedEvents();

        List<Sensor> sensors = sensors(events);

        assertThat(events.opened()).containsExactly("9/2@0", "9/3@0", "9/5@0", "9/2@32", "9/3@32", "9/5@32");
        assertThat(sensors).extracting(Sensor::device).containsExactly("package-0", "package-0-dram", "psys",
                "package-1",
                "package-1-dram", "psys-1");
        assertThat(sensors).extracting(Sensor::scope).containsExactly(Scope.PACKAGE, Scope.DRAM, Scope.PSYS,
                Scope.PACKAGE, Scope.DRAM, Scope.PSYS);
        assertThat(sensors).allMatch(sensor -> sensor.counterRange().isEmpty());
        assertThat(sensors.getFirst().joulesPerUnit()).hasValueCloseTo(Math.pow(2, -32), within(1e-25));
        assertThat(sensors.getFirst().source()).isEqualTo("perf package-0");
        assertThat(events.stillOpen()).isZero();
    }

    @Test
    void namesCoresAndGraphicsAsPartsOfTheirPackage() throws IOException {
        machine.logicalProcessor(0, 0, 0);
        new FabricatedUnit(machine, POWER, "0").event("energy-pkg", "event=0x02").event("energy-cores", "event=0x01")
                .event("energy-gpu", "event=0x04");

        List<Sensor> sensors = sensors(new ScriptedEvents());

        assertThat(sensors).extracting(Sensor::device).containsExactly("package-0", "package-0-core",
                "package-0-uncore");
        assertThat(sensors).extracting(Sensor::scope).containsExactly(Scope.PACKAGE, Scope.CORE, Scope.UNCORE);
    }

    @Test
    void tellsTheDiesOfAPackageApartWhereTheUnitCountsEach() throws IOException {
        machine.logicalProcessor(0, 0, 0);
        machine.logicalProcessor(8, 0, 1);
        new FabricatedUnit(machine, POWER, "0,8").event("energy-pkg", "event=0x02");

        assertThat(sensors(new ScriptedEvents())).extracting(Sensor::device)
                .containsExactly("package-0-die-0", "package-0-die-1");
    }

    @Test
    void saysOfAmdThatItsFiguresComeFromAModel() throws IOException {
        machine.processor("AuthenticAMD", 25, 1);
        machine.logicalProcessor(0, 0, 0);
        machine.logicalProcessor(8, 0, 3);
        new FabricatedUnit(machine, POWER, "0").event("energy-pkg", "event=0x02");

        assertThat(sensors(new ScriptedEvents())).singleElement()
                .matches(sensor -> sensor.source().equals("perf package-0 (model-based)"))
                .matches(sensor -> sensor.device().equals("package-0"));
    }

    @Test
    void leavesOutEventsThatAreNotInJoulesOrCannotBeUnderstood() throws IOException {
        machine.logicalProcessor(0, 0, 0);
        new FabricatedUnit(machine, POWER, "0").event("energy-pkg", "event=0x02", "1.0", "Watts")
                .event("energy-ram", "config1=7").event("energy-cores", "event=0x01", "much", "Joules")
                .event("energy-gpu", "event=0x04", "-1", "Joules");
        ScriptedEvents events = new ScriptedEvents();
        PerfProvider provider = new PerfProvider(() -> Optional.of(events));

        assertThat(provider.open(machine.environment())).isEmpty();
        assertThat(provider.probe(machine.environment()).getFirst().detail()).contains("no event in joules");
        assertThat(events.opened()).isEmpty();
    }

    @Test
    void touchesNoNativeCallWhereThereIsNoSuchUnit() {
        PerfProvider provider = new PerfProvider(() -> {
            throw new AssertionError("must not be asked");
        });

        assertThat(provider.open(machine.environment())).isEmpty();
        SensorStatus status = provider.probe(machine.environment()).getFirst();
        assertThat(status.available()).isFalse();
        assertThat(status.detail()).contains("event_source/devices/power");
        assertThat(status.nextStep().orElseThrow()).contains("module", "estimate");
    }

    @Test
    void tellsWhoMayNotCountHowTheyCould() throws IOException {
        FabricatedMachine.write(machine.procfs().resolve("sys/kernel/perf_event_paranoid"), "4\n");
        for (int error : new int[]{1, 13}) {
            SensorStatus status = refused(error);
            assertThat(status.detail()).contains("error " + error, "perf_event_paranoid is 4");
            assertThat(status.nextStep().orElseThrow()).contains("sysctl kernel.perf_event_paranoid=0", "CAP_PERFMON",
                    "setcap", "AmbientCapabilities");
        }
    }

    @Test
    void isNoLossWherePowercapReadsTheSameCounters() throws IOException {
        assertThat(refused(13).state()).isEqualTo(SensorState.UNREADABLE);
        FabricatedMachine.write(machine.sysfs().resolve("class/powercap/intel-rapl:0/energy_uj"), "5\n");
        assertThat(refused(13).state()).isEqualTo(SensorState.ABSENT);
        assertThat(refused(13).detail()).contains("powercap reads the same counters");
    }

    @Test
    void saysOfOtherErrorsWhatTheyMean() throws IOException {
        assertThat(refused(2).detail()).contains("no such counter");
        assertThat(refused(19).detail()).contains("offline");
        assertThat(refused(24).nextStep().orElseThrow()).contains("ulimit");
        assertThat(refused(38).detail()).contains("without perf events");
        assertThat(refused(77).detail()).contains("error 77");
    }

    @Test
    void doesNotTakeOneSocketForTheMachine() throws IOException {
        twoSockets();
        ScriptedEvents events = new ScriptedEvents((config, processor) -> processor == 32 ? 19 : 0);
        PerfProvider provider = new PerfProvider(() -> Optional.of(events));

        assertThat(provider.probe(machine.environment())).extracting(SensorStatus::available).containsExactly(true,
                true, true, false, false, false);
        try (TelemetrySource source = provider.open(machine.environment()).getFirst()) {
            events.lose(100 + events.opened().size());
            Readings readings = new Readings();
            source.sample(readings);
            assertThat(readings.counted).containsExactly(0, 1);
            assertThat(readings.lost).containsExactly(2, 3, 4, 5);
        }
        assertThat(events.stillOpen()).isZero();
    }

    private static final class Readings implements SampleSink {
        private final List<Integer> counted = new ArrayList<>();
        private final List<Integer> lost = new ArrayList<>();

        @Override
        public void counter(int sensor, long counts) {
            counted.add(sensor);
        }

        @Override
        public void gauge(int sensor, double value) {
            throw new AssertionError("perf counts");
        }

        @Override
        public void lost(int sensor, String reason) {
            assertThat(reason).isNotBlank();
            lost.add(sensor);
        }
    }
}
