package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.SensorState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HeadlineDevicesTests {
    private static DeviceSeries series(String name, Scope scope, Provenance provenance) {
        return new DeviceSeries(new MeteredDevice(name, scope, provenance, "test " + name, 1));
    }

    @Test
    void addsOnlyScopesThatContainNoOther() {
        DeviceSeries board = series("gpu-0", Scope.GPU, Provenance.MEASURED);
        DeviceSeries packageZero = series("package-0", Scope.PACKAGE, Provenance.MEASURED);
        DeviceSeries memory = series("package-0-dram", Scope.DRAM, Provenance.MEASURED);
        List<DeviceSeries> all = List.of(board, packageZero, memory,
                series("package-0-core", Scope.CORE, Provenance.MEASURED),
                series("psys", Scope.PSYS, Provenance.MEASURED));

        List<DeviceSeries> chosen = HeadlineDevices.choose(all);

        assertThat(chosen).containsExactly(board, packageZero, memory);
        assertThat(HeadlineDevices.label(chosen, Map.of())).isEqualTo("gpu+package+dram");
    }

    @Test
    void countsADeviceThatTwoCollectorsReadOnceAndByTheStrongerOne() {
        DeviceSeries polled = series("gpu-0", Scope.GPU, Provenance.INTEGRATED);
        DeviceSeries counted = series("gpu-0", Scope.GPU, Provenance.MEASURED);
        DeviceSeries again = series("gpu-0", Scope.GPU, Provenance.MEASURED);

        assertThat(HeadlineDevices.choose(List.of(polled, counted, again))).containsExactly(counted);
    }

    @Test
    void dropsTheSumOverAllSocketsWhereTheyAreReadOneByOne() {
        DeviceSeries sum = series("package", Scope.PACKAGE, Provenance.MEASURED);
        DeviceSeries first = series("package-0", Scope.PACKAGE, Provenance.MEASURED);
        DeviceSeries second = series("package-1", Scope.PACKAGE, Provenance.MEASURED);
        DeviceSeries memory = series("dram", Scope.DRAM, Provenance.MEASURED);

        assertThat(HeadlineDevices.choose(List.of(sum, first, memory, second))).containsExactly(first, memory, second);
        assertThat(HeadlineDevices.choose(List.of(sum, series("cpu", Scope.PACKAGE, Provenance.ESTIMATED))))
                .containsExactly(sum);
    }

    @Test
    void dropsAnEstimateWhereTheScopeIsMeasuredAndKeepsItOtherwise() {
        DeviceSeries estimate = series("cpu", Scope.PACKAGE, Provenance.ESTIMATED);
        DeviceSeries measured = series("package-0", Scope.PACKAGE, Provenance.MEASURED);
        DeviceSeries board = series("gpu-0", Scope.GPU, Provenance.MEASURED);

        assertThat(HeadlineDevices.choose(List.of(estimate, measured, board))).containsExactly(measured, board);
        DeviceSeries memory = series("package-0-dram", Scope.DRAM, Provenance.MEASURED);
        List<DeviceSeries> withEstimate = HeadlineDevices.choose(List.of(estimate, memory));
        assertThat(withEstimate).containsExactly(estimate, memory);
        assertThat(HeadlineDevices.label(withEstimate, Map.of())).isEqualTo("cpu-estimate+dram");
        assertThat(HeadlineDevices.choose(List.of(estimate, board))).as("beside a GPU").containsExactly(board);
        assertThat(HeadlineDevices.label(List.of(estimate), Map.of())).isEqualTo("cpu-estimate");
    }

    @Test
    void takesThePlatformOnceWhereNothingInItIsMeasured() {
        DeviceSeries platform = series("psys", Scope.PSYS, Provenance.MEASURED);
        DeviceSeries board = series("VDD_IN", Scope.PSYS, Provenance.INTEGRATED);
        DeviceSeries rail = series("VDD_CPU_GPU_CV", Scope.RAIL, Provenance.INTEGRATED);
        DeviceSeries guess = series("cpu", Scope.PACKAGE, Provenance.ESTIMATED);

        assertThat(HeadlineDevices.choose(List.of(rail, board, platform))).containsExactly(platform);
        assertThat(HeadlineDevices.choose(List.of(guess, rail, board))).containsExactly(board);
        assertThat(HeadlineDevices.label(List.of(board), Map.of())).isEqualTo("psys");
        assertThat(HeadlineDevices.choose(List.of(rail))).isEmpty();
    }

    @Test
    void letsAModuleTakeThePlaceOfWhatItCarriesUnlessItsGraphicsAreMeasured() {
        DeviceSeries one = series("module-0", Scope.MODULE, Provenance.INTEGRATED);
        DeviceSeries other = series("module-1", Scope.MODULE, Provenance.INTEGRATED);
        DeviceSeries socket = series("package-0", Scope.PACKAGE, Provenance.MEASURED);
        DeviceSeries memory = series("package-0-dram", Scope.DRAM, Provenance.MEASURED);
        DeviceSeries graphics = series("gpu-0", Scope.GPU, Provenance.MEASURED);

        assertThat(HeadlineDevices.choose(List.of(socket, one, memory, other))).containsExactly(one, other);
        assertThat(HeadlineDevices.label(List.of(one, other), Map.of())).isEqualTo("module");
        assertThat(HeadlineDevices.choose(List.of(socket, one, memory, graphics)))
                .containsExactly(socket, memory, graphics);
    }

    @Test
    void takesAnEstimateWhereACounterStandsStill() {
        for (Scope scope : List.of(Scope.PSYS, Scope.PACKAGE)) {
            DeviceSeries counter = series("dead", scope, Provenance.MEASURED);
            DeviceSeries guess = series("cpu", Scope.PACKAGE, Provenance.ESTIMATED);
            readUntil(counter, 10, 7);
            assertThat(HeadlineDevices.choose(List.of(guess, counter))).as("too early to know")
                    .containsExactly(counter);
            assertThat(counter.state()).isEqualTo(SensorState.UNPROVEN);

            readUntil(counter, 40, 7);
            assertThat(HeadlineDevices.choose(List.of(guess, counter))).containsExactly(guess);
            assertThat(HeadlineDevices.choose(List.of(counter))).as("nothing else").containsExactly(counter);
            assertThat(counter.state()).isEqualTo(SensorState.STANDING_STILL);

            readUntil(counter, 41, 8);
            assertThat(HeadlineDevices.choose(List.of(guess, counter))).containsExactly(counter);
            assertThat(counter.state()).isEqualTo(SensorState.MEASURING);
        }
    }

    @Test
    void leavesACounterThatStandsStillForWhatMeasuresBesideIt() {
        DeviceSeries dead = series("package-0", Scope.PACKAGE, Provenance.MEASURED);
        DeviceSeries board = series("gpu-0", Scope.GPU, Provenance.MEASURED);
        DeviceSeries deadBoard = series("gpu-1", Scope.GPU, Provenance.MEASURED);
        DeviceSeries power = series("gpu-1", Scope.GPU, Provenance.INTEGRATED);
        readUntil(dead, 40, 7);
        readUntil(deadBoard, 40, 7);
        for (int reading = 0; reading < 40; reading++) {
            board.append(50_000_000L * reading, 50_000_000L * reading + 1000, reading);
            power.append(50_000_000L * reading, 50_000_000L * reading + 1000, reading);
        }

        assertThat(HeadlineDevices.choose(List.of(dead, board, deadBoard, power))).containsExactly(board, power);
        assertThat(HeadlineDevices.choose(List.of(dead, deadBoard))).as("nothing else")
                .containsExactly(dead, deadBoard);
        assertThat(HeadlineDevices.distinct(List.of(dead, board, deadBoard, power))).as("all that there are")
                .containsExactly(dead, board, power);
    }

    @Test
    void leavesACounterThatIsOverdueForThePowerUntilItMoves() {
        MeteredDevice slow = new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED, "exporter", 1_000_000_000L);
        CounterRecorder recorder = new CounterRecorder(slow, 1, OptionalLong.empty(), OptionalDouble.empty());
        DeviceSeries power = series("gpu-0", Scope.GPU, Provenance.INTEGRATED);
        for (long second = 0; second < 45; second++) {
            recorder.record(second * 1_000_000_000L, second * 1_000_000_000L, 7);
            power.append(second * 1_000_000_000L, second * 1_000_000_000L + 1000, 100 * second);
        }
        DeviceSeries counter = recorder.series();
        assertThat(counter.state()).isEqualTo(SensorState.UNPROVEN);
        assertThat(HeadlineDevices.choose(List.of(counter, power))).containsExactly(power);
        assertThat(HeadlineDevices.choose(List.of(counter))).as("nothing else").containsExactly(counter);

        recorder.record(46_000_000_000L, 46_000_000_000L, 4607);
        assertThat(HeadlineDevices.choose(List.of(counter, power))).containsExactly(counter);
    }

    @Test
    void judgesATimeThatIsOverByWhatWasSeenUpToItsEnd() {
        DeviceSeries counter = series("gpu-0", Scope.GPU, Provenance.MEASURED);
        DeviceSeries power = series("gpu-0", Scope.GPU, Provenance.INTEGRATED);
        for (int reading = 0; reading < 200; reading++) {
            long nanos = 50_000_000L * reading;
            counter.append(nanos, nanos + 1000, Math.min(reading, 100));
            power.append(nanos, nanos + 1000, reading);
        }

        assertThat(HeadlineDevices.choose(List.of(counter, power))).containsExactly(power);
        assertThat(HeadlineDevices.selectAt(List.of(counter, power), any -> 50_000_000L * 100).headline())
                .as("it froze afterwards").containsExactly(counter);
        assertThat(HeadlineDevices.selectAt(List.of(counter, power), any -> 50_000_000L * 160).headline())
                .containsExactly(power);
    }

    /** Reads twenty times a second. */
    private static void readUntil(DeviceSeries series, int readings, double joules) {
        for (int reading = series.sampleCount(); reading < readings; reading++) {
            series.append(50_000_000L * reading, 50_000_000L * reading + 1000, joules);
        }
    }

    @Test
    void prefersTheChipToThePlatformAroundIt() {
        DeviceSeries chip = series("soc", Scope.SOC, Provenance.INTEGRATED);
        DeviceSeries platform = series("psys", Scope.PSYS, Provenance.MEASURED);
        DeviceSeries cores = series("cpu", Scope.PACKAGE, Provenance.INTEGRATED);

        assertThat(HeadlineDevices.choose(List.of(platform, chip))).containsExactly(chip);
        assertThat(HeadlineDevices.choose(List.of(platform, chip, cores))).containsExactly(cores);
    }

    @Test
    void neverAddsWhatContainsToWhatIsContainedWhateverThereIs() {
        Random random = new Random(5);
        Provenance[] claims = {Provenance.MEASURED, Provenance.INTEGRATED, Provenance.ESTIMATED};
        for (int i = 0; i < 20_000; i++) {
            List<DeviceSeries> all = new ArrayList<>();
            int count = random.nextInt(8);
            for (int k = 0; k < count; k++) {
                Scope scope = Scope.values()[random.nextInt(Scope.values().length)];
                all.add(series(scope.label() + "-" + random.nextInt(3), scope, claims[random.nextInt(claims.length)]));
            }

            List<DeviceSeries> chosen = HeadlineDevices.choose(all);

            Set<Scope> scopes = chosen.stream().map(one -> one.device().scope()).collect(Collectors.toSet());
            assertThat(scopes.size() <= 1 || scopes.stream().allMatch(Scope::isAdditive)).as("%s", scopes).isTrue();
            assertThat(scopes).doesNotContain(Scope.RAIL, Scope.CORE, Scope.UNCORE, Scope.MEMORY);
            assertThat(chosen).doesNotHaveDuplicates().isSubsetOf(HeadlineDevices.distinct(all));
            assertThat(chosen.stream().filter(one -> one.device().scope() == Scope.PSYS).count()).isLessThan(2);
            assertThat(chosen.stream().map(one -> one.device().scope() + one.device().name())).doesNotHaveDuplicates();
            boolean measured = all.stream().anyMatch(HeadlineDevicesTests::isMeasuredAndStandsAlone);
            assertThat(chosen.stream().anyMatch(one -> one.device().provenance() != Provenance.ESTIMATED))
                    .isEqualTo(measured);
            assertThat(chosen.stream().map(one -> one.window(0, 1)).reduce(EnergyReading::plus).isPresent())
                    .as("readings of what was chosen can be added").isEqualTo(!chosen.isEmpty());
            if (!chosen.isEmpty() && chosen.stream().noneMatch(HeadlineDevicesTests::isGuess)) {
                assertThat(HeadlineDevices.label(chosen, Map.of())).isEqualTo(
                        scopes.stream().sorted().map(Scope::label).collect(Collectors.joining("+")));
            }
        }
    }

    private static boolean isGuess(DeviceSeries series) {
        return series.device().provenance() == Provenance.ESTIMATED;
    }

    private static boolean isMeasuredAndStandsAlone(DeviceSeries series) {
        return !isGuess(series) && Set.of(Scope.GPU, Scope.PACKAGE, Scope.DRAM, Scope.ANE, Scope.MODULE, Scope.SOC,
                Scope.PSYS).contains(series.device().scope());
    }
}
