package dev.ipw.evaluation;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.TokenUsage;
import dev.ipw.settings.EvaluationSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EvaluationTests {
    private static final Evaluation RIGHT = new Evaluation(Verdict.CORRECT, Optional.empty(), "right", Map.of());

    @ParameterizedTest
    @ValueSource(doubles = {-0.01, 1.01, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesAScoreThatIsNone(double score) {
        assertThatThrownBy(() -> RIGHT.withScore(score)).isInstanceOf(IllegalArgumentException.class);
        assertThat(RIGHT.withScore(0.5).score()).hasValue(0.5);
        assertThat(RIGHT.withScore(0).withScore(1).score()).hasValue(1);
    }

    @Test
    void refusesAVerdictOrAScoreOfWhatFailed() {
        Evaluation failed = Evaluation.failed("no reply");
        assertThat(failed.failed()).isTrue();
        assertThat(failed.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(failed.metadata()).as("the failure is a field of its own").isEmpty();
        assertThat(Evaluation.unscored("no reference").failed()).isFalse();
        assertThatThrownBy(() -> failed.withScore(1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Evaluation(Verdict.CORRECT, OptionalDouble.empty(), Optional.empty(), "", true,
                Map.of(), EvaluationUsage.NONE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void addsUpOnlyWhatAllTell() {
        EvaluationUsage call = EvaluationUsage.ofCall(TokenUsage.server(100, 20));
        EvaluationUsage two = call.plus(EvaluationUsage.ofCall(TokenUsage.server(50, 5)));

        assertThat(two.modelCalls()).hasValue(2);
        assertThat(two.inputTokens()).hasValue(150);
        assertThat(two.outputTokens()).hasValue(25);
        assertThat(two.dollars()).as("no price is known").isEmpty();
        EvaluationUsage uncounted = two.plus(EvaluationUsage.ofCall(TokenUsage.absent()));
        assertThat(uncounted.modelCalls()).hasValue(3);
        assertThat(uncounted.inputTokens()).isEmpty();
        assertThat(EvaluationUsage.NONE.plus(call).inputTokens()).hasValue(100);
        assertThat(call.withDollars(0.5).plus(EvaluationUsage.NONE).dollars()).hasValue(0.5);
        EvaluationUsage most = new EvaluationUsage(OptionalLong.of(Long.MAX_VALUE), OptionalLong.empty(),
                OptionalLong.empty(), OptionalDouble.of(Double.MAX_VALUE), OptionalDouble.empty(),
                OptionalLong.empty());
        assertThat(most.plus(most)).isEqualTo(EvaluationUsage.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesAmountsThatAreNone(double amount) {
        assertThatThrownBy(() -> EvaluationUsage.NONE.withSeconds(amount))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> EvaluationUsage.NONE.withDollars(amount))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new EvaluationUsage(OptionalLong.of(-1), OptionalLong.empty(), OptionalLong.empty(),
                OptionalDouble.empty(), OptionalDouble.empty(), OptionalLong.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void totalsCountApartWhoDoesNotTellWhatItUsed() {
        EvaluationUsage call = EvaluationUsage.ofCall(TokenUsage.server(100, 20));
        Evaluation late = Evaluation.failed("late");
        EvaluationTotals unknown = EvaluationTotals.NONE.plus(seconds(late, 3));
        assertThat(unknown.usage().modelCalls()).as("unknown, not none").isEmpty();

        EvaluationTotals totals = unknown.plus(seconds(RIGHT.withUsage(call), 2))
                .plus(seconds(RIGHT.withUsage(EvaluationUsage.NONE), 1)).plus(seconds(late, 3))
                .plus(seconds(RIGHT.withUsage(call), 1));

        assertThat(totals.evaluations()).isEqualTo(5);
        assertThat(totals.failed()).isEqualTo(2);
        assertThat(totals.unreported()).isEqualTo(2);
        assertThat(totals.usage().modelCalls()).hasValue(2);
        assertThat(totals.usage().inputTokens()).hasValue(200);
        assertThat(totals.usage().outputTokens()).hasValue(40);
        assertThat(totals.usage().seconds()).as("those of all").hasValue(10);
        assertThat(totals.usage().dollars()).isEmpty();
    }

    private static Evaluation seconds(Evaluation evaluation, double seconds) {
        return evaluation.withUsage(evaluation.usage().withSeconds(seconds));
    }

    @Test
    void limitsRefuseWhatCannotWork() {
        for (int concurrency : new int[]{0, -1, 1025}) {
            assertThatThrownBy(() -> EvaluationSettings.DEFAULTS.concurrency(concurrency))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("evaluated at once (EvaluationSettings.concurrency) must");
        }
        for (Duration timeout : new Duration[]{Duration.ZERO, Duration.ofSeconds(-1), Duration.ofDays(2)}) {
            assertThatThrownBy(() -> EvaluationSettings.DEFAULTS.timeout(timeout))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("The time to evaluate an answer (EvaluationSettings.timeout) must");
        }
    }
}
