package dev.ipw.cli;

import dev.ipw.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The first command of a user on machines with different sensors; a kernel's tree of powercap is laid out for each. */
@Tag("process")
@Tag("real-time")
@EnabledOnOs(value = OS.LINUX, disabledReason = "powercap is Linux's")
class PackagedMachinesTests {
    private static final double WATTS = 50;

    @TempDir
    Path folder;

    private PackagedCommand ipw() throws IOException {
        return new PackagedCommand(folder).withVariable("IPW_SYSFS_ROOT", sysfs().toString())
                .withVariable("IPW_DEVFS_ROOT", folder.resolve("dev").toString())
                .withVariable("IPW_NVML_LIBRARY", "none");
    }

    private Path sysfs() throws IOException {
        return Files.createDirectories(folder.resolve("sys"));
    }

    /** Lays out a zone whose counter stands still until somebody lets it count. */
    private Path zone(String name) throws IOException {
        Path zone = Files.createDirectories(sysfs().resolve(Path.of("class", "powercap", "intel-rapl:0")));
        Files.writeString(zone.resolve("name"), name + "\n");
        Files.writeString(zone.resolve("max_energy_range_uj"), "262143328850\n");
        write(zone.resolve("energy_uj"), 123_456_789);
        return zone.resolve("energy_uj");
    }

    /** Writes in one go and always as many bytes, so that nobody reads half of it. */
    private static void write(Path counter, long microjoules) {
        byte[] text = String.format(Locale.ROOT, "%015d%n", microjoules).getBytes(StandardCharsets.US_ASCII);
        try (FileChannel file = FileChannel.open(counter, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(text));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private PackagedCommand profiled() throws IOException, InterruptedException {
        return profiled(ipw());
    }

    private PackagedCommand profiled(PackagedCommand ipw) throws IOException, InterruptedException {
        assertThat(ipw.run("profile", "--max-queries", "10", "--output-dir", folder.resolve("runs").toString()))
                .as(ipw.err()).isEqualTo(ExitCode.FINE);
        return ipw;
    }

    @Test
    void estimatesWhereThereIsNoSensor() throws Exception {
        PackagedCommand ipw = profiled();
        assertThat(ipw.out()).contains("J/query ", "ESTIMATED, cpu-estimate");
        assertThat(ipw.err()).contains("No energy sensor measures here, so the joules are estimated");
    }

    @ParameterizedTest
    @ValueSource(strings = {"psys", "package-0"})
    void estimatesWhereTheOnlyCounterStandsStill(String name) throws Exception {
        zone(name);
        PackagedCommand ipw = profiled();
        assertThat(ipw.out()).contains("J/query ", "ESTIMATED, cpu-estimate");
        assertThat(ipw.err()).contains("No energy sensor measures here, so the joules are estimated");
        // Of an AMD processor the name goes on: its counter is a model.
        assertThat(ipw.err()).containsPattern("'powercap " + name + "[^']*' stands still: ");
    }

    @Test
    void measuresWhereTheCounterCounts() throws Exception {
        Path counter = zone("package-0");
        long begin = System.nanoTime();
        Thread counting = Thread.ofPlatform().start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                write(counter, 123_456_789 + (long) (WATTS / 1000 * (System.nanoTime() - begin)));
                LockSupport.parkNanos(1_000_000);
            }
        });
        try {
            // The thread that counts may wait for a processor.
            PackagedCommand ipw = profiled(ipw().withJavaOption("-Dipw.slackMillis=30000"));
            assertThat(ipw.out()).contains("J/query ", "MEASURED").doesNotContain("ESTIMATED");
            assertThat(ipw.err()).doesNotContain("estimated");
        } finally {
            counting.interrupt();
            counting.join();
        }
    }

    @ParameterizedTest
    @CsvSource({"psys,", "psys,auto", "package-0,", "package-0,auto"})
    void monitorsACounterThatStandsStillWithinTheWidth(String name, String telemetry) throws Exception {
        zone(name);
        PackagedCommand ipw = ipw();
        String[] choice = telemetry == null ? new String[0] : new String[]{"--telemetry", telemetry};
        String[] words = {"monitor", "--duration", "0.5", "--interval", "0.2"};
        String[] typed = Stream.of(words, choice).flatMap(Arrays::stream)
                .toArray(String[]::new);
        assertThat(ipw.run(typed)).as(ipw.err()).isEqualTo(ExitCode.FINE);
        assertThat(ipw.out().lines()).isNotEmpty().allSatisfy(line -> assertThat(line.length()).as(line)
                .isLessThanOrEqualTo(80));
    }
}
