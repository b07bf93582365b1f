package dev.ipw.telemetry.recorded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The end of a text as far as it is written.
 *
 * @param lastNanos  the last time in it, in the unit and origin of its lines; empty if no line near its end can be used
 * @param quietNanos the time since the last write, in nanoseconds
 */
record TextEnd(OptionalLong lastNanos, long quietNanos) {
    private static final int TAIL_BYTES = 1 << 16;
    private static final long MIN_FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int PERIODS_FRESH = 3;

    /**
     * Reads the end of a text.
     *
     * @param time reads the time of a line; empty if it has none
     */
    static TextEnd read(Path path, Function<String, OptionalLong> time) throws IOException {
        long quietMillis = Math.max(0, System.currentTimeMillis() - Files.getLastModifiedTime(path).toMillis());
        OptionalLong last = OptionalLong.empty();
        try (TailedLines lines = new TailedLines(path)) {
            long start = Math.max(0, lines.size() - TAIL_BYTES);
            lines.seek(start);
            // Most likely only the rest of a line.
            String line = start > 0 && lines.next() == null ? null : lines.next();
            while (line != null && lines.position() - start <= 2 * TAIL_BYTES) {
                OptionalLong found = time.apply(line);
                last = found.isPresent() ? found : last;
                line = lines.next();
            }
        }
        return new TextEnd(last, TimeUnit.MILLISECONDS.toNanos(quietMillis));
    }

    /**
     * Returns whether the text is being written now, with times of a clock that now shows the given time. Both are
     * required: seconds since the start of an old log may happen to be close to that clock too.
     */
    boolean isWrittenByTheClockOf(long nowNanos, long periodNanos) {
        long fresh = Math.max(MIN_FRESH_NANOS, PERIODS_FRESH * periodNanos);
        return quietNanos <= fresh && lastNanos.isPresent() && Math.abs(nowNanos - lastNanos.getAsLong()) <= fresh;
    }
}
