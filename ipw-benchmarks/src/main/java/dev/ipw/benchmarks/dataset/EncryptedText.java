package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.rows.Row;
import dev.ipw.error.InputException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * A reader of texts that are encrypted to keep them out of training data: base64, then exclusive or with the SHA-256 of
 * a password.
 */
final class EncryptedText {
    private EncryptedText() {}

    static String read(Row row, String column, String password) {
        try {
            byte[] text = Base64.getDecoder().decode(row.requiredText(column).strip());
            byte[] key = MessageDigest.getInstance("SHA-256").digest(password.getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < text.length; i++) {
                text[i] ^= key[i % key.length];
            }
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
        } catch (IllegalArgumentException | CharacterCodingException garbled) {
            throw new InputException(row.source() + ", row " + row.position() + ": the column '" + column
                    + "' cannot be decrypted with its canary; is the file whole?", garbled);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
