package dev.ipw.benchmarks.analysis;

import dev.ipw.benchmarks.analysis.KrippendorffAlpha.Level;
import dev.ipw.benchmarks.analysis.RoganGladen.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class AgreementTests {
    /** Krippendorff's own example of four observers and twelve units (2011), a dot for a missing rating. */
    private static final String[] OBSERVERS = {"1 2 3 3 2 1 4 1 2 . . .", "1 2 3 3 2 2 4 1 2 5 . 3",
            ". 3 3 3 2 3 4 2 2 5 1 .", "1 2 3 3 2 4 4 1 2 5 1 ."};

    private static List<List<OptionalDouble>> units() {
        List<List<OptionalDouble>> units = new ArrayList<>();
        for (int unit = 0; unit < 12; unit++) {
            List<OptionalDouble> ratings = new ArrayList<>();
            for (String observer : OBSERVERS) {
                String rating = observer.split(" ")[unit];
                ratings.add(
                        rating.equals(".") ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(rating)));
            }
            units.add(ratings);
        }
        return units;
    }

    @ParameterizedTest
    @CsvSource({"NOMINAL, 0.743", "ORDINAL, 0.815", "INTERVAL, 0.849"})
    void givesThePublishedAlpha(Level level, double alpha) {
        assertThat(KrippendorffAlpha.of(units(), level).orElseThrow()).isCloseTo(alpha, Offset.offset(0.0006));
    }

    @Test
    void findsNoAlphaWithoutPairsOrVariety() {
        OptionalDouble one = OptionalDouble.of(1);

        assertThat(KrippendorffAlpha.of(List.of(), Level.NOMINAL)).isEmpty();
        assertThat(KrippendorffAlpha.of(List.of(List.of(one, OptionalDouble.empty())), Level.NOMINAL)).isEmpty();
        assertThat(KrippendorffAlpha.of(List.of(List.of(one, one), List.of(one, one)), Level.ORDINAL)).isEmpty();
    }

    /** By hand: both units disagree, observed 1, expected 8 / 12. */
    @Test
    void givesLessThanChanceWhereRatersAlwaysDisagree() {
        List<OptionalDouble> unit = List.of(OptionalDouble.of(0), OptionalDouble.of(1));

        assertThat(KrippendorffAlpha.of(List.of(unit, unit), Level.NOMINAL).orElseThrow())
                .isCloseTo(-0.5, Offset.offset(1e-12));
    }

    /** By hand: 35 of 50 agree; chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5; kappa = 0.2 / 0.5. */
    @Test
    void givesCohensKappa() {
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        add(first, second, "yes", "yes", 20);
        add(first, second, "yes", "no", 5);
        add(first, second, "no", "yes", 10);
        add(first, second, "no", "no", 15);

        assertThat(CohenKappa.of(first, second).orElseThrow()).isCloseTo(0.4, Offset.offset(1e-12));
        assertThat(CohenKappa.of(first, first)).hasValue(1);
        assertThat(CohenKappa.of(List.of("a", "a"), List.of("a", "a"))).isEmpty();
        assertThat(CohenKappa.of(List.of(), List.of())).isEmpty();
        assertThatThrownBy(() -> CohenKappa.of(List.of("a"), List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    private static void add(List<String> first, List<String> second, String one, String other, int times) {
        for (int time = 0; time < times; time++) {
            first.add(one);
            second.add(other);
        }
    }

    /** By hand: (0.6 + 0.8 - 1) / (0.9 + 0.8 - 1) = 4 / 7; variance as in the comment below. */
    @Test
    void correctsAShareForTheErrorsOfTheJudge() {
        RoganGladen corrected = RoganGladen.of(new Count(600, 1000), new Count(90, 100), new Count(40, 50))
                .orElseThrow();

        double share = 4.0 / 7;
        // 0.6*0.4/1000 + share^2 * 0.9*0.1/100 + (1-share)^2 * 0.8*0.2/50, all over 0.7^2
        double variance = (0.00024 + share * share * 0.0009 + (1 - share) * (1 - share) * 0.0032) / 0.49;
        double half = 1.959963984540054 * Math.sqrt(variance);
        assertThat(corrected.share()).isCloseTo(share, Offset.offset(1e-12));
        assertThat(corrected.low()).isCloseTo(share - half, Offset.offset(1e-12));
        assertThat(corrected.high()).isCloseTo(share + half, Offset.offset(1e-12));
    }

    @Test
    void saysThatAJudgeAtChanceCannotBeCorrected() {
        assertThat(RoganGladen.of(new Count(6, 10), new Count(7, 10), new Count(3, 10))).isEmpty();
        assertThat(RoganGladen.of(new Count(6, 10), new Count(2, 10), new Count(3, 10))).isEmpty();
        assertThatThrownBy(() -> new Count(0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keepsACorrectedShareWithinItsBounds() {
        RoganGladen corrected = RoganGladen.of(new Count(0, 10), new Count(9, 10), new Count(9, 10)).orElseThrow();

        assertThat(corrected.share()).isZero();
        assertThat(corrected.uncorrected()).isCloseTo(-0.125, Offset.offset(1e-12));
        assertThat(corrected.low()).isZero();
    }
}
