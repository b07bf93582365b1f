package dev.ipw.statistics;

import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FigureTests {
    @Test
    void printsItsUnitAndInterval() {
        Estimate estimate = new Estimate(26.58, new Interval(7.595, 104.7, 0.95));
        Figure figure = Figure.of("J/query", Optional.of(estimate), "off");

        assertThat(figure).hasToString("26.58 J/query [7.595, 104.7]");
        assertThat(figure.orElseThrow()).isEqualTo(26.58);
        assertThat(figure.estimate()).contains(estimate);
        assertThat(Figure.of("", OptionalDouble.of(0.5), "off")).hasToString("0.5");
    }

    @Test
    void printsTheReasonOfItsAbsence() {
        Figure none = Figure.of("J/query", OptionalDouble.empty(), "telemetry is switched off");

        assertThat(none).hasToString("no J/query: telemetry is switched off");
        assertThat(none.estimate()).isEmpty();
        assertThatThrownBy(none::orElseThrow).isInstanceOf(NoSuchElementException.class)
                .hasMessageContaining("switched off");
    }
}
