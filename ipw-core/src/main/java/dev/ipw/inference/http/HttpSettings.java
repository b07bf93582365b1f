package dev.ipw.inference.http;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenCounter;
import dev.ipw.internal.secret.KnownSecret;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.secret.SecretRedactor;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * The settings that all clients of served models share.
 *
 * @param id               the client's id
 * @param address          where the server is
 * @param model            the model to ask
 * @param apiKey           the API key, if the server requires one
 * @param stream           whether answers are streamed
 * @param checkModel       whether the server must list the model
 * @param overrides        options that override those of a request
 * @param connectTimeout   the limit until the connection is established
 * @param firstByteTimeout the limit from the send to the head of a streamed response
 * @param idleTimeout      the limit in which a response makes no progress
 * @param totalTimeout     of a whole request
 * @param servingHost      the machine of the model; empty to derive it from the address
 * @param retries          the maximum number of retries of a request for which the server was too busy
 * @param seed             the seed of the random part of the waits before retries
 * @param tokenizer        counts tokens where the server does not
 * @param connection       the requirements of gateways and networks
 */
@API(status = API.Status.EXPERIMENTAL)
public record HttpSettings(String id, ServerAddress address, String model, Optional<ApiKey> apiKey, boolean stream,
        boolean checkModel, GenerationOptions overrides, Duration connectTimeout, Duration firstByteTimeout,
        Duration idleTimeout, Duration totalTimeout, Optional<ServingHost> servingHost, int retries, long seed,
        Optional<TokenCounter> tokenizer, ConnectionSettings connection) {
    /** Rejects missing values. */
    public HttpSettings {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(overrides, "overrides");
        Objects.requireNonNull(connection, "connection");
    }

    /** A secret that is sent and never shown. */
    public static final class ApiKey {
        private static final String HIDDEN = "***";

        private final String secret;
        private final KnownSecret known;

        private ApiKey(String secret) {
            this.secret = secret;
            known = KnownSecret.of(secret);
            SecretRedactor.learn(secret);
        }

        /**
         * Creates a key from the user's text.
         *
         * @param text the key; white space around it is dropped
         * @return the key
         * @throws ConfigurationException if it cannot be sent in a header; the message does not repeat it
         */
        public static ApiKey of(String text) {
            String secret = text.strip();
            if (secret.isEmpty()) {
                throw new ConfigurationException("The API key is empty; leave api_key out if the server needs none");
            }
            if (!secret.chars().allMatch(character -> character > ' ' && character < 127)) {
                throw new ConfigurationException(
                        "The API key holds a space, a line break or another character that no key has; "
                                + "check api_key or the variable it came from");
            }
            return new ApiKey(secret);
        }

        /**
         * Returns the key itself, for a header that takes it unchanged. It must not be shown.
         *
         * @return the secret
         */
        public String plain() {
            return secret;
        }

        /**
         * Returns the value of an {@code Authorization} header. It must not be shown.
         *
         * @return the bearer token
         */
        public String bearer() {
            return "Bearer " + secret;
        }

        /**
         * Removes the key from a text of a server: in upper or lower case, escaped, or within Base64. A key of fewer
         * than eight characters is removed where it is a separate word, one of fewer than four only where the text
         * calls it a key.
         *
         * @param text may repeat the key
         * @return the text without it
         */
        public String redact(String text) {
            return known.redact(text, false);
        }

        /**
         * Returns the start of a server's text on one line, without the key and other secrets.
         *
         * @param text   may repeat the key
         * @param goesOn true if it is itself the start of a longer text
         * @param most   the maximum number of characters
         * @return the start of the text, with an ellipsis if there is more
         */
        public String excerpt(String text, boolean goesOn, int most) {
            return Redaction.excerpt(text, goesOn, most, List.of(known));
        }

        /** Hides the key. */
        @Override
        public String toString() {
            return HIDDEN;
        }
    }

    /**
     * The address of a model server, checked once.
     *
     * @param base absolute, http or https, without slash at the end, user, query or fragment
     */
    public record ServerAddress(URI base) {
        private static final int LAST_PORT = 65_535;
        private static final Pattern WITHOUT_SCHEME = Pattern
                .compile("(?<host>\\[[0-9A-Fa-f:.]+(?:%[^]/]+)?]|[A-Za-z0-9._-]+)(?::(?<port>\\d{1,5}))?(?:/.*)?");
        private static final Set<String> TLS_PORTS = Set.of("443", "8443");

        /** Rejects a missing address. */
        public ServerAddress {
            Objects.requireNonNull(base, "base");
        }

        /**
         * Parses a user's address.
         *
         * @param text        for example {@code http://localhost:8000}, or in a form of {@link #withScheme}
         * @param defaultPath the path of an address without one, for example {@code /v1}
         * @param endings     the endings to remove from a path, one after the other: the API's own paths, as people
         *                    copy them from its documentation, for example {@code /chat/completions}
         * @return the address
         * @throws ConfigurationException if it is no valid address; the message gives the right form
         */
        public static ServerAddress parse(String text, String defaultPath, String... endings) {
            URI uri;
            try {
                uri = new URI(withScheme(text));
            } catch (URISyntaxException notAnAddress) {
                // Neither the reason nor the message quotes the text, as the exception itself does: it may contain
                // secrets.
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
            String path = withoutSlash(uri.getRawPath());
            boolean isWithoutPath = path.isEmpty();
            for (String ending : endings) {
                path = path.endsWith(ending) ? withoutSlash(path.substring(0, path.length() - ending.length())) : path;
            }
            return new ServerAddress(
                    URI.create(scheme + "://" + uri.getRawAuthority() + (isWithoutPath ? defaultPath : path)));
        }

        private static String withoutSlash(String path) {
            return path.replaceFirst("/+$", "");
        }

        /**
         * Completes an address without a scheme: {@code https} for port 443 or 8443 and for a name with a dot and no
         * port, as of hosted services, otherwise {@code http}, as of a server of one's own.
         *
         * @param text the user's text, for example {@code 127.0.0.1:8000/v1}
         * @return the address with its scheme; any other text without surrounding white space
         */
        public static String withScheme(String text) {
            String address = text.strip();
            Matcher bare = WITHOUT_SCHEME.matcher(address);
            if (!bare.matches()) {
                return address;
            }
            String host = bare.group("host");
            String port = bare.group("port");
            boolean isHosted = port == null && host.contains(".") && host.matches(".*[A-Za-z]")
                    && !host.startsWith("[");
            return (isHosted || (port != null && TLS_PORTS.contains(port)) ? "https://" : "http://") + address;
        }

        private static ConfigurationException wrong(String text, String reason) {
            return new ConfigurationException(
                    "Cannot use the server address '" + Redaction.typedAddress(text) + "': " + reason
                            + ". Give one such as http://localhost:8000/v1");
        }

        /**
         * Returns the address of a resource of the server.
         *
         * @param path starts with a slash
         * @return its address
         */
        public URI resolve(String path) {
            return URI.create(base + path);
        }

        /**
         * Returns whether the server runs on this machine: at a loopback address or at one of the machine's own. A
         * tunnel from a local port to another machine cannot be distinguished from a local server.
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
}
