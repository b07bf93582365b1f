package dev.ipw.agents.tool.web;

import dev.ipw.agents.ToolException;
import dev.ipw.internal.io.Excerpt;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

/** The parser of a web page's address from a model or a server. */
final class PageAddress {
    private static final int MAX_CHARACTERS = 4_000;
    private static final int SHOWN_CHARACTERS = 200;
    private static final int HIGHEST_PORT = 65_535;
    /** A host whose last part is a number: such a host is an address and not a name. */
    private static final Pattern NUMBER_AT_END = Pattern.compile("(?i)(.*\\.)?(\\d+|0x[0-9a-f]*)\\.?");
    private static final Pattern DOTTED_DECIMAL = Pattern
            .compile("(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})");

    private PageAddress() {}

    /**
     * Parses an address.
     *
     * @throws ToolException if it is not a plain http or https address; the message contains the error
     */
    static URI of(String text) throws ToolException {
        String typed = text.strip();
        if (typed.length() > MAX_CHARACTERS) {
            throw new ToolException("The address is longer than " + MAX_CHARACTERS + " characters");
        }
        URI address = parsed(typed);
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new ToolException(shown(typed) + " is no web address: it must begin with http:// or https://");
        }
        if (address.getRawUserInfo() != null) {
            throw new ToolException("An address with a user name or password in it is not fetched");
        }
        String host = address.getHost();
        if (host == null || host.isEmpty() || host.contains("%") || address.getPort() > HIGHEST_PORT
                || address.getPort() == 0) {
            throw new ToolException(
                    shown(typed) + " names no host that can be asked; write a name, or an IPv4 address as"
                            + " four decimal numbers");
        }
        if (!host.startsWith("[") && NUMBER_AT_END.matcher(host).matches() && !DOTTED_DECIMAL.matcher(host).matches()) {
            throw new ToolException("The host '" + host + "' is an IPv4 address in an unusual form; write it as four"
                    + " decimal numbers");
        }
        return address;
    }

    /** Resolves a link or a redirect. */
    static URI from(URI page, String link) throws ToolException {
        try {
            return of(page.resolve(parsed(link.strip())).toString());
        } catch (IllegalArgumentException broken) {
            throw new ToolException(shown(link) + " is no web address", broken);
        }
    }

    private static URI parsed(String text) throws ToolException {
        String escaped = escaped(text);
        int fragment = escaped.indexOf('#');
        try {
            return new URI(fragment < 0 ? escaped : escaped.substring(0, fragment));
        } catch (URISyntaxException broken) {
            throw new ToolException(shown(text) + " is no web address: " + broken.getReason(), broken);
        }
    }

    /** Escapes characters that people and servers write although they are not allowed in an address. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(point -> {
            if (point == ' ' || "\"<>\\^`{|}".indexOf(point) >= 0) {
                escaped.append('%').append(String.format(Locale.ROOT, "%02X", point));
            } else {
                escaped.appendCodePoint(point);
            }
        });
        return escaped.toString();
    }

    private static String shown(String text) {
        return "'" + Excerpt.of(text, SHOWN_CHARACTERS) + "'";
    }
}
