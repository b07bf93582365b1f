package dev.ipw.internal.wire;

import dev.ipw.inference.testing.OwnCertificate;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.testing.ClosedPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Tag("real-time")
@Tag("process")
class SocketTransportProxyTests {
    /** A name that only the proxy can know. */
    private static final String HOST = "golden.test";
    private static final SSLSocketFactory USUAL_TRUST = HttpsURLConnection.getDefaultSSLSocketFactory();
    private static final ProxySelector USUAL_WAY = ProxySelector.getDefault();

    private final TestExchange client = new TestExchange(new SocketTransport());
    private final Queue<SocketAddress> failed = new ConcurrentLinkedQueue<>();

    @AfterEach
    void goAsUsualAgain() {
        ProxySelector.setDefault(USUAL_WAY);
        HttpsURLConnection.setDefaultSSLSocketFactory(USUAL_TRUST);
    }

    @Test
    void asksAProxyForTheWholeAddressAndUsesItsConnectionAgain() throws Exception {
        try (ScriptedServer proxy = ScriptedServer.start((request, reply) -> reply.send(200, "text/plain",
                request.path() + " " + request.headers().get("host")))) {
            goThrough(Proxy.Type.HTTP, proxy.port());

            assertThat(client.post("http://" + HOST + ":81/x", "hi"))
                    .isEqualTo("200 http://" + HOST + ":81/x " + HOST + ":81");
            client.post("http://" + HOST + ":81/y", "hi");
            assertThat(proxy.connections()).isOne();
        }
    }

    @Test
    void goesAroundTheProxyWhereTheSelectorSaysSo() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.send(200, "text/plain",
                request.path()))) {
            goThrough(Proxy.Type.HTTP, 1);

            assertThat(client.get(server.baseUrl())).isEqualTo("200 /v1");
        }
    }

    @Test
    void encryptsThroughATunnel(@TempDir Path folder) throws Exception {
        SSLContext own = OwnCertificate.make(folder, "dns:" + HOST);
        HttpsURLConnection.setDefaultSSLSocketFactory(own.getSocketFactory());
        Queue<String> tunnels = new ConcurrentLinkedQueue<>();
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.send(200, "text/plain",
                request.path() + " " + request.body()), OwnCertificate.listen(own));
                ServerSocket proxy = listen()) {
            Thread.ofVirtual().start(() -> tunnel(proxy, server.port(), tunnels));
            goThrough(Proxy.Type.HTTP, proxy.getLocalPort());

            assertThat(client.post("https://" + HOST + "/x", "a")).isEqualTo("200 /x a");
            assertThat(client.post("https://" + HOST + "/x", "b")).isEqualTo("200 /x b");
            assertThat(tunnels).containsExactly("CONNECT " + HOST + ":443 HTTP/1.1", "Host: " + HOST + ":443");
        }
    }

    @Test
    void saysThatAProxyWantsALogin() throws Exception {
        WireException broken = throughProxy("HTTP/1.1 407 Login\r\nProxy-Authenticate: Basic\r\n"
                + "Content-Length: 3\r\n\r\nwho");

        assertThat(broken.fault()).isEqualTo(WireFault.UNREACHABLE);
        assertThat(broken).hasMessageContaining("127.0.0.1:").hasMessageContaining("login")
                .hasMessageContaining("http.nonProxyHosts");
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 403 No\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\nearly"})
    void saysThatAProxyMakesNoWay(String answer) throws Exception {
        WireException broken = throughProxy(answer);

        assertThat(broken.fault()).isEqualTo(WireFault.UNREACHABLE);
        assertThat(broken).hasMessageContaining("proxy").hasMessageContaining(HOST + ":443");
    }

    @Test
    void saysThatAProxyDoesNotAnswer() throws Exception {
        try (ClosedPort port = new ClosedPort()) {
            goThrough(Proxy.Type.HTTP, port.number());
            WireException broken = catchThrowableOfType(WireException.class, () -> client.get("http://" + HOST));

            assertThat(broken.fault()).isEqualTo(WireFault.UNREACHABLE);
            assertThat(broken).hasMessageContaining("the proxy 127.0.0.1:" + port.number())
                    .hasMessageContaining("refused");
            assertThat(failed).hasSize(1);
        }
    }

    @Test
    void goesThroughASocksProxyThatLooksTheNameUp() throws Exception {
        try (ServerSocket socks = listen();
                ScriptedServer server = ScriptedServer.start((request, reply) -> reply.send(200, "text/plain",
                        request.path() + " " + request.body()))) {
            Queue<String> names = new ConcurrentLinkedQueue<>();
            Thread.ofVirtual().start(() -> socks(socks, server.port(), names));
            goThrough(Proxy.Type.SOCKS, socks.getLocalPort());

            assertThat(client.post("http://" + HOST + "/x", "a")).isEqualTo("200 /x a");
            assertThat(client.post("http://" + HOST + "/x", "b")).isEqualTo("200 /x b");
            assertThat(names).containsExactly(HOST, HOST);
        }
    }

    private WireException throughProxy(String answer) throws Exception {
        try (ScriptedServer proxy = ScriptedServer.always(answer)) {
            goThrough(Proxy.Type.HTTP, proxy.port());
            return catchThrowableOfType(WireException.class, () -> client.get("https://" + HOST));
        }
    }

    private void goThrough(Proxy.Type type, int port) {
        Proxy proxy = new Proxy(type, InetSocketAddress.createUnresolved("127.0.0.1", port));
        ProxySelector.setDefault(new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                return List.of(HOST.equals(uri.getHost()) ? proxy : Proxy.NO_PROXY);
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException broken) {
                failed.add(address);
            }
        });
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    private static void tunnel(ServerSocket proxy, int port, Queue<String> head) {
        try (Socket asked = proxy.accept(); Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
            StringBuilder text = new StringBuilder();
            while (text.indexOf("\r\n\r\n") < 0) {
                text.append((char) asked.getInputStream().read());
            }
            text.toString().lines().filter(line -> !line.isEmpty()).forEach(head::add);
            asked.getOutputStream().write("HTTP/1.1 200 Go\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            relay(asked, server);
        } catch (IOException left) {
            // The client's side tells the rest.
            return;
        }
    }

    private static void socks(ServerSocket socks, int port, Queue<String> names) {
        try {
            while (true) {
                greet(socks, port, names);
            }
        } catch (IOException closed) {
            // The test is over.
            return;
        }
    }

    private static void greet(ServerSocket socks, int port, Queue<String> names) throws IOException {
        try (Socket asked = socks.accept(); Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
            InputStream in = asked.getInputStream();
            in.readNBytes(1);
            in.readNBytes(in.read());
            asked.getOutputStream().write(new byte[]{5, 0});
            in.readNBytes(4);
            names.add(new String(in.readNBytes(in.read()), StandardCharsets.US_ASCII));
            in.readNBytes(2);
            asked.getOutputStream().write(new byte[]{5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
            relay(asked, server);
        }
    }

    /** Pass bytes on both ways until the client leaves. */
    private static void relay(Socket asked, Socket server) throws IOException {
        OutputStream back = asked.getOutputStream();
        InputStream answers = server.getInputStream();
        Thread.ofVirtual().start(() -> {
            try {
                answers.transferTo(back);
            } catch (IOException left) {
                // So has the other side.
                return;
            }
        });
        asked.getInputStream().transferTo(server.getOutputStream());
    }
}
