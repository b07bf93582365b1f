package dev.ipw.internal.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A SHA-256 digest of bytes, texts and streams, in the order in which they are added. */
public final class Sha256 {
    private final MessageDigest digest;

    /** Starts a digest. */
    public Sha256() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every JDK has SHA-256", impossible);
        }
    }

    /**
     * Computes the digest of some bytes.
     *
     * @param bytes the bytes
     * @return 64 hexadecimal digits
     */
    public static String of(byte[] bytes) {
        return new Sha256().add(bytes).hex();
    }

    /**
     * Adds bytes.
     *
     * @param bytes the bytes
     * @return this digest for method chaining
     */
    public Sha256 add(byte... bytes) {
        digest.update(bytes);
        return this;
    }

    /**
     * Adds a text in UTF-8.
     *
     * @param text the text
     * @return this digest for method chaining
     */
    public Sha256 add(String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Adds a text in UTF-8 with its length before it, so that no two lists of texts have the same digest.
     *
     * @param text the text
     * @return this digest for method chaining
     */
    public Sha256 addWithLength(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return add(bytes.length + ":").add(bytes);
    }

    /**
     * Adds all bytes of a stream, and closes it.
     *
     * @param stream the stream
     * @return this digest for method chaining
     * @throws IOException if it cannot be read
     */
    public Sha256 add(InputStream stream) throws IOException {
        try (InputStream in = reading(stream)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return this;
    }

    /**
     * Adds each byte that is read.
     *
     * @param stream the source
     * @return a stream of the same bytes
     */
    public InputStream reading(InputStream stream) {
        return new DigestInputStream(stream, digest);
    }

    /**
     * Adds each byte that is written.
     *
     * @param stream the target
     * @return a stream for the same bytes
     */
    public OutputStream writing(OutputStream stream) {
        return new DigestOutputStream(stream, digest);
    }

    /**
     * Ends the digest.
     *
     * @return its 32 bytes
     */
    public byte[] bytes() {
        return digest.digest();
    }

    /**
     * Ends the digest.
     *
     * @return its 64 hexadecimal digits
     */
    public String hex() {
        return HexFormat.of().formatHex(bytes());
    }
}
