package dev.ipw.examples.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The content of one safetensors file: an 8-byte little-endian header length, a JSON header, then raw tensors.
 *
 * <p>It is immutable. Every length is checked against the existing bytes before it is used.
 */
final class Safetensors {

    private static final int LENGTH_BYTES = 8;
    private static final int LARGEST_HEADER_BYTES = 1 << 20;
    private static final String FETCH_AGAIN = "build or download the file again";

    private final String source;
    private final SafetensorsHeader header;
    private final ByteBuffer data;

    private Safetensors(String source, SafetensorsHeader header, ByteBuffer data) {
        this.source = source;
        this.header = header;
        this.data = data;
    }

    /**
     * Reads a file to its end.
     *
     * @param source       the file's name, for messages
     * @param largestBytes the maximum number of bytes
     * @throws SafetensorsException if the file is larger, truncated or malformed
     * @throws IOException          if the stream fails
     */
    static Safetensors read(String source, InputStream stream, int largestBytes) throws IOException {
        byte[] content = stream.readNBytes(largestBytes);
        if (stream.read() >= 0) {
            throw new SafetensorsException(
                    source, "the file is larger than " + largestBytes + " bytes", "check that it is the right file");
        }
        return parse(source, content);
    }

    /**
     * Interprets the bytes of a file.
     *
     * @param source the file's name, for messages
     * @throws SafetensorsException if the bytes are truncated or malformed
     */
    static Safetensors parse(String source, byte[] content) {
        if (content.length < LENGTH_BYTES) {
            throw new SafetensorsException(
                    source, "it has " + content.length + " bytes and no room for a header length", FETCH_AGAIN);
        }
        ByteBuffer bytes = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        long headerBytes = bytes.getLong(0);
        long room = Math.min(LARGEST_HEADER_BYTES, content.length - LENGTH_BYTES);
        // The format's length is unsigned: a negative long is a length beyond any file.
        if (headerBytes < 0 || headerBytes > room) {
            throw new SafetensorsException(
                    source,
                    "the header claims " + Long.toUnsignedString(headerBytes) + " bytes where at most " + room
                            + " can be",
                    "the file is truncated or not in safetensors format: " + FETCH_AGAIN);
        }
        int headerEnd = LENGTH_BYTES + (int) headerBytes;
        String json = new String(content, LENGTH_BYTES, (int) headerBytes, StandardCharsets.UTF_8);
        SafetensorsHeader header = SafetensorsHeader.parse(source, json);
        ByteBuffer data = bytes.slice(headerEnd, content.length - headerEnd).order(ByteOrder.LITTLE_ENDIAN);
        header.tensors().forEach((name, entry) -> requireInside(source, name, entry, data.capacity()));
        return new Safetensors(source, header, data);
    }

    /** Returns the strings under {@code __metadata__}. */
    Map<String, String> metadata() {
        return header.metadata();
    }

    /**
     * Returns one metadata string.
     *
     * @throws SafetensorsException if it is missing
     */
    String metadata(String key) {
        String value = header.metadata().get(key);
        if (value == null) {
            throw new SafetensorsException(
                    source,
                    "__metadata__ has no \"" + key + "\", only " + header.metadata().keySet(),
                    "export the model again with training/train.py");
        }
        return value;
    }

    /** Returns the names of all tensors, in file order. */
    Set<String> names() {
        return header.tensors().keySet();
    }

    /** Returns the name of the file, for messages. */
    String source() {
        return source;
    }

    /**
     * Copies a tensor out as floats, row by row; float16 is widened.
     *
     * @param shape the shape that the tensor must have, outermost dimension first
     * @throws SafetensorsException if the tensor is missing, has another shape or is neither F16 nor F32
     */
    float[] floats(String name, int... shape) {
        SafetensorsHeader.Entry entry = header.tensors().get(name);
        if (entry == null) {
            throw new SafetensorsException(
                    source, "there is no tensor \"" + name + "\"", "the file holds " + names());
        }
        List<Long> expected = Arrays.stream(shape).mapToObj(Long::valueOf).toList();
        if (!entry.shape().equals(expected)) {
            throw new SafetensorsException(
                    source,
                    "tensor \"" + name + "\" has shape " + entry.shape() + " where " + expected + " is needed",
                    "the metadata and the weights are of different models: export both again");
        }
        ByteBuffer part = data.slice((int) entry.begin(), (int) (entry.end() - entry.begin()))
                .order(ByteOrder.LITTLE_ENDIAN);
        return switch (entry.elementType()) {
            case "F32" -> single(part);
            case "F16" -> half(part);
            default -> throw new SafetensorsException(
                    source,
                    "tensor \"" + name + "\" has element type " + entry.elementType(),
                    "export it as F16 or F32");
        };
    }

    private static float[] single(ByteBuffer part) {
        float[] values = new float[part.capacity() / Float.BYTES];
        part.asFloatBuffer().get(values);
        return values;
    }

    private static float[] half(ByteBuffer part) {
        float[] values = new float[part.capacity() / Short.BYTES];
        for (int index = 0; index < values.length; index++) {
            values[index] = Float.float16ToFloat(part.getShort(index * Short.BYTES));
        }
        return values;
    }

    private static void requireInside(String source, String name, SafetensorsHeader.Entry entry, int dataBytes) {
        if (entry.begin() > entry.end() || entry.end() > dataBytes) {
            throw new SafetensorsException(
                    source,
                    "tensor \"" + name + "\" spans bytes " + entry.begin() + " to " + entry.end() + " of "
                            + dataBytes,
                    "the file is truncated: " + FETCH_AGAIN);
        }
        int elementBytes = elementBytes(entry.elementType());
        long bytes = entry.end() - entry.begin();
        // An unknown element type is rejected when its tensor is read, not before.
        if (elementBytes > 0 && elements(entry.shape(), dataBytes) * elementBytes != bytes) {
            throw new SafetensorsException(
                    source,
                    "tensor \"" + name + "\" has " + bytes + " bytes, which is not what shape " + entry.shape()
                            + " of " + entry.elementType() + " takes",
                    FETCH_AGAIN);
        }
    }

    private static long elements(List<Long> shape, long most) {
        long product = 1;
        for (long length : shape) {
            // The product is limited at each step, so that a hostile shape cannot overflow into a fitting product.
            product = length > most ? most + 1 : Math.min(product * length, most + 1);
        }
        return product;
    }

    private static int elementBytes(String elementType) {
        return switch (elementType) {
            case "F32" -> Float.BYTES;
            case "F16" -> Short.BYTES;
            default -> 0;
        };
    }
}
