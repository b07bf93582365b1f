package dev.ipw.meter.gateway;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A client of HTTP/1.1 that sends exactly the given bytes. */
final class RawHttp {
    private RawHttp() {}

    /** A response; {@code isWhole} is false if its body broke off. */
    record Response(int status, Map<String, String> headers, byte[] body, boolean isWhole) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    static Response post(int port, String path, String body, String... fields) throws IOException {
        return send(port, request("POST", path, body, fields));
    }

    static Response get(int port, String path, String... fields) throws IOException {
        return send(port, request("GET", path, "", fields));
    }

    static byte[] request(String method, String path, String body, String... fields) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String field : fields) {
            head.append(field).append("\r\n");
        }
        head.append(bytes.length > 0 ? "Content-Length: " + bytes.length + "\r\n" : "").append("\r\n");
        byte[] start = head.toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] all = new byte[start.length + bytes.length];
        System.arraycopy(start, 0, all, 0, start.length);
        System.arraycopy(bytes, 0, all, start.length, bytes.length);
        return all;
    }

    /** Reads a request of a client, with its body, and throws at the end of the connection. */
    static void readRequest(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("no request");
            }
            head.append((char) next);
        }
        String text = head.toString().toLowerCase(Locale.ROOT);
        int at = text.indexOf("content-length: ");
        in.readNBytes(at < 0 ? 0 : Integer.parseInt(text.substring(at + 16, text.indexOf('\r', at))));
    }

    static Response send(int port, byte[] request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(request);
            return read(socket.getInputStream());
        }
    }

    /** Sends bytes, and returns everything until the other side closes; nothing if it resets the connection. */
    static String untilClosed(int port, String text) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (SocketException reset) {
            return "";
        }
    }

    /** Sends bytes and nothing more, and returns everything until the other side closes. */
    static String exchange(int port, byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (SocketException reset) {
            return "";
        }
    }

    static Response read(InputStream in) throws IOException {
        String[] start = line(in).split(" ", 3);
        Map<String, String> headers = new LinkedHashMap<>();
        for (String field = line(in); !field.isEmpty(); field = line(in)) {
            int colon = field.indexOf(':');
            headers.merge(field.substring(0, colon).toLowerCase(Locale.ROOT), field.substring(colon + 1).strip(),
                    (one, other) -> one + "\n" + other);
        }
        if (headers.containsKey("content-length")) {
            int length = Integer.parseInt(headers.get("content-length"));
            byte[] body = in.readNBytes(length);
            return new Response(Integer.parseInt(start[1]), headers, body, body.length == length);
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        if (!headers.containsKey("transfer-encoding")) {
            in.transferTo(body);
            return new Response(Integer.parseInt(start[1]), headers, body.toByteArray(), true);
        }
        for (String size = line(in); !size.isEmpty(); size = line(in)) {
            int length = Integer.parseInt(size, 16);
            if (length == 0) {
                line(in);
                return new Response(Integer.parseInt(start[1]), headers, body.toByteArray(), true);
            }
            body.writeBytes(in.readNBytes(length));
            line(in);
        }
        return new Response(Integer.parseInt(start[1]), headers, body.toByteArray(), false);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}
