package dev.ipw;

import dev.ipw.FabricatedRun.Device;
import dev.ipw.FabricatedRun.Episode;
import dev.ipw.FabricatedRun.Query;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.evaluation.Verdict;
import dev.ipw.results.internal.finishing.RunAttribution;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.DeviceTotals.IdleBaseline;
import dev.ipw.run.DeviceTotals.NetEnergy;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Runs on a package that draws 10 W when idle and more while anything of the run, or something else, works. */
class IdleBesideToolsTests {
    private static final double IDLE_WATTS = 10;
    private static final double BUSY_WATTS = 50;
    private static final double ROUND_SECONDS = 13;
    private static final int ROUNDS = 6;

    @TempDir
    private Path runs;

    private static double[] span(double start, double end) {
        return new double[]{start, end};
    }

    private FabricatedRun run(DoubleUnaryOperator watts) {
        return new FabricatedRun(runs.resolve("made"), LoadSettings.ofConcurrency(1))
                .with("package-0", new Device(Scope.PACKAGE, IDLE_WATTS, 0)).drawing(watts).restingAfter(8);
    }

    /** In each round something works for nine of thirteen seconds. */
    private static double inRounds(double second) {
        return second >= 0 && second < (ROUNDS - 1) * ROUND_SECONDS + 9 && second % ROUND_SECONDS < 9
                ? BUSY_WATTS
                : IDLE_WATTS;
    }

    private static DeviceTotals device(ProfileRun run) {
        return run.summary().totals().devices().getFirst();
    }

    private static void assertIdle(ProfileRun run, double busySeconds) {
        IdleBaseline idle = device(run).idleBaseline().orElseThrow();
        assertThat(idle.watts()).isCloseTo(IDLE_WATTS, within(0.01));
        NetEnergy net = run.summary().totals().headline().net().orElseThrow();
        double truth = (BUSY_WATTS - IDLE_WATTS) * busySeconds;
        assertThat(net.netJoules()).isCloseTo(truth, within(0.01 * truth));
        assertThat(run.summary().totals().deviceEnergy().flags()).doesNotContain(EnergyFlag.INCONSISTENT);
    }

    @Test
    void aToolIsNoRest() throws IOException {
        FabricatedRun made = run(IdleBesideToolsTests::inRounds);
        for (int round = 0; round < ROUNDS; round++) {
            double start = round * ROUND_SECONDS;
            made.with(new Episode(start, start + 9, List.of(span(start, start + 1), span(start + 8, start + 9)),
                    List.of(span(start + 1, start + 8)), List.of()));
        }
        ProfileRun run = made.finish();

        assertIdle(run, ROUNDS * 9);
        assertThat(device(run).idleBaseline().orElseThrow().pieces()).as("those between episodes are rests too")
                .isGreaterThan(7);
        assertThat(run.summary().warnings()).isEmpty();
    }

    @Test
    void neitherAnAgentBetweenItsCallsNorAPhaseAroundThemIsARest() throws IOException {
        FabricatedRun made = run(IdleBesideToolsTests::inRounds);
        for (int round = 0; round < ROUNDS; round++) {
            double start = round * ROUND_SECONDS;
            made.with(new Episode(start, start + 5, List.of(span(start + 4, start + 5)), List.of(),
                    List.of(span(start + 5, start + 9))));
        }

        assertIdle(made.finish(), ROUNDS * 9);
    }

    @Test
    void anAgentThatAsksOnceIsNoRestBesideItsCall() throws IOException {
        FabricatedRun made = run(IdleBesideToolsTests::inRounds);
        for (int round = 0; round < ROUNDS; round++) {
            double start = round * ROUND_SECONDS;
            made.with(new Episode(start, start + 9, List.of(span(start + 1, start + 2)), List.of(), List.of()));
        }
        ProfileRun run = made.finish();

        assertIdle(run, ROUNDS * 9);
        assertThat(run.summary().warnings()).noneMatch(warning -> warning.contains("between the requests"));
    }

    @Test
    void aQueryThatNeverCameToItsEndMayHaveWorkedOn() throws IOException {
        FabricatedRun made = run(second -> second >= 0 && second < 20 ? BUSY_WATTS : IDLE_WATTS)
                .with(new Query("sums", 25, 25.1, 26, 10, Verdict.CORRECT))
                .with(new Episode(0, Double.POSITIVE_INFINITY, List.of(span(0, 1)), List.of(), List.of()));
        ProfileRun run = made.finish();

        assertIdle(run, 20);
        assertThat(run.summary().warnings()).noneMatch(warning -> warning.contains("between the requests"));
    }

    @Test
    void theRestsAreBelievedWhereSomethingElseWorksBetweenRequestsAndItIsSaid() throws IOException {
        FabricatedRun made = run(IdleBesideToolsTests::inRounds);
        for (int round = 0; round < ROUNDS; round++) {
            double start = round * ROUND_SECONDS;
            made.with(new Query("sums", start, start + 0.1, start + 1, 10, Verdict.CORRECT))
                    .with(new Query("sums", start + 8, start + 8.1, start + 9, 10, Verdict.CORRECT));
        }
        ProfileRun run = made.finish();

        assertIdle(run, ROUNDS * 9);
        assertThat(run.summary().warnings()).singleElement().asString().isEqualTo(
                "package-0 drew 50.0 W between the requests of the run, where nothing of it worked, and 10.0 W in the rest "
                        + "before and after it; its idle power is taken from the rest.");
    }

    @Test
    void aFewWattsMoreBetweenRequestsAreNoOtherWork() throws IOException {
        FabricatedRun made = run(second -> inRounds(second) == BUSY_WATTS
                ? BUSY_WATTS
                : second < 0 ? IDLE_WATTS : 1.06 * IDLE_WATTS);
        for (int round = 0; round < ROUNDS; round++) {
            double start = round * ROUND_SECONDS;
            made.with(new Query("sums", start, start + 0.1, start + 9, 10, Verdict.CORRECT));
        }
        ProfileRun run = made.finish();

        assertThat(run.summary().warnings()).noneMatch(warning -> warning.contains("between the requests"));
    }

    @Test
    void aSensorIsRightThatReadsLessWithinTheRunThanInRestsInWhichSomethingElseWorked() throws IOException {
        FabricatedRun made = run(second -> second < 0 || second > (ROUNDS - 1) * ROUND_SECONDS + 9
                ? BUSY_WATTS
                : inRounds(second) == BUSY_WATTS ? 2 * BUSY_WATTS : IDLE_WATTS);
        for (int round = 0; round < ROUNDS; round++) {
            double start = round * ROUND_SECONDS;
            made.with(new Query("sums", start, start + 0.1, start + 9, 10, Verdict.CORRECT));
        }
        ProfileRun run = made.finish();

        assertThat(run.summary().totals().deviceEnergy().flags()).doesNotContain(EnergyFlag.INCONSISTENT);
        assertThat(run.summary().warnings()).singleElement().asString().contains("10.0 W between",
                "50.0 W in the rest");
    }

    /** Returns rounds of four agents that begin half a second after each other, each with one call and one tool. */
    private static List<Episode> overlapping(double callEndSeconds, double toolStartSeconds, double toolEndSeconds) {
        List<Episode> episodes = new ArrayList<>();
        for (int round = 0; round < 12; round++) {
            double start = round * ROUND_SECONDS;
            for (double late = 0; late < 2; late += 0.5) {
                episodes.add(new Episode(start + late, start + 12,
                        List.of(span(start + late, start + callEndSeconds + late / 2)),
                        List.of(span(start + toolStartSeconds, start + toolEndSeconds)), List.of()));
            }
        }
        return episodes;
    }

    @Test
    void whatToolsUseIsNotLeftUnexplainedByTheWorkOfRequests() throws IOException {
        List<Episode> episodes = overlapping(4, 5.5, 12);
        ProfileRun run = finished(episodes, second -> 20 * BUSY_WATTS);

        assertThat(run.summary().warnings()).isEmpty();
        assertThat(device(run).attribution().orElseThrow().quality().orElseThrow()).isLessThan(0.1);
        assertThat(RunAttribution.of(new RunDirectory(run.path()), AttributionRule.AUTO).warnings()).isEmpty();
    }

    @Test
    void toolsBesideRequestsAreNotCalledOtherPrograms() throws IOException {
        List<Episode> episodes = overlapping(10, 4, 9);
        Random random = new Random(5);
        double[] draws = random.doubles(400).toArray();
        ProfileRun run = finished(episodes, second -> 1000 * draws[(int) (2 * second)]);

        assertThat(run.summary().warnings()).singleElement().asString()
                .contains("of package-0 are unexplained", "Tools of the run worked beside requests")
                .doesNotContain("other programs");
    }

    /** Runs episodes whose tools draw some watts. */
    private ProfileRun finished(List<Episode> episodes, DoubleUnaryOperator toolWatts) throws IOException {
        FabricatedRun made = run(second -> {
            long open = episodes.stream().flatMap(episode -> episode.calls().stream())
                    .filter(call -> call[0] <= second && second < call[1]).count();
            boolean isTool = episodes.stream().flatMap(episode -> episode.tools().stream())
                    .anyMatch(tool -> tool[0] <= second && second < tool[1]);
            return IDLE_WATTS + (isTool ? toolWatts.applyAsDouble(second) : 0) + BUSY_WATTS * Math.signum(open)
                    + 5 * open;
        });
        episodes.forEach(made::with);
        return made.finish();
    }
}
