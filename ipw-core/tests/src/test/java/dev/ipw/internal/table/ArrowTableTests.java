package dev.ipw.internal.table;

import dev.ipw.error.InputException;
import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.table.ColumnType.ListOf;
import dev.ipw.internal.table.ColumnType.Struct;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BufferLayout.BufferType;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.ArrowBuffer;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.groups.Tuple.tuple;

@Tag("fuzz")
class ArrowTableTests {
    private static final Struct NESTED = ColumnType.builder()
            .text("name")
            .whole("count")
            .real("joules")
            .truth("right")
            .list("marks", Leaf.WHOLE)
            .struct("outer", outer -> outer.text("label").struct("inner", inner -> inner.real("watts").truth("idle")))
            .list("devices", ColumnType.builder().text("device").list("flags", Leaf.TEXT).build())
            .build();

    @TempDir
    Path folder;

    @Test
    void givesBackWhatWasWrittenAtEveryLevel() {
        Map<String, @Nullable Object> full = row("name", "näme \uD83D\uDD0B", "count", 7L, "joules", 1.5, "right", true,
                "marks", Arrays.asList(1L, null, 3L), "outer",
                row("label", "x", "inner", row("watts", 2.5, "idle", false)), "devices",
                Arrays.asList(row("device", "cpu", "flags", List.of("a", "b")), null,
                        row("device", null, "flags", List.of())));
        Map<String, @Nullable Object> innerAbsent = row("name", "", "count", -1L, "joules", 0.0, "right", false,
                "marks",
                List.of(), "outer", row("label", null, "inner", null), "devices", List.of());
        Map<String, @Nullable Object> absent = row("name", null, "count", null, "joules", null, "right", null, "marks",
                null, "outer", null, "devices", null);

        Path file = write(NESTED, List.of(full, innerAbsent, absent));

        assertThat(read(file)).containsExactly(full, innerAbsent, absent);
    }

    @Test
    void takesMissingKeysForAbsentValuesAndNarrowNumbersForWideOnes() {
        Path file = write(NESTED, List.of(row("count", 7, "joules", 0.5f), Map.of()));

        List<Map<String, @Nullable Object>> rows = read(file);
        assertThat(rows.get(0)).containsEntry("count", 7L).containsEntry("joules", 0.5).containsEntry("name", null);
        assertThat(rows.get(1)).hasSize(NESTED.fields().size()).allSatisfy((key, value) -> assertThat(value).isNull());
    }

    @Test
    void keepsSchemaAndMetadata() {
        Path file = folder.resolve("t.arrow");
        ArrowTableWriter.create(file, NESTED, Map.of("clock", "monotonic")).close();

        try (ArrowTableReader reader = ArrowTableReader.open(file)) {
            assertThat(reader.schema()).isEqualTo(NESTED);
            assertThat(reader.metadata()).isEqualTo(Map.of("clock", "monotonic"));
            assertThat(reader.rows().hasNext()).isFalse();
            assertThat(reader.endMissing()).isFalse();
        }
    }

    @Test
    void keepsColumnsWithoutAnyValueAndStructsWithoutFields() {
        Struct schema = ColumnType.builder().text("never").struct("empty", empty -> empty).build();
        Path file = write(schema, List.of(row("empty", Map.of()), row("empty", null)));

        try (ArrowTableReader reader = ArrowTableReader.open(file)) {
            assertThat(reader.schema()).isEqualTo(schema);
        }
        assertThat(read(file)).containsExactly(row("never", null, "empty", Map.of()),
                row("never", null, "empty", null));
    }

    /** Readers in other languages go past the end of a buffer that lacks the first offset. */
    @Test
    void writesOneOffsetMoreThanAColumnHasValuesAlsoWhereItHasNone() throws IOException {
        Struct schema = ColumnType.builder().text("text")
                .list("turns", ColumnType.builder().text("tool").list("devices",
                        ColumnType.builder().text("device").list("flags", Leaf.TEXT).build()).build())
                .build();
        Path file = write(schema, List.of(row("text", null, "turns", List.of()), row("text", null, "turns", null)));

        assertThat(offsets(file)).containsExactly(
                "text: 3 of 2 values", "turns: 3 of 2 values", "tool: 1 of 0 values", "devices: 1 of 0 values",
                "device: 1 of 0 values", "flags: 1 of 0 values", "item: 1 of 0 values");
    }

    /** Reads the offsets of each column of the first batch, as the bytes of the file hold them. */
    private static List<String> offsets(Path file) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r");
                ReadChannel channel = new HeapReadChannel(bytes);
                BufferAllocator allocator = new RootAllocator()) {
            Schema schema = MessageSerializer.deserializeSchema(channel);
            try (ArrowRecordBatch batch = (ArrowRecordBatch) MessageSerializer.deserializeMessageBatch(channel,
                    allocator)) {
                List<String> offsets = new ArrayList<>();
                Iterator<ArrowFieldNode> nodes = batch.getNodes().iterator();
                Iterator<ArrowBuffer> buffers = batch.getBuffersLayout().iterator();
                schema.getFields().forEach(field -> addOffsets(field, nodes, buffers, offsets));
                return offsets;
            }
        }
    }

    private static void addOffsets(Field field, Iterator<ArrowFieldNode> nodes, Iterator<ArrowBuffer> buffers,
            List<String> offsets) {
        int values = nodes.next().getLength();
        for (BufferType type : TypeLayout.getTypeLayout(field.getType()).getBufferTypes()) {
            long size = buffers.next().getSize();
            if (type == BufferType.OFFSET) {
                offsets.add(field.getName() + ": " + size / Integer.BYTES + " of " + values + " values");
            }
        }
        field.getChildren().forEach(child -> addOffsets(child, nodes, buffers, offsets));
    }

    @Test
    void givesBackRandomTablesOfManyBatches() {
        int seeds = Draws.of(5, 20);
        for (long seed = 0; seed < seeds; seed++) {
            Random random = new Random(seed);
            Struct schema = randomStruct(random, 3);
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            int count = random.nextInt(3 * ArrowTableWriter.BATCH_ROWS);
            for (int index = 0; index < count; index++) {
                rows.add(randomRow(random, schema));
            }
            Path file = folder.resolve("random-" + seed + ".arrow");
            try (ArrowTableWriter writer = ArrowTableWriter.create(file, schema, Map.of())) {
                for (Map<String, @Nullable Object> row : rows) {
                    writer.append(row);
                    if (random.nextInt(500) == 0) {
                        writer.flush();
                    }
                }
            }
            assertThat(read(file)).as("seed %d", seed).isEqualTo(rows);
        }
    }

    @Test
    void namesThePathOfAWrongValueAndAddsNothingOfItsRow() {
        Path file = folder.resolve("t.arrow");
        try (ArrowTableWriter writer = ArrowTableWriter.create(file, NESTED, Map.of())) {
            writer.append(row("name", "first"));
            Map<String, @Nullable Object> wrong = row("name", "second", "outer",
                    row("label", "x", "inner", row("watts", "much")));
            assertThatIllegalArgumentException().isThrownBy(() -> writer.append(wrong))
                    .withMessageContaining("outer.inner.watts")
                    .withMessageContaining("floating-point")
                    .withMessageContaining("String 'much'");
            assertThatIllegalArgumentException().isThrownBy(() -> writer.append(row("devices", List.of("cpu"))))
                    .withMessageContaining("devices[]");
            assertThatIllegalArgumentException().isThrownBy(() -> writer.append(row("outer", row("lable", "x"))))
                    .withMessageContaining("no column 'outer.lable'");
            assertThatIllegalArgumentException().isThrownBy(() -> writer.append(row("joules", 1L)))
                    .withMessageContaining("joules");
            writer.append(row("count", 3L));
        }
        assertThat(read(file)).extracting(row -> row.get("name"), row -> row.get("outer"), row -> row.get("count"))
                .containsExactly(tuple("first", null, null),
                        tuple(null, null, 3L));
    }

    @Test
    void refusesToWriteOverAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("t.arrow"), "precious");

        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> ArrowTableWriter.create(file, NESTED, Map.of()))
                .withMessageContaining("t.arrow")
                .withMessageContaining("exists already");
        assertThat(file).hasContent("precious");
    }

    @Test
    void refusesRowsAfterTheEnd() {
        ArrowTableWriter writer = ArrowTableWriter.create(folder.resolve("t.arrow"), NESTED, Map.of());
        writer.close();
        writer.close();

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> writer.append(Map.of()));
    }

    @Test
    void writesAndReadsOnAnInterruptedThread() {
        Thread.currentThread().interrupt();
        try {
            assertThat(read(write(NESTED, List.of(row("name", "kept"))))).singleElement()
                    .satisfies(row -> assertThat(row).containsEntry("name", "kept"));
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void givesTheWholeBatchesOfATableCutAnywhere() throws IOException {
        Struct schema = ColumnType.builder().whole("number").build();
        Path file = folder.resolve("t.arrow");
        List<Long> ends = new ArrayList<>();
        try (ArrowTableWriter writer = ArrowTableWriter.create(file, schema, Map.of())) {
            ends.add(writer.writtenBytes());
            for (long number = 0; number < 3; number++) {
                writer.append(row("number", number));
                writer.flush();
                ends.add(writer.writtenBytes());
            }
        }
        byte[] whole = Files.readAllBytes(file);
        for (int length = ends.getFirst().intValue(); length < whole.length; length++) {
            Path cut = Files.write(folder.resolve("cut.arrow"), Arrays.copyOf(whole, length));
            long end = length;
            long wholeBatches = ends.stream().filter(bytes -> bytes <= end).count() - 1;
            try (ArrowTableReader reader = ArrowTableReader.openReadablePrefix(cut)) {
                List<Map<String, @Nullable Object>> rows = new ArrayList<>();
                reader.rows().forEachRemaining(rows::add);
                assertThat(rows).as("cut at %d", length).hasSize((int) wholeBatches);
                assertThat(reader.endMissing()).isTrue();
            }
            assertThatExceptionOfType(InputException.class).isThrownBy(() -> read(cut))
                    .withMessageContaining("cut.arrow")
                    .withMessageContaining("ends before it is complete");
        }
    }

    @Test
    void saysOfATableCutWithinItsSchemaThatNothingCanBeRead() throws IOException {
        byte[] whole = Files.readAllBytes(write(NESTED, List.of()));
        Path cut = Files.write(folder.resolve("cut.arrow"), Arrays.copyOf(whole, 100));

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> ArrowTableReader.openReadablePrefix(cut))
                .withMessageContaining("cut.arrow")
                .withMessageContaining("before its columns were written");
    }

    @Test
    void takesZerosAtTheEndForATearAndNotForTheEnd() throws IOException {
        Path file = write(ColumnType.builder().whole("number").build(), List.of(row("number", 1L)));
        byte[] whole = Files.readAllBytes(file);
        byte[] zeroed = Arrays.copyOf(Arrays.copyOf(whole, whole.length - 8), whole.length + 64);
        Files.write(file, zeroed);

        try (ArrowTableReader reader = ArrowTableReader.openReadablePrefix(file)) {
            assertThat(reader.rows().next()).containsEntry("number", 1L);
            assertThat(reader.rows().hasNext()).isFalse();
            assertThat(reader.endMissing()).isTrue();
        }
    }

    @Test
    void neverFailsOtherwiseThanWithAnInputExceptionOnDamagedBytes() throws IOException {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        Random random = new Random(11);
        for (int index = 0; index < 20; index++) {
            rows.add(randomRow(random, NESTED));
        }
        byte[] whole = Files.readAllBytes(write(NESTED, rows));
        int refused = 0;
        int trials = Draws.of(60, 300);
        for (int trial = 0; trial < trials; trial++) {
            byte[] damaged = whole.clone();
            for (int hit = 0; hit <= trial % 3; hit++) {
                damaged[random.nextInt(damaged.length)] = (byte) (random.nextBoolean() ? 0xFF : random.nextInt(256));
            }
            Path file = Files.write(folder.resolve("damaged.arrow"), damaged);
            try {
                read(file);
            } catch (InputException expected) {
                refused++;
                assertThat(expected).hasMessageContaining("damaged.arrow");
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void saysWhatAFileIsThatIsNoArrowStream() throws IOException {
        assertRefused("ARROW1\0\0 and so on", "with a footer");
        assertRefused("PAR1 and so on", "Parquet");
        assertRefused("{\"problem\": 1}", "no Arrow stream");
        assertRefused("", "ends before it is complete");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> ArrowTableReader.open(folder.resolve("absent.arrow")))
                .withMessageContaining("there is no such file");
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> ArrowTableReader.open(folder))
                .withMessageContaining("is a folder");
    }

    private void assertRefused(String content, String reason) throws IOException {
        Path file = Files.writeString(folder.resolve("other.arrow"), content);
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> ArrowTableReader.open(file))
                .withMessageContaining("other.arrow")
                .withMessageContaining(reason);
    }

    private Path write(Struct schema, List<? extends Map<String, ? extends @Nullable Object>> rows) {
        Path file = folder.resolve("t.arrow");
        try (ArrowTableWriter writer = ArrowTableWriter.create(file, schema, Map.of())) {
            rows.forEach(writer::append);
        }
        return file;
    }

    private static List<Map<String, @Nullable Object>> read(Path file) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        try (ArrowTableReader reader = ArrowTableReader.open(file)) {
            reader.rows().forEachRemaining(rows::add);
        }
        return rows;
    }

    static Map<String, @Nullable Object> row(@Nullable Object... keysAndValues) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int index = 0; index < keysAndValues.length; index += 2) {
            row.put((String) keysAndValues[index], keysAndValues[index + 1]);
        }
        return row;
    }

    private static Struct randomStruct(Random random, int depth) {
        ColumnType.Builder builder = ColumnType.builder();
        int fields = 1 + random.nextInt(4);
        for (int index = 0; index < fields; index++) {
            builder.field("f" + index, randomType(random, depth - 1));
        }
        return builder.build();
    }

    private static ColumnType randomType(Random random, int depth) {
        int kind = random.nextInt(depth > 0 ? 6 : 4);
        return switch (kind) {
            case 4 -> new ListOf(randomType(random, depth - 1));
            case 5 -> randomStruct(random, depth);
            default -> List.of(Leaf.TEXT, Leaf.WHOLE, Leaf.REAL, Leaf.TRUTH).get(kind);
        };
    }

    private static Map<String, @Nullable Object> randomRow(Random random, Struct struct) {
        Map<String, @Nullable Object> row = new HashMap<>();
        struct.fields().forEach((name, type) -> row.put(name, randomValue(random, type)));
        return row;
    }

    private static @Nullable Object randomValue(Random random, ColumnType type) {
        if (random.nextInt(4) == 0) {
            return null;
        }
        return switch (type) {
            case Leaf.TEXT -> "t\u00e9\u6f22".repeat(random.nextInt(4)) + random.nextInt();
            case Leaf.WHOLE -> random.nextLong();
            case Leaf.REAL -> random.nextGaussian();
            case Leaf.TRUTH -> random.nextBoolean();
            case Struct struct -> randomRow(random, struct);
            case ListOf list -> {
                List<@Nullable Object> values = new ArrayList<>();
                int count = random.nextInt(4);
                for (int index = 0; index < count; index++) {
                    values.add(randomValue(random, list.element()));
                }
                yield values;
            }
        };
    }
}
