package dev.ipw.inference.internal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The value of the variable {@code OLLAMA_HOST}, read as Ollama itself reads it: a host, a host and a port, a port
 * alone, or an address, in quotes or not. Without a scheme it is http at port 11434; with one, the scheme's own port.
 * An invalid port is the default one. The address that a server takes as "every address" is this machine for a client.
 */
public final class OllamaHost {
    private static final Pattern PARTS = Pattern
            .compile("(?:(?<scheme>[A-Za-z][A-Za-z0-9+.-]*)://)?(?<authority>[^/]*)(?<path>/.*)?");
    private static final Pattern PORT_AT_END = Pattern.compile("(?<host>\\[[^]]*]|[^:]*):(?<port>[^:]*)");
    private static final int LAST_PORT = 65_535;

    private OllamaHost() {}

    /** Converts the variable's value, which is not blank, into a server's address. */
    public static String address(String variable) {
        String text = variable.strip().replaceAll("^[\"']+|[\"']+$", "");
        if (text.equals("ollama.com")) {
            return "https://ollama.com:443";
        }
        Matcher parts = PARTS.matcher(text);
        if (!parts.matches()) {
            return text;
        }
        String scheme = parts.group("scheme") == null ? "http" : parts.group("scheme");
        String usualPort = parts.group("scheme") == null ? "11434" : scheme.equals("https") ? "443" : "80";
        String host = parts.group("authority");
        String port = usualPort;
        Matcher withPort = PORT_AT_END.matcher(host);
        if (withPort.matches()) {
            host = withPort.group("host");
            port = isPort(withPort.group("port")) ? withPort.group("port") : usualPort;
        }
        String path = parts.group("path") == null ? "" : parts.group("path");
        return scheme + "://" + reachable(host) + ":" + port + path;
    }

    private static boolean isPort(String text) {
        return text.matches("\\d{1,5}") && Integer.parseInt(text) <= LAST_PORT;
    }

    private static String reachable(String host) {
        String bare = host.replaceAll("[\\[\\]]", "");
        return switch (bare) {
            case "", "0.0.0.0" -> "127.0.0.1";
            case "::" -> "[::1]";
            default -> bare.contains(":") ? "[" + bare + "]" : bare;
        };
    }
}
