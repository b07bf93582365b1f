package dev.ipw.meter.gateway;

import dev.ipw.error.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apiguardian.api.API;

/**
 * The names of tenants that are known by their keys: the first 12 hexadecimal digits of a salted SHA-256. The salt is
 * random for each installation, so that nobody who reads a name can look the key up or try likely ones.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class KeyHash {
    private static final int SALT_BYTES = 32;
    private static final int NAME_DIGITS = 12;
    private static final String ALGORITHM = "HmacSHA256";

    private final byte[] salt;

    private KeyHash(byte[] salt) {
        this.salt = salt;
    }

    /**
     * Creates names that are valid for this process only.
     *
     * @return names with a salt of their own
     */
    public static KeyHash ofProcess() {
        return new KeyHash(randomSalt());
    }

    private static byte[] randomSalt() {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return salt;
    }

    /**
     * Creates the names of an installation.
     *
     * @param file the file with its salt, which is created if it does not exist, readable by its owner only
     * @return names that stay the same as long as the file does
     * @throws ConfigurationException if it cannot be read or created, or has another content
     */
    public static KeyHash ofFile(Path file) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            try (var out = Files.newByteChannel(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    ownerOnly(file))) {
                out.write(java.nio.ByteBuffer.wrap(randomSalt()));
            } catch (FileAlreadyExistsException kept) {
                // A salt that exists is used on.
            }
            byte[] salt = Files.readAllBytes(file);
            if (salt.length != SALT_BYTES) {
                throw new ConfigurationException("The file " + file + " is not a salt of the meter: it has "
                        + salt.length + " bytes, not " + SALT_BYTES + ". Remove it; tenants by key get new names then");
            }
            return new KeyHash(salt);
        } catch (IOException failed) {
            throw new ConfigurationException("The salt of tenants' names cannot be kept in " + file + ": "
                    + failed.getMessage() + ". Name a file that can be written", failed);
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[]{
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))}
                : new FileAttribute<?>[0];
    }

    /** Returns the name of the tenant with a key. */
    String name(String key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(salt, ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal(key.getBytes(StandardCharsets.UTF_8))).substring(0,
                    NAME_DIGITS);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("This JVM has no " + ALGORITHM, impossible);
        }
    }

    /** Hides the salt. */
    @Override
    public String toString() {
        return "KeyHash";
    }
}
