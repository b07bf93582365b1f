package dev.ipw.cli.monitor;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.ThrottleReason;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SamplerReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MonitorTableTests {
    private static final long SECOND = 1_000_000_000;
    private static final DeviceReading CARD = card(412.5, 1234);
    private static final DeviceReading HOST = new DeviceReading("memory", Scope.DRAM, Optional.empty(),
            Optional.empty(), Optional.empty(),
            Map.of(Quantity.MEMORY_USED_BYTES, 3.0 * (1L << 30)), Map.of(), OptionalDouble.empty(),
            Optional.of("no answer for 12 s: its file vanished"));

    private static DeviceReading card(double watts, double joules) {
        return new DeviceReading("GPU-1", Scope.GPU,
                Optional.of(new DeviceInfo("GPU-1", "Example 9000 with a very long name indeed", Optional.empty(),
                        OptionalInt.of(0), Map.of())),
                Optional.of(new EnergyTotal(joules, Provenance.MEASURED, "counter",
                        List.of(EnergyFlag.GAP, EnergyFlag.THROTTLED, EnergyFlag.PROVISIONAL), 3 * SECOND, 3 * SECOND)),
                Optional.of(new DevicePower(watts, "gauge")),
                Map.of(Quantity.TEMPERATURE_CELSIUS, 55.4, Quantity.UTILIZATION_PERCENT, 97.0,
                        Quantity.MEMORY_USED_BYTES, 5.0 * (1L << 30), Quantity.MEMORY_TOTAL_BYTES, 80.0 * (1L << 30),
                        Quantity.CLOCK_MEGAHERTZ, 1980.0, Quantity.THROTTLE_REASONS,
                        (double) ThrottleReason.POWER_CAP.mask()),
                Map.of(Quantity.TEMPERATURE_CELSIUS, 71.0, Quantity.UTILIZATION_PERCENT, 20.0,
                        Quantity.CLOCK_MEGAHERTZ, 2600.0),
                OptionalDouble.of(0.1), Optional.empty());
    }

    @Test
    void showsWhatIsKnownAndADashForWhatIsNot() {
        List<String> lines = MonitorTable.lines(List.of(CARD, HOST), 250);
        assertThat(lines.getFirst()).containsSubsequence("device", "watts", "joules", "how", "scope", "deg C",
                "busy %", "memory GiB", "MHz", "mem deg C", "mem busy %", "mem MHz").doesNotContain("procs");
        assertThat(lines.get(1)).containsSubsequence("Example 9000 with a very long name indeed #0", "412.5", "1234",
                "MEASURED", "gpu", "55", "97", "5.0 of 80.0", "1980", "71", "20", "2600");
        assertThat(lines.get(2)).containsSubsequence("memory", "-", "dram", "3.0");
        assertThat(lines.subList(3, 6)).containsExactly(
                "Example 9000 with a very long name indeed #0 is held back by POWER_CAP",
                "Example 9000 with a very long name indeed #0: some readings are missing in between; something held "
                        + "the device back",
                "memory: no answer for 12 s: its file vanished");
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 60, 80, 120, 250})
    void keepsTheTableWithinTheWidth(int columns) {
        List<String> table = MonitorTable.lines(List.of(CARD, HOST), columns).subList(0, 3);
        assertThat(table).allMatch(line -> line.length() < columns);
        assertThat(table.getFirst()).contains("device", "watts");
    }

    @Test
    void writesALineForEachDevice() {
        assertThat(MonitorTable.line(CARD, 2, 250))
                .containsExactly("2.0 s  Example 9000 with a very long name indeed #0  gpu"
                        + "  412.5 W  1234 J MEASURED  GAP,THROTTLED  55 deg C  97 % busy  5.0 of 80.0 GiB  1980 MHz  71 deg C memory"
                        + "  20 % memory busy  2600 MHz memory  held back by POWER_CAP");
        assertThat(MonitorTable.line(HOST, 2, 250))
                .containsExactly("2.0 s  memory  dram  3.0 GiB  no answer for 12 s: its file vanished");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80})
    void keepsALineWithinTheWidth(int columns) {
        assertThat(MonitorTable.line(CARD, 2, columns)).allMatch(line -> line.length() <= columns)
                .hasSizeGreaterThan(2).element(1).asString().startsWith("    ");
        assertThat(MonitorTable.lines(List.of(CARD, HOST), columns)).allMatch(line -> line.length() < columns);
    }

    @Test
    void addsUpAtTheEnd() {
        DeviceReading card = card(500, 1350);
        DeviceTotal used = new DeviceTotal(card, card.energy(), OptionalDouble.of(400), OptionalDouble.of(510));
        SamplerReport sampler = new SamplerReport("nvml", List.of(), 150, 2, 20_000_000, 30_000_000, Map.of());
        String text = new MonitorSummary(List.of(used, nothing()), List.of(sampler)).text(Duration.ofSeconds(3), 200);
        assertThat(text).contains("In 3.0 s:", "  memory: no answer for 12 s: its file vanished\n")
                .containsPattern("indeed #0 +gpu +1350 +450 +400 +510 +100 +MEASURED +GAP,THROTTLED\n")
                .containsOnlyOnce("  Of all joules, sensor itself: ±5 % (not in the intervals)\n")
                .containsPattern("nvml +150 +2 +20 +200 +1\n");
    }

    @Test
    void saysIfNothingGaveJoules() {
        assertThat(new MonitorSummary(List.of(nothing()), List.of()).text(Duration.ofSeconds(3), 80))
                .contains("no device reported joules\n  memory: no answer for 12 s: its file vanished\n");
    }

    private static DeviceTotal nothing() {
        return new DeviceTotal(HOST, Optional.empty(), OptionalDouble.empty(), OptionalDouble.empty());
    }
}
