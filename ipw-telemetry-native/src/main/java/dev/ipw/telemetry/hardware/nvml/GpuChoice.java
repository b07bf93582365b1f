package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.telemetry.TelemetryEnvironment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The choice of the GPUs to measure: those that the user named, otherwise those that {@code CUDA_VISIBLE_DEVICES}
 * names, otherwise all. The variable is interpreted as CUDA does, and never as all GPUs.
 *
 * @param gpus    the chosen GPUs, in NVML's order
 * @param why     the reason for the choice, in words that follow a colon
 * @param unclear true if the variable names GPUs that cannot be identified
 */
record GpuChoice(List<Gpu> gpus, String why, boolean unclear) {
    static final String VISIBLE = "CUDA_VISIBLE_DEVICES";
    private static final String ORDER = "CUDA_DEVICE_ORDER";
    private static final String ALL = "all";
    // The values that users set to hide all GPUs.
    private static final Set<String> NONE = Set.of("", "-1", "none", "void", "NoDevFiles");

    static GpuChoice of(List<Gpu> gpus, TelemetryEnvironment environment) {
        if (environment.argument().isPresent()) {
            return named(gpus, environment.argument().get().strip());
        }
        Map<String, String> variables = environment.variables();
        String visible = variables.get(VISIBLE);
        return visible == null
                ? new GpuChoice(gpus, "all there are", false)
                : visible(gpus, visible, "PCI_BUS_ID".equals(variables.get(ORDER)));
    }

    private static GpuChoice named(List<Gpu> gpus, String argument) {
        if (argument.toLowerCase(Locale.ROOT).equals(ALL)) {
            return new GpuChoice(gpus, "all there are, as nvml:all asks", false);
        }
        Set<Gpu> chosen = new LinkedHashSet<>();
        for (String part : argument.split("\\+", -1)) {
            List<Gpu> matches = matching(gpus, part.strip());
            if (matches.size() != 1) {
                throw new ConfigurationException("The collector nvml finds " + (matches.isEmpty() ? "no" : "several")
                        + " GPUs for '" + part + "'. Give all, or UUIDs, indices or PCI addresses joined by +. There "
                        + (gpus.isEmpty() ? "is none" : "are " + listed(gpus)));
            }
            chosen.addAll(matches);
        }
        return new GpuChoice(inOrder(chosen), "named by nvml:" + argument, false);
    }

    private static List<Gpu> matching(List<Gpu> gpus, String text) {
        if (isIndex(text)) {
            return gpus.stream().filter(gpu -> Integer.toString(gpu.index()).equals(text)).toList();
        }
        Optional<PciAddress> address = PciAddress.parse(text);
        return address.isPresent()
                ? gpus.stream().filter(gpu -> gpu.pciAddress().equals(address)).toList()
                : withUuid(gpus, text);
    }

    private static List<Gpu> withUuid(List<Gpu> gpus, String prefix) {
        return prefix.startsWith("GPU-")
                ? gpus.stream().filter(gpu -> gpu.uuid().startsWith(prefix)).toList()
                : List.of();
    }

    private static boolean isIndex(String text) {
        return !text.isEmpty() && text.length() <= 4 && text.chars().allMatch(Character::isDigit);
    }

    /** Reads the entries as CUDA does: the first that matches no GPU ends the list. */
    private static GpuChoice visible(List<Gpu> gpus, String visible, boolean inPciOrder) {
        String setting = VISIBLE + "=" + visible;
        Optional<String> unknownOrder = unknownOrder(gpus, inPciOrder);
        List<Gpu> byAddress = gpus.stream()
                .sorted(Comparator.comparing(gpu -> gpu.pciAddress().orElse(new PciAddress(gpu.index(), 0, 0))))
                .toList();
        Set<Gpu> chosen = new LinkedHashSet<>();
        for (String part : visible.split(",", -1)) {
            String entry = part.strip();
            if (isIndex(entry) && Integer.parseInt(entry) < gpus.size()) {
                if (unknownOrder.isPresent()) {
                    return new GpuChoice(List.of(), setting + " names GPUs by CUDA's order, which is not known here: "
                            + unknownOrder.get(), true);
                }
                chosen.add(byAddress.get(Integer.parseInt(entry)));
                continue;
            }
            List<Gpu> matches = withUuid(gpus, entry);
            if (matches.size() != 1) {
                return ended(inOrder(chosen), setting, entry, matches.isEmpty());
            }
            chosen.addAll(matches);
        }
        return new GpuChoice(inOrder(chosen), "named by " + setting, false);
    }

    private static Optional<String> unknownOrder(List<Gpu> gpus, boolean inPciOrder) {
        if (gpus.stream().anyMatch(gpu -> gpu.refusal().isPresent())) {
            return Optional.of("one of the GPUs cannot be read");
        }
        return inPciOrder || gpus.stream().map(Gpu::name).distinct().count() <= 1
                ? Optional.empty()
                : Optional.of("the GPUs differ, and " + ORDER + " is not PCI_BUS_ID");
    }

    /** Returns the advice for a GPU that the variable leaves out. */
    static String nextStep(List<Gpu> gpus) {
        return "name " + Setting.MORE_COLLECTORS
                + "nvml:all to measure all of them, or name those to measure, joined by +,"
                + " for example " + Setting.MORE_COLLECTORS + "nvml:" + gpus.getLast().uuid() + "; there are "
                + listed(gpus);
    }

    private static GpuChoice ended(List<Gpu> chosen, String setting, String entry, boolean unknown) {
        String end = "its entry '" + entry + "' matches " + (unknown ? "no GPU" : "several GPUs")
                + (entry.startsWith("MIG-")
                        ? " (a MIG instance has no power of its own)"
                        : "");
        return new GpuChoice(chosen, chosen.isEmpty()
                ? setting + " leaves no GPU: " + end
                : "named by " + setting + " up to where " + end, !NONE.contains(entry));
    }

    private static List<Gpu> inOrder(Set<Gpu> chosen) {
        List<Gpu> sorted = new ArrayList<>(chosen);
        sorted.sort(Comparator.comparingInt(Gpu::index));
        return List.copyOf(sorted);
    }

    private static String listed(List<Gpu> gpus) {
        return gpus.stream().map(gpu -> gpu.index() + " " + gpu.name() + " " + gpu.uuid()
                + gpu.pciAddress().map(address -> " " + address).orElse("")).collect(Collectors.joining("; "));
    }
}
