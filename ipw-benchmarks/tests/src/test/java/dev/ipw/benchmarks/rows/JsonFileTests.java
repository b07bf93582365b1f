package dev.ipw.benchmarks.rows;

import dev.ipw.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class JsonFileTests {
    @TempDir
    private Path folder;

    @Test
    void readsOneObjectAsOneRow() throws IOException {
        assertThat(read("{\"a\": 1, \"b\": {\"c\": [true, null]}}")).singleElement().satisfies(row -> {
            assertThat(row).containsEntry("a", 1L);
            assertThat(row).containsEntry("b", Map.of("c", Arrays.asList(true, null)));
        });
        assertThat(read("{\"question\": \"why?\", \"choices\": [\"a\", \"b\"]}")).hasSize(1);
    }

    @Test
    void readsObjectsOneAfterTheOther() throws IOException {
        assertThat(read("{\"a\": 1}\n\n{\"a\": 2}{\"a\": [3]}")).extracting(row -> row.get("a")).containsExactly(1L, 2L,
                List.of(3L));
    }

    @Test
    void readsTheOneListOfObjectsWhateverStandsBesideIt() throws IOException {
        assertThat(read("{\"data\": [{\"a\": 1}, {\"a\": 2}]}")).hasSize(2);
        assertThat(read("{\"n\": 2, \"tags\": [\"x\"], \"data\": [{\"a\": 1}, {\"a\": 2}], \"more\": {}}")).hasSize(2);
    }

    @Test
    void readsListsOfTheSameLengthAsColumns() throws IOException {
        assertThat(read("{\"a\": [1, null], \"b\": [[2], {\"c\": 3}]}"))
                .containsExactly(Map.of("a", 1L, "b", List.of(2L)), nullAnd("a", "b", Map.of("c", 3L)));
        assertThat(read("{\"a\": [], \"b\": []}")).isEmpty();
        assertThat(read("{\"a\": [1, 2, 3]}")).hasSize(3);
    }

    @Test
    void takesForAbsentWhatIsNoFiniteNumberAndForTextWhatIsBeyondALong() throws IOException {
        assertThat(read("[{\"a\": NaN, \"b\": -Infinity, \"c\": 18446744073709551615, \"d\": 1e3}]")).singleElement()
                .satisfies(row -> assertThat(row).containsEntry("a", null).containsEntry("b", null)
                        .containsEntry("c", "18446744073709551615").containsEntry("d", 1000.0));
        assertThat(read("[]")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', value = {"`[{\"a\": 1}, 2]`|row 2: a value that is no object",
            "`[{\"a\": 1}] {}`|row 2: there is more behind", "`3`|single value", "``|is empty", "`  `|is empty",
            "`{\"a\": [1, 2], \"b\": [1]}`|row 2: the column 'a' has more values",
            "`{\"a\": [1], \"a\": [2]}`|two columns are named 'a'", "`[{\"a\": 1},`|row 2: not JSON from line 1",
            "`{\"a\": [1, 2`|not JSON from line 1", "`[{\"a\": tru}]`|row 1: not JSON from line 1, column"})
    void saysWhatIsWrong(String text, String message) throws IOException {
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> read(text)).withMessageStartingWith("a.json")
                .withMessageContaining(message);
    }

    @Test
    void refusesWhatIsNestedDeeperOrLargerThanIsRead() throws IOException {
        String deep = "[{\"a\": " + "[".repeat(300) + "]".repeat(300) + "}]";
        String large = "[{\"a\": [" + "0,".repeat(2 << 20) + "0]}]";

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> read(deep)).withMessageContaining("deeper");
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> read(large))
                .withMessageContaining("one row holds more");
    }

    @Test
    void refusesMoreListsThanATableHas() {
        List<String> lists = new ArrayList<>();
        for (int number = 0; number < 300; number++) {
            lists.add("\"c" + number + "\": [1]");
        }

        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> read("{" + String.join(", ", lists) + "}"))
                .withMessageContaining("more than 256 lists");
    }

    private static Map<String, Object> nullAnd(String absent, String name, Object value) {
        Map<String, Object> row = new LinkedHashMap<>(Collections.singletonMap(absent, null));
        row.put(name, value);
        return row;
    }

    private List<Map<String, Object>> read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("3f2a"), text);
        List<Map<String, Object>> fields = new ArrayList<>();
        try (Stream<Row> rows = DataFile.rows(file, "a.json")) {
            rows.forEach(row -> fields.add(row.fields()));
        }
        return fields;
    }
}
