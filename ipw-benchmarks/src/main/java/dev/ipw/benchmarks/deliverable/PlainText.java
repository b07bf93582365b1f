package dev.ipw.benchmarks.deliverable;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A reader of bytes as text, if they are text: UTF-8, UTF-16 with its mark, or else Latin-1 without control characters.
 */
final class PlainText {
    private static final int MAX_BYTES_PER_CHARACTER = 4;
    private static final String MARK = "\ufeff";
    private static final String LATIN = "[in no encoding that is known; read as Latin-1]\n";

    private PlainText() {}

    /** Reads the beginning of a text; empty if the bytes are not text. */
    static Optional<String> of(byte[] bytes, int characters) {
        int length = Math.min(bytes.length, (characters + 1) * MAX_BYTES_PER_CHARACTER);
        boolean isWhole = length == bytes.length;
        if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) {
            return decoded(bytes, length, StandardCharsets.UTF_16, isWhole);
        }
        Optional<String> utf8 = decoded(bytes, length, StandardCharsets.UTF_8, isWhole)
                .map(text -> text.startsWith(MARK) ? text.substring(1) : text);
        return utf8.isPresent()
                ? utf8.filter(PlainText::isText)
                : Optional.of(new String(bytes, 0, length, StandardCharsets.ISO_8859_1)).filter(PlainText::isText)
                        .map(text -> LATIN + text);
    }

    private static Optional<String> decoded(byte[] bytes, int length, Charset charset, boolean isWhole) {
        CharBuffer text = CharBuffer.allocate(length + 1);
        boolean isBroken = charset.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes, 0, length), text, isWhole).isError();
        return isBroken ? Optional.empty() : Optional.of(text.flip().toString());
    }

    private static boolean startsWith(byte[] bytes, int first, int second) {
        return bytes.length >= 2 && (bytes[0] & 0xff) == first && (bytes[1] & 0xff) == second;
    }

    private static boolean isText(String text) {
        return text.chars().noneMatch(letter -> letter < ' ' && "\t\n\r\f\u001b".indexOf(letter) < 0);
    }
}
