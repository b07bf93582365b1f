package dev.ipw.agents.tool.web;

import dev.ipw.internal.wire.AddressLookup;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * An address lookup that rejects a name with any address outside the public internet. The connection goes to the
 * checked address: nothing is looked up again.
 *
 * @param names     looks up a name
 * @param isAllowed decides which addresses are allowed
 */
record PublicAddresses(AddressLookup names, Predicate<InetAddress> isAllowed) implements AddressLookup {
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;
    /** The IPv4 blocks that the registry of special-purpose addresses excludes from the public internet. */
    private static final List<Block> SPECIAL_IPV4 = blocks("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8",
            "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
            "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4");
    private static final Block GLOBAL_IPV6 = Block.of("2000::/3");
    /** Protocols, Teredo, 6to4 and documentation: the tunnels among them lead to any IPv4 address. */
    private static final List<Block> SPECIAL_IPV6 = blocks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");
    /** The prefix by which IPv6-only networks represent IPv4 addresses. */
    private static final Block TRANSLATED_IPV4 = Block.of("64:ff9b::/96");

    /** Returns a lookup by the system that allows public addresses only. */
    static PublicAddresses ofSystem() {
        return new PublicAddresses(InetAddress::getAllByName, PublicAddresses::isPublic);
    }

    @Override
    public InetAddress[] addresses(String host) throws IOException {
        InetAddress[] found = names.addresses(host);
        for (InetAddress address : found) {
            if (!isAllowed.test(address)) {
                throw new IOException("'" + host + "' is no public address of the internet ("
                        + address.getHostAddress() + "), and others may not be fetched");
            }
        }
        return found;
    }

    /** Returns whether an address belongs to the public internet. */
    static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (address instanceof Inet4Address) {
            return SPECIAL_IPV4.stream().noneMatch(block -> block.holds(bytes));
        }
        if (TRANSLATED_IPV4.holds(bytes)) {
            byte[] inner = Arrays.copyOfRange(bytes, IPV6_BYTES - IPV4_BYTES, IPV6_BYTES);
            return SPECIAL_IPV4.stream().noneMatch(block -> block.holds(inner));
        }
        return GLOBAL_IPV6.holds(bytes) && SPECIAL_IPV6.stream().noneMatch(block -> block.holds(bytes));
    }

    private static List<Block> blocks(String... texts) {
        return Arrays.stream(texts).map(Block::of).toList();
    }

    /** A block of addresses: those that begin with the same bits. */
    private static final class Block {
        private final byte[] start;
        private final int bits;

        private Block(byte[] start, int bits) {
            this.start = start;
            this.bits = bits;
        }

        private static Block of(String text) {
            int slash = text.indexOf('/');
            try {
                return new Block(InetAddress.getByName(text.substring(0, slash)).getAddress(),
                        Integer.parseInt(text.substring(slash + 1)));
            } catch (IOException noAddress) {
                throw new IllegalArgumentException(text + " is no block of addresses", noAddress);
            }
        }

        private boolean holds(byte[] address) {
            if (address.length != start.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit % Byte.SIZE);
                if ((address[bit / Byte.SIZE] & mask) != (start[bit / Byte.SIZE] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }
}
