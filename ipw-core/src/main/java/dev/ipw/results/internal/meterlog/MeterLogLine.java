package dev.ipw.results.internal.meterlog;

import dev.ipw.internal.json.ChecksummedJson;
import java.util.Arrays;

/** The form of entries as lines that {@link MeterLogReader} reads back. */
public final class MeterLogLine {
    /** The maximum length of a line without its end, for readers and writers. */
    public static final int MAX_BYTES = 64 << 20;

    private MeterLogLine() {}

    /**
     * Writes an entry.
     *
     * @param entry the entry
     * @return its line with a checksum and its end
     */
    public static byte[] of(MeterLogEntry entry) {
        byte[] line = ChecksummedJson.line(MeterLogCodec.toTree(entry).json());
        byte[] ended = Arrays.copyOf(line, line.length + 1);
        ended[line.length] = '\n';
        return ended;
    }
}
