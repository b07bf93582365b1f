package dev.ipw.cli.monitor;

import dev.ipw.error.ConfigurationException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parser of an address to listen on: {@code HOST:PORT}, {@code [IPv6]:PORT}, or a port alone for the loopback
 * address.
 */
public final class ServeAddress {
    private static final Pattern FORM = Pattern.compile("(?:(\\[[0-9a-fA-F:.%]+]|[\\w.-]+):)?(\\d{1,5})");
    private static final int LAST_PORT = 65_535;

    private ServeAddress() {}

    /**
     * Parses an address.
     *
     * @param option the option with the text, for messages
     * @param typed  the text
     * @return the address, its host resolved
     * @throws ConfigurationException if it is not an address, or its host is unknown
     */
    public static InetSocketAddress of(String option, String typed) {
        Matcher form = FORM.matcher(typed.strip());
        if (!form.matches()) {
            throw new ConfigurationException(option + " takes HOST:PORT, for example 127.0.0.1:9400, or a port alone,"
                    + " not '" + typed + "'");
        }
        int port = Integer.parseInt(form.group(2));
        if (port > LAST_PORT) {
            throw new ConfigurationException("The port behind " + option + " must be from 0 to " + LAST_PORT + ", not "
                    + port);
        }
        String host = form.group(1);
        try {
            return new InetSocketAddress(
                    host == null ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host), port);
        } catch (UnknownHostException unknown) {
            throw new ConfigurationException("The host behind " + option + " is not known: '" + host
                    + "'. Give an address of this machine, for example 127.0.0.1", unknown);
        }
    }
}
