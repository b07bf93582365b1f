package dev.ipw.internal.wire;

import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * The setup of TLS around a socket, as the JDK's own https does it: with the user's own trust, otherwise that of
 * {@link HttpsURLConnection}, which is the JVM's unless the surrounding program has set another, the name in the
 * greeting, and the certificate checked against it.
 */
final class TlsHandshake {
    private TlsHandshake() {}

    static Socket around(Socket bare, Route route, Optional<SSLSocketFactory> own) throws IOException {
        SSLSocket encrypted = (SSLSocket) own.orElseGet(HttpsURLConnection::getDefaultSSLSocketFactory)
                .createSocket(bare, route.host(), route.port(), true);
        SSLParameters parameters = encrypted.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        encrypted.setSSLParameters(parameters);
        encrypted.startHandshake();
        return encrypted;
    }
}
