package dev.ipw.meter.engine;

import dev.ipw.energy.attribution.PhaseJoules.Part;
import dev.ipw.meter.engine.EngineRun.SeenRequest;
import dev.ipw.meter.engine.MeterAccuracy.Truth;
import dev.ipw.meter.engine.RequestDivider.Divided;
import dev.ipw.meter.engine.RequestDivider.Division;
import dev.ipw.testing.Draws;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class MeterAccuracyTests {
    private static final List<EngineKind> PROMPT_KINDS = List.of(EngineKind.LONG_PROMPTS, EngineKind.OWN_STEPS,
            EngineKind.SPECULATIVE, EngineKind.CACHE_REPORTED);
    private static final List<EngineKind> SUMMED_KINDS = Draws.thorough()
            ? List.of(EngineKind.values())
            : List.of(EngineKind.TWO_DEVICES, EngineKind.PREEMPTED, EngineKind.UNSTREAMED);

    /** Divides as the truth is, but for a factor. */
    private static Division truth(EngineRun run, double factor) {
        Map<String, Divided> requests = new HashMap<>();
        double sum = 0;
        for (SeenRequest seen : run.requests()) {
            Truth truth = Truth.of(seen, run.engine().profile().sensor());
            double joules = factor * truth.physicsJoules();
            double prompt = factor * truth.promptJoules();
            requests.put(seen.request().id(),
                    new Divided(joules, 0.95 * joules, 1.05 * joules, true, "trusted", Optional.of(
                            new Part(prompt, 0.95 * prompt, 1.05 * prompt))));
            sum += joules;
        }
        return new Division(run.endNanos(), requests, sum, 0, 0);
    }

    @Test
    void aDivisionByTheTruthHasNoError() {
        MeterAccuracy accuracy = new MeterAccuracy(run -> truth(run, 1));
        accuracy.judge(EngineRun.of(EngineKind.TWO_DEVICES, 1));

        MeterAccuracy.Tally tally = accuracy.tally(EngineKind.TWO_DEVICES);
        assertThat(tally.medianError().orElseThrow()).isCloseTo(0, within(1e-12));
        assertThat(tally.coverage()).isEqualTo(1);
        assertThat(tally.prompts()).isEqualTo(tally.requests());
        assertThat(tally.promptCoverage()).isEqualTo(1);
        assertThat(tally.unclosed()).isZero();
    }

    @Test
    void aWrongDivisionHasItsErrorAndIsNotCovered() {
        MeterAccuracy accuracy = new MeterAccuracy(run -> truth(run, 1.2));
        accuracy.judge(EngineRun.of(EngineKind.CHAT, 1));

        MeterAccuracy.Tally tally = accuracy.tally(EngineKind.CHAT);
        assertThat(tally.medianError().orElseThrow()).isCloseTo(0.2, within(1e-12));
        assertThat(tally.coverage()).isZero();
        assertThat(tally.promptError(0.5).orElseThrow()).isCloseTo(0.2, within(1e-12));
        assertThat(tally.promptCoverage()).isZero();
    }

    @Test
    void joulesThatDoNotAddUpAndMissingRequestsAreCounted() {
        MeterAccuracy accuracy = new MeterAccuracy(made -> new Division(made.endNanos(), Map.of(), 1, 0.5, 0.4));
        EngineRun run = EngineRun.of(EngineKind.CHAT, 1);
        accuracy.judge(run);

        MeterAccuracy.Tally tally = accuracy.tally(EngineKind.CHAT);
        assertThat(tally.unclosed()).isEqualTo(1);
        assertThat(tally.missing()).isEqualTo(run.requests().size());
    }

    /** A prompt has a figure only where it is known well. */
    @Test
    void thePromptsOfTheMeterAreRightWhereTheyHaveAFigure() {
        MeterAccuracy accuracy = new MeterAccuracy(new StreamedDivider());
        for (EngineKind kind : PROMPT_KINDS) {
            accuracy.judge(EngineRun.of(kind, 11));
        }
        MeterAccuracy.Tally all = accuracy.total();
        assertThat(all.prompts()).isPositive();
        assertThat(all.promptCoverage()).isGreaterThan(0.9);
        assertThat(all.promptError(0.95).orElseThrow()).isLessThan(0.3);
    }

    /** The meter's division sees every request of a run, and gives away no joule twice. */
    @Test
    void theMeterGivesAFinalFigureForEachRequestAndAddsUp() {
        for (EngineKind kind : SUMMED_KINDS) {
            EngineRun run = EngineRun.of(kind, 11);

            Division division = new StreamedDivider().divide(run);

            double sum = division.idleJoules() + division.otherJoules();
            for (SeenRequest seen : run.requests()) {
                Divided divided = division.requests().get(seen.request().id());
                assertThat(divided).as(kind + " " + seen.request().id()).isNotNull();
                assertThat(divided.isFinal()).isTrue();
                sum += divided.joules();
            }
            assertThat(sum).isCloseTo(division.totalJoules(), within(1e-9 * division.totalJoules()));
            double used = run.sensors().stream().mapToDouble(sensor -> sensor.countedJoulesAt(division.endNanos()))
                    .sum();
            assertThat(division.totalJoules()).isCloseTo(used, within(0.03 * used));
        }
    }
}
