package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.TelemetrySource;
import java.io.BufferedReader;
import java.io.IOException;
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
@Tag("process")
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
        int port = freePort();
        Process exporter = start(program.get(), port);
        // Somebody else may take the port before the exporter does.
        while (!awaitListening(exporter)) {
            port = freePort();
            exporter = start(program.get(), port);
        }
        try {
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

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private Process start(Path program, int port) throws IOException {
        return new ProcessBuilder(program.toString(), "--path.sysfs=" + sysfs,
                "--web.listen-address=127.0.0.1:" + port, "--collector.disable-defaults", "--collector.rapl")
                .redirectErrorStream(true).start();
    }

    /** Wait for the address in the log, which comes right after the port is open; false if another has the port. */
    private static boolean awaitListening(Process exporter) throws IOException {
        StringBuilder said = new StringBuilder();
        BufferedReader log = exporter.inputReader(StandardCharsets.UTF_8);
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            said.append(line).append('\n');
            if (line.contains("address already in use")) {
                exporter.destroyForcibly();
                return false;
            }
            if (line.contains("Listening on")) {
                return true;
            }
        }
        throw new AssertionError("The node exporter ended before it listened: " + said);
    }

    private void zone(String directory, String name, long microjoules) throws IOException {
        Path zone = Files.createDirectories(sysfs.resolve("class/powercap").resolve(directory));
        Files.writeString(zone.resolve("name"), name + "\n");
        Files.writeString(zone.resolve("energy_uj"), microjoules + "\n");
        Files.writeString(zone.resolve("max_energy_range_uj"), "262143328850\n");
    }
}
