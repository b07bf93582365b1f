package dev.ipw.report;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Shows that the check of reports finds what it is there to find. */
class ReadReportTests {
    private static final String JSON = "{\"a_seconds\": 0.0125, \"low\": 0.0114, \"high\": 0.0136}";

    private static ReadReport of(String body) throws Exception {
        return new ReadReport("<body>" + body + "<script type=\"application/json\" id=\"ipw-report\">" + JSON
                + "</script></body>");
    }

    private static String figure(String key, double factor, String shown) {
        return "<span class=\"figure\" data-key=\"" + key + "\" data-factor=\"" + factor + "\" data-decimals=\"1\">"
                + shown
                + "</span>";
    }

    private static String unit(String unit) {
        return "&#160;<span class=\"unit\" data-text=\"1\">" + unit + "</span>";
    }

    @Test
    void findsAFigureInItsUnitAndInterval() throws Exception {
        assertThat(of(figure("a_seconds", 1000, "12.5") + unit("ms") + " <span class=\"interval\">["
                + figure("low", 1000, "11.4") + ", " + figure("high", 1000, "13.6") + "]</span>").checkFigures())
                .isEqualTo(3);
    }

    @Test
    void refusesAFactorThatIsNotTheUnits() throws Exception {
        ReadReport wrong = of(figure("a_seconds", 1000, "12.5") + unit("s"));
        assertThatThrownBy(wrong::checkFigures).isInstanceOf(AssertionError.class);
        ReadReport other = of(figure("a_seconds", 1000, "12.5") + unit("mJ"));
        assertThatThrownBy(other::checkFigures).isInstanceOf(AssertionError.class);
        ReadReport none = of(figure("a_seconds", 1000, "12.5"));
        assertThatThrownBy(none::checkFigures).isInstanceOf(AssertionError.class);
    }

    @Test
    void refusesAnIntervalThatDoesNotHoldItsFigure() throws Exception {
        ReadReport wrong = of(figure("low", 1000, "11.4") + unit("ms") + " <span class=\"interval\">["
                + figure("a_seconds", 1000, "12.5") + ", " + figure("high", 1000, "13.6") + "]</span>");
        assertThatThrownBy(wrong::checkFigures).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"12.5 J", "took 3 ms", "8 tokens/s", "7", "99 %", "0.5 1/J"})
    void refusesALabelThatIsAMeasurement(String label) throws Exception {
        ReadReport wrong = of("<span data-text=\"1\">" + label + "</span>");
        assertThatThrownBy(wrong::checkFigures).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"95 %", "p99.9", "r2", "J/token", "1/J"})
    void takesANameForALabel(String label) throws Exception {
        assertThat(of("<span data-text=\"1\">" + label + "</span>").checkFigures()).isZero();
    }
}
