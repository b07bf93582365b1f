package dev.ipw.meter.engine;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A connection of HTTP/1.1 at the server's end: reads requests one after the other, and writes their answers. */
final class HttpConnection implements AutoCloseable {
    private static final int MAX_HEAD_BYTES = 64 << 10;
    private static final int MAX_BODY_BYTES = 64 << 20;
    private static final String CRLF = "\r\n";

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private int headBytes;

    HttpConnection(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        out = new BufferedOutputStream(socket.getOutputStream());
    }

    /**
     * A request.
     *
     * @param method  its method
     * @param path    its path without the query
     * @param headers its headers by their names in lower case
     * @param body    its body
     */
    record Request(String method, String path, Map<String, String> headers, byte[] body) {
        boolean closes() {
            return headers.getOrDefault("connection", "").equalsIgnoreCase("close");
        }
    }

    /** Reads the next request; empty at the end of the connection. */
    Optional<Request> next() throws IOException {
        headBytes = 0;
        String line = line();
        if (line.isEmpty()) {
            return Optional.empty();
        }
        String[] parts = line.split(" ");
        if (parts.length != 3) {
            throw new IOException("Not a request line: " + line);
        }
        Map<String, String> headers = new TreeMap<>();
        for (String header = line(); !header.isEmpty(); header = line()) {
            int colon = header.indexOf(':');
            if (colon > 0) {
                headers.put(header.substring(0, colon).strip().toLowerCase(Locale.ROOT),
                        header.substring(colon + 1).strip());
            }
        }
        if (headers.getOrDefault("expect", "").equalsIgnoreCase("100-continue")) {
            write("HTTP/1.1 100 Continue" + CRLF + CRLF);
            out.flush();
        }
        byte[] body = headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")
                ? chunked()
                : exactly(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        return Optional.of(new Request(parts[0], parts[1].replaceFirst("\\?.*", ""), headers, body));
    }

    /** Reads a line; empty also at the end of the stream before its first byte. */
    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                if (line.size() == 0 && headBytes == 0) {
                    return "";
                }
                throw new EOFException("The connection ended within a head");
            }
            if (headBytes++ > MAX_HEAD_BYTES) {
                throw new IOException("The head has more than " + MAX_HEAD_BYTES + " bytes");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    private byte[] chunked() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            body.writeBytes(exactly(size));
            line();
            headBytes = 0;
            if (body.size() > MAX_BODY_BYTES) {
                throw new IOException("A body of more than " + MAX_BODY_BYTES + " bytes is not read");
            }
        }
        line();
        return body.toByteArray();
    }

    private byte[] exactly(int bytes) throws IOException {
        if (bytes < 0 || bytes > MAX_BODY_BYTES) {
            throw new IOException("A body of " + bytes + " bytes is not read");
        }
        byte[] body = in.readNBytes(bytes);
        if (body.length < bytes) {
            throw new EOFException("The connection ended within a body");
        }
        return body;
    }

    /** Writes a whole answer. */
    void answer(int status, String contentType, Map<String, String> headers, byte[] body) throws IOException {
        head(status, contentType, headers);
        write("Content-Length: " + body.length + CRLF + CRLF);
        out.write(body);
        out.flush();
    }

    /** Begins an answer in chunks. */
    void begin(String contentType, Map<String, String> headers) throws IOException {
        head(200, contentType, headers);
        write("Transfer-Encoding: chunked" + CRLF + CRLF);
        out.flush();
    }

    /** Writes a chunk of an answer. */
    void chunk(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(Integer.toHexString(bytes.length) + CRLF);
        out.write(bytes);
        write(CRLF);
        out.flush();
    }

    /** Ends an answer in chunks. */
    void end() throws IOException {
        write("0" + CRLF + CRLF);
        out.flush();
    }

    private void head(int status, String contentType, Map<String, String> headers) throws IOException {
        write("HTTP/1.1 " + status + (status == 200 ? " OK" : " Error") + CRLF + "Content-Type: " + contentType + CRLF);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            write(header.getKey() + ": " + header.getValue() + CRLF);
        }
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
