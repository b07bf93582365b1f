package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.record.Dimension;
import dev.ipw.statistics.Interval;
import dev.ipw.testing.Draws;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs that asked each question several times. */
@Tag("statistical")
class RepeatedQuestionsTests {
    private static final int QUESTIONS = 20;
    private static final int DRAWN_QUESTIONS = 24;
    private static final int EPOCHS = 5;
    private static final int DRAWS = Draws.of(40, 600);

    /** The right answers and the time depend on the question alone. */
    private static MadeRun run(String name, int epochs, int right, boolean paired) {
        return MadeRun.of(name, epochs * QUESTIONS, number -> {
            int question = number % QUESTIONS;
            int epoch = number / QUESTIONS + 1;
            return MadeRun.Query.of(question, 1 + question * right % 19 / 19.0)
                    .rightIf(question * 7 % QUESTIONS < right)
                    .withId((paired ? "q" : name) + question + (epoch == 1 ? "" : "#" + epoch));
        }).writing();
    }

    private static RunComparison compare(int epochs, boolean paired) {
        return Comparison.of(List.of(run("a", epochs, 10, true), run("b", epochs, 14, paired)),
                List.of(ComparedDimension.ACCURACY, ComparedDimension.of(Dimension.OUTPUT_TOKENS)))
                .runs().getFirst();
    }

    private static double width(RunComparison comparison, int dimension) {
        Interval difference = comparison.dimensions().get(dimension).statistics().getFirst().difference().interval();
        return difference.high() - difference.low();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void areNoSurerThanTheirQuestionsAllow(boolean paired) {
        RunComparison once = compare(1, paired);
        RunComparison often = compare(10, paired);

        for (int dimension = 0; dimension < 2; dimension++) {
            assertThat(width(often, dimension)).as(once.dimensions().get(dimension).dimension().label())
                    .isGreaterThan(0.85 * width(once, dimension));
        }
        assertThat(often.warnings()).anyMatch(warning -> warning.startsWith("output_tokens: queries repeat"
                + " questions or follow those before them, "));
    }

    /** Make up a run of which each question has its own chance to be right and its own time, five times much the same. */
    private static MadeRun drawn(SplittableRandom random, String name, double easyShare, double[] shared,
            boolean paired) {
        boolean[] right = new boolean[EPOCHS * shared.length];
        double[] seconds = new double[right.length];
        for (int question = 0; question < shared.length; question++) {
            double chance = random.nextDouble() < easyShare ? 0.95 : 0.05;
            double level = 0.3 * (shared[question] + random.nextGaussian());
            for (int epoch = 0; epoch < EPOCHS; epoch++) {
                int number = epoch * shared.length + question;
                right[number] = random.nextDouble() < chance;
                seconds[number] = Math.exp(level + 0.05 * random.nextGaussian());
            }
        }
        return MadeRun.of(name, right.length, number -> {
            int question = number % shared.length;
            int epoch = number / shared.length + 1;
            return MadeRun.Query.of(question, seconds[number]).rightIf(right[number])
                    .withId((paired ? "q" : name) + question + (epoch == 1 ? "" : "#" + epoch));
        });
    }

    private static double[] normals(SplittableRandom random) {
        return IntStream.range(0, DRAWN_QUESTIONS).mapToDouble(question -> random.nextGaussian()).toArray();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void intervalsHoldTheTruthAsOftenAsTheySay(boolean paired) {
        double accuracyDifference = 0.9 * 0.2;
        long held = IntStream.range(0, DRAWS).parallel().filter(draw -> {
            SplittableRandom random = new SplittableRandom(paired ? draw : DRAWS + draw);
            double[] shared = normals(random);
            return holds(Comparison
                    .of(List.of(drawn(random, "a", 0.4, shared, true),
                            drawn(random, "b", 0.6, paired ? shared : normals(random), paired)),
                            List.of(ComparedDimension.ACCURACY))
                    .runs().getFirst().dimensions().getFirst(), accuracyDifference);
        }).count();

        assertThat(held).isBetween((long) Draws.minHits(DRAWS, 0.94), (long) Draws.maxHits(DRAWS, 0.96));
    }

    private static boolean holds(DimensionComparison one, double truth) {
        Interval interval = one.statistics().getFirst().difference().interval();
        return interval.low() <= truth && truth <= interval.high();
    }
}
