package dev.ipw.report;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.QueryTaker;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.Dimension;
import dev.ipw.report.findings.RunFindings;
import dev.ipw.report.markup.Tree;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class SpreadChartsTests {
    @TempDir
    Path runs;

    @Test
    void leavesNothingOutOfFewQueries() {
        assertThat(SpreadCharts.end(new double[]{80, 100, 120})).isEqualTo(120);
        assertThat(SpreadCharts.end(spread(99, 1000))).isEqualTo(1000);
    }

    @Test
    void leavesOutAFewFarOnesOfManyAndNoOthers() {
        assertThat(SpreadCharts.end(spread(999, 1000))).as("the far fence").isBetween(1.0, 4.0);
        assertThat(SpreadCharts.end(spread(999, 1.5))).as("within the fence").isEqualTo(1.5);
        double[] manyFar = DoubleStream.concat(IntStream.range(0, 900).mapToDouble(one -> one / 900.0),
                IntStream.range(0, 100).mapToDouble(one -> 1000 + one)).toArray();
        assertThat(SpreadCharts.end(manyFar)).as("of a tenth all but one in a hundred").isEqualTo(1090);
    }

    /** So many evenly from zero to one, and one more. */
    private static double[] spread(int count, double last) {
        return DoubleStream.concat(IntStream.range(0, count).mapToDouble(one -> (double) one / count),
                DoubleStream.of(last)).toArray();
    }

    @Test
    void valuesThatDifferInTheirLastDigitHaveBins() {
        Random random = new Random(20_261_126);
        for (int round = 0; round < 1000; round++) {
            double low = random.nextDouble() * Math.pow(10, random.nextInt(12) - 6);
            double high = low;
            for (int digit = random.nextInt(6); digit > 0; digit--) {
                high = Math.nextUp(high);
            }
            assertThat(SpreadCharts.bins(low, high, 10, false).count()).as("%s to %s", low, high).isPositive();
        }
    }

    @Test
    void aZeroThatIsNotAmongTheQueriesHeldKeepsTheAxisPlain() throws InterruptedException {
        ProfileRun run = ExampleRun.in(runs).answeringNothingTo(question -> question.endsWith("0")).named("zeros");
        RunReader reader = RunReader.open(run.path());
        int held = 0;
        for (int most = 1; most < 12; most++) {
            AnalysedRun analysed = new AnalysedRun(reader,
                    Plugins.builder("evaluator", EvaluatorProvider.class).build());
            RunRows rows = RunRows.expecting(analysed, EnumSet.copyOf(ReportedRun.SHOWN), most);
            RunFindings findings = RunFindings.of(analysed, List.of(), true, List.of(QueryTaker.of(rows)));
            assertThat(rows.ends(Dimension.OUTPUT_TOKENS).least()).isZero();
            held += rows.sorted(Dimension.OUTPUT_TOKENS)[0] > 0 ? 1 : 0;
            for (Map<String, ?> chart : new SpreadCharts(Dimension.OUTPUT_TOKENS,
                    List.of(new ReportedRun(0, "zeros", reader, rows, findings, Optional.empty()))).all()) {
                assertThat(new Tree(Map.copyOf(chart)).value("x.logarithmic")).isEqualTo(false);
            }
        }
        assertThat(held).as("samples without a zero").isPositive();
    }
}
