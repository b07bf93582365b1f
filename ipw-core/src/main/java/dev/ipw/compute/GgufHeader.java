package dev.ipw.compute;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The header of a GGUF file, versions 2 and 3: the metadata of the model, and the shape of each tensor. The tensors
 * themselves are not read. Whatever the file claims, at most {@value #MAX_BYTES} bytes are read and no list is kept
 * except that of the tensors.
 */
final class GgufHeader {
    private static final int MAGIC = 0x46554747;
    private static final long MAX_BYTES = 128L << 20;
    private static final long MAX_ENTRIES = 100_000;
    private static final long MAX_TENSORS = 1 << 17;
    // With these limits on tensors and their numbers, all sums fit into a long.
    private static final long MAX_ELEMENTS = 1L << 42;
    private static final int MAX_NAME = 65_535;
    private static final int MAX_TEXT = 1 << 20;
    private static final int MAX_DIMENSIONS = 8;
    private static final int MAX_NESTING = 4;
    private static final int TEXT = 8;
    private static final int ARRAY = 9;

    private final String place;
    private final InputStream in;
    private final Map<String, Object> values = new HashMap<>();
    private final Map<String, Long> lengths = new HashMap<>();
    private final List<Tensor> tensors = new ArrayList<>();
    private long read;

    private GgufHeader(String place, InputStream in) {
        this.place = place;
        this.in = in;
    }

    static GgufHeader read(Path file) {
        String place = file.toAbsolutePath().toString();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            GgufHeader header = new GgufHeader(place, in);
            header.readAll();
            return header;
        } catch (EOFException torn) {
            throw new InputException(place + " ends inside its header. It was cut off on its way; get it again", torn);
        } catch (IOException failed) {
            String reason = Files.exists(file) ? AtomicFile.reasonOf(failed) : "there is no such file";
            throw new InputException("Cannot read " + place + ": " + reason + ". Check the path and its permissions",
                    failed);
        }
    }

    private void readAll() throws IOException {
        if (int32() != MAGIC) {
            throw new InputException(place + " is no GGUF file: it does not begin with GGUF. Give a .gguf file or a"
                    + " config.json");
        }
        int version = int32();
        if (version != 2 && version != 3) {
            throw wrong("its version is " + (Integer.reverseBytes(version) == 3 ? "3 in big-endian order" : version)
                    + "; versions 2 and 3 in little-endian order are read");
        }
        long tensorCount = count("tensors", MAX_TENSORS);
        long entryCount = count("entries", MAX_ENTRIES);
        for (long entry = 0; entry < entryCount; entry++) {
            String key = text(MAX_NAME);
            value(key, int32(), 0);
        }
        for (long tensor = 0; tensor < tensorCount; tensor++) {
            tensors.add(tensor());
        }
    }

    private Tensor tensor() throws IOException {
        String name = text(MAX_NAME);
        int dimensions = int32();
        if (dimensions < 0 || dimensions > MAX_DIMENSIONS) {
            throw wrong("tensor '" + shown(name) + "' has " + dimensions + " dimensions");
        }
        long elements = 1;
        for (int dimension = 0; dimension < dimensions; dimension++) {
            long size = int64();
            if (size < 1 || elements > MAX_ELEMENTS / size) {
                throw wrong("tensor '" + shown(name) + "' has a dimension of " + size);
            }
            elements *= size;
        }
        int type = int32();
        int64();
        return new Tensor(name, elements, type);
    }

    /** Keeps single numbers and texts; of a list only its length counts. */
    private void value(String key, int type, int nesting) throws IOException {
        switch (type) {
            case 0, 7 -> keep(key, nesting, (long) (bytes(1).get() & 0xFF));
            case 1 -> keep(key, nesting, (long) bytes(1).get());
            case 2 -> keep(key, nesting, (long) (bytes(2).getShort() & 0xFFFF));
            case 3 -> keep(key, nesting, (long) bytes(2).getShort());
            case 4 -> keep(key, nesting, int32() & 0xFFFFFFFFL);
            case 5 -> keep(key, nesting, (long) int32());
            case 6 -> bytes(Float.BYTES);
            case TEXT -> {
                if (nesting == 0) {
                    keep(key, nesting, text(MAX_TEXT));
                } else {
                    skip(int64());
                }
            }
            case ARRAY -> array(key, nesting);
            case 10, 11 -> keep(key, nesting, int64());
            case 12 -> bytes(Double.BYTES);
            default -> throw wrong("the value of '" + shown(key) + "' is of the unknown type " + type);
        }
    }

    private void array(String key, int nesting) throws IOException {
        if (nesting == MAX_NESTING) {
            throw wrong("the lists in '" + shown(key) + "' are nested too deeply");
        }
        int type = int32();
        long length = int64();
        if (length < 0 || length > MAX_BYTES) {
            throw wrong("the list '" + shown(key) + "' claims " + Long.toUnsignedString(length) + " elements");
        }
        if (nesting == 0) {
            lengths.put(key, length);
        }
        for (long element = 0; element < length; element++) {
            value(key, type, nesting + 1);
        }
    }

    private void keep(String key, int nesting, Object value) {
        if (nesting == 0) {
            values.put(key, value);
        }
    }

    private long count(String name, long most) throws IOException {
        long count = int64();
        if (count < 0 || count > most) {
            throw wrong("it claims " + Long.toUnsignedString(count) + " " + name + "; at most " + most + " are read");
        }
        return count;
    }

    private String text(int most) throws IOException {
        long length = int64();
        if (length < 0 || length > most) {
            throw wrong("a text claims " + Long.toUnsignedString(length) + " bytes; at most " + most + " are read");
        }
        byte[] content = new byte[(int) length];
        take(content.length);
        if (in.readNBytes(content, 0, content.length) < content.length) {
            throw new EOFException();
        }
        return new String(content, StandardCharsets.UTF_8);
    }

    private void skip(long length) throws IOException {
        if (length < 0 || length > MAX_BYTES) {
            throw wrong("a text claims " + Long.toUnsignedString(length) + " bytes");
        }
        take(length);
        in.skipNBytes(length);
    }

    private int int32() throws IOException {
        return bytes(Integer.BYTES).getInt();
    }

    private long int64() throws IOException {
        return bytes(Long.BYTES).getLong();
    }

    private ByteBuffer bytes(int length) throws IOException {
        take(length);
        byte[] content = in.readNBytes(length);
        if (content.length < length) {
            throw new EOFException();
        }
        return ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void take(long length) {
        read += length;
        if (read > MAX_BYTES) {
            throw wrong("it takes more than " + MAX_BYTES + " bytes");
        }
    }

    private static String shown(String name) {
        String plain = name.replaceAll("[^\\x20-\\x7e]", "?");
        return plain.substring(0, Math.min(plain.length(), 80));
    }

    private InputException wrong(String problem) {
        return new InputException(place + ": the GGUF header cannot be right: " + problem
                + ". The file is damaged or of another kind; get it again");
    }

    String place() {
        return place;
    }

    Optional<String> text(String key) {
        return Optional.ofNullable(values.get(key)).filter(String.class::isInstance).map(String.class::cast);
    }

    OptionalLong whole(String key) {
        return values.get(key) instanceof Long number ? OptionalLong.of(number) : OptionalLong.empty();
    }

    /** Returns the length of a list. */
    OptionalLong length(String key) {
        Long length = lengths.get(key);
        return length == null ? OptionalLong.empty() : OptionalLong.of(length);
    }

    List<Tensor> tensors() {
        return tensors;
    }

    /**
     * A tensor.
     *
     * @param name     its name
     * @param elements the number of its elements
     * @param type     their type, as GGML numbers it
     */
    record Tensor(String name, long elements, int type) {}
}
