package dev.ipw;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.SteadyStateAnalysis;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.results.LoadSettings;
import dev.ipw.results.SteadyState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class SteadyStateAnalysisTests {
    private static final FabricatedRun.Device CARD = new FabricatedRun.Device(Scope.GPU, 50, 150);

    @TempDir
    private Path runs;

    private FabricatedRun of(int concurrency) {
        return new FabricatedRun(runs.resolve("made"), LoadSettings.ofConcurrency(concurrency));
    }

    private static FabricatedRun.Query query(double start, double firstToken, double seconds) {
        return new FabricatedRun.Query("sums", start, start + firstToken, start + seconds, 11, Verdict.CORRECT);
    }

    private static double real(AnalysisResult result, String key) {
        return (double) Objects.requireNonNull(result.summary().get(key));
    }

    /** One request alone for 10 s, then four at a time for 40 s, then one again. */
    private FabricatedRun ramped() {
        FabricatedRun run = of(4);
        for (int second = 0; second < 60; second++) {
            boolean full = second >= 10 && second < 50;
            for (int lane = 0; lane < (full ? 4 : 1); lane++) {
                run.with(query(second, full ? 0.4 : 0.1, 1));
            }
        }
        return run;
    }

    @Test
    void setsTheWindowBesideTheWholeRun() throws IOException {
        ProfileRun run = ramped().with("gpu-0", CARD).finish();

        AnalysisResult result = run.analyze(new SteadyStateAnalysis());

        Map<String, @Nullable Object> summary = result.summary();
        assertThat(summary).containsEntry("steady", true).containsEntry("queries_in_window", 160L)
                .containsEntry("queries", 180L);
        assertThat(summary.get("reason")).isNull();
        assertThat(real(result, "window_start_seconds")).isCloseTo(FabricatedRun.REST_SECONDS + 10, within(1e-6));
        assertThat(real(result, "window_end_seconds")).isCloseTo(FabricatedRun.REST_SECONDS + 50, within(1e-6));
        assertThat(real(result, "time_to_first_token_p50_window")).isCloseTo(0.4, within(1e-9));
        assertThat(real(result, "time_per_output_token_p50_window")).isCloseTo(0.06, within(1e-6));
        assertThat(real(result, "time_from_intended_start_p90_whole")).isCloseTo(1, within(1e-9));
        assertThat(real(result, "answers_per_second_window")).isCloseTo(4, within(1e-6));
        assertThat(real(result, "answers_per_second_whole")).isCloseTo(3, within(1e-6));
        assertThat(real(result, "output_tokens_per_second_window")).isCloseTo(44, within(0.01));
        assertThat(real(result, "output_tokens_per_second_whole")).isCloseTo(33, within(0.01));
        assertThat(real(result, "watts_window")).isCloseTo(150, within(0.1));
        assertThat(real(result, "energy_per_output_token_joules_window")).isCloseTo(150 / 44.0, within(0.01));
        assertThat(real(result, "energy_per_output_token_joules_whole")).isCloseTo(150 / 33.0, within(0.01));
        assertThat(result.warnings()).isEmpty();
        assertThat(TreeReader.ofJson("file", result.toJson()).child("data").children("figures"))
                .extracting(one -> one.text("figure") + " " + one.text("unit"))
                .contains("watts W", "energy_per_output_token_joules J/token", "time_to_first_token_p90 s");
    }

    @Test
    void isTheWindowWhoseJoulesTheRunKept() throws IOException {
        ProfileRun run = ramped().with("gpu-0", CARD).finish();

        AnalysisResult result = run.analyze(new SteadyStateAnalysis());

        SteadyState kept = run.summary().totals().steadyState().orElseThrow();
        assertThat(real(result, "window_start_seconds")).isEqualTo(kept.startNanos() / 1e9);
        assertThat(real(result, "window_end_seconds")).isEqualTo(kept.endNanos() / 1e9);
        assertThat(real(result, "energy_per_output_token_joules_window")).isEqualTo(kept.energyPerOutputTokenJoules());
        assertThat(real(result, "watts_window")).isCloseTo(
                real(result, "energy_per_output_token_joules_window")
                        * real(result, "output_tokens_per_second_window"),
                within(1e-6));
    }

    @Test
    void withoutJoulesTellsTimesAndWhyThereAreNone() throws IOException {
        AnalysisResult result = ramped().finish().analyze(new SteadyStateAnalysis());

        assertThat(result.summary()).containsEntry("steady", true).containsEntry("watts_window", null);
        assertThat(real(result, "output_tokens_per_second_window")).isCloseTo(44, within(0.5));
        assertThat(result.warnings()).singleElement().asString().startsWith("There are no joules of the window: ");
    }

    @Test
    void saysThatALoadWhichOutrunsTheModelNeverBecomesSteady() throws IOException {
        FabricatedRun run = of(8);
        for (int number = 0; number < 100; number++) {
            run.with(query(number * 0.1, 0.1 + number * 0.01, 1 + number * 0.01));
        }

        AnalysisResult result = run.with("gpu-0", CARD).finish().analyze(new SteadyStateAnalysis());

        assertThat(result.summary()).containsEntry("steady", false);
        assertThat(String.valueOf(result.summary().get("reason"))).contains("time to first token rose by");
        assertThat(result.summary().get("time_to_first_token_p50_window")).isNotNull();
        assertThat(result.warnings()).anyMatch(one -> one.startsWith("The load did not become steady: "));
    }

    @Test
    void saysWhyThereIsNoWindow() throws IOException {
        FabricatedRun run = of(8);
        for (int number = 0; number < 8; number++) {
            run.with(query(0, 0.1, 1 + number * 0.1));
        }

        AnalysisResult result = run.with("gpu-0", CARD).finish().analyze(new SteadyStateAnalysis());

        assertThat(result.summary()).containsEntry("steady", false).containsEntry("window_start_seconds", null)
                .containsEntry("answers_per_second_window", null);
        assertThat(String.valueOf(result.summary().get("reason")))
                .contains("requests began and ended while the load was steady");
        assertThat(result.summary().get("answers_per_second_whole")).isNotNull();
    }

    /** A closed loop with noise in its times is steady whatever the seed, and its window holds nearly all of it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void takesAClosedLoopForSteady(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        FabricatedRun run = of(4);
        for (int lane = 0; lane < 4; lane++) {
            double now = random.nextDouble() * 0.2;
            while (now < 100) {
                double seconds = 0.5 + random.nextDouble();
                run.with(query(now, 0.1 + 0.2 * random.nextDouble(), seconds));
                now += seconds;
            }
        }

        AnalysisResult result = run.with("gpu-0", CARD).finish().analyze(new SteadyStateAnalysis());

        assertThat(result.summary()).containsEntry("steady", true);
        assertThat(real(result, "window_end_seconds") - real(result, "window_start_seconds")).isBetween(98.0, 102.0);
        assertThat(real(result, "answers_per_second_window")).isCloseTo(4, within(0.4));
        assertThat(real(result, "output_tokens_per_second_window")).isCloseTo(
                11 * real(result, "answers_per_second_window"), within(1.0));
    }
}
