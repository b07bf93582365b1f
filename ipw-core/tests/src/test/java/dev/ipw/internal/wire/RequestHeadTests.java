package dev.ipw.internal.wire;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RequestHeadTests {
    private static final Proxy PROXY = new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved("proxy", 3128));

    @Test
    void writesAPostInOnePiece() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("X-Key", "k1 k2");
        headers.put("Accept", "text/event-stream");
        WireRequest request = WireRequest.post(URI.create("http://host:81/v1/a%20b?q=\u00e9"), headers,
                "body\n".getBytes(StandardCharsets.UTF_8));

        assertThat(written(request, Proxy.NO_PROXY)).isEqualTo(String.join("\r\n",
                "POST /v1/a%20b?q=%C3%A9 HTTP/1.1", "Host: host:81", "X-Key: k1 k2", "Accept: text/event-stream",
                "Accept-Encoding: identity", "Content-Length: 5", "", "body\n"));
    }

    @ParameterizedTest
    @CsvSource({"http://host, /, host", "http://HOST:80/x, /x, host", "http://host:8080?a=b, /?a=b, host:8080",
            "https://host:443/x, /x, host", "https://host:80/x, /x, host:80", "http://[::1]:8080/x, /x, [::1]:8080",
            "http://[fe80::1%25eth0]/x, /x, [fe80::1]", "http://user:pw@host/x, /x, host",
            "http://[::1]/x#fragment, /x, [::1]"})
    void namesTheServerAndTheResource(String address, String target, String host) {
        assertThat(written(WireRequest.get(URI.create(address), Map.of("accept-encoding", "identity")), Proxy.NO_PROXY))
                .isEqualTo("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\naccept-encoding: identity\r\n\r\n");
    }

    @Test
    void namesTheWholeAddressToAProxyAndNotThroughATunnel() {
        assertThat(written(WireRequest.get(URI.create("http://host:81/x?y"), Map.of()), PROXY))
                .startsWith("GET http://host:81/x?y HTTP/1.1\r\nHost: host:81\r\n");
        assertThat(written(WireRequest.get(URI.create("https://host/x"), Map.of()), PROXY))
                .startsWith("GET /x HTTP/1.1\r\nHost: host\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX: y", "a\nb", "a\rb", "a\u0000b", "a\u007f", "\u20ac"})
    void refusesAValueThatCouldChangeTheRequestAndDoesNotRepeatIt(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WireRequest.get(URI.create("http://host/"), Map.of("X-Key", value)))
                .withMessageContaining("X-Key").withMessageNotContaining(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a:", "a\r\nb", "\u00e9", "Host", "content-length", "Transfer-Encoding",
            "Connection", "Expect"})
    void refusesANameThatIsNoneOrTheTransportsOwn(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WireRequest.get(URI.create("http://host/"), Map.of(name, "x")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://host/", "/path", "http:///path", "mailto:a@b"})
    void refusesAnAddressThatIsNotOfTheWeb(String address) {
        assertThatIllegalArgumentException().isThrownBy(() -> WireRequest.get(URI.create(address), Map.of()));
    }

    @Test
    void takesALineOfTextAsItIs() {
        WireRequest request = WireRequest.get(URI.create("http://host/"), Map.of("X-Key", "\tGr\u00fc\u00dfe ~"));

        assertThat(written(request, Proxy.NO_PROXY)).contains("X-Key: \tGr\u00fc\u00dfe ~\r\n");
    }

    private static String written(WireRequest request, Proxy proxy) {
        Route to = Route.to(request.uri(), ProxyVariables.NONE);
        Route route = new Route(to.tls(), to.host(), to.port(), List.of(proxy));
        return new String(RequestHead.bytes(request, route, proxy), StandardCharsets.ISO_8859_1);
    }
}
