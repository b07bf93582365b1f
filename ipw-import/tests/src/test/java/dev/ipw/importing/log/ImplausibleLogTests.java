package dev.ipw.importing.log;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Logs of meters that are wrong, whose totals may not look sure, and odd ones that are right. Twelve requests of four seconds each. */
class ImplausibleLogTests {
    private static final int REQUESTS = 12;
    private static final int POLLS_PER_SECOND = 10;
    private static final double IDLE_WATTS = 80;
    private static final double BUSY_WATTS = 420;

    @TempDir
    private Path folder;

    /**
     * A log.
     *
     * @param name    what is odd about it
     * @param joules  what its counter shows, by the true joules and the time; NaN without one
     * @param watts   what its power shows, by the true watts and the time; NaN without one
     * @param settings a further line; empty text for none
     */
    record Log(String name, DoubleBinaryOperator joules, DoubleBinaryOperator watts, String settings) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final DoubleBinaryOperator NONE = (truth, time) -> Double.NaN;
    private static final DoubleBinaryOperator TRUE = (truth, time) -> truth;
    private static final String LIMIT = "{\"device\":\"gpu0\",\"limit_w\":700}";

    static Stream<Log> implausible() {
        List<Log> logs = new ArrayList<>();
        for (double factor : new double[]{1e-6, 1e-3, 0.5, 0.8, 1.25, 2, 1e3, 1e6}) {
            logs.add(new Log("counter times " + factor, (truth, time) -> factor * truth, TRUE, ""));
            logs.add(new Log("counter times " + factor + " beside a limit", (truth, time) -> factor * truth, TRUE,
                    LIMIT));
        }
        logs.add(new Log("frozen counter", (truth, time) -> Math.min(truth, 8000), NONE, ""));
        logs.add(new Log("frozen counter beside power", (truth, time) -> Math.min(truth, 8000), TRUE, ""));
        logs.add(new Log("dead counter", (truth, time) -> 7, NONE, ""));
        logs.add(new Log("dead counter beside power", (truth, time) -> 7, TRUE, ""));
        logs.add(new Log("stuck power", NONE, (truth, time) -> 215, ""));
        logs.add(new Log("stuck power beside a counter in millionths", (truth, time) -> 1e-6 * truth,
                (truth, time) -> 215, ""));
        logs.add(new Log("stuck power beside a frozen counter", (truth, time) -> Math.min(truth, 8000),
                (truth, time) -> 215, ""));
        logs.add(new Log("276 kW", NONE, (truth, time) -> 276_000, ""));
        logs.add(new Log("276 kW beside a limit", NONE, (truth, time) -> 276_000, LIMIT));
        logs.add(new Log("5 kW in each third reading", NONE, (truth, time) -> (int) (10 * time) % 3 == 0 ? 5000 : truth,
                LIMIT));
        logs.add(new Log("counter above the limit", TRUE, NONE, "{\"device\":\"gpu0\",\"limit_w\":150}"));
        logs.add(new Log("counter below idle", TRUE, NONE, "{\"device\":\"gpu0\",\"idle_w\":390}"));
        return logs.stream();
    }

    static Stream<Log> oddButRight() {
        return Stream.of(new Log("counter", TRUE, NONE, ""), new Log("counter beside a limit", TRUE, NONE, LIMIT),
                new Log("power", NONE, TRUE, ""), new Log("power beside a limit", NONE, TRUE, LIMIT),
                new Log("both", TRUE, TRUE, LIMIT),
                new Log("counter 5 % low", (truth, time) -> 0.95 * truth, TRUE, LIMIT),
                new Log("counter of many joules", (truth, time) -> 2e9 + truth, TRUE, LIMIT),
                new Log("counter in steps of 20 J", (truth, time) -> 20 * Math.floor(truth / 20), TRUE, ""),
                new Log("a machine of 9 kW", (truth, time) -> 20 * truth, (truth, time) -> 20 * truth, ""),
                new Log("counter beside power that is stuck", TRUE, (truth, time) -> 215, ""),
                new Log("counter beside power that is stuck at the mean", TRUE, (truth, time) -> 352, LIMIT),
                new Log("counter beside power that sticks", TRUE, (truth, time) -> time < 30 ? truth : 420, LIMIT),
                new Log("counter in steps of 900 J beside power that is stuck",
                        (truth, time) -> 900 * Math.floor(truth / 900), (truth, time) -> 352, LIMIT),
                new Log("spikes", NONE, (truth, time) -> (int) (10 * time) % 97 == 3 ? 5000 : truth, LIMIT));
    }

    private record Result(EnergyReading total, double joules, List<String> warnings) {}

    private Result attribute(Log log) throws IOException {
        List<String> samples = new ArrayList<>();
        if (!log.settings.isEmpty()) {
            samples.add(log.settings);
        }
        double joules = 0;
        for (int poll = 0; poll <= 5 * REQUESTS * POLLS_PER_SECOND; poll++) {
            double time = (double) poll / POLLS_PER_SECOND;
            double watts = time % 5 < 4 ? BUSY_WATTS + 10 * Math.sin(7 * time) : IDLE_WATTS + Math.sin(7 * time);
            samples.add("{\"t_ns\":" + poll * 100_000_000L + ",\"device\":\"gpu0\""
                    + shown("energy_mj", log.joules.applyAsDouble(joules, time))
                    + shown("power_mw", log.watts.applyAsDouble(watts, time)) + "}");
            joules += watts / POLLS_PER_SECOND;
        }
        List<String> requests = new ArrayList<>();
        for (int request = 0; request < REQUESTS; request++) {
            requests.add("{\"id\":\"r%d\",\"start_ns\":%d,\"end_ns\":%d}".formatted(request, request * 5_000_000_000L,
                    request * 5_000_000_000L + 4_000_000_000L));
        }
        Path sampled = Files.write(folder.resolve("samples.jsonl"), samples);
        Path requested = Files.write(folder.resolve("requests.jsonl"), requests);
        LogAttribution used = LogAttribution.of(SampleLog.read(sampled), RequestLog.read(requested),
                AttributionRule.AUTO);
        assertThat(used.total().upper().orElse(1)).as("bounds").isGreaterThan(used.total().lower().orElse(0));
        return new Result(used.total(), joules, used.warnings());
    }

    private static String shown(String key, double value) {
        OptionalDouble read = Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(1000 * value);
        return read.isEmpty() ? "" : String.format(Locale.ROOT, ",\"%s\":%.6f", key, read.getAsDouble());
    }

    @ParameterizedTest
    @MethodSource("implausible")
    void givesNoWrongTotalThatLooksSure(Log log) throws IOException {
        Result result;
        try {
            result = attribute(log);
        } catch (InputException refused) {
            assertThat(refused).hasMessageContainingAll("line ", "power_mw of gpu0", "cannot be");
            return;
        }
        EnergyReading total = result.total;
        boolean isMarked = !total.isAvailable() || total.flags().contains(EnergyFlag.PARTIAL)
                || total.flags().contains(EnergyFlag.INCONSISTENT);
        boolean isRight = total.isAvailable()
                && Math.abs(total.joules().orElseThrow() - result.joules) < 0.06 * result.joules;
        assertThat(isMarked || isRight).as("%s of %.0f J", total, result.joules).isTrue();
        if (total.isAvailable() && total.flags().contains(EnergyFlag.PARTIAL)) {
            assertThat(total.lower().orElseThrow()).isLessThanOrEqualTo(result.joules);
            assertThat(total.upper().orElseThrow()).isGreaterThanOrEqualTo(result.joules);
        }
    }

    @ParameterizedTest
    @MethodSource("oddButRight")
    void refusesNoLogThatIsOddButRight(Log log) throws IOException {
        Result result = attribute(log);
        double factor = log.name.contains("9 kW") ? 20 : 1;
        assertThat(result.total.isAvailable()).isTrue();
        assertThat(result.total.flags()).doesNotContain(EnergyFlag.INCONSISTENT, EnergyFlag.PARTIAL);
        assertThat(result.total.joules().orElseThrow()).isCloseTo(factor * result.joules,
                within(0.07 * factor * result.joules));
    }

    @Test
    void namesPowerThatIsStuckOnceAndTakesTheCounter() throws IOException {
        Result result = attribute(new Log("stuck", TRUE, (truth, time) -> time < 30 ? truth : 420, LIMIT));

        assertThat(result.total.provenance()).isEqualTo(Provenance.MEASURED);
        assertThat(result.warnings).singleElement().asString().isEqualTo(
                "The logged power of gpu0 contradicts other readings: it shows the same for 30 s in which the counter "
                        + "shows that power changed. Its logged counter counts instead.");
    }

    @Test
    void callsNoSensorWrongThatReadsLessThanWhileSomethingElseWorked() throws IOException {
        List<String> samples = new ArrayList<>();
        List<String> requests = new ArrayList<>();
        double joules = 0;
        for (int poll = 0; poll <= 1000; poll++) {
            int second = poll / 10 % 20;
            samples.add("{\"t_ns\":" + poll * 100_000_000L + ",\"device\":\"gpu0\"" + shown("energy_mj", joules) + "}");
            joules += (second < 1 ? 420 : second < 15 ? 50 : 10) / 10.0;
            if (poll % 200 == 0 && poll < 1000) {
                requests.add("{\"id\":\"r%d\",\"start_ns\":%d,\"end_ns\":%d}".formatted(poll, poll * 100_000_000L,
                        poll * 100_000_000L + 1_000_000_000L));
            }
        }
        LogAttribution used = LogAttribution.of(
                SampleLog.read(Files.write(folder.resolve("samples.jsonl"), samples)),
                RequestLog.read(Files.write(folder.resolve("requests.jsonl"), requests)), AttributionRule.AUTO);

        assertThat(used.total().flags()).doesNotContain(EnergyFlag.INCONSISTENT);
        assertThat(used.warnings()).isEmpty();
    }

    @Test
    void takesThePowerWhereACounterThatIsReadSeldomHasNotMovedAndSaysSo() throws IOException {
        List<String> samples = new ArrayList<>();
        for (int second = 0; second <= 60; second++) {
            samples.add("{\"t_ns\":" + second * 1_000_000_000L + ",\"device\":\"gpu0\"" + shown("energy_mj", 7)
                    + shown("power_mw", 300 + second % 3) + "}");
        }
        SampleLog log = SampleLog.read(Files.write(folder.resolve("samples.jsonl"), samples));

        assertThat(log.series().values().iterator().next().totalJoules()).isCloseTo(60 * 301, within(60.0));
        assertThat(log.contradiction("gpu0"))
                .hasValue("The logged counter of gpu0 has not proved itself yet: its counter "
                        + "has not moved for 60 s; an exporter or a board may show it anew only each minute. Its logged power "
                        + "counts instead.");
    }

    @Test
    void takesConstantPowerThatIsRightWhereTheCounterStops() throws IOException {
        List<String> samples = new ArrayList<>();
        for (int poll = 0; poll <= 600; poll++) {
            samples.add("{\"t_ns\":" + poll * 100_000_000L + ",\"device\":\"gpu0\""
                    + shown("energy_mj", 30.0 * Math.min(poll, 297)) + shown("power_mw", 300) + "}");
        }
        Path sampled = Files.write(folder.resolve("samples.jsonl"), samples);
        SampleLog log = SampleLog.read(sampled);

        assertThat(log.contradiction("gpu0")).hasValueSatisfying(
                words -> assertThat(words).doesNotContain("shows the same"));
    }
}
