package dev.ipw.dataset;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The memory that records take while a run asks them, estimated from their texts: a lower bound. */
final class SampleMemory {
    /** A record with its answer in analyses; measured with 10,000 and 50,000 questions. */
    private static final long BYTES_OF_RECORD = 1_500;
    private static final long BYTES_OF_VALUE = 48;
    /** The library itself, and the parts of files that are read and written. */
    private static final long BYTES_BESIDE = 20L << 20;
    private static final long MEBI = 1L << 20;
    /** Records may share a long text, such as instructions or a document; those that came last are known again. */
    private static final int LONG_TEXT = 1_000;
    private static final int MAX_SHARED = 16;

    private final Deque<String> shared = new ArrayDeque<>();
    private long records;
    private long bytes;

    /** Adds the memory of a record. */
    void add(DatasetRecord record) {
        records++;
        bytes += BYTES_OF_RECORD + of(record.id()) + of(record.problem()) + of(record.answer()) + of(record.choices())
                + record.system().map(this::of).orElse(0L) + of(record.metadata());
        // The first turn is the problem itself.
        bytes += record.turns().stream().skip(1).mapToLong(turn -> of(turn.text())).sum();
    }

    private long of(@Nullable Object value) {
        return BYTES_OF_VALUE + switch (value) {
            case String text -> isShared(text) ? 0 : text.length();
            case Collection<?> some -> some.stream().mapToLong(this::of).sum();
            case Map<?, ?> map -> map.entrySet().stream().mapToLong(
                    entry -> of(entry.getKey()) + of(entry.getValue())).sum();
            case null, default -> 0;
        };
    }

    private boolean isShared(String text) {
        if (text.length() < LONG_TEXT) {
            return false;
        }
        if (shared.stream().anyMatch(other -> other == text)) {
            return true;
        }
        shared.addFirst(text);
        if (shared.size() > MAX_SHARED) {
            shared.removeLast();
        }
        return false;
    }

    /**
     * Throws if a sample does not fit, before it is read.
     *
     * @param dataset   the dataset, for the message
     * @param taken     the number of records that are taken, of those that were added
     * @param mostBytes the maximum memory of Java
     * @throws ConfigurationException if they take more, with the required memory
     */
    void requireRoom(Dataset dataset, long taken, long mostBytes) {
        double needed = BYTES_BESIDE + (double) bytes / records * taken;
        if (needed > mostBytes) {
            long room = (long) Math.max(0, (mostBytes - BYTES_BESIDE) / ((double) bytes / records));
            // The minimum and a comfortable amount of memory differ by about half.
            throw new ConfigurationException(taken + " questions of " + dataset.id() + " take " + mebibytes(needed)
                    + " MiB of memory, and Java may use " + mebibytes(mostBytes) + ": " + Setting.MEMORY
                    + mebibytes(1.5 * needed) + "m"
                    + (room < 1 ? "" : ", or ask at most " + room + " of them by " + Setting.MAX_QUERIES));
        }
    }

    private static long mebibytes(double bytes) {
        return (long) Math.ceil(bytes / MEBI);
    }
}
