package dev.ipw.statistics.internal;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class AnswerClustersTests {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void findsWhatClustersOfAnyValuesFind(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int questions = random.nextInt(1, 200);
        double easy = random.nextDouble();
        AnswerClusters answers = new AnswerClusters();
        Clusters values = new Clusters();
        for (int answer = random.nextInt(1, 2000); answer > 0; answer--) {
            String question = "question " + random.nextInt(questions);
            boolean isRight = random.nextDouble() < easy;
            answers.add(question, isRight);
            values.add(Clusters.key(question), isRight ? 1 : 0);
            if (answer % 500 == 0) {
                assertAlike(answers.dependence(), values.dependence());
            }
        }
        assertAlike(answers.dependence(), values.dependence());
    }

    @Test
    void findsTheSameInAFile() {
        SplittableRandom random = new SplittableRandom(9);
        AnswerClusters answers = new AnswerClusters();
        Clusters values = new Clusters();
        for (int answer = 0; answer < 1_200_000; answer++) {
            String question = "question " + random.nextInt(200_000);
            boolean isRight = random.nextInt(4) > 0;
            answers.add(question, isRight);
            values.add(Clusters.key(question), isRight ? 1 : 0);
            if (answer == 600_000) {
                assertAlike(answers.dependence(), values.dependence());
            }
        }
        assertAlike(answers.dependence(), values.dependence());
    }

    @Test
    void changesNothingWhereNothingIsRepeated() {
        AnswerClusters answers = new AnswerClusters();
        for (int question = 0; question < 1000; question++) {
            answers.add("q" + question, question % 3 == 0);
        }
        assertThat(answers.dependence()).isEqualTo(Dependence.none(1000));
        assertThat(new AnswerClusters().dependence().isAny()).isFalse();
    }

    private static void assertAlike(Dependence found, Dependence expected) {
        assertThat(found.inflation()).isCloseTo(expected.inflation(), within(1e-9 * expected.inflation()));
        assertThat(found.effectiveSize()).isEqualTo(expected.effectiveSize());
        assertThat(found.isAny()).isEqualTo(expected.isAny());
    }
}
