package dev.ipw.analysis;

import dev.ipw.error.ConfigurationException;
import dev.ipw.record.Dimension;
import dev.ipw.statistics.Figure;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class ServiceLevelsTests {
    @Test
    void areReadAsTheyAreTyped() {
        assertThat(ServiceLevels.parse("ttft=200ms, tpot=0.03,joules=40").limits()).containsExactly(
                new ServiceLevels.Limit(Dimension.TIME_TO_FIRST_TOKEN, 0.2),
                new ServiceLevels.Limit(Dimension.TIME_PER_OUTPUT_TOKEN, 0.03),
                new ServiceLevels.Limit(Dimension.ENERGY_JOULES, 40));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ttft", "ttft=", "ttft=soon", "ttft=0", "ttft=-1s", "speed=5", "ttft=1s,ttft=2s",
            "joules=much", "joules=NaN", "joules=Infinity", "ttft=1s,,"})
    void thatCannotBeUnderstoodAreRefused(String text) {
        assertThatThrownBy(() -> ServiceLevels.parse(text)).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void goodputDividesAllJoulesByTheGoodAnswers() {
        ServiceLevels levels = ServiceLevels.parse("ttft=1s");
        Goodput goodput = new Goodput(levels, 8, 10, 4, Figure.of("J", OptionalDouble.of(400), ""));
        assertThat(goodput.share().orElseThrow()).isEqualTo(0.8);
        assertThat(goodput.perSecond().orElseThrow()).isEqualTo(2);
        assertThat(goodput.joulesPerAnswer()).hasToString("50 J/answer");
        assertThat(goodput.share().interval().orElseThrow().low()).isCloseTo(0.490, within(1e-3));
        Goodput nothing = new Goodput(levels, 0, 0, 0, Figure.of("J", OptionalDouble.empty(), "off"));
        assertThat(nothing.share()).hasToString("no figure: no request was sent");
        assertThat(nothing.perSecond().value()).isEmpty();
        assertThat(nothing.joulesPerAnswer()).hasToString("no J/answer: off");
    }
}
