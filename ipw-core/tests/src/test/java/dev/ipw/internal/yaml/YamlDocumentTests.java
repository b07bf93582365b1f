package dev.ipw.internal.yaml;

import dev.ipw.error.InputException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class YamlDocumentTests {
    @Test
    void readsTheHeadOfADatasetCard() {
        Object card = YamlDocument.parse("""
                license: mit
                size: 12
                ratio: 0.5
                gated: true
                released: 2024-02-29
                seen: 2024-02-29T01:02:03Z
                nothing:
                1: one
                configs:
                - config_name: main
                  data_files: &files
                  - split: test
                    path: main/test-*
                - config_name: other
                  data_files: *files
                """, "README.md");

        assertThat(card).isInstanceOfSatisfying(Map.class, fields -> {
            assertThat(fields.get("license")).isEqualTo("mit");
            assertThat(fields.get("size")).isEqualTo(12L);
            assertThat(fields.get("ratio")).isEqualTo(0.5);
            assertThat(fields.get("gated")).isEqualTo(true);
            assertThat(fields.get("released")).isEqualTo("2024-02-29");
            assertThat(fields.get("seen")).isEqualTo("2024-02-29T01:02:03Z");
            assertThat(fields.containsKey("nothing")).isTrue();
            assertThat(fields.get("1")).isEqualTo("one");
            List<Map<String, String>> files = List.of(Map.of("split", "test", "path", "main/test-*"));
            assertThat(fields.get("configs")).isEqualTo(List.of(Map.of("config_name", "main", "data_files", files),
                    Map.of("config_name", "other", "data_files", files)));
        });
    }

    @Test
    void givesPlainValuesOfEveryKind() {
        assertThat(YamlDocument.parse("[~, 99999999999, 99999999999999999999, .nan, !!set {a}, !!timestamp 2024-02-29]",
                "a"))
                .isEqualTo(Arrays.asList(null, 99_999_999_999L, "99999999999999999999", null, List.of("a"),
                        "2024-02-29T00:00:00Z"));
        assertThat(YamlDocument.parse("", "a")).isEqualTo(Map.of());
    }

    @Test
    void saysInWhichLineTheDocumentIsWrong() {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> YamlDocument.parse("a: 1\nb: [1, 2\nc: 3\n", "eval.yaml"))
                .withMessageStartingWith("eval.yaml, line 3: not YAML");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> YamlDocument.parse("a: 1\nb: 2\na: 3\n", "eval.yaml"))
                .withMessageContaining("line 3").withMessageContaining("duplicate key a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"!!javax.script.ScriptEngineManager [!!java.net.URL [\"http://127.0.0.1/\"]]", "a: &a [*a]",
            "&a {*a : 1}", "a: 1\n---\nb: 2", "a: \"\u0001\"", "\tb: 1"})
    void refusesWhatIsNoPlainDocument(String text) {
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> YamlDocument.parse(text, "eval.yaml"))
                .withMessageStartingWith("eval.yaml");
    }

    @Test
    void refusesADocumentThatGrowsBeyondItsBounds() {
        StringBuilder laughs = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x]\n");
        for (int level = 1; level < 8; level++) {
            String before = "*a" + (level - 1);
            laughs.append("a" + level + ": &a" + level + " [" + before + (", " + before).repeat(5) + "]\n");
        }

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> YamlDocument.parse(laughs.toString(), "a"))
                .withMessageStartingWith("a: ");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> YamlDocument.parse("a: " + "x".repeat(4 << 20), "a")).withMessageStartingWith("a: ");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> YamlDocument.parse("[".repeat(200) + "]".repeat(200), "a"))
                .withMessageStartingWith("a");
    }
}
