package dev.ipw.junit.contract;

import dev.ipw.energy.Scope;
import dev.ipw.error.InputException;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.SampleFile;
import dev.ipw.telemetry.SampleFormat;
import dev.ipw.telemetry.Sensor;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.ServiceLoader;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The contract between a session and a {@link SampleFormat}: rows are read as they were written, and of a file that a
 * kill cut off, or in which a byte changed, no row that was not written.
 *
 * <pre>{@code
 * class ParquetSamplesTests extends SampleFormatContract {
 *     protected SampleFormat format() {
 *         return new ParquetSamples();
 *     }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public abstract class SampleFormatContract {
    private static final long SEED = 20_260_726;
    private static final int MANY_ROWS = 1_000;
    private static final int FLUSHES = 4;
    private static final int ROWS_OF_A_FLUSH = 5;
    private static final int MAX_CUTS = 8_192;
    private static final int MAX_CHANGES = 500;
    private static final double ABSENT = 0.3;
    private static final SampleFile DESCRIPTION = new SampleFile("kit", 10_000_000, true,
            List.of(Sensor.energyCounter("gpu-0", Scope.GPU, "kit gpu-0", 1e-3, OptionalLong.of(1L << 32)),
                    Sensor.of("gpu-0", Scope.GPU, Quantity.POWER_WATTS, "kit gpu-0").withLimitWatts(300),
                    Sensor.energyCounter("package-0", Scope.PACKAGE, "kit package-0", 6.103515625e-5,
                            OptionalLong.empty()),
                    Sensor.of("gpu-0", Scope.GPU, Quantity.TEMPERATURE_CELSIUS, "kit gpu-0")),
            List.of(new DeviceInfo("gpu-0", "A GPU \"of\" the kit", Optional.of("Kit"), OptionalInt.of(0),
                    Map.of("driver_version", "1.0"))));
    private static final RunClock CLOCK = new RunClock(123_456_789, 1_785_000_000_000_000_000L);

    @TempDir
    private Path folder;

    private Path file = Path.of("");

    /** Creates the contract of a subclass's format. */
    protected SampleFormatContract() {}

    /**
     * Creates the format.
     *
     * @return the format
     */
    protected abstract SampleFormat format();

    @BeforeEach
    final void nameTheFile() {
        file = folder.resolve("samples" + format().extension());
    }

    /** A row whose cells can be compared. */
    private record Cells(OptionalLong due, long before, long after, List<@Nullable Number> cells,
            Map<Integer, String> losses) {
        static Cells of(SampleFormat.Row row) {
            return new Cells(row.dueNanos(), row.beforeNanos(), row.afterNanos(),
                    Arrays.asList(row.cells().clone()), Map.copyOf(row.losses()));
        }
    }

    /** Rows of every kind: unplanned, without readings, with losses, of the smallest and largest numbers. */
    private static List<SampleFormat.Row> rows(int count) {
        Random random = new Random(SEED);
        List<SampleFormat.Row> rows = new ArrayList<>();
        long now = -1_000;
        for (int i = 0; i < count; i++) {
            long before = now;
            long after = before + random.nextInt(1_000_000);
            now = after + 9_000_000;
            OptionalLong due = random.nextDouble() < ABSENT ? OptionalLong.empty() : OptionalLong.of(before - 7);
            @Nullable
            Number[] cells = new @Nullable Number[DESCRIPTION.sensors().size()];
            Map<Integer, String> losses = new LinkedHashMap<>();
            for (int sensor = 0; sensor < cells.length; sensor++) {
                if (random.nextDouble() >= ABSENT) {
                    cells[sensor] = DESCRIPTION.sensors().get(sensor).quantity().isCounter()
                            ? (Number) counter(random)
                            : (Number) gauge(random);
                } else if (random.nextBoolean()) {
                    losses.put(sensor, "not read: \"row " + i + "\",\n\té");
                }
            }
            rows.add(new SampleFormat.Row(due, before, after, cells, losses));
        }
        return rows;
    }

    private static Long counter(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> 0L;
            case 1 -> Long.MAX_VALUE;
            case 2 -> (1L << 53) + 1;
            default -> random.nextLong() >>> 1;
        };
    }

    private static Double gauge(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> 0.0;
            case 1 -> Double.MIN_VALUE;
            case 2 -> -273.15;
            default -> 300 * random.nextDouble();
        };
    }

    /** Appends a row in an array that is overwritten after it, as a sampler does. */
    private static void append(SampleFormat.Writer writer, SampleFormat.Row row) {
        @Nullable
        Number[] cells = row.cells().clone();
        writer.append(new SampleFormat.Row(row.dueNanos(), row.beforeNanos(), row.afterNanos(), cells, row.losses()));
        Arrays.fill(cells, null);
    }

    private List<Cells> write(int flushes, int rowsOfAFlush) throws IOException {
        List<SampleFormat.Row> rows = rows(flushes * rowsOfAFlush);
        try (SampleFormat.Writer writer = format().create(file, DESCRIPTION, CLOCK)) {
            for (int i = 0; i < rows.size(); i++) {
                append(writer, rows.get(i));
                if ((i + 1) % rowsOfAFlush == 0) {
                    writer.flush();
                }
            }
        }
        return rows.stream().map(Cells::of).toList();
    }

    private static void read(SampleFormat.Reader reader, List<Cells> into) {
        for (SampleFormat.Row row = reader.next(); row != null; row = reader.next()) {
            into.add(Cells.of(row));
        }
    }

    @Test
    void isFoundOnTheClassPath() {
        getClass().getModule().addUses(SampleFormat.class);
        String name = format().getClass().getName();

        assertTrue(ServiceLoader.load(SampleFormat.class).stream().anyMatch(one -> one.type().getName().equals(name)),
                name + " is not found: list it in META-INF/services/" + SampleFormat.class.getName()
                        + ", or in module-info.java behind 'provides'");
        assertTrue(format().extension().matches("\\.[a-z0-9]+"),
                "extension() is '" + format().extension() + "': a dot, then lower-case letters and digits");
    }

    @Test
    void readsTheRowsThatWereWritten() throws Exception {
        List<Cells> written = write(FLUSHES, MANY_ROWS / FLUSHES);
        List<Cells> rows = new ArrayList<>();
        try (SampleFormat.Reader reader = format().open(file)) {
            assertEquals(DESCRIPTION, reader.description(), "the description of the source differs");
            assertEquals(CLOCK, reader.clock(), "the clock differs");
            read(reader, rows);
            assertEquals(written, rows, "the rows differ");
            assertEquals(List.of(), reader.damage(), "a whole file is called damaged");
        }
    }

    @Test
    void closesAReaderTwice() throws Exception {
        write(1, ROWS_OF_A_FLUSH);
        SampleFormat.Reader reader = format().open(file);
        reader.close();
        reader.close();
    }

    @Test
    void keepsFlushedRowsWhenAKillComes() throws Exception {
        List<SampleFormat.Row> rows = rows(2 * ROWS_OF_A_FLUSH);
        Path killed = folder.resolve("killed" + format().extension());
        try (SampleFormat.Writer writer = format().create(file, DESCRIPTION, CLOCK)) {
            rows.subList(0, ROWS_OF_A_FLUSH).forEach(row -> append(writer, row));
            writer.flush();
            rows.subList(ROWS_OF_A_FLUSH, rows.size()).forEach(row -> append(writer, row));
            Files.copy(file, killed);
        }
        List<Cells> all = rows.stream().map(Cells::of).toList();
        List<Cells> kept = new ArrayList<>();
        try (SampleFormat.Reader reader = format().open(killed)) {
            read(reader, kept);
        }

        assertTrue(kept.size() >= ROWS_OF_A_FLUSH,
                "flush() left " + kept.size() + " of " + ROWS_OF_A_FLUSH + " rows in the file");
        assertEquals(all.subList(0, kept.size()), kept, "the rows before the kill differ");
    }

    @Test
    void aFileThatIsCutOffGivesTheRowsBeforeTheCut() throws Exception {
        cut(write(FLUSHES, ROWS_OF_A_FLUSH));
    }

    @Test
    void aFileThatIsCutOffWithoutItsChecksumsGivesTheRowsBeforeTheCut() throws Exception {
        List<Cells> written = write(FLUSHES, ROWS_OF_A_FLUSH);
        try (SampleFormat.Reader reader = format().open(file)) {
            Files.deleteIfExists(reader.checksumFile());
        }
        cut(written);
    }

    /** Cuts the file shorter and shorter, a byte at a time unless it is large. */
    private void cut(List<Cells> written) throws IOException {
        long bytes = Files.size(file);
        long step = bytes / MAX_CUTS + 1;
        int most = written.size();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (long length = bytes - 1; length >= 0; length -= step) {
                channel.truncate(length);
                String state = "cut after byte " + length + " of " + bytes;
                List<Cells> left = remains(state).rows();

                assertTrue(left.size() <= most, "a file " + state + " has more rows than a longer one");
                assertEquals(written.subList(0, left.size()), left, "a file " + state + " has other rows");
                most = left.size();
            }
        }
    }

    @Test
    void aChangedByteGivesNoOtherRow() throws Exception {
        List<Cells> written = write(FLUSHES, ROWS_OF_A_FLUSH);
        try (SampleFormat.Reader reader = format().open(file)) {
            assumeTrue(reader.hasChecksums(), "the format has no checksums");
        }
        byte[] bytes = Files.readAllBytes(file);
        // An odd step visits every byte of an aligned number.
        for (int at = 0; at < bytes.length; at += bytes.length / MAX_CHANGES | 1) {
            String state = "whose byte " + at + " changed";
            bytes[at] ^= 1;
            Files.write(file, bytes);
            Remains left = remains(state);

            assertTrue(written.containsAll(left.rows()), "a file " + state + " gives a row that was not written");
            assertTrue(left.isExplained() || left.rows().equals(written),
                    "a file " + state + " lacks rows, and damage() lists none");
            bytes[at] ^= 1;
        }
    }

    /**
     * The rows that could be read.
     *
     * @param rows        the rows before the end or a refusal
     * @param isExplained whether the file was refused, or rows are listed as left out
     */
    private record Remains(List<Cells> rows, boolean isExplained) {}

    /** Reads the rows up to a refusal, which must name the file. */
    private Remains remains(String state) {
        List<Cells> rows = new ArrayList<>();
        try (SampleFormat.Reader reader = format().open(file)) {
            read(reader, rows);
            return new Remains(rows, !reader.damage().isEmpty());
        } catch (InputException refused) {
            requireName(refused, state);
            return new Remains(rows, true);
        } catch (RuntimeException other) {
            throw new AssertionError("a file " + state + " must give an InputException or the rows before", other);
        }
    }

    private void requireName(InputException refused, String state) {
        assertTrue(String.valueOf(refused.getMessage()).contains(String.valueOf(file.getFileName())),
                "the refusal of a file " + state + " does not name it");
    }

    @Test
    void refusesAFileWithoutSamplesByItsName() throws Exception {
        refuses("that is missing");
        Files.createFile(file);
        refuses("that is empty");
        Files.writeString(file, "[42, \"these are no samples\"]\n");
        refuses("of other things");
    }

    private void refuses(String state) {
        requireName(assertThrows(InputException.class, () -> format().open(file).close(),
                "a file " + state + " must be refused"), state);
    }
}
