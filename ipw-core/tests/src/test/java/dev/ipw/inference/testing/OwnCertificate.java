package dev.ipw.inference.testing;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Make a certificate that signs itself, and TLS for both sides that knows it. */
public final class OwnCertificate {
    /** Opens {@code keys.p12} in the folder. */
    public static final String PASSWORD = "changeit";

    private OwnCertificate() {}

    /**
     * Make one with the running JDK's keytool; the test is skipped where there is none.
     *
     * @param folder holds the key
     * @param names  whom it is for, as keytool writes it, for example {@code ip:127.0.0.1}
     */
    public static SSLContext make(Path folder, String names) throws Exception {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        assumeTrue(Files.isExecutable(keytool), "this Java has no keytool");
        Path file = folder.resolve("keys.p12");
        Process process = new ProcessBuilder(keytool.toString(), "-genkeypair", "-keyalg", "EC", "-alias", "own",
                "-dname", "CN=loopback", "-ext", "san=" + names, "-storetype", "PKCS12", "-storepass", PASSWORD,
                "-keystore", file.toString()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(keys, PASSWORD.toCharArray());
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trustManagers.init(keys);
        SSLContext own = SSLContext.getInstance("TLS");
        own.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
        return own;
    }

    /** Listen with it on a loopback port. */
    public static ServerSocket listen(SSLContext own) throws Exception {
        return own.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }
}
