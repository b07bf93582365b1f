package dev.ipw.importing.log;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** A device of 300 W, read each 100 ms for five seconds, that serves a request from 1 to 3 s, in logs that are damaged. */
class DamagedLogTests {
    private static final int SAMPLES = 51;
    private static final String REQUEST = "{'id':'a','start_ns':1000000000,'end_ns':3000000000}";

    @TempDir
    Path folder;

    private static List<String> lines(IntFunction<String> line) {
        return new ArrayList<>(IntStream.range(0, SAMPLES).mapToObj(line).toList());
    }

    private static String energy(int sample, String millijoules) {
        return "{'t_ns':%d,'device':'gpu0','energy_mj':%s}".formatted(sample * 100_000_000L, millijoules);
    }

    private static List<String> counter(long first) {
        return lines(i -> energy(i, Long.toString(first + i * 30_000L)));
    }

    private static List<String> power(String milliwatts) {
        return lines(i -> "{'t_ns':%d,'device':'gpu0','power_mw':%s}".formatted(i * 100_000_000L, milliwatts));
    }

    private Path file(String name, List<String> lines) throws IOException {
        return Files.writeString(folder.resolve(name), String.join("\n", lines).replace('\'', '"') + "\n");
    }

    private LogAttribution attribute(List<String> samples, String... requests) throws IOException {
        return LogAttribution.of(SampleLog.read(file("samples.jsonl", samples)),
                RequestLog.read(file("requests.jsonl", List.of(requests))), AttributionRule.AUTO);
    }

    @ParameterizedTest
    @CsvSource({"0", "1e308", "4999999999", "7000000000", "5001000000"})
    void leavesOutOneWrongReadingOfACounterAndNamesItsLine(String wrong) throws IOException {
        for (String limit : List.of("", "{'device':'gpu0','limit_w':700}")) {
            List<String> samples = counter(5_000_000_000L);
            samples.set(20, energy(20, wrong));
            samples.add(limit);
            LogAttribution used = attribute(samples, REQUEST);

            assertThat(used.total().joules()).hasValueCloseTo(1500.0, within(1e-3));
            assertThat(used.total().flags()).contains(EnergyFlag.GAP);
            assertThat(used.requests().getFirst().reading().flags()).contains(EnergyFlag.GAP);
            assertThat(used.requests().getFirst().joules()).hasValueCloseTo(600.0, within(1e-3));
            assertThat(used.warnings()).singleElement().asString()
                    .contains("samples.jsonl, line 21: energy_mj of gpu0", "left out");
        }
    }

    @Test
    void takesAJumpFarAboveThePowerOfTheLogForACounterThatBeganAnew() throws IOException {
        List<String> samples = counter(5_000_000_000L);
        for (int i = 30; i < SAMPLES; i++) {
            samples.set(i, energy(i, Long.toString(9_000_000_000L + i * 30_000L)));
        }
        LogAttribution used = attribute(samples, REQUEST);
        assertThat(used.total().joules()).hasValueCloseTo(1470.0, within(1e-3));
        assertThat(used.total().flags()).contains(EnergyFlag.RESET);
        assertThat(used.warnings()).first().asString().contains("samples.jsonl, line 31: energy_mj", "RESET");
        assertThat(used.warnings()).last().asString().contains("are unknown. The upper bound of its joules takes");
    }

    @ParameterizedTest
    @CsvSource({"0, 4999850000, line 1", "50, 5001660000, line 51"})
    void flagsAReadingAtAnEndThatStandsOut(int sample, String wrong, String line) throws IOException {
        List<String> samples = counter(5_000_000_000L);
        samples.set(sample, energy(sample, wrong));
        LogAttribution used = attribute(samples, REQUEST);
        assertThat(used.total().flags()).contains(EnergyFlag.INCONSISTENT);
        assertThat(used.warnings()).singleElement().asString().contains(line + ": energy_mj", "INCONSISTENT");
    }

    @Test
    void doubtsADeviceOfWhichManyReadingsAreWrong() throws IOException {
        List<String> samples = counter(5_000_000_000L);
        for (int i = 5; i < SAMPLES; i += 8) {
            samples.set(i, energy(i, "17"));
        }
        LogAttribution used = attribute(samples, REQUEST);
        assertThat(used.total().flags()).contains(EnergyFlag.INCONSISTENT);
        assertThat(used.warnings()).anySatisfy(warning -> assertThat(warning).contains("5 further", "line 46"))
                .anySatisfy(warning -> assertThat(warning).contains("all of them are doubtful"));
    }

    @ParameterizedTest
    @CsvSource({"1e308, ", "1e308, 700", "5000000, 700", "9000000,", "0,", "300,"})
    void leavesOutOneWrongReadingOfPower(String wrong, String limit) throws IOException {
        List<String> samples = power("300000");
        samples.set(20, samples.get(20).replace("300000", wrong));
        samples.add(limit == null ? "" : "{'device':'gpu0','limit_w':" + limit + "}");
        LogAttribution used = attribute(samples);
        assertThat(used.total().joules()).hasValueCloseTo(1500.0, within(1e-3));
        assertThat(used.total().flags()).contains(EnergyFlag.GAP);
        assertThat(used.warnings()).anySatisfy(warning -> assertThat(warning)
                .contains("samples.jsonl, line 21: power_mw of gpu0", "left out"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-9223372036854775808", "9223372036854775807", "-4611686018427387904", "1e19",
            "0.5"})
    void refusesATimeThatIsNone(String time) throws IOException {
        List<String> samples = counter(0);
        samples.set(20, samples.get(20).replace("2000000000", time));
        assertThatThrownBy(() -> attribute(samples, REQUEST)).isInstanceOf(InputException.class)
                .hasMessageContaining("samples.jsonl, line 21").hasMessageContaining("t_ns");
        for (String key : List.of("start_ns", "end_ns", "first_token_ns", "token_ns", "prefill_start_ns")) {
            String request = "{'id':'a','start_ns':1,'end_ns':2}".replace("}",
                    ",'" + key + "':" + (key.equals("token_ns") ? "[" + time + "]" : time) + "}");
            assertThatThrownBy(() -> attribute(counter(0), request)).as(key).isInstanceOf(InputException.class)
                    .hasMessageContaining("requests.jsonl, line 1").hasMessageContaining(key);
        }
    }

    @ParameterizedTest
    @CsvSource({"energy_mj, -1", "power_mw, -1e308", "idle_w, 1e308", "limit_w, 1e308",
            "limit_w, 0", "limit_w, -1", "averaging_ms, 1e308"})
    void refusesAValueThatNothingCanBe(String key, String value) throws IOException {
        List<String> samples = counter(0);
        samples.set(20, "{'device':'gpu0','t_ns':2000000000,'" + key + "':" + value + "}");
        assertThatThrownBy(() -> attribute(samples, REQUEST)).isInstanceOf(InputException.class)
                .hasMessageContaining("samples.jsonl, line 21").hasMessageContaining(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t_ns", "energy_mj", "power_mw"})
    void refusesANumberBeyondAllNumbers(String key) throws IOException {
        List<String> samples = counter(0);
        samples.set(20, "{'device':'gpu0','t_ns':2000000000,'" + key + "':1e400}");
        assertThatThrownBy(() -> attribute(samples, REQUEST)).isInstanceOf(InputException.class)
                .hasMessageContaining("samples.jsonl, line 21");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775807", "1e308", "-1", "2000000000"})
    void refusesTokensThatNoRequestHas(String tokens) {
        for (String key : List.of("input_tokens", "output_tokens", "cached_input_tokens", "token_counts")) {
            boolean isCounts = key.equals("token_counts");
            String request = REQUEST.replace("}", (isCounts ? ",'token_ns':[1500000000]" : "") + ",'" + key + "':"
                    + (isCounts ? "[" + tokens + "]" : tokens) + "}");
            assertThatThrownBy(() -> attribute(counter(0), request)).as(key).isInstanceOf(InputException.class)
                    .hasMessageContaining("requests.jsonl, line 1").hasMessageContaining(key);
        }
    }

    @Test
    void saysThatTimesGoBackOrContradictEachOther() throws IOException {
        List<String> samples = counter(0);
        samples.add(30, samples.remove(40));
        samples.add(energy(50, "1499000"));
        assertThat(attribute(samples, REQUEST).warnings())
                .anySatisfy(warning -> assertThat(warning).contains("samples.jsonl, line 32: t_ns decreases"))
                .anySatisfy(warning -> assertThat(warning).contains("line 51: 1 readings of energy_mj", "same t_ns"));
    }

    @Test
    void saysThatTimesAreProbablyInMilliseconds() throws IOException {
        List<String> samples = lines(
                i -> "{'t_ns':%d,'device':'gpu0','power_mw':300000}".formatted(1_700_000_000_000L + i * 100L));
        assertThat(attribute(samples, REQUEST).warnings())
                .anySatisfy(warning -> assertThat(warning).contains("line 1", "follow each other by 100 ns"));
    }

    @ParameterizedTest
    @CsvSource({"250000, true", "270000, false", "300000, false", "330000, false", "370000, true", "900000, true"})
    void comparesCounterAndPowerOfAShortLogAsFarAsTheyAreCertain(int milliwatts, boolean disagrees)
            throws IOException {
        LogAttribution used = attribute(lines(i -> "{'t_ns':%d,'device':'gpu0','energy_mj':%d,'power_mw':%d}"
                .formatted(i * 100_000_000L, i * 30_000L, milliwatts)), REQUEST);
        assertThat(used.total().flags().contains(EnergyFlag.INCONSISTENT)).isEqualTo(disagrees);
        assertThat(used.requests().getFirst().reading().flags().contains(EnergyFlag.INCONSISTENT))
                .isEqualTo(disagrees);
    }

    @Test
    void refusesToDivideJoulesFarAboveTheLimit() throws IOException {
        List<String> samples = lines(i -> "{'t_ns':%d,'device':'gpu0','energy_mj':%d}".formatted(i * 1_000_000_000L,
                i * 3_000_000L));
        samples.addFirst("{'device':'gpu0','limit_w':700}");
        LogAttribution used = attribute(samples, REQUEST);
        assertThat(used.total().isAvailable()).isFalse();
        assertThat(used.warnings()).anySatisfy(warning -> assertThat(warning).contains("line 3: energy_mj"));
    }

    @Test
    void flagsJoulesAboveTheLimitOfAShortLog() throws IOException {
        List<String> samples = counter(0).subList(0, 8);
        samples.addFirst("{'device':'gpu0','limit_w':200}");
        assertThat(attribute(samples).total().flags()).contains(EnergyFlag.INCONSISTENT);
    }

    /** A step of a second holds a busy half; the powers of its states are known from others. */
    @Test
    void chargesNoRequestMoreThanTheLimitAllowsInItsTime() throws IOException {
        List<String> samples = new ArrayList<>();
        List<String> requests = new ArrayList<>();
        samples.add("{'device':'gpu0','idle_w':10,'limit_w':400}");
        long millijoules = 0;
        for (int i = 0; i < 40; i++) {
            samples.add(energy(10 * i, Long.toString(millijoules)));
            // Each second step holds a request of 100 ms, and 110 J of which the limit allows it 48.
            millijoules += i % 2 == 0 ? 10_000 : 110_000;
            if (i % 2 == 1 && i < 39) {
                requests.add("{'id':'r%d','start_ns':%d,'end_ns':%d}".formatted(i, i * 1_000_000_000L + 400_000_000L,
                        i * 1_000_000_000L + 500_000_000L));
            }
        }
        LogAttribution used = attribute(samples, requests.toArray(String[]::new));
        assertThat(used.requests()).allSatisfy(request -> {
            EnergyReading reading = request.reading();
            assertThat(reading.joules().orElseThrow()).isLessThanOrEqualTo(400 * 1.2 * 0.1 + 1e-6);
        });
    }
}
