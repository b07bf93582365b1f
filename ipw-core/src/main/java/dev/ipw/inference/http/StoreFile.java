package dev.ipw.inference.http;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.secret.SecretRedactor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file with certificates, and optionally a private key: PKCS12, JKS, or PEM.
 *
 * @param setting  the setting that names it, for messages
 * @param file     its path
 * @param password the password of it and of the key in it; PEM has none
 */
record StoreFile(String setting, Path file, Optional<String> password) {
    private static final long MAX_BYTES = 16 << 20;
    private static final Pattern BLOCK = Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");

    /** Rejects a password that was read with the end of its line. */
    StoreFile {
        if (password.filter(text -> text.chars().anyMatch(Character::isISOControl)).isPresent()) {
            throw new ConfigurationException("The password of " + setting + " holds a line end or another control"
                    + " character. Give it in one line, without the end of the line");
        }
        password.ifPresent(SecretRedactor::learn);
    }

    /** Reads it. */
    KeyStore load() {
        try {
            if (!Files.isReadable(file) || Files.isDirectory(file)) {
                throw wrong("there is no such file, or it cannot be read");
            }
            if (Files.size(file) > MAX_BYTES) {
                throw wrong("it has more than 16 MiB, which no certificates have");
            }
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            return text.contains("-----BEGIN ") ? ofPem(text) : ofKeyStore();
        } catch (IOException | GeneralSecurityException unreadable) {
            throw wrong(unreadable.getCause() instanceof UnrecoverableKeyException
                    ? "its password is wrong"
                    : FailureText.of(unreadable), unreadable);
        }
    }

    /** Returns the password of the key in it. */
    char[] keyPassword() {
        return password.orElse("").toCharArray();
    }

    private KeyStore ofKeyStore() throws IOException, GeneralSecurityException {
        if (password.isEmpty()) {
            throw wrong("a PKCS12 or JKS file needs its password: give " + setting + "_password or set IPW_"
                    + setting.toUpperCase(Locale.ROOT) + "_PASSWORD");
        }
        return KeyStore.getInstance(file.toFile(), password.get().toCharArray());
    }

    private KeyStore ofPem(String text) throws IOException, GeneralSecurityException {
        List<Certificate> certificates = new ArrayList<>();
        Optional<byte[]> key = Optional.empty();
        Matcher blocks = BLOCK.matcher(text);
        while (blocks.find()) {
            String kind = blocks.group(1);
            if (kind.endsWith("CERTIFICATE")) {
                certificates.add(CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(bytes(blocks.group(2)))));
            } else if (kind.equals("PRIVATE KEY")) {
                key = Optional.of(bytes(blocks.group(2)));
            } else if (kind.endsWith("PRIVATE KEY")) {
                throw wrong("its key is an " + kind + "; write it as a PRIVATE KEY without a password by"
                        + " 'openssl pkcs8 -topk8 -nocrypt', or make a PKCS12 file by 'openssl pkcs12 -export'");
            }
        }
        if (certificates.isEmpty()) {
            throw wrong("it holds no certificate");
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        if (key.isPresent()) {
            PrivateKey own = KeyFactory.getInstance(certificates.getFirst().getPublicKey().getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(key.get()));
            store.setKeyEntry("own", own, keyPassword(), certificates.toArray(Certificate[]::new));
        } else {
            for (int each = 0; each < certificates.size(); each++) {
                store.setCertificateEntry("trusted-" + each, certificates.get(each));
            }
        }
        return store;
    }

    private byte[] bytes(String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException broken) {
            throw wrong("what stands between its BEGIN and END is no Base64", broken);
        }
    }

    /** Creates a failure that names the file and never the password. */
    ConfigurationException wrong(String reason) {
        return new ConfigurationException("Cannot use " + file + " as " + setting + ": " + reason);
    }

    private ConfigurationException wrong(String reason, Exception cause) {
        ConfigurationException wrong = wrong(reason);
        wrong.initCause(cause);
        return wrong;
    }

    /** Hides the password. */
    @Override
    public String toString() {
        return setting + " " + file;
    }
}
