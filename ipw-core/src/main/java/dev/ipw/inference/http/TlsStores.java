package dev.ipw.inference.http;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * The certificates of a connection.
 *
 * @param trusted the certificates that the client trusts; empty for those of the JVM
 * @param own     the client's own certificate and key; empty for none
 */
record TlsStores(Optional<StoreFile> trusted, Optional<StoreFile> own) {
    /** Reads them; empty without any. */
    Optional<SSLContext> context() {
        if (trusted.isEmpty() && own.isEmpty()) {
            return Optional.empty();
        }
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.isPresent() ? keys(own.get()) : null, trusted.isPresent() ? trust(trusted.get()) : null,
                    null);
            return Optional.of(context);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("This JVM has no TLS", impossible);
        }
    }

    private static KeyManager[] keys(StoreFile file) throws GeneralSecurityException {
        KeyStore store = file.load();
        requireEntry(file, store, true, "certificate with its private key");
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        try {
            factory.init(store, file.keyPassword());
        } catch (UnrecoverableKeyException closed) {
            throw file.wrong("the key in it has another password than the file; give it the same, for example by"
                    + " 'keytool -keypasswd', or convert the file by 'keytool -importkeystore -deststoretype PKCS12'");
        }
        return factory.getKeyManagers();
    }

    private static TrustManager[] trust(StoreFile file) throws GeneralSecurityException {
        KeyStore store = file.load();
        requireEntry(file, store, false, "certificate");
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static void requireEntry(StoreFile file, KeyStore store, boolean isKey, String wanted)
            throws KeyStoreException {
        for (String alias : Collections.list(store.aliases())) {
            if (!isKey || store.isKeyEntry(alias)) {
                return;
            }
        }
        throw file.wrong("it holds no " + wanted);
    }
}
