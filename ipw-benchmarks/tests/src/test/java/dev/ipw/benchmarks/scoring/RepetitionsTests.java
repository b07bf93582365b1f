package dev.ipw.benchmarks.scoring;

import dev.ipw.evaluation.Evaluation;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

final class RepetitionsTests {
    /** Counts over all subsets of k answers what pass@k and pass^k are by their meaning. */
    @Test
    void isWhatAllSubsetsSay() {
        for (int scored = 1; scored <= 8; scored++) {
            for (int correct = 0; correct <= scored; correct++) {
                for (int draws = 1; draws <= scored; draws++) {
                    Repetitions counts = new Repetitions(scored, correct);
                    assertThat(counts.passAt(draws).orElseThrow()).isEqualTo(share(scored, correct, draws, false),
                            within(1e-12));
                    assertThat(counts.passAll(draws).orElseThrow()).isEqualTo(share(scored, correct, draws, true),
                            within(1e-12));
                }
            }
        }
    }

    private static double share(int scored, int correct, int draws, boolean all) {
        int subsets = 0;
        int hits = 0;
        for (int bits = 0; bits < 1 << scored; bits++) {
            if (Integer.bitCount(bits) == draws) {
                int right = Integer.bitCount(bits & (1 << correct) - 1);
                subsets++;
                hits += all ? right == draws ? 1 : 0 : right > 0 ? 1 : 0;
            }
        }
        return (double) hits / subsets;
    }

    @Test
    void isEmptyWhereTooFewHaveAVerdict() {
        Repetitions counts = Repetitions.of(List.of(Evaluation.correct(), Evaluation.unscored("no judge"),
                Evaluation.incorrect("wrong")));

        assertThat(counts).isEqualTo(new Repetitions(2, 1));
        assertThat(counts.passAt(3)).isEmpty();
        assertThat(counts.passAll(3)).isEmpty();
        assertThat(counts.majority()).isEmpty();
        assertThat(new Repetitions(0, 0).mean()).isEmpty();
    }

    @Test
    void theMostFrequentAnswerWins() {
        List<Evaluation> answers = List.of(Evaluation.correct().withExtracted("7"),
                Evaluation.correct().withExtracted("7"),
                Evaluation.incorrect("").withExtracted("8"), Evaluation.incorrect("").withExtracted("9"),
                Evaluation.incorrect("").withExtracted("6"));

        assertThat(Repetitions.majorityScore(answers)).hasValue(1);
        assertThat(Repetitions.majorityScore(answers.subList(1, 3))).hasValue(0.5);
        assertThat(Repetitions.majorityScore(List.of(Evaluation.unscored("x")))).isEmpty();
    }

    /** Compares with a plain computation: sort, cut into hundreds, average. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void calibrationCountsEveryBin(long seed) {
        Random random = new Random(seed);
        int count = 1 + random.nextInt(600);
        List<ConfidentAnswer> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double confidence = random.nextDouble();
            answers.add(new ConfidentAnswer(confidence, random.nextDouble() < confidence * confidence));
        }
        CalibrationError error = CalibrationError.of(answers).orElseThrow();
        List<ConfidentAnswer> sorted = answers.stream()
                .sorted((one, other) -> Double.compare(one.confidence(), other.confidence())).toList();
        int bins = Math.max(1, count / 100);
        double[] differences = IntStream.range(0, bins).mapToDouble(bin -> {
            List<ConfidentAnswer> members = sorted.subList(bin * 100, bin == bins - 1 ? count : bin * 100 + 100);
            return Math.abs(members.stream().mapToDouble(ConfidentAnswer::confidence).average().orElseThrow()
                    - members.stream().mapToDouble(one -> one.correct() ? 1 : 0).average().orElseThrow());
        }).toArray();
        double squares = IntStream.range(0, bins).mapToDouble(bin -> size(bin, bins, count)
                * differences[bin] * differences[bin]).sum();

        assertThat(error.rootMeanSquare()).isEqualTo(Math.sqrt(squares / count), within(1e-12));
        assertThat(error.answers()).isEqualTo(count);
        assertThat(CalibrationError.of(List.of())).isEmpty();
    }

    private static int size(int bin, int bins, int count) {
        return bin == bins - 1 ? count - 100 * (bins - 1) : 100;
    }

    @ParameterizedTest
    @ValueSource(strings = {"Confidence: 85%", "**Confidence:** 85 %", "confidence: 85", "Confidence: 0.85",
            "Confidence: 20%\nOn reflection:\nConfidence: 85%"})
    void readsTheLastConfidence(String answer) {
        assertThat(ConfidenceText.read(answer)).isEqualTo(OptionalDouble.of(0.85));
    }

    @ParameterizedTest
    @ValueSource(strings = {"I am confident.", "Confidence: high", "Confidence: 850%"})
    void readsNoConfidenceWhereNoneIsStated(String answer) {
        assertThat(ConfidenceText.read(answer)).isEmpty();
    }
}
