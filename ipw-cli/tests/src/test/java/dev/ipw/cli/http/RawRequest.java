package dev.ipw.cli.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends bytes to a server on this machine as they are, and reads what comes until the server closes. */
public final class RawRequest {
    private RawRequest() {}

    /** Send text and give all that comes back; empty if the server closes without a word. */
    public static String send(int port, String text) throws IOException {
        return send(port, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Send bytes and give all that comes back; empty if the server closes without a word. */
    public static String send(int port, byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            try {
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            } catch (IOException closedEarly) {
                return "";
            }
        }
    }

    /** Send text, and wait for the server to close although no more comes. */
    public static String sendAndWait(int port, String text) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
