package dev.ipw.importing.log;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Lines in any order, doubtful ones, and ones that are refused with their number. */
class LogReadingTests extends LogAttributionFixture {
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

    @ParameterizedTest
    @CsvSource({"'', no device with two samples",
            "'{''t_ns'':5,''device'':''gpu0'',''energy_mj'':7}', no device with two samples",
            "'{''device'':''gpu0'',''idle_w'':7}', no device with two samples"})
    void refusesSamplesThatMakeNoDifference(String line, String why) throws IOException {
        Path samples = file("few.jsonl", List.of(line, line));
        assertThatThrownBy(() -> SampleLog.read(samples)).isInstanceOf(InputException.class)
                .hasMessageContaining(why).hasMessageContaining("grows from sample to sample");
    }

    @Test
    void refusesAnAveragingTimeThatIsNone() {
        assertThatThrownBy(() -> attribute(List.of("{'device':'gpu0','averaging_ms':-1}"), A))
                .isInstanceOf(InputException.class).hasMessageContaining("averaging_ms");
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
        assertThat(used.requests().getFirst().joules().orElseThrow()).isCloseTo(30, within(1e-9));
        assertThat(used.requests().getFirst().prefillJoules()).as("without an answer there are no two phases")
                .isEmpty();
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
    void readsCountersOfAnySize() throws IOException {
        LogAttribution used = attribute(lines(i -> "{'t_ns':%d,'device':'gpu0','energy_mj':%d}"
                .formatted(i * 10_000_000L, 1_000_000_000_000_000_000L + 100_000_000L * i)), A, B);
        assertThat(joules(used, 0)).isCloseTo(3_000_000, within(3e3));
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
                .hasMessageContaining("no device with two samples");
        assertThatThrownBy(() -> SampleLog.read(folder.resolve("nowhere"))).isInstanceOf(InputException.class)
                .hasMessageContaining("nowhere");
    }
}
