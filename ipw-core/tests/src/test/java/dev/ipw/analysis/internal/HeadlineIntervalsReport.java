package dev.ipw.analysis.internal;

import dev.ipw.analysis.internal.OverlappingRun.Load;
import dev.ipw.statistics.Estimate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Write the part of docs/measurements/headlines.md that tells how wide intervals are and how often they hold the truth. No test of a
 * build; the command that runs it stands in the report.
 */
class HeadlineIntervalsReport {
    private static final Path REPORT = Path.of("..", "..", "docs", "measurements", "headlines.md");
    private static final String HEADING = "## Runs made again";
    private static final String[] FIGURES = {"J/query", "J/token", "W", "IPJ", "IPW"};
    private static final int RUNS = 200;
    private static final int TRUTH_RUNS = 4000;

    private final StringBuilder text = new StringBuilder();

    @Test
    void writeReport() throws IOException {
        String before = Files.readString(REPORT);
        int end = before.indexOf(HEADING);
        text.append((end < 0 ? before : before.substring(0, end)).stripTrailing()).append("\n\n").append(HEADING)
                .append("""


                        Made by one command (four minutes, in the repository's root), which writes what follows anew:

                            mvn -B -Pthorough -pl ipw-core/tests -am -Dtest=HeadlineIntervalsReport test

                        A simulated board of 700 W is asked questions that are drawn anew for each run; its power (10 %) and its
                        speed (15 %) wander and forget in 2 s where they were. What it uses in a moment is divided over the requests in
                        flight by weights that have nothing to do with their work, the total is known to 0.2 %. Of 200 runs of each
                        load: how many intervals of 95 % hold what such runs come to in the long run (4,000 others), and how wide they
                        are: half the width in percent of the figure, of the median run and of the widest in twenty. *Before*: queries
                        drawn again with what each was charged with, as in the release before. *Spread*: 1.96 standard deviations of the
                        figure itself between runs, which an interval that knew everything would have. *Gaps*: the same runs where
                        shares lie over gaps, so that each is known to lie between nothing and all joules, and the total as before.

                        | load | figure | spread | before: held | half width | widest | now: held | half width | widest |
                        |---|---|---:|---:|---:|---:|---:|---:|---:|
                        """);
        OverlappingRunTests.loads().forEach(load -> rows(load, false));
        Stream.of(Load.of(200, 64), Load.of(40, 16), Load.of(20, 4)).forEach(load -> rows(load, true));
        text.append(
                """

                        Approximate are loads of fewer than 8 query times after each other (64 queries with 64 at once have one or
                        two), of which blocks of time say little about how the board changes, and those of about 20 queries and fewer:
                        their intervals hold the truth in some 92 to 95 % of runs. What changes more slowly than an eighth of a run is
                        not held by any interval of one run.

                        The rule was chosen among eight by such simulations, of the same kind of board and loads with other seeds: that it holds elsewhere is not shown.
                        """);
        Files.writeString(REPORT, text.toString());
        assertThat(REPORT).isNotEmptyFile();
    }

    private void rows(Load load, boolean withGaps) {
        double[] truth = OverlappingRunTests.truth(load, TRUTH_RUNS, new SplittableRandom(1));
        List<List<Estimate>> before = new ArrayList<>();
        List<List<Estimate>> now = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(2);
        for (int run = 0; run < RUNS; run++) {
            OverlappingRun made = new OverlappingRun(load, random);
            if (withGaps) {
                made.openGaps();
            }
            before.add(OverlappingRunTests.headlines(made, false));
            now.add(OverlappingRunTests.headlines(made, true));
        }
        for (int figure = 0; figure < truth.length; figure++) {
            text.append(String.format(Locale.ROOT, "| %s | %s | %.0f %% | %s | %s |%n",
                    figure == 0 ? name(load) + (withGaps ? ", gaps" : "") : "",
                    FIGURES[figure], spread(now, figure, truth[figure]), cells(before, figure, truth[figure]),
                    cells(now, figure, truth[figure])));
        }
    }

    private static String name(Load load) {
        return load.queries() + (load.inFlight() > 0
                ? " queries, " + load.inFlight() + " at once"
                : " queries, " + (int) load.perSecond() + " a second");
    }

    private static double spread(List<List<Estimate>> runs, int figure, double truth) {
        double squares = runs.stream().mapToDouble(run -> Math.pow(run.get(figure).value() / truth - 1, 2)).sum();
        return 196 * Math.sqrt(squares / runs.size());
    }

    private static String cells(List<List<Estimate>> runs, int figure, double truth) {
        List<Double> widths = new ArrayList<>();
        int held = 0;
        for (List<Estimate> run : runs) {
            Estimate one = run.get(figure);
            widths.add(50 * (one.interval().high() - one.interval().low()) / one.value());
            held += OverlappingRunTests.holds(one, truth) ? 1 : 0;
        }
        Collections.sort(widths);
        return String.format(Locale.ROOT, "%.1f %% | %.0f %% | %.0f %%", 100.0 * held / runs.size(),
                widths.get(runs.size() / 2), widths.get(runs.size() * 19 / 20));
    }
}
