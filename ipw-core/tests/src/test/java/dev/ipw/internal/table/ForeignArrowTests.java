package dev.ipw.internal.table;

import dev.ipw.error.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Read what pyarrow 25.0.1 wrote. */
class ForeignArrowTests {
    private static final Path FOLDER = Path.of("src/test/resources/arrow");

    @Test
    void readsEveryTypeThatHuggingFaceDatasetsWrites() throws IOException {
        StringBuilder text = new StringBuilder();
        try (ArrowTableReader reader = ArrowTableReader.open(FOLDER.resolve("every-type.arrow"))) {
            reader.schema().fields().forEach((name, type) -> text.append(name).append(": ").append(type).append('\n'));
            reader.rows().forEachRemaining(row -> text.append(row.entrySet()
                    .stream()
                    .map(Object::toString)
                    .collect(Collectors.joining("\n", "\n", "\n"))));
        }
        Golden.check("every-type.txt", text.toString().getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({"string-view.arrow, Utf8View", "list-view.arrow, ListView", "union.arrow, Union",
            "zstd-body.arrow, compressed with ZSTD", "beyond-long.arrow, 18446744073709551615",
            "same-name.arrow, two columns are named 'a'"})
    void saysWhatItDoesNotUnderstand(String file, String reason) {
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> {
            try (Stream<?> rows = ArrowRows.of(List.of(FOLDER.resolve(file)))) {
                assertThat(rows.toList()).isEmpty();
            }
        }).withMessageContaining(file).withMessageContaining(reason);
    }
}
