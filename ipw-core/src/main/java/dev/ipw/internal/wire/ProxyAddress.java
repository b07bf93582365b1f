package dev.ipw.internal.wire;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.secret.SecretRedactor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** The address of a proxy in a user's form: a URL, or host and port. */
public final class ProxyAddress {
    /** The advice how to bypass a proxy, whatever its origin. */
    public static final String AROUND = "proxy=none for this client, NO_PROXY if a variable such as HTTP_PROXY names it, "
            + "or http.nonProxyHosts if a Java property does";

    private static final int HTTP_PORT = 80;
    private static final int SOCKS_PORT = 1080;

    private ProxyAddress() {}

    /**
     * Reads an address.
     *
     * @param setting the name of the setting, for messages
     * @param text    for example {@code http://proxy:3128}, {@code http://user:password@proxy:3128} or
     *                {@code socks5://proxy:1080}; without a scheme it is http and has no login
     * @return the proxy; its name is looked up when it is used
     * @throws ConfigurationException if it is not a valid address; the message shows no user and no password
     */
    public static Proxy parse(String setting, String text) {
        String address = text.strip();
        URI uri;
        try {
            uri = new URI(address.contains("://") ? address : "http://" + address);
        } catch (URISyntaxException notAnAddress) {
            // The cause is dropped because it quotes the address, which may contain a password.
            throw wrong(setting, text, "it is not a URL (" + notAnAddress.getReason() + ")");
        }
        String login = uri.getRawUserInfo();
        if (address.contains("@") && (login == null || !address.contains("://"))) {
            throw wrong(setting, text, "write a login as http://USER:PASSWORD@HOST:PORT, and in it @ as %40, : as %3A"
                    + " and / as %2F");
        }
        if (uri.getHost() == null) {
            throw wrong(setting, text, "it names no host");
        }
        return switch (uri.getScheme().toLowerCase(Locale.ROOT)) {
            case "http" -> login == null
                    ? new Proxy(Proxy.Type.HTTP, socket(uri, HTTP_PORT))
                    : new LoginProxy(socket(uri, HTTP_PORT), decoded(login));
            case "socks", "socks5", "socks5h" -> {
                if (login != null) {
                    throw wrong(setting, text, "no login is sent to a SOCKS proxy");
                }
                yield new Proxy(Proxy.Type.SOCKS, socket(uri, SOCKS_PORT));
            }
            case "https" ->
                throw wrong(setting, text, "TLS to the proxy itself is not spoken; most proxies take http:// for"
                        + " https servers too");
            default -> throw wrong(setting, text, "it must start with http:// or socks5://");
        };
    }

    private static String decoded(String login) {
        // A plus sign is literal here: only percent signs are escapes.
        String text = URLDecoder.decode(login.replace("+", "%2B"), StandardCharsets.UTF_8);
        SecretRedactor.learn(text.substring(text.indexOf(':') + 1));
        return text;
    }

    /**
     * Reads an address that applies to all servers.
     *
     * @param setting the name of the setting, for messages
     * @param text    an address that {@link #parse} accepts
     * @return the way to all of them
     * @throws ConfigurationException if it is not a valid address
     */
    public static ProxySelector selector(String setting, String text) {
        List<Proxy> proxies = List.of(parse(setting, text));
        return new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                return proxies;
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException broken) {
                // There is no alternative route.
            }
        };
    }

    /**
     * Returns the address of a proxy.
     *
     * @param proxy an HTTP or SOCKS proxy
     * @return host and port, without a login
     */
    public static String text(Proxy proxy) {
        return proxy.address() instanceof InetSocketAddress address
                ? address.getHostString() + ":" + address.getPort()
                : String.valueOf(proxy.address());
    }

    private static InetSocketAddress socket(URI uri, int usualPort) {
        String host = uri.getHost().startsWith("[")
                ? uri.getHost().substring(1, uri.getHost().length() - 1)
                : uri.getHost();
        return InetSocketAddress.createUnresolved(host, uri.getPort() < 0 ? usualPort : uri.getPort());
    }

    private static ConfigurationException wrong(String setting, String text, String reason) {
        return new ConfigurationException(
                "Cannot use the proxy '" + Redaction.typedAddress(text) + "' of " + setting + ": "
                        + reason + ". Give one such as http://proxy:3128");
    }
}
