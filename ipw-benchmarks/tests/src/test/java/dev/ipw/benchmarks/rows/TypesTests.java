package dev.ipw.benchmarks.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TypesTests {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"types.parquet", "types.arrow"})
    void givesEachTypeAsTextNumberOrBytes(String name) throws IOException {
        Map<String, @Nullable Object> row = read(name).getFirst().fields();

        assertThat(row.get("image")).isInstanceOfSatisfying(Map.class, image -> {
            assertThat(image.get("bytes")).isEqualTo(new byte[]{(byte) 0x89, 'P', 'N', 'G', 0});
            assertThat(image.get("path")).isEqualTo("a.png");
        });
        assertThat(row.get("bytes")).isEqualTo(new byte[]{0, (byte) 0xff});
        assertThat(row.get("large_bytes")).isEqualTo(new byte[]{1});
        assertThat(row.get("fixed_bytes")).isEqualTo(new byte[]{'a', 'b', 'c'});
        assertThat(row).containsEntry("small_decimal", "-12.50")
                .containsEntry("large_decimal", "123456789012345678901.125")
                .containsEntry("local", "2024-02-29T13:14:15.25").containsEntry("utc", "2024-02-29T13:14:15.250Z")
                .containsEntry("before_1970", "1969-12-31T23:59:59.5").containsEntry("date", "2024-02-29")
                .containsEntry("time", "01:02:03.000004").containsEntry("unsigned", 4_000_000_000L)
                .containsEntry("half", 1.5).containsEntry("single", 0.5).containsEntry("nothing", null)
                .containsEntry("label", "yes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"types.parquet", "types.arrow"})
    void givesNullWhereThereIsNothing(String name) throws IOException {
        assertThat(read(name).get(1).fields().values()).hasSizeGreaterThan(15).containsOnlyNulls();
    }

    @Test
    void givesTheTypesThatOnlyParquetHas() throws IOException {
        Map<String, @Nullable Object> row = read("types.parquet").getFirst().fields();

        assertThat(row).containsEntry("beyond_long", "18000000000000000000").containsEntry("nan", null);
        assertThat(row.get("map")).asString().isEqualTo("{a=[1, 2], b=null, c=[]}");
        assertThat(read("int96.parquet")).extracting(old -> old.fields().get("old"))
                .isEqualTo(Arrays.asList("2024-02-29T13:14:15.25", null));
    }

    private List<Row> read(String name) throws IOException {
        Path file = Files.write(folder.resolve(name), DataFileTests.bytes(name));
        try (Stream<Row> rows = DataFile.rows(file, name)) {
            return rows.toList();
        }
    }
}
