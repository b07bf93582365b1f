package dev.ipw.benchmarks.rows;

import dev.ipw.error.InputException;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("fuzz")
class DamagedFileTests {
    private static final int TRIES = Draws.of(8, 40);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"snappy.parquet", "zstd.parquet", "gzip.parquet", "none.parquet", "types.parquet",
            "file.arrow", "zstd.ndjson.zst", "gzip.jsonl.gz", "list.json", "columns.json", "plain.csv"})
    void readsOrRefusesAFileOfWhichSomeBytesAreOthers(String name) throws IOException {
        byte[] whole = DataFileTests.bytes(name);
        Random random = new Random(7);
        for (int attempt = 0; attempt < TRIES; attempt++) {
            byte[] damaged = whole.clone();
            for (int place = 0; place <= attempt % 3; place++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            assertThat(rowsOrRefusal(Files.write(folder.resolve("damaged"), damaged), name)).as("attempt " + attempt)
                    .isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"snappy.parquet", "zstd.parquet", "file.arrow", "list.json.gz"})
    void refusesAFileThatWasCutAnywhere(String name) throws IOException {
        byte[] whole = DataFileTests.bytes(name);
        Random random = new Random(11);
        for (int attempt = 0; attempt < TRIES; attempt++) {
            byte[] cut = new byte[random.nextInt(whole.length * 2 / 3)];
            System.arraycopy(whole, 0, cut, 0, cut.length);
            assertThat(rowsOrRefusal(Files.write(folder.resolve("cut"), cut), name)).as(cut.length + " bytes")
                    .isInstanceOf(InputException.class);
        }
    }

    private static Object rowsOrRefusal(Path file, String name) {
        try (Stream<Row> rows = DataFile.rows(file, name)) {
            return rows.mapToLong(row -> 1).sum();
        } catch (InputException refused) {
            assertThat(refused).hasMessageStartingWith(name).hasMessageNotContaining(file.toString());
            return refused;
        }
    }
}
