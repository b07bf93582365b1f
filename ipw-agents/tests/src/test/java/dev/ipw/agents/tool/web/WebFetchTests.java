package dev.ipw.agents.tool.web;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.WebServer;
import dev.ipw.agents.Workspace;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.wire.AddressLookup;
import dev.ipw.plugin.Parameters;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WebFetchTests {
    private static final Duration PATIENCE = Duration.ofHours(1);
    private static final int MAX_BYTES = 1 << 20;

    @TempDir
    Path folder;

    private static AgentTool tool(Map<String, String> parameters) {
        Parameters given = Parameters.of("tool web_fetch", parameters);
        AgentTool tool = new WebFetchToolProvider().create(ToolContext.of(Map.of()), given).getFirst();
        given.rejectUnknown();
        return tool;
    }

    private static AgentTool tool(AddressLookup lookup) {
        return new WebFetchTool(new PageFetcher(lookup, PATIENCE, MAX_BYTES));
    }

    private static AgentTool local() {
        return tool(Map.of("allow_private", "true", "timeout", "1h"));
    }

    private String fetch(AgentTool tool, String address) throws ToolException, InterruptedException {
        return tool.use(ToolArguments.parse(Json.object().put("url", address).toString()),
                new Workspace(folder, "t1"));
    }

    private static InetAddress[] addresses(String... texts) throws UnknownHostException {
        InetAddress[] addresses = new InetAddress[texts.length];
        for (int at = 0; at < texts.length; at++) {
            addresses[at] = InetAddress.getByName(texts[at]);
        }
        return addresses;
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "localhost", "[::1]", "[::]", "0.0.0.0", "10.0.0.1",
            "10.255.255.255",
            "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "[fe80::1]", "[fc00::1]",
            "[fd12:3456::1]",
            "[fec0::1]", "224.0.0.1", "239.255.255.255", "[ff02::1]", "255.255.255.255", "100.64.0.1", "192.0.2.1",
            "198.18.0.1", "240.0.0.1", "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]",
            "[64:ff9b::127.0.0.1]", "[64:ff9b::a00:1]", "[2002:7f00:1::]", "[2001:0:1::1]", "[2001:db8::1]",
            "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001", "127.1", "127.0.1", "0x7f.1", "0",
            "127.0.0.1.", "[::1%25lo]", "127.0.0.1:80@127.0.0.1", "\u0661\u0662\u0667.0.0.1", "127\u30020.0.1",
            "%31%32%37.0.0.1"})
    void connectsToNoAddressThatIsNotPublic(String host) throws IOException {
        AtomicInteger asked = new AtomicInteger();
        try (WebServer server = WebServer.start((exchange, request) -> {
            asked.incrementAndGet();
            WebServer.send(exchange, 200, "text/plain", "secret");
        })) {
            assertThatExceptionOfType(ToolException.class)
                    .isThrownBy(() -> fetch(tool(Map.of()), "http://" + host + ":" + server.port() + "/"))
                    .satisfies(refused -> assertThat(refused.getMessage()).containsAnyOf("no public address",
                            "unusual form", "names no host", "no web address", "user name"));
        }
        assertThat(asked).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0",
            "169.253.255.255", "192.167.255.255", "223.255.255.255", "11.0.0.0", "2606:4700::1111", "2a00:1450::1",
            "64:ff9b::808:808", "::ffff:8.8.8.8"})
    void allowsThePublicAddressesBesideThose(String address) throws Exception {
        assertThat(PublicAddresses.isPublic(InetAddress.getByName(address))).isTrue();
    }

    @Test
    void refusesANameOfWhichOneAddressIsPrivate() {
        AddressLookup names = host -> addresses("8.8.8.8", "10.1.2.3");

        assertThatExceptionOfType(ToolException.class).isThrownBy(() -> fetch(
                tool(new PublicAddresses(names, PublicAddresses::isPublic)), "http://public.example/"))
                .withMessageContaining("public.example").withMessageContaining("10.1.2.3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.2:%d/secret", "//127.0.0.2:%d/secret", "http://[::1]:%d/secret",
            "http://0x7f000002:%d/secret", "http://inner.example:%d/secret"})
    void followsNoRedirectToAnAddressThatIsNotAllowed(String to) throws Exception {
        AddressLookup names = host -> host.equals("inner.example")
                ? addresses("127.0.0.2")
                : InetAddress.getAllByName(host);
        try (WebServer server = WebServer.start((exchange, request) -> WebServer.redirect(exchange,
                String.format(to, exchange.getLocalAddress().getPort())))) {
            AgentTool tool = tool(
                    new PublicAddresses(names, address -> address.getHostAddress().equals("127.0.0.1")));

            assertThatExceptionOfType(ToolException.class).isThrownBy(() -> fetch(tool, server.address()));

            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "ftp://example.org/", "javascript:alert(1)", "data:text/plain,x",
            "gopher://example.org/", "/etc/passwd"})
    void followsNoRedirectToWhatIsNoPage(String to) throws Exception {
        try (WebServer server = WebServer.start((exchange, request) -> {
            if (request.path().equals("/start")) {
                WebServer.redirect(exchange, to);
            } else {
                WebServer.send(exchange, 404, "text/plain", "none");
            }
        })) {
            assertThatExceptionOfType(ToolException.class)
                    .isThrownBy(() -> fetch(local(), server.address() + "/start"));
        }
    }

    @Test
    void connectsToTheAddressThatWasCheckedAndLooksUpNothingAfterIt() throws Exception {
        Deque<String> answers = new ArrayDeque<>(List.of("127.0.0.1", "127.0.0.2"));
        AddressLookup rebinding = host -> addresses(answers.removeFirst());
        try (WebServer server = WebServer.start((exchange, request) -> {
            exchange.getResponseHeaders().add("Connection", "close");
            if (request.path().equals("/again")) {
                WebServer.redirect(exchange, "/secret");
            } else {
                WebServer.send(exchange, 200, "text/plain", "of " + request.headers().get("Host"));
            }
        })) {
            AgentTool tool = tool(
                    new PublicAddresses(rebinding, address -> address.getHostAddress().equals("127.0.0.1")));

            assertThat(fetch(tool, "http://rebinding.example:" + server.port() + "/"))
                    .contains("of [rebinding.example:" + server.port() + "]");
            answers.addFirst("127.0.0.1");
            assertThatExceptionOfType(ToolException.class)
                    .isThrownBy(() -> fetch(tool, "http://rebinding.example:" + server.port() + "/again"))
                    .withMessageContaining("127.0.0.2");
            assertThat(answers).isEmpty();
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void showsTheTextOfAPageAsAPersonSeesIt() throws Exception {
        String html = """
                <html><head><title>A  page</title><style>p{}</style></head><body><script>bad()</script>
                <h1>Head</h1><p>One <b>bold</b>
                word.</p><ul><li>first<li>second</ul><table><tr><td>a<td>b</tr></table><pre>x
                  y</pre><a href="/next">more</a> &amp; <span hidden>no</span><div>end</body></html>""";
        try (WebServer server = WebServer
                .start((exchange, request) -> WebServer.send(exchange, 200, "text/html; charset=utf-8", html))) {
            assertThat(fetch(local(), server.address() + "/a")).isEqualTo(server.address() + "/a\n" + """
                    Title: A page

                    # Head
                    One bold word.
                    - first
                    - second
                    a    b
                    x
                      y
                    more &
                    end""");
            assertThat(local().use(ToolArguments.parse(Json.object().put("url", server.address() + "/a")
                    .put("links", true).toString()), new Workspace(folder, "t1")))
                    .contains("more <" + server.address() + "/next> &");
        }
    }

    /** A page of blanks must not keep the tool for minutes; the limit of each test would end it. */
    @Test
    void readsPagesOfBlanks() throws Exception {
        String blanks = " ".repeat(2 << 20);
        String html = "<pre>one" + blanks + "two" + blanks + "\n\n\n\n" + blanks + "\nthree</pre>";
        try (WebServer server = WebServer
                .start((exchange, request) -> WebServer.send(exchange, 200, "text/html", html))) {
            AgentTool tool = tool(Map.of("allow_private", "true", "max_mb", "10", "timeout", "1h"));

            assertThat(fetch(tool, server.address() + "/")).startsWith(server.address() + "/\none ")
                    .contains(" of " + ("one" + blanks + "two\n\nthree").length() + ":");
        }
    }

    @Test
    void readsOtherCharactersAndOtherTexts() throws Exception {
        try (WebServer server = WebServer.start((exchange, request) -> {
            switch (request.path()) {
                case "/latin" -> WebServer.send(exchange, 200, "text/html; charset=ISO-8859-1",
                        "<p>M\u00fcnchen".getBytes(StandardCharsets.ISO_8859_1));
                case "/meta" -> WebServer.send(exchange, 200, "text/html",
                        "<meta charset=windows-1252><p>M\u00fcnchen".getBytes(StandardCharsets.ISO_8859_1));
                case "/json" -> WebServer.send(exchange, 200, "application/ld+json", "{\"a\": 1}");
                case "/broken" -> WebServer.send(exchange, 200, "text/plain", new byte[]{(byte) 0xff, 1});
                case "/picture" -> WebServer.send(exchange, 200, "image/png", new byte[]{1, 2});
                case "/empty" -> WebServer.send(exchange, 200, "text/html", "<script>x</script>");
                default -> WebServer.send(exchange, 404, "text/html", "none");
            }
        })) {
            assertThat(fetch(local(), server.address() + "/latin")).endsWith("\nM\u00fcnchen");
            assertThat(fetch(local(), server.address() + "/meta")).endsWith("\nM\u00fcnchen");
            assertThat(fetch(local(), server.address() + "/json")).endsWith("\n{\"a\": 1}");
            assertThat(fetch(local(), server.address() + "/empty")).contains("no text");
            assertThatThrownBy(() -> fetch(local(), server.address() + "/broken")).hasMessageContaining("no text");
            assertThatThrownBy(() -> fetch(local(), server.address() + "/picture")).hasMessageContaining("image/png");
            assertThatThrownBy(() -> fetch(local(), server.address() + "/no")).hasMessageContaining("status 404");
        }
    }

    @Test
    void showsALongPageInPartsThatAreTheWhole() throws Exception {
        String text = "0123456789".repeat(5_000) + "end";
        try (WebServer server = WebServer
                .start((exchange, request) -> WebServer.send(exchange, 200, "text/plain", text))) {
            StringBuilder read = new StringBuilder();
            for (int offset = 0; offset < text.length(); offset += 20_000) {
                String part = local().use(ToolArguments.parse(Json.object().put("url", server.address())
                        .put("offset", offset).toString()), new Workspace(folder, "t1"));
                read.append(part.lines().skip(1).findFirst().orElseThrow());
                assertThat(part.contains("read on with offset " + (offset + 20_000)))
                        .isEqualTo(offset + 20_000 < text.length());
            }

            assertThat(read.toString()).isEqualTo(text);
            assertThatThrownBy(() -> local().use(ToolArguments.parse(Json.object().put("url", server.address())
                    .put("offset", 60_000).toString()), new Workspace(folder, "t1"))).hasMessageContaining("50003");
        }
    }

    @Test
    void boundsBytesRedirectsAndTime() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (WebServer server = WebServer.start((exchange, request) -> {
            switch (request.path()) {
                case "/large" -> WebServer.send(exchange, 200, "text/plain", "x".repeat((1 << 20) + 1));
                case "/slow" -> awaited(over);
                default -> WebServer.redirect(exchange, "/round");
            }
        })) {
            AgentTool small = tool(Map.of("allow_private", "true", "max_mb", "1", "timeout", "1h"));
            AgentTool hasty = tool(Map.of("allow_private", "true", "max_mb", "1", "timeout", "300ms"));

            assertThatThrownBy(() -> fetch(small, server.address() + "/large")).hasMessageContaining("1048576 bytes");
            assertThatThrownBy(() -> fetch(hasty, server.address() + "/slow")).hasMessageContaining("did not come");
            assertThatThrownBy(() -> fetch(local(), server.address() + "/round")).hasMessageContaining("5 times");
            over.countDown();
        }
    }

    private static void awaited(CountDownLatch over) {
        try {
            over.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void sendsNoSecretAndSaysWhoItIs() throws Exception {
        try (WebServer server = WebServer
                .start((exchange, request) -> WebServer.send(exchange, 200, "text/plain", "ok"))) {
            fetch(local(), server.address() + "/a b#part");

            WebServer.Request request = server.requests().getFirst();
            assertThat(request.path()).isEqualTo("/a%20b");
            assertThat(request.headers().keySet()).containsExactlyInAnyOrder("Host", "Accept", "User-agent",
                    "Accept-encoding");
        }
    }

    @Test
    void refusesParametersThatCannotBe() {
        for (Map<String, String> wrong : Arrays.asList(Map.of("timeout", "0"), Map.of("max_mb", "0"),
                Map.of("max_mb", "101"), Map.of("allow_private", "yes"), Map.of("timout", "1s"))) {
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> tool(wrong));
        }
    }
}
