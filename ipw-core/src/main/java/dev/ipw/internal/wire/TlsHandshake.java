package dev.ipw.internal.wire;

import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Put TLS around a socket as the JDK's own https does: with the trust of {@link HttpsURLConnection}, which is the JVM's
 * unless the program around us has set another, the name in the greeting, and the certificate checked against it.
 */
final class TlsHandshake {
    private TlsHandshake() {}

    static Socket around(Socket bare, Route route) throws IOException {
        SSLSocket encrypted = (SSLSocket) HttpsURLConnection.getDefaultSSLSocketFactory().createSocket(bare,
                route.host(), route.port(), true);
        SSLParameters parameters = encrypted.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        encrypted.setSSLParameters(parameters);
        encrypted.startHandshake();
        return encrypted;
    }
}
