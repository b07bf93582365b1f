package dev.ipw.benchmarks.hub;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The hash that a file must have.
 *
 * @param hexDigits the hash in lower case
 * @param isGitBlob whether it is git's hash of a blob, SHA-1 over a head and the content, or SHA-256 of the content
 */
record ContentHash(String hexDigits, boolean isGitBlob) {
    private static final int SHA256_DIGITS = 64;
    private static final int SHA1_DIGITS = 40;

    /** Returns whether a text could be such a hash. */
    static boolean isSha256(String text) {
        return text.length() == SHA256_DIGITS && isHex(text);
    }

    static boolean isSha1(String text) {
        return text.length() == SHA1_DIGITS && isHex(text);
    }

    private static boolean isHex(String text) {
        return text.chars().allMatch(HexFormat::isHexDigit);
    }

    /** Starts the hash of a content. */
    MessageDigest digest(long sizeBytes) {
        try {
            MessageDigest digest = MessageDigest.getInstance(isGitBlob ? "SHA-1" : "SHA-256");
            if (isGitBlob) {
                digest.update(("blob " + sizeBytes + "\0").getBytes(StandardCharsets.US_ASCII));
            }
            return digest;
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
