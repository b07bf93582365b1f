package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.TelemetrySource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Runs the distribution's own node exporter over a fabricated powercap tree. */
@Tag("real-time")
class RealNodeExporterTests {
    @TempDir
    private Path sysfs;

    @Test
    void readsTheJoulesOfTheTree() throws IOException {
        Optional<Path> program = Stream.of("prometheus-node-exporter", "node_exporter").flatMap(
                name -> Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable).findFirst();
        assumeTrue(program.isPresent(), "needs the program prometheus-node-exporter of the distribution");
        zone("intel-rapl:0", "package-0", 123_456_789);
        zone("intel-rapl:0:0", "dram", 5_000_000);
        zone("intel-rapl:1", "psys", 999_000_000);
        zone("intel-rapl:2", "package-1", 223_000_001);
        zone("intel-rapl:2:0", "core", 7_000_000);
        zone("intel-rapl-mmio:0", "package-0", 1);
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Process exporter = new ProcessBuilder(program.get().toString(), "--path.sysfs=" + sysfs,
                "--web.listen-address=127.0.0.1:" + port, "--collector.disable-defaults", "--collector.rapl")
                .redirectErrorStream(true).start();
        try (BufferedReader log = new BufferedReader(
                new InputStreamReader(exporter.getInputStream(), StandardCharsets.UTF_8))) {
            awaitListening(log);
            try (TelemetrySource source = FakeExporter.open("http://127.0.0.1:" + port + "/metrics", Map.of())) {
                assertThat(RecordingSink.sample(source).values()).containsOnly(
                        Map.entry("package-0 package ENERGY_COUNTER", 123.456789),
                        Map.entry("package-0-dram dram ENERGY_COUNTER", 5.0),
                        Map.entry("psys psys ENERGY_COUNTER", 999.0),
                        Map.entry("package-1 package ENERGY_COUNTER", 223.000001),
                        Map.entry("package-1-core core ENERGY_COUNTER", 7.0));
                zone("intel-rapl:0", "package-0", 124_456_789);
                assertThat(RecordingSink.sample(source).values())
                        .containsEntry("package-0 package ENERGY_COUNTER", 124.456789);
                Files.delete(sysfs.resolve("class/powercap/intel-rapl:0:0/energy_uj"));
                RecordingSink vanished = RecordingSink.sample(source);
                assertThat(vanished.losses()).containsKey("package-0-dram dram ENERGY_COUNTER");
            }
        } finally {
            exporter.destroyForcibly();
        }
    }

    /** The log names the address right after the port is open. */
    private static void awaitListening(BufferedReader log) throws IOException {
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            if (line.contains("Listening on")) {
                return;
            }
        }
        throw new AssertionError("The node exporter ended before it listened");
    }

    private void zone(String directory, String name, long microjoules) throws IOException {
        Path zone = Files.createDirectories(sysfs.resolve("class/powercap").resolve(directory));
        Files.writeString(zone.resolve("name"), name + "\n");
        Files.writeString(zone.resolve("energy_uj"), microjoules + "\n");
        Files.writeString(zone.resolve("max_energy_range_uj"), "262143328850\n");
    }
}
