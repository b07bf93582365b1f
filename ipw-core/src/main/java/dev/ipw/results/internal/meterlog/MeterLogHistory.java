package dev.ipw.results.internal.meterlog;

import dev.ipw.error.InputException;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A reader of all segments of a meter's log, one line after the other. For one thread. */
public final class MeterLogHistory implements Closeable {
    private final Deque<Path> remaining;
    private final List<String> problems = new ArrayList<>();
    private @Nullable MeterLogReader segment;

    private MeterLogHistory(List<Path> segments) {
        remaining = new ArrayDeque<>(segments);
    }

    /**
     * Opens a log, which may still be written.
     *
     * @param folder its folder
     * @return a reader before the first line
     * @throws InputException if the folder has no segment
     */
    public static MeterLogHistory open(Path folder) {
        List<Path> segments = MeterLogSegments.list(folder);
        if (segments.isEmpty()) {
            throw new InputException(folder.toAbsolutePath() + " holds no log of a meter (meter-000001.jsonl). Give the"
                    + " folder in which a meter keeps its log");
        }
        return new MeterLogHistory(segments);
    }

    /**
     * Returns whether a folder has a log of a meter.
     *
     * @param folder the folder
     * @return true if it has a segment
     */
    public static boolean isIn(Path folder) {
        return !MeterLogSegments.list(folder).isEmpty();
    }

    /**
     * Reads the next line, first lines of segments included.
     *
     * @return the line; empty after the last of the last segment
     * @throws InputException if a segment cannot be read
     */
    public Optional<MeterLogEntry> next() {
        while (true) {
            MeterLogReader open = segment;
            if (open != null) {
                Optional<MeterLogEntry> entry = open.next();
                if (entry.isPresent()) {
                    return entry;
                }
                problems.addAll(open.damage());
                open.close();
                segment = null;
            }
            Path file = remaining.poll();
            if (file == null) {
                return Optional.empty();
            }
            Optional<MeterLogReader> opened = MeterLogReader.open(file);
            if (opened.isPresent()) {
                segment = opened.get();
                return Optional.of(opened.get().header());
            }
        }
    }

    /** Returns a sentence for each problem so far. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    @Override
    public void close() {
        if (segment != null) {
            segment.close();
        }
    }
}
