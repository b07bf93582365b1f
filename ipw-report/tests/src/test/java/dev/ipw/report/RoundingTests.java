package dev.ipw.report;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import dev.ipw.report.markup.UnitScale;
import java.util.LinkedHashMap;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RoundingTests {
    private static String shown(double value, double low, double high, String unit) {
        Markup page = page("{\"a\": %s, \"low\": %s, \"high\": %s}".formatted(value, low, high));
        return text(page.estimate("a", "low", "high", unit));
    }

    private static Markup page(String json) {
        return new Markup(new Tree(new LinkedHashMap<>(TreeReader.ofJson("test", json).asMap())));
    }

    private static String text(Markup page) {
        return page.toString().replaceAll("<[^>]*>", "").replace("&#160;", " ").replace("&lt;", "<")
                .replace('\u202f', ' ');
    }

    @Test
    void theIntervalDecidesTheDigitsOfAFigureThatIsZero() {
        assertThat(shown(0, -0.0304, 0.0304, "")).isEqualTo("0.000 [-0.030, 0.030]");
        assertThat(shown(0, -0.0304, 0.0304, "J")).isEqualTo("0 mJ [-30, 30]");
    }

    @Test
    void theLargerOfFigureAndIntervalDecidesTheUnit() {
        assertThat(shown(0.507, -16.088, 0.528, "W")).isEqualTo("0.5 W [-16.1, 0.5]");
        assertThat(shown(0.0121, 0.0000144, 0.0255, "s")).isEqualTo("12 ms [0.014, 26]");
        assertThat(shown(12.34, 12.30, 12.38, "s")).isEqualTo("12.340 s [12.300, 12.380]");
    }

    @Test
    void aBoundThatIsNotZeroIsNotShownAsZero() {
        assertThat(shown(12, 0.004, 25, "")).isEqualTo("12 [0.0040, 25]");
        assertThat(shown(-12, -25, -0.004, "")).isEqualTo("-12 [-25, -0.0040]");
        assertThat(shown(0.3, 0.004, 25, "")).isEqualTo("0.30 [0.0040, 25]");
        assertThat(text(page("{\"a\": 0.5, \"a_low\": 0.0002, \"a_high\": 1.0}").percentEstimate("a")))
                .isEqualTo("50 % [0.020, 100]");
    }

    @Test
    void aShareKeepsTheDigitsThatTellItFromZero() {
        assertThat(text(page("{\"a\": -0.000008, \"a_low\": -0.00015, \"a_high\": -0.0000022}").percentEstimate("a")))
                .isEqualTo("-0.0008 % [-0.0150, -0.0002]");
        assertThat(text(page("{\"a\": 0.8667, \"a_low\": 0.758, \"a_high\": 0.931}").percentEstimate("a")))
                .isEqualTo("86.7 % [75.8, 93.1]");
    }

    @Test
    void aFigureFarFromTheMiddleOfItsIntervalIsNotRoundedToZero() {
        assertThat(shown(120, 90, 37_000, "")).isEqualTo("120 [90, 37 000]");
    }

    @Test
    void aFigureStaysInItsIntervalAndZeroOnItsSide() {
        Random random = new Random(20_261_121);
        for (int round = 0; round < 5000; round++) {
            double value = random.nextGaussian() * Math.pow(10, random.nextInt(12) - 6);
            double low = value - random.nextDouble() * Math.pow(10, random.nextInt(12) - 6);
            double high = value + random.nextDouble() * Math.pow(10, random.nextInt(12) - 6);
            String unit = random.nextBoolean() ? "J" : "";
            String page = random.nextBoolean()
                    ? shown(value, low, high, unit)
                    : text(page("{\"a\": %s, \"low\": %s, \"high\": %s}".formatted(value, low, high))
                            .percentEstimate("a", "low", "high"));
            String[] words = page.replaceAll("(?<=\\d) (?=\\d{3})", "")
                    .replaceAll("[^-\\d. ]", "").trim().split(" +");
            double shownValue = Double.parseDouble(words[0]);
            double shownLow = Double.parseDouble(words[1]);
            double shownHigh = Double.parseDouble(words[2]);
            assertThat(shownLow).as("%s [%s, %s]", value, low, high).isLessThanOrEqualTo(shownValue);
            assertThat(shownHigh).as("%s [%s, %s]", value, low, high).isGreaterThanOrEqualTo(shownValue);
            assertThat(Math.signum(shownLow)).isEqualTo(Math.signum(low));
            assertThat(Math.signum(shownHigh)).isEqualTo(Math.signum(high));
        }
    }

    @Test
    void givesAColumnTheUnitOfItsLargestFigure() {
        assertThat(
                UnitScale.ofLargest(Stream.of(OptionalDouble.of(0.004), OptionalDouble.empty(), OptionalDouble.of(4.8)),
                        "J"))
                .isEqualTo(new UnitScale(1, "J"));
        assertThat(UnitScale.ofLargest(Stream.of(OptionalDouble.of(0.004)), "J")).isEqualTo(new UnitScale(1e3, "mJ"));
    }
}
