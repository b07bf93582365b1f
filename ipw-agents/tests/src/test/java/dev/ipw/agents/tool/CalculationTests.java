package dev.ipw.agents.tool;

import dev.ipw.agents.ToolException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CalculationTests {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"0.1 + 0.2|0.3", "1/3 + 1/6|0.5", "1/3|1/3 = 0.333333333333333", "2^10|1024",
            "-2^2|-4", "2^-2|0.25", "2**3**2|512", "7 // 2|3", "-7 // 2|-4", "-7 % 3|2", "7.5 % 2|1.5",
            "10 - 2 - 3|5", "2 * (3 + 4) * 5|70", "sqrt(144)|12", "sqrt(1/4)|0.5", "sqrt(2)|1.4142135623731",
            "factorial(20)|2432902008176640000", "round(2.5)|3", "round(-2.5)|-3", "round(3.14159, 2)|3.14",
            "max(1, 7, 3)|7", "min(2, -1)|-1", "abs(-3/4)|0.75", "floor(-0.5)|-1", "ceil(0.2)|1", "1e3 + 1|1001",
            "1_000 * 2|2000", "sin(0)|0", "ln(e)|1", "2^100|1267650600228229401496703205376",
            "(((1)))|1", "- -3|3", "4 \u00d7 5 \u00f7 2|10", "math_sqrt(9)|3", "3 \u2212 5|-2"})
    void calculatesExactlyWhereItCan(String expression, String result) throws ToolException {
        assertThat(Calculation.of(expression)).hasToString(result);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1 +", "(1", "1)", "2 3", "1/0", "5 % 0", "sqrt(-1)", "ln(0)", "9^9^9^9", "10^100000",
            "factorial(100000)", "factorial(-1)", "foo(1)", "x", "import os", "__import__('os')", "1e999999999",
            "0.1e-999999999", "round(1, 99999999)", "2^0.5^1e9e", "2;3", "exp(10000)", "(-8)^(1/3)"})
    void refusesWhatCannotBe(String expression) {
        assertThatExceptionOfType(ToolException.class).isThrownBy(() -> Calculation.of(expression))
                .satisfies(refused -> assertThat(refused.getMessage()).isNotBlank());
    }

    @Test
    void boundsLengthAndNesting() {
        assertThatExceptionOfType(ToolException.class).isThrownBy(() -> Calculation.of("1+".repeat(2_000) + "1"));
        assertThatExceptionOfType(ToolException.class)
                .isThrownBy(() -> Calculation.of("(".repeat(500) + "1" + ")".repeat(500)));
        assertThatExceptionOfType(ToolException.class).isThrownBy(() -> Calculation.of("-".repeat(1_500) + "1"));
        assertThatExceptionOfType(ToolException.class).isThrownBy(() -> Calculation.of("2" + "^2".repeat(900)));
    }
}
