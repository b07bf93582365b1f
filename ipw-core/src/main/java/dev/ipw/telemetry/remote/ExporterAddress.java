package dev.ipw.telemetry.remote;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.secret.Redaction;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The address of an exporter's page, checked once.
 *
 * @param uri absolute, http or https, with a path, without user and fragment
 */
record ExporterAddress(URI uri) {
    static final String EXAMPLE = "prometheus:http://gpu-host:9400/metrics";
    private static final int LAST_PORT = 65_535;
    private static final String DEFAULT_PATH = "/metrics";

    /**
     * Parses the text after the collector's id.
     *
     * @param argument one address, or several separated by blanks
     * @return the addresses, each once
     * @throws ConfigurationException if one cannot be used
     */
    static List<ExporterAddress> parseAll(String argument) {
        return parseAll(argument, EXAMPLE, DEFAULT_PATH);
    }

    /**
     * Parses the text after the collector's id.
     *
     * @param argument    one address, or several separated by blanks
     * @param example     an address for messages
     * @param defaultPath the path of an address without one
     * @return the addresses, each once
     * @throws ConfigurationException if one cannot be used
     */
    static List<ExporterAddress> parseAll(String argument, String example, String defaultPath) {
        List<ExporterAddress> addresses = Arrays.stream(argument.strip().split("\\s+")).filter(text -> !text.isEmpty())
                .map(text -> parse(text, example, defaultPath)).distinct().toList();
        if (addresses.isEmpty()) {
            throw wrong(argument, example, "no address stands behind the colon");
        }
        return addresses;
    }

    private static ExporterAddress parse(String text, String example, String defaultPath) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException notAnAddress) {
            // Without the cause, whose message quotes the text, which may hold a secret.
            throw wrong(text, example, "it is not a URL (" + notAnAddress.getReason() + ")");
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw wrong(text, example, "it must start with http:// or https://");
        }
        if (uri.getRawUserInfo() != null) {
            throw wrong(text, example,
                    "a user and password are not sent; make the exporter readable from here without them");
        }
        if (uri.getHost() == null) {
            throw wrong(text, example, "it names no host");
        }
        if (uri.getPort() > LAST_PORT) {
            throw wrong(text, example, "the port must be from 0 to " + LAST_PORT);
        }
        if (uri.getRawFragment() != null) {
            throw wrong(text, example, "it must end before the #");
        }
        String path = uri.getRawPath().isEmpty() || uri.getRawPath().equals("/") ? defaultPath : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return new ExporterAddress(URI.create(scheme + "://" + uri.getRawAuthority() + path + query));
    }

    private static ConfigurationException wrong(String text, String example, String reason) {
        return new ConfigurationException("Cannot use the exporter address '" + Redaction.typedAddress(text) + "': "
                + reason + ". Give one such as " + example);
    }

    /** Returns the address with a query that limits the page; empty if the address has a query already. */
    Optional<ExporterAddress> narrowed(String query) {
        return uri.getRawQuery() == null
                ? Optional.of(new ExporterAddress(URI.create(uri + "?" + query)))
                : Optional.empty();
    }

    String host() {
        return uri.getHost().toLowerCase(Locale.ROOT);
    }

    /** Returns the short name of the exporter: its host and port. */
    String name() {
        return uri.getRawAuthority();
    }

    /** Returns the address without its query, which may hold secrets. */
    @Override
    public String toString() {
        return uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath();
    }
}
