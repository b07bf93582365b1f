package dev.ipw.results.internal.format;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CsvFieldTests {
    @ParameterizedTest
    @ValueSource(
            strings = {"=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n=1", "\uff1d1", "-",
                    "\u001b=1"})
    void putsAnApostropheBeforeAFormula(String text) {
        assertThat(CsvField.of(text)).startsWith("'").doesNotContain("\r", "\u001b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-3.5", "+7", "-1e-9", "plain", "a=b", "", "'quoted'", "two\nlines"})
    void keepsNumbersAndOtherTexts(String text) {
        assertThat(CsvField.of(text)).isEqualTo(text);
    }

    @Test
    void keepsFigures() {
        assertThat(CsvField.of(-3.5)).isEqualTo("-3.5");
        assertThat(CsvField.of(true)).isEqualTo("true");
        assertThat(CsvField.of(null)).isEmpty();
    }
}
