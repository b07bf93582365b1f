package dev.ipw.engine.comparison;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.statistics.Interval;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs that asked each question several times. */
class RepeatedQuestionsTests {
    private static final int QUESTIONS = 20;

    private static MadeRun run(String name, int epochs, int right, boolean paired) {
        return MadeRun.of(name, epochs * QUESTIONS, number -> {
            int question = number % QUESTIONS;
            int epoch = number / QUESTIONS + 1;
            return MadeRun.Query.of(question, 1).rightIf(question * 7 % QUESTIONS < right)
                    .withId((paired ? "q" : name) + question + (epoch == 1 ? "" : "#" + epoch));
        });
    }

    private static RunComparison compare(int epochs, boolean paired) {
        return Comparison.of(List.of(run("a", epochs, 10, true), run("b", epochs, 14, paired)),
                List.of(ComparedDimension.ACCURACY, ComparedDimension.INTELLIGENCE_PER_JOULE))
                .runs().getFirst();
    }

    private static Interval difference(RunComparison comparison) {
        return comparison.dimensions().getFirst().statistics().getFirst().difference().interval();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void areNoSurerOfTheAccuracyThanTheirQuestionsAllow(boolean paired) {
        Interval once = difference(compare(1, paired));
        RunComparison often = compare(10, paired);
        Interval repeated = difference(often);
        assertThat(repeated.high() - repeated.low()).isGreaterThan(0.9 * (once.high() - once.low()));
        assertThat(often.warnings()).anyMatch(warning -> warning.startsWith("intelligence_per_joule: the answers to a"
                + " question that was asked several times"));
    }
}
