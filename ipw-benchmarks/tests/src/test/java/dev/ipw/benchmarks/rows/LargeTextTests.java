package dev.ipw.benchmarks.rows;

import dev.ipw.error.InputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LargeTextTests {
    private static final int MEGA = 1 << 20;

    @TempDir
    Path temporary;

    private LargeTexts texts(int most) {
        return new LargeTexts(Set.of("tests"), temporary.resolve("cache"), most);
    }

    private List<Row> rows(String lines, int most) throws IOException {
        Path file = temporary.resolve("lines.jsonl");
        Files.writeString(file, lines);
        try (Stream<Row> rows = DataFile.lines(file, "lines.jsonl", texts(most))) {
            return rows.toList();
        }
    }

    private static LargeText large(Row row) {
        return (LargeText) row.value("tests").orElseThrow();
    }

    /** Gives a line with a text of 100 MiB, which is nowhere as a whole, and counts what is asked for. */
    private static final class LongLine extends InputStream {
        private static final byte[] BEFORE = "{\"id\": \"a\", \"tests\": \"".getBytes(StandardCharsets.UTF_8);
        private static final byte[] BEHIND = "\", \"level\": 3}\n".getBytes(StandardCharsets.UTF_8);
        private static final long TEXT = 100L * MEGA;
        private long position;
        private int largestRead;

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(byte[] into, int from, int length) {
            largestRead = Math.max(largestRead, length);
            if (position == BEFORE.length + TEXT + BEHIND.length) {
                return -1;
            }
            int count = 0;
            while (count < length && position < BEFORE.length + TEXT + BEHIND.length) {
                into[from + count++] = at(position++);
            }
            return count;
        }

        private static byte at(long position) {
            if (position < BEFORE.length) {
                return BEFORE[(int) position];
            }
            long behind = position - BEFORE.length - TEXT;
            return behind < 0 ? (byte) ('a' + position % 26) : BEHIND[(int) behind];
        }
    }

    @Test
    void aLineOfAHundredMegabytesPassesInLittleMemory() throws IOException {
        LongLine line = new LongLine();
        long[] passed = new long[2];
        try (LargeTextStream stream = new LargeTextStream(line, texts(MEGA))) {
            byte[] buffer = new byte[8192];
            for (int count = stream.read(buffer, 0, buffer.length); count >= 0; count = stream.read(buffer, 0,
                    buffer.length)) {
                passed[0] += count;
            }
        }

        assertThat(passed[0]).as("bytes that a reader of lines holds").isLessThan(200);
        assertThat(line.largestRead).isLessThanOrEqualTo(1 << 16);
        try (Stream<Path> files = Files.list(temporary.resolve("cache"))) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            assertThat(Files.size(all.getFirst())).isEqualTo(LongLine.TEXT + 2);
        }
    }

    @Test
    void aRowHoldsTheFileInPlaceOfTheText() throws IOException {
        Path file = temporary.resolve("long.jsonl");
        try (OutputStream out = Files.newOutputStream(file)) {
            new LongLine().transferTo(out);
            out.write("{\"id\": \"b\", \"tests\": \"short\"}\n".getBytes(StandardCharsets.UTF_8));
        }

        List<Row> read = new ArrayList<>();
        try (Stream<Row> rows = DataFile.lines(file, "long.jsonl", texts(MEGA))) {
            rows.forEach(read::add);
        }

        assertThat(read).hasSize(2);
        assertThat(read.getFirst().value("level")).contains(3L);
        assertThat(Files.size(large(read.getFirst()).file())).isEqualTo(LongLine.TEXT + 2);
        assertThat(read.getLast().text("tests")).contains("short");
    }

    @Test
    void keepsATextOnceHoweverOftenItIsRead() throws IOException {
        String line = "{\"tests\": \"" + "x".repeat(50) + "\"}\n";

        Row first = rows(line, 10).getFirst();
        List<Row> again = rows(line + line, 10);

        assertThat(Files.readString(large(first).file())).isEqualTo('"' + "x".repeat(50) + '"');
        assertThat(again).extracting(row -> large(row).file()).containsOnly(large(first).file());
        try (Stream<Path> files = Files.list(temporary.resolve("cache"))) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void leavesEscapesAndOtherTextsAsTheyAre() throws IOException {
        String quoted = "say \\\"tests\\\": \\\\ {[,:]}";
        List<Row> rows = rows(
                "{\"a\": \"" + quoted + "\", \"tests\": \"" + quoted + quoted + "\", \"b\": {\"tests\": \""
                        + quoted + quoted + "\"}, \"c\": [\"tests\", \"" + quoted + quoted + "\"]}\n",
                20);

        String plain = "say \"tests\": \\ {[,:]}";
        assertThat(rows.getFirst().text("a")).contains(plain);
        assertThat(Files.readString(large(rows.getFirst()).file())).isEqualTo('"' + quoted + quoted + '"');
        assertThat(rows.getFirst().value("b").toString()).contains(plain + plain);
        assertThat(rows.getFirst().texts("c")).containsExactly("tests", plain + plain);
    }

    @Test
    void saysWhichRowIsTorn() {
        assertThatThrownBy(() -> rows("{\"tests\": \"a\"}\n{\"tests\": \"" + "x".repeat(50) + "\n{}\n", 10))
                .isInstanceOf(InputException.class).hasMessageContaining("line 2")
                .hasMessageContaining("not JSON");
        assertThatThrownBy(() -> rows("{\"tests\": \"a\n{\"tests\": \"b\"}\n", 10))
                .isInstanceOf(InputException.class).hasMessageContaining("line 1");
        assertThat(temporary.resolve("cache")).isEmptyDirectory();
    }

    @Test
    void cutInPiecesOfAnyLengthItReadsTheSame() throws IOException {
        String line = "{\"tests\" : \"" + "y\\\"".repeat(20) + "\", \"n\": 1}\n";
        byte[] bytes = line.repeat(3).getBytes(StandardCharsets.UTF_8);
        SplittableRandom random = new SplittableRandom(7);
        for (int trial = 0; trial < 50; trial++) {
            InputStream pieces = new ByteArrayInputStream(bytes) {
                @Override
                public int read(byte[] into, int from, int length) {
                    return super.read(into, from, Math.min(length, random.nextInt(1, 9)));
                }
            };
            try (LargeTextStream stream = new LargeTextStream(pieces, texts(10))) {
                String passed = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
                String[] lines = passed.split("\n", -1);
                assertThat(lines).hasSize(4);
                assertThat(Arrays.stream(lines).limit(3))
                        .allMatch(one -> one.matches("\\{\"tests\" : \"[-0-9a-f]+\", \"n\": 1}"));
            }
        }
    }
}
