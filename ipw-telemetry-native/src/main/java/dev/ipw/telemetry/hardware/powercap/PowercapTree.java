package dev.ipw.telemetry.hardware.powercap;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.hardware.KernelText;
import dev.ipw.telemetry.hardware.processor.ProcessorModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The zones of the control type {@code intel-rapl}, which AMD's processors use too. A zone is identified by its name
 * file, never by its number: on a server with two sockets number 1 is the second socket, elsewhere it is the platform.
 * The control type {@code intel-rapl-mmio} shows the same packages again and is left out.
 */
final class PowercapTree {
    private static final Pattern ZONE = Pattern.compile("intel-rapl:\\d+(:\\d+)?");
    private static final Pattern PACKAGE = Pattern.compile("package-\\d+(-die-\\d+)?");
    // If another socket than the first counts the platform, the kernel adds its number.
    private static final Pattern PLATFORM = Pattern.compile("psys(-\\d+)?");
    private static final int MAX_CONSTRAINTS = 8;
    private static final double WATTS_PER_MICROWATT = 1e-6;
    // The register has 32 bits; the kernel shows its maximum value, which is one unit below the modulus.
    private static final long LARGEST_REGISTER = (1L << 32) - 1;

    private PowercapTree() {}

    /** Lists the zones of a processor, each once, in the order of their names; empty if there is no such tree. */
    static List<PowercapZone> zones(Path sysfs, ProcessorModel model) {
        Map<Path, Path> directories = new LinkedHashMap<>();
        collect(sysfs.resolve("class/powercap"), directories);
        Map<String, PowercapZone> byDevice = new LinkedHashMap<>();
        directories.forEach(
                (real, shown) -> zone(real, model).ifPresent(zone -> byDevice.putIfAbsent(zone.device(), zone)));
        List<PowercapZone> zones = new ArrayList<>(byDevice.values());
        zones.sort(Comparator.comparing(PowercapZone::device));
        return zones;
    }

    /** A subzone appears beside its package and inside it; its real path identifies it as a subzone. */
    private static void collect(Path directory, Map<Path, Path> found) {
        for (Path entry : zonesIn(directory)) {
            Optional<Path> real = realPath(entry);
            if (real.isPresent() && found.putIfAbsent(real.get(), entry) == null) {
                collect(entry, found);
            }
        }
    }

    private static List<Path> zonesIn(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> ZONE.matcher(entry.getFileName().toString()).matches())
                    .filter(Files::isDirectory).sorted().toList();
        } catch (IOException | UncheckedIOException hidden) {
            // A tree that cannot be listed has no zones here; the probe reports it.
            return List.of();
        }
    }

    private static Optional<Path> realPath(Path zone) {
        try {
            return Optional.of(zone.toRealPath());
        } catch (IOException vanished) {
            // A zone that disappears while it is read must not hide the others.
            return Optional.empty();
        }
    }

    private static Optional<PowercapZone> zone(Path directory, ProcessorModel model) {
        String name = KernelText.read(directory.resolve("name")).orElse("");
        if (PACKAGE.matcher(name).matches()) {
            return Optional.of(zone(name, Scope.PACKAGE, directory, model));
        }
        if (PLATFORM.matcher(name).matches()) {
            return Optional.of(zone(name, Scope.PSYS, directory, model));
        }
        return switch (name) {
            case "dram" -> Optional.of(zone(insidePackage(name, directory), Scope.DRAM, directory, model));
            case "core" -> Optional.of(zone(insidePackage(name, directory), Scope.CORE, directory, model));
            case "uncore" -> Optional.of(zone(insidePackage(name, directory), Scope.UNCORE, directory, model));
            default -> Optional.empty();
        };
    }

    private static String insidePackage(String name, Path directory) {
        Path parent = directory.resolveSibling("name");
        return KernelText.read(parent).map(owner -> owner + "-" + name).orElse(name);
    }

    private static PowercapZone zone(String device, Scope scope, Path directory, ProcessorModel model) {
        return new PowercapZone(device, scope, model.describe("powercap " + device), directory, range(directory),
                limit(directory));
    }

    private static OptionalLong range(Path directory) {
        OptionalLong largest = KernelText.number(directory.resolve("max_energy_range_uj"));
        if (largest.isEmpty() || largest.getAsLong() <= 0) {
            return OptionalLong.empty();
        }
        long unit = Math.max(1, Math.round((double) largest.getAsLong() / LARGEST_REGISTER));
        return OptionalLong.of(largest.getAsLong() + unit);
    }

    private static OptionalDouble limit(Path directory) {
        long highest = 0;
        for (int i = 0; i < MAX_CONSTRAINTS; i++) {
            highest = Math.max(highest,
                    KernelText.number(directory.resolve("constraint_" + i + "_power_limit_uw")).orElse(0));
            highest = Math.max(highest,
                    KernelText.number(directory.resolve("constraint_" + i + "_max_power_uw")).orElse(0));
        }
        return highest > 0 ? OptionalDouble.of(highest * WATTS_PER_MICROWATT) : OptionalDouble.empty();
    }
}
