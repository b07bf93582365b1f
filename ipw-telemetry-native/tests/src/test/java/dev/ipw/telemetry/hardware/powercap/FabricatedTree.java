package dev.ipw.telemetry.hardware.powercap;

import dev.ipw.telemetry.TelemetryEnvironment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;

/** Lay out powercap as the kernel does: zones in a tree of devices, and all of them linked flat in the class folder. */
final class FabricatedTree {
    /** The largest value of a 32-bit register of 61 microjoules, as the kernel gives it. */
    static final long LARGEST = 262_143_328_850L;

    private final Path sysfs;

    FabricatedTree(Path sysfs) throws IOException {
        this.sysfs = sysfs;
        Files.createDirectories(sysfs.resolve("class/powercap"));
    }

    TelemetryEnvironment environment() {
        return TelemetryEnvironment.of(Map.of("IPW_SYSFS_ROOT", sysfs.toString(), "IPW_PROCFS_ROOT",
                sysfs.resolveSibling("proc").toString()));
    }

    /** Add a zone, for example {@code intel-rapl:0} or, inside it, {@code intel-rapl:0:1}. */
    Path zone(String folder, String name, long microjoules) throws IOException {
        String control = folder.substring(0, folder.indexOf(':'));
        Path tree = sysfs.resolve("devices/virtual/powercap").resolve(control);
        String[] numbers = folder.split(":");
        Path directory = tree.resolve(control + ":" + numbers[1]);
        if (numbers.length == 3) {
            directory = directory.resolve(folder);
        }
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("name"), name + "\n");
        Files.writeString(directory.resolve("max_energy_range_uj"), LARGEST + "\n");
        Files.createFile(directory.resolve("energy_uj"));
        set(directory, microjoules);
        Files.createSymbolicLink(sysfs.resolve("class/powercap").resolve(folder), directory);
        return directory;
    }

    /** Change a counter in one write of always the same length, as no reader of the kernel's file ever sees half a number. */
    static void set(Path zone, long microjoules) throws IOException {
        byte[] text = String.format(Locale.ROOT, "%015d%n", microjoules).getBytes(StandardCharsets.US_ASCII);
        try (FileChannel channel = FileChannel.open(zone.resolve("energy_uj"), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(text), 0);
        }
    }

    /** Let a counter vanish: reading it gives nothing any more. */
    static void vanish(Path zone) throws IOException {
        try (FileChannel channel = FileChannel.open(zone.resolve("energy_uj"), StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
    }

}
