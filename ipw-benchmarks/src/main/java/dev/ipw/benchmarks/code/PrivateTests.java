package dev.ipw.benchmarks.code;

import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.ipw.error.InputException;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.InflaterInputStream;

/**
 * A reader of LiveCodeBench's private tests: JSON text, or base64 of zlib of a Python pickle of one text. Any other
 * pickle is rejected: a pickle can name programs to run.
 */
public final class PrivateTests {
    private static final int MAX_BYTES = 256 << 20;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(MAX_BYTES).build()).build();
    private static final int PROTO = 0x80;
    private static final int FRAME = 0x95;
    private static final int BINUNICODE = 'X';
    private static final int SHORT_BINUNICODE = 0x8c;
    private static final int BINUNICODE8 = 0x8d;
    private static final int BINPUT = 'q';
    private static final int LONG_BINPUT = 'r';
    private static final int MEMOIZE = 0x94;
    private static final int STOP = '.';

    private PrivateTests() {}

    /**
     * Reads the tests.
     *
     * @param column the content of the column
     * @return JSON text
     * @throws InputException if it is neither
     */
    public static String decode(String column) {
        String text = column.strip();
        if (text.startsWith("[")) {
            return text;
        }
        try {
            return unpacked(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException noBase64) {
            throw torn(noBase64);
        }
    }

    /**
     * Reads the tests of a file that has the column as a JSON text, without holding that text in memory.
     *
     * @param column the file
     * @return JSON text
     * @throws InputException if it cannot be read, or is neither
     */
    public static String decode(Path column) {
        boolean isPlain = isPlain(column);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(column));
                JsonParser parser = FACTORY.createParser(in)) {
            if (parser.nextToken() != JsonToken.VALUE_STRING) {
                throw new IOException("no text of JSON");
            }
            if (isPlain) {
                return parser.getText();
            }
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            parser.readBinaryValue(Base64Variants.MIME_NO_LINEFEEDS, packed);
            return unpacked(packed.toByteArray());
        } catch (IOException | IllegalArgumentException failed) {
            throw torn(failed);
        }
    }

    /** Returns whether the text behind the quote is JSON, not base64. */
    private static boolean isPlain(Path column) {
        try (InputStream in = Files.newInputStream(column)) {
            return in.read() == '"' && in.read() == '[';
        } catch (IOException failed) {
            throw torn(failed);
        }
    }

    private static String unpacked(byte[] packed) {
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(packed))) {
            byte[] pickle = in.readNBytes(MAX_BYTES + 1);
            if (pickle.length > MAX_BYTES) {
                throw new InputException("Private tests hold more than " + MAX_BYTES + " bytes");
            }
            return unpickled(ByteBuffer.wrap(pickle).order(ByteOrder.LITTLE_ENDIAN));
        } catch (IOException | BufferUnderflowException wrong) {
            throw torn(wrong);
        }
    }

    private static InputException torn(Exception cause) {
        return new InputException("Private tests of LiveCodeBench cannot be read: neither JSON nor its packed form",
                cause);
    }

    private static String unpickled(ByteBuffer pickle) {
        int code = pickle.get() & 0xff;
        if (code == PROTO) {
            pickle.get();
            code = pickle.get() & 0xff;
        }
        if (code == FRAME) {
            pickle.getLong();
            code = pickle.get() & 0xff;
        }
        long length = switch (code) {
            case BINUNICODE -> pickle.getInt() & 0xffff_ffffL;
            case SHORT_BINUNICODE -> pickle.get() & 0xff;
            case BINUNICODE8 -> pickle.getLong();
            default ->
                throw new InputException("Private tests of LiveCodeBench hold a pickle of something else than one"
                        + " text (code " + code + "), which is not read");
        };
        if (length < 0 || length > pickle.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] utf8 = new byte[(int) length];
        pickle.get(utf8);
        requireEnd(pickle);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    /**
     * Requires the end of the pickle behind the text, with at most a command that stores the text: all else would be a
     * program.
     */
    private static void requireEnd(ByteBuffer pickle) {
        int code = pickle.get() & 0xff;
        if (code == BINPUT || code == LONG_BINPUT) {
            pickle.position(pickle.position() + (code == BINPUT ? 1 : Integer.BYTES));
        }
        boolean isRemembered = code == BINPUT || code == LONG_BINPUT || code == MEMOIZE;
        int last = isRemembered ? pickle.get() & 0xff : code;
        if (last != STOP || pickle.hasRemaining()) {
            throw new InputException(
                    "Private tests of LiveCodeBench hold a pickle of more than one text, which is not read");
        }
    }
}
