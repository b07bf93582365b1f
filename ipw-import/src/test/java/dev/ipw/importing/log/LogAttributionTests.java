package dev.ipw.importing.log;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.DeviceAttribution;
import dev.ipw.energy.attribution.RequestEnergy;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** A device of 100 W, read each 10 ms for a second, that serves a from 200 to 500 ms and b from 600 to 800 ms. */
class LogAttributionTests {
    private static final int SAMPLES = 101;
    private static final String A = "{'id':'a','start_ns':200000000,'first_token_ns':300000000,'end_ns':500000000,"
            + "'input_tokens':10,'output_tokens':5}";
    private static final String B = "{'id':'b','start_ns':600000000,'end_ns':800000000}";

    @TempDir
    Path folder;

    private static List<String> counter(String device) {
        return lines(i -> "{'t_ns':%d,'device':'%s','energy_mj':%d}".formatted(i * 10_000_000L, device, 1000L * i));
    }

    private static List<String> lines(IntFunction<String> line) {
        return new ArrayList<>(IntStream.range(0, SAMPLES).mapToObj(line).toList());
    }

    private Path file(String name, List<String> lines) throws IOException {
        return Files.writeString(folder.resolve(name), String.join("\n", lines).replace('\'', '"') + "\n");
    }

    private LogAttribution attribute(List<String> samples, String... requests) throws IOException {
        return LogAttribution.of(SampleLog.read(file("samples.jsonl", samples)),
                RequestLog.read(file("requests.jsonl", List.of(requests))), AttributionRule.AUTO);
    }

    private static double joules(LogAttribution attribution, int request) {
        return attribution.requests().get(request).joules().orElseThrow();
    }

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
    void namesDevicesWithoutSamplesAndRequestsOutsideOfThem() throws IOException {
        List<String> samples = counter("gpu0");
        samples.add("{'device':'gpu1','idle_w':50}");
        samples.add("{'t_ns':5,'device':'gpu2','energy_mj':5}");
        LogAttribution used = attribute(samples, A, "{'id':'far','start_ns':5000000000,'end_ns':6000000000}");
        assertThat(used.warnings()).satisfiesExactly(
                without -> assertThat(without).contains("no two samples of gpu1, gpu2"),
                outside -> assertThat(outside).contains("1 of 2 requests", "one clock"));
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

    @ParameterizedTest
    @CsvSource({"'', no two samples", "'{''t_ns'':5,''device'':''gpu0'',''energy_mj'':7}', no two samples",
            "'{''device'':''gpu0'',''idle_w'':7}', no two samples"})
    void refusesSamplesThatMakeNoDifference(String line, String why) throws IOException {
        Path samples = file("few.jsonl", List.of(line, line));
        assertThatThrownBy(() -> SampleLog.read(samples)).isInstanceOf(InputException.class)
                .hasMessageContaining(why).hasMessageContaining("grows from sample to sample");
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
                "idle", "other", "lower", "upper", "flags", "quality", "trust");
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
    void refusesAnAveragingTimeThatIsNone() {
        assertThatThrownBy(() -> attribute(List.of("{'device':'gpu0','averaging_ms':-1}"), A))
                .isInstanceOf(InputException.class).hasMessageContaining("averaging_ms");
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
    void takesLinesInAnyOrder() throws IOException {
        List<String> samples = counter("gpu0");
        Collections.shuffle(samples, new Random(1));
        LogAttribution used = attribute(samples, B, A);
        assertThat(joules(used, 0)).isCloseTo(20, within(1e-9));
        assertThat(joules(used, 1)).isCloseTo(30, within(1e-9));
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
    void leavesOutALastLineThatWasCutOff() throws IOException {
        Path samples = file("samples.jsonl", counter("gpu0"));
        Files.writeString(samples, Files.readString(samples) + "{\"t_ns\":10100000");
        Path requests = Files.writeString(folder.resolve("requests.jsonl"),
                (A + "\n" + B.substring(0, 30)).replace('\'', '"'));
        LogAttribution used = LogAttribution.of(SampleLog.read(samples), RequestLog.read(requests),
                AttributionRule.AUTO);
        assertThat(used.requests()).singleElement().extracting(RequestEnergy::id).isEqualTo("a");
        assertThat(used.warnings()).hasSize(2).allSatisfy(warning -> assertThat(warning).contains("cut off"));
    }

    @Test
    void takesTimesThatLieOutsideOfTheirRequestAsItsStartOrEnd() throws IOException {
        String late = A.replace("'first_token_ns':300000000", "'first_token_ns':199999000")
                .replace("}", ",'token_ns':[199999000,300000000,500250000]}");
        String inside = A.replace("'first_token_ns':300000000", "'first_token_ns':200000000")
                .replace("}", ",'token_ns':[200000000,300000000,500000000]}");
        LogAttribution used = attribute(counter("gpu0"), late, B);
        assertThat(used.warnings()).singleElement().asString().contains("1 of 2 requests", "0.250 ms", "clock");
        assertThat(used.requests()).isEqualTo(attribute(counter("gpu0"), inside, B).requests());
    }

    @Test
    void takesAFirstTokenAfterTheEndAsTheEnd() throws IOException {
        LogAttribution used = attribute(counter("gpu0"),
                A.replace("'first_token_ns':300000000", "'first_token_ns':500001000"));
        assertThat(used.warnings()).singleElement().asString().contains("1 of 1 requests");
        assertThat(used.requests().getFirst().prefillJoules().orElseThrow()).isCloseTo(30, within(1e-9));
        assertThat(used.requests().getFirst().decodeJoules().orElseThrow()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{'id':'a','start_ns':'soon','end_ns':5} | start_ns",
            "{'id':'a','start_ns':1.5,'end_ns':5} | start_ns",
            "{'id':'a','end_ns':5} | start_ns",
            "{'start_ns':1,'end_ns':5} | id",
            "{'id':'a','start_ns':9,'end_ns':5} | before it starts",
            "{'id':'a','start_ns':1,'end_ns':5,'input_tokens':-1} | tokens",
            "{'id':'a','start_ns':1,'end_ns':5,'token_ns':[3,2]} | Token",
            "{'id':'a','start_ns':1,'end_ns':5,'token_ns':[2,3],'token_counts':[1]} | counts",
            "{'id':'a','start_ns':1,'end_ns':5,'token_counts':[1]} | token_ns",
            "{'id':'a','start_ns':1,'end_ns':5,'input_tokens':3,'cached_input_tokens':4} | cached_input_tokens",
            "{'id':'a','start_ns':1,'end_ns':5,'token_ns':[2,3],'token_counts':[1,-2]} | counts",
            "{'id':'a','start_ns':1,'end_ns':5,'token_ns':[9,8]} | Token",
            "{'id':'a','start_ns':1,'first_token_ns':2,'end_ns':5,'prefill_start_ns':3} | prefill",
            "{'id':'a','start_ns':1,'end_ns':5,'devices':'gpu0'} | devices",
            "{'id':'first','start_ns':1,'end_ns':5} | another request first",
            "[1] | line 2",
            "{'id': | line 2"})
    void namesTheLineThatIsNoRequest(String line, String what) throws IOException {
        Path requests = file("requests.jsonl", List.of("{'id':'first','start_ns':1,'end_ns':5}", line));
        assertThatThrownBy(() -> RequestLog.read(requests)).isInstanceOf(InputException.class)
                .hasMessageContaining("requests.jsonl, line 2").hasMessageContaining(what);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{'t_ns':1,'energy_mj':5} | device",
            "{'device':'gpu0','energy_mj':5} | t_ns",
            "{'t_ns':'now','device':'gpu0','energy_mj':5} | t_ns",
            "{'t_ns':1,'device':'gpu0','energy_mj':'much'} | energy_mj",
            "{'device':'gpu0','idle_w':-1} | idle_w",
            "{'device':'gpu0','limit_w':0} | limit_w",
            "{'device':'gpu0','idle_w':90,'limit_w':70} | idle_w",
            "{'t_ns':1,'device':'gpu0','energy_mj':-5} | energy_mj",
            "{'t_ns':1,'device':'gpu0','power_mw':-5} | power_mw",
            "{'t_ns':1,'device':'gpu0','power_mw':NaN} | write null",
            "17 | line 2"})
    void namesTheLineThatIsNoSample(String line, String what) throws IOException {
        Path samples = file("samples.jsonl", List.of("{'t_ns':0,'device':'gpu0','energy_mj':0}", line,
                "{'t_ns':9,'device':'gpu0','energy_mj':0}"));
        assertThatThrownBy(() -> SampleLog.read(samples)).isInstanceOf(InputException.class)
                .hasMessageContaining("samples.jsonl, line 2").hasMessageContaining(what);
    }

    @Test
    void readsEnergyAndPowerThatComeOnLinesOfTheirOwn() throws IOException {
        List<String> samples = new ArrayList<>(counter("gpu0"));
        samples.addAll(lines(i -> "{'t_ns':%d,'device':'gpu0','power_mw':100000}".formatted(i * 10_000_000L)));
        samples.addAll(
                lines(i -> "{'t_ns':%d,'device':'gpu0','power_mw':100000}".formatted(i * 10_000_000L + 2_000_000)));
        LogAttribution used = attribute(samples, A, B);
        assertThat(joules(used, 0)).isCloseTo(30, within(1e-9));
        assertThat(used.requests().getFirst().reading().flags()).isEmpty();
        assertThat(used.devices().getFirst().otherJoules()).isZero();
    }

    @Test
    void takesTheLastOfReadingsOfOneMoment() throws IOException {
        List<String> samples = new ArrayList<>();
        counter("gpu0").forEach(line -> {
            samples.add(line.replaceFirst("'energy_mj':\\d+", "'energy_mj':0"));
            samples.add(line);
        });
        assertThat(joules(attribute(samples, A, B), 0)).isCloseTo(30, within(1e-9));
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
    void readsCountersOfAnySize() throws IOException {
        LogAttribution used = attribute(lines(i -> "{'t_ns':%d,'device':'gpu0','energy_mj':%d}"
                .formatted(i * 10_000_000L, 1_000_000_000_000_000_000L + 100_000_000L * i)), A, B);
        assertThat(joules(used, 0)).isCloseTo(3_000_000, within(3e3));
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

    @Test
    void survivesATimeOfAnotherClock() throws IOException {
        List<String> samples = lines(i -> "{'t_ns':%d,'device':'gpu0','energy_mj':%d}"
                .formatted(1_700_000_000_000_000_000L + i * 10_000_000L, 1000L * i));
        samples.addFirst("{'t_ns':0,'device':'gpu0','energy_mj':0}");
        LogAttribution used = attribute(samples, A, B);
        assertThat(used.warnings()).anySatisfy(warning -> assertThat(warning).contains("days apart"));
    }

    @Test
    void saysThatACounterEndsBeforeItsPower() throws IOException {
        List<String> samples = new ArrayList<>(counter("gpu0").subList(0, 40));
        samples.addAll(lines(i -> "{'t_ns':%d,'device':'gpu0','power_mw':100000}".formatted(i * 10_000_000L)));
        assertThat(attribute(samples, A, B).warnings())
                .anySatisfy(warning -> assertThat(warning).contains("last energy_mj of gpu0"));
    }

    @Test
    void needsTwoSamples() throws IOException {
        Path samples = file("samples.jsonl", List.of("{'t_ns':0,'device':'gpu0','energy_mj':0}"));
        assertThatThrownBy(() -> SampleLog.read(samples)).isInstanceOf(InputException.class)
                .hasMessageContaining("no two samples");
        assertThatThrownBy(() -> SampleLog.read(folder.resolve("nowhere"))).isInstanceOf(InputException.class)
                .hasMessageContaining("nowhere");
    }
}
