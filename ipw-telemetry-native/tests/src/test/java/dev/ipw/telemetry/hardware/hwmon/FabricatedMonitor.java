package dev.ipw.telemetry.hardware.hwmon;

import dev.ipw.telemetry.hardware.FabricatedMachine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Lay out one monitor as the kernel does: a device on a bus, its hwmon folder below, and a link to that in the class folder. */
final class FabricatedMonitor {
    private final Path files;

    FabricatedMonitor(FabricatedMachine machine, int number, String chip, String address) throws IOException {
        Path device = machine.sysfs().resolve("devices/platform/bus@0/c240000.i2c/i2c-1").resolve(address);
        files = Files.createDirectories(device.resolve("hwmon/hwmon" + number));
        Files.createSymbolicLink(files.resolve("device"), device);
        Path classFolder = Files.createDirectories(machine.sysfs().resolve("class/hwmon"));
        Files.createSymbolicLink(classFolder.resolve("hwmon" + number), files);
        FabricatedMachine.write(files.resolve("name"), chip + "\n");
    }

    /** Write a whole file in one go, padded so that it never gets shorter. */
    FabricatedMonitor set(String file, Object value) throws IOException {
        Path path = files.resolve(file);
        if (!Files.exists(path)) {
            Files.createFile(path);
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap((value + "\n        \n").getBytes(StandardCharsets.US_ASCII)), 0);
        }
        return this;
    }

    /** Add a channel of an INA3221. */
    FabricatedMonitor channel(int number, String label, long millivolts, long milliamperes) throws IOException {
        return set("in" + number + "_label", label).set("in" + number + "_input", millivolts)
                .set("curr" + number + "_input", milliamperes);
    }

    /** Let a file give nothing any more. */
    void vanish(String file) throws IOException {
        try (FileChannel channel = FileChannel.open(files.resolve(file), StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
    }
}
