package dev.ipw.importing.log;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class LogAttributionTests extends LogAttributionFixture {
    @Test
    void givesEachRequestWhatWasUsedWhileItWasServed() throws IOException {
        LogAttribution used = attribute(counter("gpu0"), A, B);
        RequestEnergy a = used.requests().getFirst();
        assertThat(a.joules().orElseThrow()).isCloseTo(30, within(1e-9));
        assertThat(a.prefillJoules().orElseThrow()).isCloseTo(10, within(1e-9));
        assertThat(a.decodeJoules().orElseThrow()).isCloseTo(20, within(1e-9));
        assertThat(a.reading().provenance()).isEqualTo(Provenance.MEASURED);
        assertThat(a.reading().lower().orElseThrow()).isBetween(27.0, 30.0);
        assertThat(a.reading().upper().orElseThrow()).isBetween(30.0, 33.0);
        assertThat(joules(used, 1)).isCloseTo(20, within(1e-9));
        DeviceAttribution device = used.devices().getFirst();
        assertThat(device.total().joules().orElseThrow()).isCloseTo(100, within(1e-9));
        assertThat(device.idleJoules()).isCloseTo(50, within(1e-9));
        assertThat(device.otherJoules()).isZero();
        assertThat(used.warnings()).isEmpty();
    }

    /** Count 100 W each 100 ms for a minute, in which the power says something else until 30 s. */
    private static List<String> disagreeing(int firstMilliwatts, int lastMilliwatts) {
        return new ArrayList<>(IntStream.range(0, 601)
                .mapToObj(i -> "{'t_ns':%d,'device':'gpu0','energy_mj':%d,'power_mw':%d}".formatted(i * 100_000_000L,
                        10_000L * i, i < 300 ? firstMilliwatts : lastMilliwatts))
                .toList());
    }

    private static final String EARLY = "{'id':'early','start_ns':5000000000,'end_ns':6000000000}";
    private static final String LATE = "{'id':'late','start_ns':50000000000,'end_ns':51000000000}";

    @Test
    void flagsWhereCounterAndPowerDisagreeAndNamesBothFigures() throws IOException {
        LogAttribution used = attribute(disagreeing(75_000, 100_000), EARLY, LATE);
        assertThat(used.requests().getFirst().reading().flags()).contains(EnergyFlag.INCONSISTENT);
        assertThat(used.requests().getLast().reading().flags()).doesNotContain(EnergyFlag.INCONSISTENT);
        assertThat(used.devices().getFirst().total().flags()).contains(EnergyFlag.INCONSISTENT);
        assertThat(used.warnings()).singleElement().asString().contains("gpu0", "counter rose by", "power adds up to");
        assertThat(joules(used, 0)).isCloseTo(100, within(1e-6));
    }

    @Test
    void saysNothingWhereCounterAndPowerAgree() throws IOException {
        LogAttribution used = attribute(disagreeing(110_000, 90_000), EARLY, LATE);
        assertThat(used.requests()).allSatisfy(
                request -> assertThat(request.reading().flags()).doesNotContain(EnergyFlag.INCONSISTENT));
        assertThat(used.warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"idle_w, 150, idle power", "limit_w, 75, power limit"})
    void flagsJoulesThatADeviceCannotUse(String key, int watts, String named) throws IOException {
        List<String> samples = disagreeing(100_000, 100_000);
        samples.add("{'device':'gpu0','" + key + "':" + watts + "}");
        LogAttribution used = attribute(samples, EARLY);
        assertThat(used.requests().getFirst().reading().flags()).contains(EnergyFlag.INCONSISTENT);
        assertThat(used.warnings()).singleElement().asString().contains("gpu0", named);
    }

    @Test
    void saysThatALogWithoutRequestsIsAllIdle() throws IOException {
        LogAttribution used = attribute(counter("gpu0"));
        assertThat(used.warnings()).singleElement().asString().contains("no requests");
        assertThat(used.total().joules()).hasValue(100);
        assertThat(used.devices().getFirst().idleJoules()).isCloseTo(100, within(1e-9));
    }

    @Test
    void hasNoTotalAndSaysWhyWhereACounterStandsStill() throws IOException {
        List<String> lines = new ArrayList<>();
        LogAttribution used = attribute(
                lines(i -> "{'t_ns':%d,'device':'gpu0','energy_mj':7}".formatted(i * 100_000_000L)), A);
        used.writeJson(lines::add);
        assertThat(used.warnings()).singleElement().asString().contains("what gpu0 used", "does not move");
        assertThat(lines.getLast()).contains("\"device_joules\":null", "\"reason\"");
    }

    @Test
    void writesALineForEachRequestAndOneForTheTotals() throws IOException {
        List<String> samples = counter("gpu0");
        samples.addFirst("{'device':'gpu0','idle_w':60}");
        List<String> lines = new ArrayList<>();
        attribute(samples, A, B).writeJson(lines::add);
        assertThat(lines).hasSize(3);
        assertThat(keys(tree(lines.getFirst()))).containsExactly("id", "joules", "lower", "upper", "sigma",
                "rule_low", "rule_high", "provenance", "prefill_joules", "decode_joules", "idle_share_joules",
                "net_joules", "flags");
        Map<?, ?> total = object(tree(lines.get(2)), "total");
        assertThat(keys(tree(lines.get(2)))).containsExactly("total");
        assertThat(keys(total)).containsExactly("device_joules", "requests",
                "idle", "other", "lower", "upper", "flags", "devices");
        Map<?, ?> device = object(object(total, "devices"), "gpu0");
        assertThat(keys(device)).containsExactly("device_joules", "requests",
                "idle", "other", "lower", "upper", "flags", "quality", "trust", "width_reason");
        assertThat(device.get("trust")).isEqualTo("measured");
    }

    private static List<String> keys(Map<?, ?> object) {
        return object.keySet().stream().map(String::valueOf).toList();
    }

    private static Map<?, ?> object(Map<?, ?> in, String key) {
        return (Map<?, ?>) Objects.requireNonNull(in.get(key));
    }

    private static Map<String, Object> tree(String line) {
        return TreeReader.ofJson("line", line).asMap();
    }

    @Test
    void addsUpTheDevicesThatServedARequest() throws IOException {
        List<String> samples = counter("gpu0");
        samples.addAll(counter("gpu1"));
        LogAttribution used = attribute(samples, A, B.replace("}", ",'devices':['gpu1']}"));
        assertThat(joules(used, 0)).isCloseTo(60, within(1e-9));
        assertThat(joules(used, 1)).isCloseTo(20, within(1e-9));
        assertThat(used.devices()).extracting(DeviceAttribution::idleJoules)
                .satisfiesExactly(idle -> assertThat(idle).isCloseTo(70, within(1e-9)),
                        idle -> assertThat(idle).isCloseTo(50, within(1e-9)));
    }

    @Test
    void integratesPowerWhereThereIsNoCounter() throws IOException {
        LogAttribution used = attribute(
                lines(i -> "{'t_ns':%d,'device':'gpu0','power_mw':100000}".formatted(i * 10_000_000L)), A);
        assertThat(joules(used, 0)).isCloseTo(30, within(1e-6));
        assertThat(used.requests().getFirst().reading().provenance()).isEqualTo(Provenance.INTEGRATED);
    }

    @Test
    void takesPowerThatNeverJumpsForAMeanOverASecondUnlessALineSaysOtherwise() throws IOException {
        List<String> jumps = lines(i -> "{'t_ns':%d,'device':'gpu0','power_mw':%d}".formatted(i * 10_000_000L,
                i > 20 && i <= 50 ? 200_000 : 100_000));
        List<String> glides = lines(i -> "{'t_ns':%d,'device':'gpu0','power_mw':%d}".formatted(i * 10_000_000L,
                100_000 + 1000 * i));
        LogAttribution instant = attribute(jumps, A);
        LogAttribution assumed = attribute(glides, A);
        glides.addFirst("{'device':'gpu0','averaging_ms':0}");
        LogAttribution told = attribute(glides, A);

        assertThat(assumed.warnings()).anyMatch(warning -> warning.contains("averaging_ms"));
        assertThat(instant.warnings()).noneMatch(warning -> warning.contains("averaging_ms"));
        assertThat(told.warnings()).noneMatch(warning -> warning.contains("averaging_ms"));
        assertThat(width(assumed)).isGreaterThan(20);
        assertThat(width(instant)).isLessThan(5);
        assertThat(width(told)).isLessThan(5);
        assertThat(joules(instant, 0)).isCloseTo(60, within(1.1));
        assertThat(assumed.requests().getFirst().breakdown().prefillJoules()).isEmpty();
        assertThat(instant.requests().getFirst().breakdown().prefillJoules()).isPresent();
    }

    private static double width(LogAttribution attribution) {
        RequestEnergy request = attribution.requests().getFirst();
        return request.reading().upper().orElseThrow() - request.reading().lower().orElseThrow();
    }

    @Test
    void prefersTheCounterToPower() throws IOException {
        LogAttribution used = attribute(lines(i -> "{'t_ns':%d,'device':'gpu0','energy_mj':%d,'power_mw':5}"
                .formatted(i * 10_000_000L, 1000L * i)), A);
        assertThat(joules(used, 0)).isCloseTo(30, within(1e-9));
    }

    @Test
    void chargesNobodyForACounterThatStartsAnew() throws IOException {
        LogAttribution used = attribute(lines(i -> "{'t_ns':%d,'device':'gpu0','energy_mj':%d}"
                .formatted(i * 10_000_000L, i <= 40 ? 1000L * i : 1000L * (i - 40))), A, B);
        assertThat(used.requests().getFirst().reading().flags()).contains(EnergyFlag.RESET, EnergyFlag.PARTIAL);
        assertThat(joules(used, 0)).isCloseTo(29, within(1e-9));
        assertThat(joules(used, 1)).isCloseTo(20, within(1e-9));
        assertThat(used.devices().getFirst().total().joules().orElseThrow()).isCloseTo(99, within(1e-9));
    }

    @Test
    void takesIdlePowerFromALineOfTheDevice() throws IOException {
        List<String> samples = counter("gpu0");
        samples.addFirst("{'device':'gpu0','idle_w':60,'limit_w':300}");
        RequestEnergy a = attribute(samples, A, B).requests().getFirst();
        assertThat(a.breakdown().idleShareJoules().orElseThrow()).isCloseTo(18, within(1e-9));
        assertThat(a.breakdown().netJoules().orElseThrow()).isCloseTo(12, within(1e-9));
    }

    @Test
    void saysNothingOfIdlePowerThatNobodyKnows() throws IOException {
        RequestEnergy a = attribute(counter("gpu0"), A, B).requests().getFirst();
        assertThat(a.breakdown().idleShareJoules()).isEmpty();
        assertThat(a.breakdown().netJoules()).isEmpty();
    }

    @Test
    void warnsOfDevicesWithoutSamples() throws IOException {
        LogAttribution used = attribute(counter("gpu0"), A.replace("}", ",'devices':['gpu7']}"), B);
        assertThat(used.warnings()).singleElement().asString().contains("gpu7");
        assertThat(used.requests().getFirst().joules()).isEmpty();
        assertThat(used.requests().getFirst().reading().reason()).isPresent();
        List<String> lines = new ArrayList<>();
        used.writeJson(lines::add);
        assertThat(tree(lines.getFirst()).get("joules")).isNull();
        assertThat(tree(lines.getFirst()).get("reason")).isNotNull();
    }

    @Test
    void leavesTheCountersJoulesAloneWhereALimitContradictsThem() throws IOException {
        List<String> samples = counter("gpu0");
        samples.addFirst("{'device':'gpu0','idle_w':1,'limit_w':20}");
        LogAttribution used = attribute(samples, A, B);
        assertThat(used.devices().getFirst().total().joules().orElseThrow()).isCloseTo(100, within(1e-9));
        assertThat(joules(used, 0)).isCloseTo(30, within(1e-9));
        assertThat(used.requests().getFirst().reading().upper().orElseThrow()).isGreaterThanOrEqualTo(30);
    }

    @Test
    void aRequestThatNoReadingSawHasItsPartOfWhatTheCounterCounted() throws IOException {
        List<String> samples = counter("gpu0");
        samples.addFirst("{'device':'gpu0','idle_w':60}");
        samples.subList(20, 60).clear();
        LogAttribution used = attribute(samples, A, B);
        EnergyReading reading = used.requests().getFirst().reading();
        assertThat(reading.joules().orElseThrow()).isPositive();
        assertThat(reading.flags()).contains(EnergyFlag.GAP);
        assertThat(reading.isComplete()).isTrue();
        double counted = used.devices().getFirst().total().joules().orElseThrow();
        assertThat(reading.upper().orElseThrow() - reading.lower().orElseThrow()).isGreaterThan(0.3 * counted);
        assertThat(used.devices().getFirst().otherJoules()).isZero();
        double sum = used.devices().getFirst().requestsJoules() + used.devices().getFirst().idleJoules();
        assertThat(sum).isCloseTo(counted, within(1e-9 * counted));
    }

    @Test
    void saysNothingOfARequestThatNoReadingOfPowerSaw() throws IOException {
        List<String> samples = lines(i -> "{'t_ns':%d,'device':'gpu0','power_mw':100000}".formatted(i * 10_000_000L));
        samples.addFirst("{'device':'gpu0','idle_w':60,'averaging_ms':0}");
        samples.subList(20, 60).clear();
        LogAttribution used = attribute(samples, A, B);
        assertThat(used.requests().getFirst().joules()).isEmpty();
        assertThat(used.requests().getFirst().reading().reason().orElseThrow()).contains("readings are missing");
        assertThat(used.requests().getFirst().breakdown().netJoules()).isEmpty();
        assertThat(joules(used, 1)).isBetween(15.0, 20.001);
        DeviceAttribution device = used.devices().getFirst();
        assertThat(device.requestsJoules() + device.idleJoules() + device.otherJoules())
                .isCloseTo(device.total().joules().orElseThrow(), within(1e-9));
    }

    @Test
    void phasesOfSeveralDevicesAddUpToTheLastDigit() throws IOException {
        Random random = new Random(3);
        List<String> samples = new ArrayList<>();
        for (String device : List.of("gpu0", "gpu1", "gpu2")) {
            long[] joules = new long[1];
            samples.addAll(lines(i -> "{'t_ns':%d,'device':'%s','energy_mj':%d}".formatted(i * 10_000_000L, device,
                    joules[0] += 500 + random.nextInt(1000))));
        }
        RequestEnergy a = attribute(samples, A, B).requests().getFirst();
        assertThat(a.prefillJoules().orElseThrow() + a.decodeJoules().orElseThrow())
                .isEqualTo(a.joules().orElseThrow());
    }
}
