package dev.ipw.benchmarks.scoring;

import dev.ipw.evaluation.Evaluation;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class EpochReducerTests {
    /** Right is 1, wrong 0, without a verdict a dash. */
    private static List<Evaluation> answers(String verdicts) {
        return verdicts.chars().mapToObj(verdict -> switch (verdict) {
            case '1' -> Evaluation.correct();
            case '0' -> Evaluation.incorrect("wrong");
            default -> Evaluation.unscored("not judged");
        }).toList();
    }

    /** The values are worked out by hand; pass@2 of four with one right is 1 - (3 * 2) / (4 * 3). */
    @ParameterizedTest
    @CsvSource({"mean, 1001, 0.5", "mean, 1-0, 0.5", "median, 110, 1", "median, 100, 0", "median, 1100, 0.5",
            "mode, 110, 1", "mode, 0011, 0", "mode, 1100, 1", "mode, -0110, 0", "max, 0001, 1", "max, 000, 0",
            "at_least_2, 0110, 1", "at_least_2, 0100, 0", "pass_at_2, 1000, 0.5", "pass_at_1, 1000, 0.25",
            "pass_at_4, 0001, 1"})
    void reducesAnswersToOneScore(String name, String verdicts, double score) {
        OptionalDouble reduced = EpochReducer.named(name).orElseThrow().reduce(answers(verdicts));

        assertThat(reduced.orElseThrow()).isCloseTo(score, within(1e-12));
    }

    @Test
    void saysNothingWhereTooFewAnswersHaveAVerdict() {
        assertThat(EpochReducer.named("pass_at_3").orElseThrow().reduce(answers("11-"))).isEmpty();
        assertThat(EpochReducer.named("mean").orElseThrow().reduce(answers("--"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"best", "pass_at_0", "pass_at_", "at_least_x", "MEAN", ""})
    void knowsNoOtherNames(String name) {
        assertThat(EpochReducer.named(name)).isEmpty();
    }
}
