package dev.ipw.compute.internal;

import dev.ipw.compute.Precision;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The peak rates of known devices, by their exact driver names. */
public final class DevicePeaks {
    private static final String RESOURCE = "devices.json";
    private static final double TERA = 1e12;
    private static final double GIGA = 1e9;

    private DevicePeaks() {}

    /**
     * Lists the known devices.
     *
     * @return the devices, each with its peaks
     */
    public static List<DevicePeak> all() {
        try (InputStream in = Objects.requireNonNull(DevicePeaks.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return TreeReader.ofJson("the shipped devices", new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .children("devices").stream().map(DevicePeaks::device).toList();
        } catch (IOException unreadable) {
            throw new InputException("The shipped devices cannot be read: " + unreadable.getMessage()
                    + ". The jar is damaged; get it again", unreadable);
        }
    }

    /**
     * Finds a device.
     *
     * @param name its exact name
     * @return its peaks; empty if it is not listed
     */
    public static Optional<DevicePeak> find(String name) {
        return all().stream().filter(device -> device.names().contains(name)).findFirst();
    }

    private static DevicePeak device(TreeReader tree) {
        return new DevicePeak(tree.texts("names"), tree.texts("shared_names"), rates(tree.child("dense_teraflops")),
                tree.real("bandwidth_gigabytes_per_second") * GIGA, tree.text("source"), tree.text("confidence"),
                tree.optionalChild("achievable_teraflops").map(DevicePeaks::rates).orElse(Map.of()),
                tree.optionalText("achievable_source"));
    }

    private static Map<Precision, Double> rates(TreeReader teraflops) {
        Map<Precision, Double> rates = new EnumMap<>(Precision.class);
        teraflops.asMap().keySet().forEach(key -> rates.put(Precision.named(key), teraflops.real(key) * TERA));
        return rates;
    }
}
