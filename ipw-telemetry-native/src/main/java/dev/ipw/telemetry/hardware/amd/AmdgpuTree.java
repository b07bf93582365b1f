package dev.ipw.telemetry.hardware.amd;

import dev.ipw.telemetry.hardware.KernelText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** AMD's cards in the kernel's device tree. */
final class AmdgpuTree {
    private static final String AMD = "0x1002";
    private static final String DRIVER = "amdgpu";
    private static final String DISPLAY_CLASS = "0x03";
    private static final String ACCELERATOR_CLASS = "0x12";
    // A connector of a card has a name such as card0-DP-1.
    private static final Pattern CARD = Pattern.compile("card(\\d{1,6})");
    private static final Pattern PCI_ADDRESS = Pattern.compile("[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]");
    private static final Pattern SLOT = Pattern.compile("(?m)^PCI_SLOT_NAME=(.+)$");
    private static final Pattern NO_ID = Pattern.compile("0*|f{16}");

    private AmdgpuTree() {}

    /** Lists the cards in the order of their numbers; empty if there is no such tree. */
    static List<AmdgpuCard> cards(Path sysfs) {
        List<Path> entries = list(sysfs.resolve("class/drm")).stream()
                .filter(entry -> CARD.matcher(name(entry)).matches() && isDriven(entry.resolve("device")))
                .sorted(Comparator.comparingInt(AmdgpuTree::number)).toList();
        List<String> ids = entries.stream().flatMap(entry -> uniqueId(entry.resolve("device")).stream()).toList();
        List<AmdgpuCard> cards = new ArrayList<>();
        for (Path entry : entries) {
            Path folder = entry.resolve("device");
            String address = pciAddress(folder);
            // Parts of one device may share an id, and names must be distinct.
            String device = uniqueId(folder).filter(id -> Collections.frequency(ids, id) == 1).map(id -> "GPU-" + id)
                    .orElse(address.isEmpty() ? "amdgpu-" + name(entry) : address);
            cards.add(new AmdgpuCard(device, cards.size(), folder, hwmon(folder), address));
        }
        return cards;
    }

    /** Lists the PCI addresses of AMD's graphics cards and accelerators that amdgpu does not run. */
    static List<String> undriven(Path sysfs) {
        return list(sysfs.resolve("bus/pci/devices")).stream()
                .filter(folder -> isAmd(folder) && isGraphics(folder) && !isDriven(folder))
                .map(AmdgpuTree::name).sorted().toList();
    }

    /** Returns whether ROCm's part of the driver is present, which happens only with an AMD GPU. */
    static boolean hasComputeDriver(Path sysfs) {
        return Files.isDirectory(sysfs.resolve("class/kfd"));
    }

    private static boolean isAmd(Path folder) {
        return KernelText.read(folder.resolve("vendor")).filter(AMD::equals).isPresent();
    }

    private static boolean isGraphics(Path folder) {
        return KernelText.read(folder.resolve("class"))
                .filter(code -> code.startsWith(DISPLAY_CLASS) || code.startsWith(ACCELERATOR_CLASS)).isPresent();
    }

    private static boolean isDriven(Path folder) {
        return isAmd(folder)
                && (KernelText.read(folder.resolve("uevent")).orElse("").contains("DRIVER=" + DRIVER)
                        || hwmon(folder).isPresent());
    }

    private static Optional<Path> hwmon(Path folder) {
        return list(folder.resolve("hwmon")).stream()
                .filter(one -> KernelText.read(one.resolve("name")).filter(DRIVER::equals).isPresent()).findFirst();
    }

    private static Optional<String> uniqueId(Path folder) {
        return KernelText.read(folder.resolve("unique_id")).filter(id -> !NO_ID.matcher(id).matches());
    }

    /** The folder is a link to the device's own, which is named by its address. */
    private static String pciAddress(Path folder) {
        try {
            String real = name(folder.toRealPath());
            if (PCI_ADDRESS.matcher(real).matches()) {
                return real;
            }
        } catch (IOException vanished) {
            return "";
        }
        Matcher slot = SLOT.matcher(KernelText.read(folder.resolve("uevent")).orElse(""));
        return slot.find() && PCI_ADDRESS.matcher(slot.group(1)).matches() ? slot.group(1) : "";
    }

    private static List<Path> list(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        } catch (IOException | UncheckedIOException hidden) {
            // A folder that cannot be listed counts as empty; the probe reports it.
            return List.of();
        }
    }

    private static int number(Path card) {
        return Integer.parseInt(name(card).substring("card".length()));
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }
}
