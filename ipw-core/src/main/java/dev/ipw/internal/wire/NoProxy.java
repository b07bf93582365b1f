package dev.ipw.internal.wire;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The servers that are reached without a proxy: those of this machine, and those of {@code NO_PROXY}: names with all
 * their subdomains, addresses, networks such as {@code 10.0.0.0/8}, each with a port or for all ports, or {@code *} for
 * all.
 */
final class NoProxy {
    private static final Pattern ADDRESS = Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+|[0-9a-f]*:[0-9a-f:.]*(%.*)?");
    private static final Pattern WITH_PORT = Pattern.compile("(\\[[^]]*]|[^:]*):\\d+");

    private final List<String> entries;

    NoProxy(String text) {
        entries = Arrays.stream(text.toLowerCase(Locale.ROOT).split("[,\\s]+")).filter(entry -> !entry.isEmpty())
                .toList();
    }

    /** Returns whether a server is reached without a proxy. */
    boolean holds(String host, int port) {
        Optional<InetAddress> address = address(host);
        return host.equals("localhost") || host.endsWith(".localhost")
                || address.filter(known -> known.isLoopbackAddress() || known.isAnyLocalAddress()).isPresent()
                || entries.stream().anyMatch(entry -> holds(entry, host, port, address));
    }

    private static boolean holds(String entry, String host, int port, Optional<InetAddress> address) {
        if (WITH_PORT.matcher(entry).matches()) {
            int colon = entry.lastIndexOf(':');
            return entry.substring(colon + 1).equals(String.valueOf(port))
                    && holds(entry.substring(0, colon), host, port, address);
        }
        String name = entry.replaceAll("[\\[\\]]", "").replaceFirst("^\\*?\\.", "");
        int slash = name.indexOf('/');
        if (slash > 0) {
            return address.isPresent() && isWithin(address.get(), name.substring(0, slash), name.substring(slash + 1));
        }
        return name.equals("*") || host.equals(name) || (address.isEmpty() && host.endsWith("." + name))
                || (address.isPresent() && address.equals(address(name)));
    }

    private static boolean isWithin(InetAddress address, String network, String bits) {
        Optional<InetAddress> start = address(network);
        if (start.isEmpty() || !bits.matches("\\d{1,3}")) {
            return false;
        }
        byte[] own = address.getAddress();
        byte[] first = start.get().getAddress();
        int length = Integer.parseInt(bits);
        if (own.length != first.length || length > own.length * Byte.SIZE) {
            return false;
        }
        for (int bit = 0; bit < length; bit++) {
            int mask = 0x80 >> bit % Byte.SIZE;
            if ((own[bit / Byte.SIZE] & mask) != (first[bit / Byte.SIZE] & mask)) {
                return false;
            }
        }
        return true;
    }

    /** Reads an address; a name is not one, and is not looked up. */
    private static Optional<InetAddress> address(String text) {
        if (!ADDRESS.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text));
        } catch (UnknownHostException noAddress) {
            return Optional.empty();
        }
    }
}
