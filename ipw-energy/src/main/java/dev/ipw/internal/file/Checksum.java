package dev.ipw.internal.file;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** CRC-32C checksums as eight hexadecimal digits in lower case. */
public final class Checksum {
    private Checksum() {}

    /**
     * Computes a checksum.
     *
     * @param bytes the bytes
     * @return its CRC-32C
     */
    public static String of(byte[] bytes) {
        return of(ByteBuffer.wrap(bytes));
    }

    /**
     * Computes a checksum.
     *
     * @param bytes the bytes, from the position to the limit; both are unchanged
     * @return its CRC-32C
     */
    public static String of(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate());
        return text(crc.getValue());
    }

    /**
     * Formats a checksum.
     *
     * @param crc32c its value, of 32 bits
     * @return eight digits
     */
    public static String text(long crc32c) {
        return HexFormat.of().toHexDigits(crc32c, 8);
    }
}
