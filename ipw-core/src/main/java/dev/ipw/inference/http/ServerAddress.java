package dev.ipw.inference.http;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.secret.Redaction;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Objects;

/**
 * Hold the address of a model server, checked once.
 *
 * @param base absolute, http or https, without slash at the end, user, query or fragment
 */
public record ServerAddress(URI base) {
    private static final int LAST_PORT = 65_535;

    /** Refuse a missing address. */
    public ServerAddress {
        Objects.requireNonNull(base, "base");
    }

    /**
     * Read an address as a person types it.
     *
     * @param text        for example {@code http://localhost:8000}
     * @param defaultPath the path of an address without one, for example {@code /v1}
     * @return the address
     * @throws ConfigurationException if it cannot be one; the message says what to type
     */
    public static ServerAddress parse(String text, String defaultPath) {
        URI uri;
        try {
            uri = new URI(text.strip());
        } catch (URISyntaxException notAnAddress) {
            // Neither the reason nor the message quotes the text, as the exception itself does: it may hold secrets.
            throw wrong(text, "it is not a URL (" + notAnAddress.getReason() + ")");
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (uri.getRawUserInfo() != null) {
            // The message must not repeat the secret.
            throw new ConfigurationException("A server address takes no user and password; give a key as api_key");
        }
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw wrong(text, "it must start with http:// or https://");
        }
        if (uri.getHost() == null) {
            throw wrong(text, "it names no host");
        }
        if (uri.getPort() > LAST_PORT) {
            throw wrong(text, "the port must be from 0 to " + LAST_PORT);
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw wrong(text, "it must end with its path, without ? and #");
        }
        String path = uri.getRawPath().replaceFirst("/+$", "");
        return new ServerAddress(
                URI.create(scheme + "://" + uri.getRawAuthority() + (path.isEmpty() ? defaultPath : path)));
    }

    private static ConfigurationException wrong(String text, String reason) {
        return new ConfigurationException(
                "Cannot use the server address '" + Redaction.typedAddress(text) + "': " + reason
                        + ". Give one such as http://localhost:8000/v1");
    }

    /**
     * Name something that the server has.
     *
     * @param path starts with a slash
     * @return its address
     */
    public URI resolve(String path) {
        return URI.create(base + path);
    }

    /**
     * Say whether the server runs on this machine: at a loopback address or at one of the machine's own. A tunnel
     * from a local port to another machine cannot be told apart from a local server.
     *
     * @return remote if the name cannot be resolved
     */
    public ServingHost servingHost() {
        String host = base.getHost().toLowerCase(Locale.ROOT);
        if (host.equals("localhost") || host.endsWith(".localhost")) {
            return ServingHost.LOCAL;
        }
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (address.isLoopbackAddress() || address.isAnyLocalAddress()
                        || NetworkInterface.getByInetAddress(address) != null) {
                    return ServingHost.LOCAL;
                }
            }
        } catch (UnknownHostException | SocketException unresolved) {
            return ServingHost.REMOTE;
        }
        return ServingHost.REMOTE;
    }

    @Override
    public String toString() {
        return base.toString();
    }
}
