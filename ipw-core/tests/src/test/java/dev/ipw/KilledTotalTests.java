package dev.ipw;

import dev.ipw.KilledBoardRun.Board;
import dev.ipw.energy.EnergyReading;
import dev.ipw.run.RunTotals;
import dev.ipw.run.RunTotals.GrossEnergy;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The total of a run that was killed and resumed is as certain as what was not read of it. */
@Tag("statistical")
class KilledTotalTests {
    private static final int RUNS = Draws.of(2, 20);
    private static final double MAX_UNREPORTED = 0.01;
    private static final double MAX_ERROR = 0.02;
    // A counter shows whole millijoules.
    private static final double RESOLUTION_JOULES = 0.02;

    @TempDir
    Path folder;

    static Stream<Board> boards() {
        return Stream.of(700.0, 300.0).flatMap(limit -> Stream.of(true, false).flatMap(tells -> Stream.of(
                new Board(limit, tells, 0.1, 0), new Board(limit, tells, 1, 0), new Board(limit, tells, 0, 0),
                new Board(limit, tells, 0, 1))));
    }

    @ParameterizedTest
    @MethodSource("boards")
    void boundsHoldTheTruthAndNoMoreThanWasUnread(Board board) throws IOException {
        List<String> broken = new ArrayList<>();
        for (int seed = 0; seed < RUNS; seed++) {
            for (int kills = 1; kills <= 2; kills++) {
                KilledBoardRun run = new KilledBoardRun(new SplittableRandom(seed), board, kills);
                RunTotals totals = run.finish(folder.resolve(seed + "-" + kills)).summary().totals();
                String which = "seed " + seed + ", " + kills + " kills: ";
                judge(run, totals.deviceEnergy(), broken, which + "counted ");
                // What headlines divide, if anything: what was not read is filled in.
                EnergyReading gross = totals.headline().gross().map(GrossEnergy::energy).orElseThrow();
                judge(run, gross, broken, which);
                double joules = gross.joules().orElseThrow();
                describe(joules <= board.limitWatts() * run.seconds(), broken, which + joules / run.seconds() + " W");
                describe(run.untoldSeconds() > MAX_UNREPORTED * run.seconds()
                        || Math.abs(joules - run.joules()) <= MAX_ERROR * run.joules(), broken,
                        which + joules + " J of " + run.joules());
            }
        }
        assertThat(broken).isEmpty();
    }

    private static void judge(KilledBoardRun run, EnergyReading reading, List<String> broken,
            String which) {
        double truth = run.joules();
        double lower = reading.lower().orElseThrow();
        double upper = reading.upper().orElseThrow();
        String told = String.format(Locale.ROOT, "%s%s of %.1f J in %.2f s, of which %.3f s were not read", which,
                reading, truth, run.seconds(), run.unreadSeconds());
        describe(truth >= lower - RESOLUTION_JOULES && truth <= upper + RESOLUTION_JOULES, broken, told);
        describe(upper - lower <= run.explainedJoules(), broken,
                told + ": wider than " + run.explainedJoules() + " J");
        describe(lower <= reading.joules().orElseThrow() && reading.joules().orElseThrow() <= upper, broken, told);
    }

    private static void describe(boolean holds, List<String> broken, String what) {
        if (!holds) {
            broken.add(what);
        }
    }
}
