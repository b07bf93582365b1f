package dev.ipw.benchmarks.question;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The SHA-256 of bytes. */
public final class Sha256 {
    private Sha256() {}

    /**
     * Computes the hash.
     *
     * @param bytes the bytes
     * @return 64 hexadecimal digits
     */
    public static String of(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
