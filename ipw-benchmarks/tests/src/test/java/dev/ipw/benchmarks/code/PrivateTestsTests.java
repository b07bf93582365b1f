package dev.ipw.benchmarks.code;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Verdict;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.testing.Answered;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class PrivateTestsTests {
    private static final String TESTS = "[{\"input\": \"1\\n\", \"output\": \"2 \u00e4\", \"testtype\": \"stdin\"}]";

    /** Made by Python: base64.b64encode(zlib.compress(pickle.dumps(text, protocol))) for the protocols 2, 3, 4 and 5. */
    @ParameterizedTest
    @ValueSource(strings = {"eJxrYIqwZGBgiK5WyswrKC1RslJQMozJU9JRUMovLYEKGCkcXgISKUktLimpLEgFiRWXpGTmKdXGFjLoAQCA8hPa",
            "eJxrYI6wZGBgiK5WyswrKC1RslJQMozJU9JRUMovLYEKGCkcXgISKUktLimpLEgFiRWXpGTmKdXGFjLoAQCBNBPb",
            "eJxrYJlqywABPZbR1UqZeQWlJUpWCkqGMXlKOgpK+aUlUAEjhcNLQCIlqcUlJZUFqSCx4pKUzDyl2tgpegC1DBUF",
            "eJxrYJ1qywABPZbR1UqZeQWlJUpWCkqGMXlKOgpK+aUlUAEjhcNLQCIlqcUlJZUFqSCx4pKUzDyl2tgpegC1UxUG"})
    void readsWhatPythonPacked(String packed) {
        assertThat(PrivateTests.decode(packed)).isEqualTo(TESTS);
    }

    @Test
    void readsPlainJson() {
        assertThat(PrivateTests.decode(" " + TESTS + "\n")).isEqualTo(TESTS);
    }

    /** Made by Python of a list, of a call of os.system, and a text that is cut. */
    @ParameterizedTest
    @ValueSource(strings = {"eJxrYJnKyQABsVM0vBm9mVL1ACJhA2g=",
            "eJxrYJkqzwABPawF+cWZFVN62Iori0tSc6dMntLDUlJUmjqldUrQFD0AA2gOlA==",
            "eJxrYJlqywABPZbR1UqZeQWlJUpWCkqGMXlKOgpK+aUlUAEjhcNLQCIlqQBS/Q3e",
            "not base64!",
            ""})
    void refusesAllElse(String packed) {
        assertThatThrownBy(() -> PrivateTests.decode(packed)).isInstanceOf(InputException.class)
                .hasMessageContaining("Private tests of LiveCodeBench");
    }

    @Test
    void withoutASandboxAProgramIsUnscoredWithTheReason() throws InterruptedException {
        Evaluation evaluation = Plugins.builder("evaluator", EvaluatorProvider.class).build().require("mbpp")
                .create(EvaluatorContext.builder().variables(Map.of("PATH", "/nowhere")).build(),
                        Parameters.none("evaluator mbpp"))
                .evaluate(
                        DatasetRecord.builder("q", "p").metadata(Map.of("test_list", java.util.List.of("assert True")))
                                .build(),
                        Answered.with("```python\nx = 1\n```"));

        assertThat(evaluation.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(evaluation.reason()).startsWith("Not run: no bwrap").contains("never run bare");
    }
}
