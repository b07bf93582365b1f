package dev.ipw.plugin;

import dev.ipw.error.ConfigurationException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ParametersTests {
    @Test
    void readsEachType() {
        Parameters parameters = of("text", "a,b=c", "integer", "12", "long", "5000000000", "number", "0.25", "flag",
                "true");
        assertThat(parameters.text("text")).contains("a,b=c");
        assertThat(parameters.integer("integer")).hasValue(12);
        assertThat(parameters.wholeNumber("long")).hasValue(5_000_000_000L);
        assertThat(parameters.number("number")).hasValue(0.25);
        assertThat(parameters.flag("flag")).contains(true);
    }

    @Test
    void leavesAbsentWhatWasNotGiven() {
        Parameters parameters = Parameters.none("client openai");
        assertThat(parameters.text("key")).isEmpty();
        assertThat(parameters.integer("key")).isEmpty();
        assertThat(parameters.number("key")).isEmpty();
        assertThat(parameters.flag("key")).isEmpty();
        assertThat(parameters.duration("key")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"500ms,500", "2s,2000", "1.5,1500", "3m,180000", "1h,3600000", "0,0"})
    void readsDurationsInTheirUnit(String text, long millis) {
        assertThat(of("wait", text).duration("wait")).contains(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1s", "1d", "soon", "1e3"})
    void refusesWhatIsNoDuration(String text) {
        assertThatThrownBy(() -> of("wait", text).duration("wait")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("'wait'").hasMessageContaining("client openai");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1.5", "3000000000", "many"})
    void refusesWhatIsNoInteger(String text) {
        assertThatThrownBy(() -> of("count", text).integer("count")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("count");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "NaN", "Infinity", "half"})
    void refusesWhatIsNoFiniteNumber(String text) {
        assertThatThrownBy(() -> of("share", text).number("share")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("share");
    }

    @Test
    void refusesAFlagThatIsNeitherTrueNorFalse() {
        assertThatThrownBy(() -> of("stream", "yes").flag("stream")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("true or false");
    }

    @Test
    void refusesKeysNobodyReadAndNamesTheNearest() {
        Parameters parameters = of("temprature", "1");
        assertThat(parameters.number("temperature")).isEmpty();
        assertThatThrownBy(parameters::rejectUnknown).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("'temprature'").hasMessageContaining("Did you mean 'temperature'");
    }

    @Test
    void acceptsKeysThatWereReadSinglyOrByPrefix() {
        Parameters parameters = of("seed", "1", "body.top_k", "20");
        assertThat(parameters.wholeNumber("seed")).hasValue(1);
        assertThat(parameters.withPrefix("body.")).containsExactly(Map.entry("top_k", "20"));
        parameters.rejectUnknown();
    }

    private static Parameters of(String... keysAndValues) {
        Map<String, String> values = new java.util.LinkedHashMap<>();
        for (int index = 0; index < keysAndValues.length; index += 2) {
            values.put(keysAndValues[index], keysAndValues[index + 1]);
        }
        return Parameters.of("client openai", values);
    }
}
