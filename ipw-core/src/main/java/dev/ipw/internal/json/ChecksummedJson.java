package dev.ipw.internal.json;

import dev.ipw.internal.file.Checksum;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A JSON object in one line that ends with its own checksum, {@code ,"crc32c":"hhhhhhhh"}}: the CRC-32C of all bytes
 * before the comma. Other programs read one more field.
 */
public final class ChecksummedJson {
    private static final String BEFORE = ",\"crc32c\":\"";
    private static final String AFTER = "\"}";
    private static final int BYTES = BEFORE.length() + 8 + AFTER.length();

    private ChecksummedJson() {}

    /**
     * Adds the checksum.
     *
     * @param object a JSON object in one line, with at least one field
     * @return the line in UTF-8, without a line feed
     */
    public static byte[] line(String object) {
        byte[] whole = object.getBytes(StandardCharsets.UTF_8);
        ByteBuffer line = ByteBuffer.allocate(whole.length - 1 + BYTES).put(whole, 0, whole.length - 1);
        return line.put(ending(line.duplicate().flip())).array();
    }

    /**
     * Returns whether a line is unchanged since it was written.
     *
     * @param line the line, from the position to the limit, without a line feed
     * @return false if a byte differs, or there is no checksum
     */
    public static boolean isIntact(ByteBuffer line) {
        int covered = line.remaining() - BYTES;
        return covered > 0 && line.slice(line.position() + covered, BYTES)
                .equals(ByteBuffer.wrap(ending(line.slice(line.position(), covered))));
    }

    private static byte[] ending(ByteBuffer covered) {
        return (BEFORE + Checksum.of(covered) + AFTER).getBytes(StandardCharsets.US_ASCII);
    }
}
