package dev.ipw.inference.relay;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The canonical form of a path: decoded, with single slashes, and without dot segments. Servers interpret other forms
 * differently, so that no other form may reach one.
 */
final class NormalPath {
    /** The maximum number of decodings; a path that is encoded more often hides something. */
    private static final int MAX_DECODINGS = 3;
    private static final Pattern ADDRESS = Pattern.compile("^(?i)https?://[^/?#\\\\]*");
    private static final String UNENCODED = "-._~!$&'()*+,;=:@/";

    private NormalPath() {}

    /**
     * Returns the canonical form of the path of a request's target.
     *
     * @param target the path, or an address that contains it
     * @return a path that begins with a slash and does not end with one, unless it is the root
     * @throws Refusal if it is not a path
     */
    static String of(String target) throws Refusal {
        String path = ADDRESS.matcher(target).replaceFirst("");
        if (!path.startsWith("/") && (!path.isEmpty() || target.isEmpty())) {
            throw Refusal.malformed("its target is no path");
        }
        for (int decodings = 0; path.indexOf('%') >= 0; decodings++) {
            if (decodings == MAX_DECODINGS) {
                throw Refusal.malformed("its path is encoded more than once");
            }
            path = decoded(path);
        }
        if (path.chars().anyMatch(Character::isISOControl)) {
            throw Refusal.malformed("its path has a control character");
        }
        Deque<String> parts = new ArrayDeque<>();
        for (String part : path.replace('\\', '/').split("/")) {
            // Some servers remove the part after a semicolon before they interpret dot segments.
            String name = part.substring(0, part.indexOf(';') < 0 ? part.length() : part.indexOf(';'));
            if (name.equals("..")) {
                parts.pollLast();
            } else if (!part.isEmpty() && !name.equals(".")) {
                parts.addLast(part);
            }
        }
        return "/" + String.join("/", parts);
    }

    private static String decoded(String path) throws Refusal {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] encoded = path.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < encoded.length; i++) {
            if (encoded[i] != '%') {
                bytes.write(encoded[i]);
            } else if (i + 2 < encoded.length && HexFormat.isHexDigit(encoded[i + 1])
                    && HexFormat.isHexDigit(encoded[i + 2])) {
                bytes.write(HexFormat.fromHexDigit(encoded[i + 1]) << 4 | HexFormat.fromHexDigit(encoded[i + 2]));
                i += 2;
            } else {
                throw Refusal.malformed("its path has a % that encodes nothing");
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
        } catch (CharacterCodingException noText) {
            throw Refusal.malformed("its path is no text in UTF-8");
        }
    }

    /** Encodes a path for an address. */
    static String encoded(String path) {
        StringBuilder encoded = new StringBuilder();
        for (byte one : path.getBytes(StandardCharsets.UTF_8)) {
            char character = (char) (one & 0xFF);
            if (character < 0x80 && (Character.isLetterOrDigit(character) || UNENCODED.indexOf(character) >= 0)) {
                encoded.append(character);
            } else {
                encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(one));
            }
        }
        return encoded.toString();
    }
}
