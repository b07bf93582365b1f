package dev.ipw.cli.http;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RequestGuardTests {
    private HttpServer server;
    private int port;

    @BeforeEach
    void start() throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        server = HttpServer.create(address, 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        }).getFilters().add(new RequestGuard(address.getAddress(), List.of("gpu-node.example"),
                (exchange, status, message) -> {
                    byte[] text = message.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, text.length);
                    exchange.getResponseBody().write(text);
                }));
        server.start();
        port = server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:PORT", "LOCALHOST", "127.0.0.1:PORT", "127.0.0.1", "[::1]:PORT",
            "gpu-node.example:9400", "localhost:18080"})
    void letsRequestsToItsOwnNamesPass(String host) throws IOException {
        assertThat(get("Host: " + host)).startsWith("HTTP/1.1 204");
    }

    @ParameterizedTest
    @ValueSource(strings = {"attacker.example:PORT", "127.0.0.1.attacker.example", "10.0.0.1:PORT", "localhost.",
            "localhost@attacker.example", "", "127.0.0.1:PORT:PORT", "999.1.1.1", "gpu-node.example.attacker.example"})
    void refusesForeignNames(String host) throws IOException {
        assertThat(get("Host: " + host)).startsWith("HTTP/1.1 421").contains("--allow-host");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://attacker.example", "null", "http://localhost:3000", "https://127.0.0.1:PORT",
            "http://127.0.0.1:PORT.attacker.example"})
    void refusesOtherPages(String origin) throws IOException {
        assertThat(get("Host: 127.0.0.1:PORT\r\nOrigin: " + origin)).startsWith("HTTP/1.1 403");
    }

    @Test
    void letsItsOwnPagePass() throws IOException {
        assertThat(get("Host: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT")).startsWith("HTTP/1.1 204");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Accept: text/plain", "Host: localhost\r\nHost: attacker.example"})
    void wantsExactlyOneHost(String headers) throws IOException {
        assertThat(get(headers)).startsWith("HTTP/1.1 400");
    }

    private String get(String headers) throws IOException {
        return RawRequest.send(port, ("GET / HTTP/1.1\r\n" + headers + "\r\nConnection: close\r\n\r\n")
                .replace("PORT", String.valueOf(port)));
    }
}
