package dev.ipw.analysis;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Proportion;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class AnswersPerJouleTests {
    private static final int QUERIES = 20;
    private static final int DRAWS = 300;

    private static AnswersPerJoule drawn(SplittableRandom random, double accuracy) {
        AnswersPerJoule answers = new AnswersPerJoule(1024);
        for (int query = 0; query < QUERIES; query++) {
            answers.add(random.nextDouble() < accuracy, 50 + 100 * random.nextDouble(), 0.5 + random.nextDouble());
        }
        return answers;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void ofRightAnswersOnlyJoulesVaryTooSoThatTheIntervalHasTwoSides(long seed) {
        AnswersPerJoule answers = drawn(new SplittableRandom(seed), 1);

        Estimate perJoule = answers.perJoule().orElseThrow();
        Interval wilson = new Proportion(QUERIES, QUERIES).wilson(0.95);
        assertThat(perJoule.interval().high()).isGreaterThan(1.01 * perJoule.value());
        assertThat(perJoule.interval().low()).isLessThan(0.99 * wilson.low() * perJoule.value());
        Interval perWatt = answers.accuracyOverRelativeWatts().orElseThrow();
        assertThat(perWatt.high()).isGreaterThan(1.01);
        assertThat(perWatt.low()).isLessThan(0.99 * wilson.low());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void ofWrongAnswersOnlyJoulesVaryToo(long seed) {
        AnswersPerJoule answers = drawn(new SplittableRandom(seed), 0);

        Estimate perJoule = answers.perJoule().orElseThrow();
        double wilson = new Proportion(0, QUERIES).wilson(0.95).high();
        assertThat(perJoule.value()).isZero();
        assertThat(perJoule.interval().low()).isZero();
        assertThat(perJoule.interval().high()).isGreaterThan(1.01 * wilson / answers.meanJoules().orElseThrow());
        assertThat(answers.accuracyOverRelativeWatts().orElseThrow().high()).isGreaterThan(1.01 * wilson);
    }

    @Test
    void ofJoulesThatNeverVaryItIsWilsons() {
        AnswersPerJoule answers = new AnswersPerJoule(64);
        for (int query = 0; query < QUERIES; query++) {
            answers.add(true, 4, 1);
        }

        Interval interval = answers.perJoule().orElseThrow().interval();
        assertThat(interval.low()).isCloseTo(new Proportion(QUERIES, QUERIES).wilson(0.95).low() / 4, within(1e-12));
        assertThat(interval.high()).isCloseTo(0.25, within(1e-12));
    }

    /** Where few or many are right, most draws are of all alike answers. */
    @ParameterizedTest
    @CsvSource({"0.98,0.93", "0.02,0.93"})
    void theIntervalHoldsTheTruthAsOftenAsItSays(double accuracy, double least) {
        SplittableRandom random = new SplittableRandom(7);
        int held = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            Interval interval = drawn(random, accuracy).perJoule().orElseThrow().interval();
            double truth = accuracy / 100;
            held += truth >= interval.low() && truth <= interval.high() ? 1 : 0;
        }
        assertThat((double) held / DRAWS).isGreaterThan(least);
    }
}
