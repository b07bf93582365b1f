package dev.ipw.internal.rows;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PythonLiteralTests {
    @Test
    void readsWhatPythonWrites() {
        Map<String, @Nullable Object> expected = new LinkedHashMap<>();
        expected.put("a", Arrays.asList(1L, -2.5, 1e-7, true, false, null));
        expected.put("b", List.of("x", List.of("y")));
        expected.put("c d", Map.of());
        expected.put("7", "it's \"so\"\n\\ é \u2028 😀");
        assertThat(PythonLiteral.map("{'a': [1, -2.5, 1e-07, True, False, None], 'b': ('x', ('y',)), \"c d\": {}, "
                + "7: 'it\\'s \"so\"\\n\\\\ \\xe9 \\u2028 \\U0001f600'}")).hasValueSatisfying(
                        map -> assertThat(map).isEqualTo(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{'a'}", "{'a': }", "{'a': 1} x", "{'a': b'x'}", "{'a': 'x}", "{'a': '\\", "[1]",
            "{'a': '\\q'}", "{'a': '\\x4'}", "{'a': '\\uzzzz'}", "{'a': '\\Uffffffff'}", "{'a': 1.2.3}", "{1, 2}",
            "{'a': [1 2]}", "{'a': <Kind.X: 'x'>}", "{'a': datetime(2026, 1, 1)}", "plain text"})
    void understandsNothingElse(String text) {
        assertThat(PythonLiteral.map(text)).isEmpty();
    }

    @Test
    void endsAtDeepNesting() {
        assertThat(PythonLiteral.map("{'a': " + "[".repeat(1_000_000))).isEmpty();
        assertThat(PythonLiteral.map("{'a': " + "[".repeat(50) + "]".repeat(50) + "}")).isPresent();
    }
}
