package dev.ipw.internal.wire;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A response whose head has arrived and whose body is still arriving.
 *
 * @param status    the status code
 * @param headers   header fields by name in lower case, the last of each
 * @param fields    all values of each header field, by its name in lower case
 * @param headNanos the moment of the read of its first byte, as {@link System#nanoTime()}
 * @param body      the body
 */
public record WireResponse(int status, Map<String, String> headers, Map<String, List<String>> fields,
        long headNanos, ByteSource body) {
    private static final int BUFFER_BYTES = 8192;

    /**
     * Returns a header field.
     *
     * @param name its name, in any case
     * @return its value
     */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    /**
     * Reads the body up to a length and leaves the rest.
     *
     * @param most the maximum number of bytes
     * @return the bytes
     * @throws WireException if the body stops coming before that
     */
    public byte[] readUpTo(int most) throws WireException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[BUFFER_BYTES];
        while (bytes.size() < most) {
            int count = body.read(buffer, 0, Math.min(buffer.length, most - bytes.size()));
            if (count < 0) {
                break;
            }
            bytes.write(buffer, 0, count);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads the whole body; the limits of the exchange apply.
     *
     * @return the body
     * @throws WireException if it stops arriving or is too large
     */
    public byte[] readAll() throws WireException {
        return readUpTo(Integer.MAX_VALUE);
    }
}
