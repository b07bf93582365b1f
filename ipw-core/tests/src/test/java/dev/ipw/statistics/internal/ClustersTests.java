package dev.ipw.statistics.internal;

import dev.ipw.statistics.Interval;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Tag("statistical")
class ClustersTests {
    private static final int QUESTIONS = 50;

    @Test
    void changesNothingWhereNothingIsRepeated() {
        Clusters clusters = new Clusters();
        for (int question = 0; question < 1000; question++) {
            clusters.add(Clusters.key("q" + question), question % 3 == 0 ? 1 : 0);
        }
        assertThat(clusters.dependence()).isEqualTo(Dependence.none(1000));
        assertThat(new Clusters().dependence().isAny()).isFalse();
    }

    @Test
    void answersThatAreAlwaysAlikeAreWorthOneEach() {
        Clusters clusters = new Clusters();
        for (int time = 0; time < 8; time++) {
            for (int question = 0; question < QUESTIONS; question++) {
                clusters.add(question, question % 2);
            }
        }
        Dependence alike = clusters.dependence();
        assertThat(alike.inflation()).isCloseTo(8.0 * QUESTIONS / (QUESTIONS - 1), within(1e-9));
        assertThat(alike.effectiveSize()).isEqualTo(QUESTIONS);
    }

    @Test
    void answersThatAreAllTheSameTellNoMoreThanTheirQuestions() {
        Clusters clusters = new Clusters();
        Clusters single = new Clusters();
        for (int time = 0; time < 8; time++) {
            clusters.add(time % 4, 1);
            single.add(7, time % 2);
        }
        assertThat(clusters.dependence().inflation()).isEqualTo(2);
        assertThat(single.dependence().inflation()).isEqualTo(8);
    }

    /** Questions differ in how hard they are: their answers' share strays as far as the interval says. */
    @Test
    void theIntervalHoldsTheShareAsOftenAsItSays() {
        SplittableRandom random = new SplittableRandom(3);
        int held = 0;
        int heldAsIfIndependent = 0;
        for (int run = 0; run < 1000; run++) {
            Clusters clusters = new Clusters();
            int right = 0;
            for (int question = 0; question < QUESTIONS; question++) {
                // A share that is even between 0 and 1 has the mean 0.5.
                double easy = random.nextDouble();
                for (int time = 0; time < 10; time++) {
                    int one = random.nextDouble() < easy ? 1 : 0;
                    right += one;
                    clusters.add(question, one);
                }
            }
            Proportion proportion = new Proportion(right, 10L * QUESTIONS);
            held += holds(proportion.wilson(0.95, clusters.dependence())) ? 1 : 0;
            heldAsIfIndependent += holds(proportion.wilson(0.95)) ? 1 : 0;
        }
        assertThat(held).isBetween(925, 975);
        assertThat(heldAsIfIndependent).isLessThan(800);
    }

    private static boolean holds(Interval interval) {
        return interval.low() <= 0.5 && interval.high() >= 0.5;
    }
}
