package dev.ipw.telemetry.hardware.amd;

import dev.ipw.telemetry.TelemetryEnvironment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Lay out AMD cards as amdgpu does: folders of devices, with links to them from the class and bus folders. */
final class FabricatedAmd {
    private static final byte ALL_ONES = (byte) 0xFF;

    private final Path sysfs;
    private int cards;

    FabricatedAmd(Path sysfs) throws IOException {
        this.sysfs = sysfs;
        Files.createDirectories(sysfs.resolve("class/drm"));
        Files.createDirectories(sysfs.resolve("bus/pci/devices"));
    }

    TelemetryEnvironment environment() {
        // A library of that name exists nowhere: what this machine has installed must not decide.
        return environment(Map.of("IPW_ROCM_SMI_LIBRARY", "/nowhere/librocm_smi64.so")).withArgument("sysfs");
    }

    TelemetryEnvironment environment(Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(variables);
        all.put("IPW_SYSFS_ROOT", sysfs.toString());
        return TelemetryEnvironment.of(all);
    }

    /** Add a card at 287 W whose counter, of gpu_metrics 1.3, stands at 70 billion counts. */
    Card card(String address) throws IOException {
        Card card = device(address, "0x1002");
        Path hwmon = Files.createDirectories(card.directory.resolve("hwmon/hwmon" + (cards + 3)));
        Path drm = Files.createDirectories(card.directory.resolve("drm/card" + cards));
        Files.createSymbolicLink(drm.resolve("device"), Path.of("../.."));
        Files.createSymbolicLink(sysfs.resolve("class/drm/card" + cards), drm);
        Files.createSymbolicLink(sysfs.resolve("class/drm/card" + cards + "-DP-1"), drm);
        Files.writeString(card.directory.resolve("uevent"), "DRIVER=amdgpu\nPCI_SLOT_NAME=" + address + "\n");
        Files.writeString(hwmon.resolve("name"), "amdgpu\n");
        card.set("gpu_busy_percent", 97).set("mem_busy_percent", 42).set("mem_info_vram_used", 34_351_349_760L)
                .set("mem_info_vram_total", 68_702_699_520L);
        card.sensor("power1_average", 287_000_000).sensor("power1_cap", 300_000_000);
        card.channel("temp1", "edge", 45_000).channel("temp2", "junction", 61_000).channel("temp3", "mem", 70_000);
        card.channel("freq1", "sclk", 1_700_000_000).channel("freq2", "mclk", 1_600_000_000);
        card.metrics(1, 3, 120, 24, 70_000_000_000L);
        cards++;
        return card;
    }

    /** Add a device that no driver runs. */
    Card device(String address, String vendor) throws IOException {
        Path directory = Files.createDirectories(sysfs.resolve("devices/pci0000:00").resolve(address));
        Files.createSymbolicLink(sysfs.resolve("bus/pci/devices").resolve(address), directory);
        Files.writeString(directory.resolve("vendor"), vendor + "\n");
        Files.writeString(directory.resolve("device"), "0x740f\n");
        Files.writeString(directory.resolve("class"), "0x038000\n");
        return new Card(directory);
    }

    /**
     * One device.
     *
     * @param directory its folder
     */
    record Card(Path directory) {
        Path hwmon() throws IOException {
            try (Stream<Path> folders = Files.list(directory.resolve("hwmon"))) {
                return folders.findFirst().orElseThrow();
            }
        }

        Card set(String file, long number) throws IOException {
            write(directory.resolve(file), number);
            return this;
        }

        Card text(String file, String text) throws IOException {
            Files.writeString(directory.resolve(file), text + "\n");
            return this;
        }

        Card sensor(String file, long number) throws IOException {
            write(hwmon().resolve(file), number);
            return this;
        }

        Card channel(String channel, String label, long number) throws IOException {
            Files.writeString(hwmon().resolve(channel + "_label"), label + "\n");
            return sensor(channel + "_input", number);
        }

        /** Lay out gpu_metrics: all ones but for the header and the counter. */
        Card metrics(int format, int content, int size, int energyOffset, long counts) throws IOException {
            byte[] bytes = new byte[size];
            Arrays.fill(bytes, ALL_ONES);
            ByteBuffer blob = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
            blob.putShort((short) size).put((byte) format).put((byte) content);
            blob.putLong(energyOffset, counts);
            Files.write(directory.resolve("gpu_metrics"), bytes);
            return this;
        }

        /** Move the counter of gpu_metrics 1.3, in one write. */
        Card count(long counts) throws IOException {
            try (FileChannel file = FileChannel.open(directory.resolve("gpu_metrics"), StandardOpenOption.WRITE)) {
                file.write(ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(0, counts), 24);
            }
            return this;
        }

        /** Let a file vanish for those who hold it open: reading it gives nothing any more. */
        static void vanish(Path file) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(0);
            }
        }

        /** Change a number in one write of always the same length, as nobody ever sees half a number of the kernel. */
        private static void write(Path path, long number) throws IOException {
            byte[] text = String.format(Locale.ROOT, "%015d%n", number).getBytes(StandardCharsets.US_ASCII);
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                file.write(ByteBuffer.wrap(text), 0);
            }
        }
    }
}
