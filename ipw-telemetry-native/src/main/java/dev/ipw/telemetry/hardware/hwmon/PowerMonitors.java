package dev.ipw.telemetry.hardware.hwmon;

import dev.ipw.telemetry.hardware.KernelText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The monitors of Texas Instruments' INA series and compatible ones, found by their {@code name} file. Other hwmon
 * devices are left out: they are disks, fans and graphics cards, which have collectors of their own or no energy.
 */
final class PowerMonitors {
    private static final Pattern MONITOR = Pattern.compile("ina\\d[0-9a-z]{2,4}|sq52206");
    private static final String THREE_CHANNELS = "ina3221";
    private static final String NOT_CONNECTED = "NC";
    // After the three channels of an INA3221 come its shunts and their sum.
    private static final int MAX_CHANNELS = 3;
    private static final int MAX_MONITORS = 64;
    private static final long MAX_MILLIS = 60_000;

    private PowerMonitors() {}

    static Path directory(Path sysfs) {
        return sysfs.resolve("class/hwmon");
    }

    /** Lists the monitors with at least one rail, in the order of their folders. */
    static List<PowerMonitor> in(Path sysfs) {
        List<PowerMonitor> monitors = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (Path folder : folders(directory(sysfs))) {
            // Older kernels keep a chip's files with the device.
            Path files = Files.exists(folder.resolve("name")) ? folder : folder.resolve("device");
            String chip = KernelText.read(files.resolve("name")).orElse("");
            if (MONITOR.matcher(chip).matches()) {
                List<PowerRail> rails = rails(files, chip, address(folder));
                rails.replaceAll(rail -> unique(rail, chip + " " + address(folder), taken));
                if (!rails.isEmpty()) {
                    monitors.add(new PowerMonitor(rails, interval(files)));
                }
            }
        }
        return monitors;
    }

    private static List<Path> folders(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(Files::isDirectory).sorted().limit(MAX_MONITORS).toList();
        } catch (IOException | UncheckedIOException hidden) {
            // A tree that cannot be listed has no monitors here; the probe reports it.
            return List.of();
        }
    }

    /**
     * Returns the chip's place on its bus, for example {@code 1-0040}, which is permanent, unlike the folder's number.
     */
    private static String address(Path folder) {
        try {
            return folder.resolve("device").toRealPath().getFileName().toString();
        } catch (IOException noDevice) {
            return folder.getFileName().toString();
        }
    }

    private static List<PowerRail> rails(Path files, String chip, String address) {
        List<PowerRail> rails = new ArrayList<>();
        for (int channel = 1; channel <= MAX_CHANNELS; channel++) {
            String voltage = "in" + channel;
            Optional<String> label = label(files, "power" + channel).or(() -> label(files, voltage));
            boolean off = KernelText.read(files.resolve(voltage + "_enable")).orElse("1").equals("0");
            if (off || label.orElse("").equals(NOT_CONNECTED)) {
                continue;
            }
            String name = label.orElse(chip + " " + address + " " + channel);
            String source = "hwmon " + chip + " " + address + " " + label.orElse("channel " + channel);
            rails.addAll(channel(files, chip, channel, name, source));
        }
        return rails;
    }

    private static Optional<String> label(Path files, String reading) {
        return KernelText.read(files.resolve(reading + "_label")).filter(text -> !text.isBlank());
    }

    private static List<PowerRail> channel(Path files, String chip, int channel, String name, String source) {
        List<PowerRail> found = new ArrayList<>();
        Optional<Path> voltage = existing(files.resolve("in" + channel + "_input"));
        existing(files.resolve("energy" + channel + "_input")).ifPresent(
                file -> found.add(new PowerRail(name, source, PowerRail.Kind.ENERGY, file, Optional.empty())));
        Optional<Path> power = existing(files.resolve("power" + channel + "_input"));
        power.ifPresent(file -> found.add(new PowerRail(name, source, PowerRail.Kind.POWER, file, voltage)));
        if (power.isEmpty() && voltage.isPresent() && chip.equals(THREE_CHANNELS)) {
            existing(files.resolve("curr" + channel + "_input")).ifPresent(
                    file -> found.add(new PowerRail(name, source, PowerRail.Kind.CURRENT, file, voltage)));
        }
        return found;
    }

    private static Optional<Path> existing(Path file) {
        return Files.exists(file) ? Optional.of(file) : Optional.empty();
    }

    /** Two boards may use the same names for their rails. */
    private static PowerRail unique(PowerRail rail, String chip, Set<String> taken) {
        String named = rail.kind() + " " + rail.name();
        return taken.add(named) ? rail : rail.named(rail.name() + " (" + chip + ")");
    }

    private static OptionalLong interval(Path files) {
        OptionalLong millis = KernelText.number(files.resolve("update_interval"));
        return millis.isPresent() && millis.getAsLong() > 0 && millis.getAsLong() <= MAX_MILLIS
                ? OptionalLong.of(TimeUnit.MILLISECONDS.toNanos(millis.getAsLong()))
                : OptionalLong.empty();
    }
}
