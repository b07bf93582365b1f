package dev.ipw;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.steady.SteadyStateAnalysis;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunTotals.SteadyState;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Tag("statistical")
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
        assertThat(real(result, "requests_per_second_window")).isCloseTo(4, within(1e-6));
        assertThat(real(result, "requests_per_second_whole")).isCloseTo(3, within(1e-6));
        assertThat(real(result, "system_output_tokens_per_second_window")).isCloseTo(44, within(0.01));
        assertThat(real(result, "system_output_tokens_per_second_whole")).isCloseTo(33, within(0.01));
        assertThat(real(result, "device_watts_window")).isCloseTo(150, within(0.1));
        assertThat(real(result, "joules_per_output_token_window")).isCloseTo(150 / 44.0, within(0.01));
        assertThat(real(result, "joules_per_output_token_whole")).isCloseTo(150 / 33.0, within(0.01));
        assertThat(result.warnings()).as("power that no work explains is all there is to warn of").singleElement()
                .asString()
                .contains("unexplained");
        assertThat(TreeReader.ofJson("file", result.toJson()).child("data").children("figures"))
                .extracting(one -> one.text("figure") + " " + one.text("unit"))
                .contains("device_watts W", "joules_per_output_token J/token", "time_to_first_token_p90 s");
    }

    @Test
    void isTheWindowWhoseJoulesTheRunKept() throws IOException {
        ProfileRun run = ramped().with("gpu-0", CARD).finish();

        AnalysisResult result = run.analyze(new SteadyStateAnalysis());

        SteadyState kept = run.summary().totals().headline().steadyState().orElseThrow();
        assertThat(real(result, "window_start_seconds")).isEqualTo(kept.startNanos() / 1e9);
        assertThat(real(result, "window_end_seconds")).isEqualTo(kept.endNanos() / 1e9);
        assertThat(real(result, "joules_per_output_token_window")).isEqualTo(kept.energyPerOutputTokenJoules());
        assertThat(real(result, "device_watts_window")).isCloseTo(
                real(result, "joules_per_output_token_window")
                        * real(result, "system_output_tokens_per_second_window"),
                within(1e-6));
    }

    @Test
    void withoutJoulesTellsTimesAndWhyThereAreNone() throws IOException {
        AnalysisResult result = ramped().finish().analyze(new SteadyStateAnalysis());

        assertThat(result.summary()).containsEntry("steady", true).containsEntry("device_watts_window", null);
        assertThat(real(result, "system_output_tokens_per_second_window")).isCloseTo(44, within(0.5));
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
        assertThat(String.valueOf(result.summary().get("reason"))).matches(
                "time to first token rose from \\d+ ms to \\d+ ms, from the first quarter of the window to the last.*");
        assertThat(result.summary().get("time_to_first_token_p50_window")).isNotNull();
        assertThat(result.warnings()).anyMatch(one -> one.startsWith("The load did not become steady: "));
    }

    /** Nothing falls below nothing: a model that warms up has times before and after, not a fall by some share. */
    @Test
    void saysFromWhatToWhatAFigureFell() throws IOException {
        FabricatedRun run = of(1);
        for (int number = 0; number < 400; number++) {
            run.with(query(number * 0.1, number < 160 ? 0.025 - number * 0.00015 : 0.0008, 0.1));
        }

        AnalysisResult result = run.finish().analyze(new SteadyStateAnalysis());

        assertThat(result.summary()).containsEntry("steady", false);
        assertThat(String.valueOf(result.summary().get("reason")))
                .startsWith("time to first token fell from 17.6 ms")
                .endsWith(" ms to 0.8 ms, from the first quarter of the "
                        + "window to the last")
                .doesNotContain("%");
        TreeReader check = TreeReader.ofJson("file", result.toJson()).child("data").children("checks").getFirst();
        assertThat(check.text("unit")).isEqualTo("s");
        assertThat(check.real("last_quarter")).isCloseTo(0.0008, within(1e-9));
    }

    @Test
    void doesNotCallSteadyWhatItCouldNotCheck() throws IOException {
        FabricatedRun run = of(20);
        for (int wave = 0; wave < 3; wave++) {
            for (int lane = 0; lane < 20; lane++) {
                run.with(query(wave * 10, 0.1 * (1 + wave), 10));
            }
        }

        AnalysisResult result = run.with("gpu-0", CARD).finish().analyze(new SteadyStateAnalysis());

        assertThat(result.summary()).containsEntry("steady", null).containsEntry("queries_in_window", 60L);
        assertThat(String.valueOf(result.summary().get("reason")))
                .isEqualTo("time to first token is known in 3 of the window's 20 parts, 10 are the least");
        assertThat(result.warnings())
                .anyMatch(one -> one.startsWith("It is unknown whether the load was steady: time to first token"));
    }

    @Test
    void passesOnWhatIsToBeKnownOfTheRun() throws IOException {
        ProfileRun run = ramped().with("gpu-0", CARD).warning("The server restarted").finish();

        assertThat(run.analyze(new SteadyStateAnalysis()).warnings()).contains("The server restarted");
    }

    @Test
    void findsNoWindowWhereNobodyKeptWhenRequestsWereSent() throws IOException {
        AnalysisResult result = ramped()
                .with(Map.of(RunConfiguration.ORIGIN_TIMES, RunConfiguration.COARSE_TIMES)).finish()
                .analyze(new SteadyStateAnalysis());

        assertThat(result.summary()).containsEntry("steady", null).containsEntry("window_start_seconds", null)
                .containsEntry("queries_in_window", null);
        assertThat(String.valueOf(result.summary().get("reason"))).contains("to the second only");
        assertThat(result.summary().get("time_to_first_token_p50_whole")).isNotNull();
    }

    @Test
    void saysWhyThereIsNoWindow() throws IOException {
        FabricatedRun run = of(8);
        for (int number = 0; number < 8; number++) {
            run.with(query(0, 0.1, 1 + number * 0.1));
        }

        AnalysisResult result = run.with("gpu-0", CARD).finish().analyze(new SteadyStateAnalysis());

        assertThat(result.summary()).containsEntry("steady", null).containsEntry("window_start_seconds", null)
                .containsEntry("requests_per_second_window", null);
        assertThat(String.valueOf(result.summary().get("reason")))
                .contains("requests began and ended while the load was steady");
        assertThat(result.summary().get("requests_per_second_whole")).isNotNull();
    }

    private static LongStream seeds() {
        return LongStream.rangeClosed(1, Draws.of(2, 10));
    }

    /** A closed loop with noise in its times is steady whatever the seed, and its window holds nearly all of it. */
    @ParameterizedTest
    @MethodSource("seeds")
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
        assertThat(real(result, "requests_per_second_window")).isCloseTo(4, within(0.4));
        assertThat(real(result, "system_output_tokens_per_second_window")).isCloseTo(
                11 * real(result, "requests_per_second_window"), within(1.0));
    }
}
