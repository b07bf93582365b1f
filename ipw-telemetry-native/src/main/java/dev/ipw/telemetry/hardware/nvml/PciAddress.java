package dev.ipw.telemetry.hardware.nvml;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The slot of a GPU.
 *
 * @param domain PCI domain
 * @param bus    number of the bus
 * @param device number on the bus
 */
record PciAddress(int domain, int bus, int device) implements Comparable<PciAddress> {
    // The domain has eight digits in NVML, four in the kernel's folders, and is left out by lspci.
    private static final Pattern TEXT = Pattern
            .compile("(?:([0-9a-fA-F]{1,8}):)?([0-9a-fA-F]{1,2}):([0-9a-fA-F]{1,2})(?:\\.[0-7])?");
    private static final Comparator<PciAddress> ORDER = Comparator.comparingInt(PciAddress::domain)
            .thenComparingInt(PciAddress::bus).thenComparingInt(PciAddress::device);

    /**
     * Parses {@code 00000000:65:00.0}, {@code 0000:65:00.0} or {@code 65:00.0}; empty if the text is not an address.
     */
    static Optional<PciAddress> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String domain = matcher.group(1) == null ? "0" : matcher.group(1);
        return Optional.of(new PciAddress(Integer.parseUnsignedInt(domain, 16), Integer.parseInt(matcher.group(2), 16),
                Integer.parseInt(matcher.group(3), 16)));
    }

    @Override
    public int compareTo(PciAddress other) {
        return ORDER.compare(this, other);
    }

    /** Formats the address as the kernel names the folder of the device. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%04x:%02x:%02x.0", domain, bus, device);
    }
}
