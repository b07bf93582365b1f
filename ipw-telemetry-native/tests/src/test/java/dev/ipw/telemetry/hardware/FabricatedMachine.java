package dev.ipw.telemetry.hardware;

import dev.ipw.telemetry.TelemetryEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Lay out what the kernel says of a machine's processors, and the folders that collectors look in. */
public final class FabricatedMachine {
    private final Path root;

    /** Start with an Intel processor that has no logical processor yet. */
    public FabricatedMachine(Path root) throws IOException {
        this.root = root;
        Files.createDirectories(sysfs());
        Files.createDirectories(devfs());
        Files.createDirectories(procfs().resolve("sys/kernel"));
        processor("GenuineIntel", 6, 143);
    }

    /** Return the folder that stands for {@code /sys}. */
    public Path sysfs() {
        return root.resolve("sys");
    }

    /** Return the folder that stands for {@code /proc}. */
    public Path procfs() {
        return root.resolve("proc");
    }

    /** Return the folder that stands for {@code /dev}. */
    public Path devfs() {
        return root.resolve("dev");
    }

    /** Return an environment that looks nowhere else. */
    public TelemetryEnvironment environment() {
        return TelemetryEnvironment.of(Map.of("IPW_SYSFS_ROOT", sysfs().toString(), "IPW_PROCFS_ROOT",
                procfs().toString(), "IPW_DEVFS_ROOT", devfs().toString()));
    }

    /** Set the processor model. */
    public void processor(String vendor, int family, int model) throws IOException {
        write(procfs().resolve("cpuinfo"),
                String.format(Locale.ROOT,
                        "processor\t: 0%nvendor_id\t: %s%ncpu family\t: %d%nmodel\t\t: %d%nmodel name\t: some "
                                + "model : with a colon%n%nprocessor\t: 1%nvendor_id\t: other%n",
                        vendor, family, model));
    }

    /** Put a logical processor into a package and a die. */
    public void logicalProcessor(int number, int packageNumber, int die) throws IOException {
        Path topology = sysfs().resolve("devices/system/cpu/cpu" + number + "/topology");
        write(topology.resolve("physical_package_id"), packageNumber + "\n");
        write(topology.resolve("die_id"), die + "\n");
    }

    /** Write a file and the folders above it. */
    public static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
