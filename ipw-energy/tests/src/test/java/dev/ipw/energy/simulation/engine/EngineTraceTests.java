package dev.ipw.energy.simulation.engine;

import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Tag("statistical")
class EngineTraceTests {
    private static final int SEEDS = Draws.of(1, 5);
    /** Several tests look at the same trace, which takes longer than looking. */
    private static final Map<String, EngineTrace> TRACES = new HashMap<>();

    @AfterAll
    static void forget() {
        TRACES.clear();
    }

    /** Return the trace of a seed, in the gate that of the first. */
    private static EngineTrace trace(EngineKind kind, long seed) {
        long drawn = seed % SEEDS;
        return TRACES.computeIfAbsent(kind + " " + drawn, made -> kind.trace(drawn));
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void allJoulesOfTheBoardBelongToSomeone(EngineKind kind) {
        for (long seed = 0; seed < SEEDS; seed++) {
            EngineTrace trace = trace(kind, seed);
            double marginal = trace.truth().values().stream().mapToDouble(RequestTruth::marginalJoules).sum()
                    + trace.unlogged().marginalJoules();
            double caused = trace.truth().values().stream().mapToDouble(RequestTruth::causedJoules).sum()
                    + trace.unlogged().causedJoules();
            double rest = trace.idleJoules() + trace.foreignJoules();
            assertThat(trace.requestJoules() + rest).isCloseTo(trace.board().joules(),
                    within(1e-9 * trace.board().joules()));
            assertThat(caused + rest).isCloseTo(trace.board().joules(), within(1e-9 * trace.board().joules()));
            assertThat(marginal + rest).isCloseTo(trace.board().joules(), within(1e-9 * trace.board().joules()));
        }
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void stampsAreInOrderAndCountTheTokens(EngineKind kind) {
        for (EngineRequest request : trace(kind, 1).requests()) {
            long[] stamps = request.tokenNanos();
            long[] sorted = stamps.clone();
            Arrays.sort(sorted);
            assertThat(stamps).isEqualTo(sorted);
            assertThat(request.startNanos()).isLessThan(request.firstTokenNanos().orElse(request.endNanos()));
            if (stamps.length > 0) {
                assertThat(stamps[0]).isGreaterThan(request.startNanos());
                assertThat(stamps[stamps.length - 1]).isLessThanOrEqualTo(request.endNanos());
            }
            if (request.tokenCounts().length > 0) {
                assertThat(request.tokenCounts()).hasSameSizeAs(stamps);
                assertThat(Arrays.stream(request.tokenCounts()).sum()).isEqualTo(request.outputTokens());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void truthIsPositiveAndItsPartsFit(EngineKind kind) {
        EngineTrace trace = trace(kind, 2);
        assertThat(trace.truth()).hasSameSizeAs(trace.requests());
        for (RequestTruth truth : trace.truth().values()) {
            assertThat(truth.grossPrefillJoules()).isPositive().isLessThanOrEqualTo(truth.grossJoules());
            assertThat(truth.marginalPrefillJoules()).isPositive().isLessThanOrEqualTo(truth.marginalJoules());
        }
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void theCounterSaysWhatFlowed(EngineKind kind) {
        EngineTrace trace = trace(kind, 3);
        DeviceReading first = trace.readings().getFirst();
        double slack = 1.5 + 0.25 * trace.limitWatts();
        long before = Long.MIN_VALUE;
        double counter = 0;
        for (DeviceReading reading : trace.readings()) {
            assertThat(reading.timeNanos()).isGreaterThan(before);
            before = reading.timeNanos();
            if (reading.counterMillijoules().isPresent()) {
                double counted = reading.counterMillijoules().getAsDouble() - first.counterMillijoules().orElseThrow();
                double flowed = trace.board().joulesUntil(reading.timeNanos());
                assertThat(counted).isGreaterThanOrEqualTo(counter);
                assertThat(counted / 1_000).isBetween(flowed - slack, flowed + 1.5);
                counter = counted;
            }
        }
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void powerStaysBetweenIdleAndTheLimit(EngineKind kind) {
        EngineTrace trace = trace(kind, 4);
        double seconds = 0.01;
        long step = Math.round(seconds * 1e9);
        for (long at = trace.board().startNanos(); at + step < trace.board().endNanos(); at += 7 * step) {
            double watts = (trace.board().joulesUntil(at + step) - trace.board().joulesUntil(at)) / seconds;
            assertThat(watts).isBetween(trace.idleWatts() - 1e-3, trace.limitWatts() + 1e-3);
        }
    }

    @Test
    void kindsShowWhatTheyAreNamedFor() {
        assertThat(trace(EngineKind.STAMPS_ABSENT, 0).requests()).allMatch(request -> request.tokenNanos().length == 0);
        assertThat(trace(EngineKind.CACHE_LOGGED, 0).requests())
                .anyMatch(request -> request.cachedInputTokens().orElse(0) > 0);
        assertThat(trace(EngineKind.CACHE_UNLOGGED, 0).requests())
                .allMatch(request -> request.cachedInputTokens().isEmpty());
        assertThat(trace(EngineKind.MISSING_REQUESTS, 0).unlogged().grossJoules()).isPositive();
        assertThat(trace(EngineKind.FOREIGN_LOAD, 0).foreignJoules()).isPositive();
        assertThat(trace(EngineKind.POWER_ONLY, 0).readings()).allMatch(r -> r.counterMillijoules().isEmpty());
        EngineTrace light = trace(EngineKind.LIGHT_LOAD, 0);
        assertThat(light.idleJoules()).isGreaterThan(0.02 * light.board().joules());
    }

    @Test
    void aRequestOfNoOtherCompanyTakesAllJoulesButIdle() {
        EngineTrace trace = EngineKind.ONE_AT_A_TIME.trace(3);
        double all = trace.truth().values().stream().mapToDouble(RequestTruth::grossJoules).sum();
        assertThat(all).isCloseTo(trace.board().joules() - trace.idleJoules(), within(1e-9 * all));
        assertThat(trace.otherJoules()).isZero();
    }

    @Test
    void filesHoldALineForEachReadingAndRequest(@TempDir Path folder) throws IOException {
        EngineTrace trace = trace(EngineKind.STAMPS_COALESCED, 0);
        EngineTraceFiles.write(trace, folder);
        assertThat(Files.readAllLines(folder.resolve("samples.jsonl"))).hasSize(trace.readings().size() + 1);
        assertThat(Files.readAllLines(folder.resolve("requests.jsonl"))).hasSameSizeAs(trace.requests());
        assertThat(Files.readAllLines(folder.resolve("truth.jsonl"))).hasSameSizeAs(trace.requests());
    }

    @Test
    void theSameSeedGivesTheSameTrace() {
        EngineTrace once = EngineKind.MIXTURE.trace(5);
        EngineTrace again = EngineKind.MIXTURE.trace(5);
        assertThat(again.truth()).isEqualTo(once.truth());
        assertThat(again.readings()).isEqualTo(once.readings());
        assertThat(EngineKind.MIXTURE.trace(6).truth()).isNotEqualTo(once.truth());
    }
}
