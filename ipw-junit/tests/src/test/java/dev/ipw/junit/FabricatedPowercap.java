package dev.ipw.junit;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * The machine of {@link FabricatedMachine} as the kernel shows it: the collector {@code fabricated-rapl} reads a tree of powercap
 * with the collector for that. Its argument is where the tree is laid out.
 */
public final class FabricatedPowercap implements TelemetryProvider {
    /** Create it, as a service loader does. */
    public FabricatedPowercap() {}

    @Override
    public String id() {
        return "fabricated-rapl";
    }

    @Override
    public String description() {
        return "a fabricated tree of powercap";
    }

    @Override
    public boolean automatic() {
        return false;
    }

    @Override
    public boolean takesArgument() {
        return true;
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        return powercap().probe(inside(environment));
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        Path zone = layOut(Path.of(environment.argument().orElseThrow()));
        FabricatedMachine.opened(1);
        return powercap().open(inside(environment)).stream().<TelemetrySource>map(source -> new Driven(source, zone))
                .toList();
    }

    private static TelemetryProvider powercap() {
        return ServiceLoader.load(TelemetryProvider.class).stream().map(ServiceLoader.Provider::get)
                .filter(provider -> provider.id().equals("powercap")).findFirst().orElseThrow();
    }

    private static TelemetryEnvironment inside(TelemetryEnvironment environment) {
        String root = environment.argument().orElseThrow();
        return TelemetryEnvironment.of(Map.of("IPW_SYSFS_ROOT", root + "/sys", "IPW_PROCFS_ROOT", root + "/proc"));
    }

    private static Path layOut(Path root) {
        Path zone = root.resolve("sys/devices/virtual/powercap/intel-rapl/intel-rapl:0");
        try {
            Files.createDirectories(zone);
            Files.createDirectories(root.resolve("sys/class/powercap"));
            Files.writeString(zone.resolve("name"), "package-0\n");
            Files.writeString(zone.resolve("max_energy_range_uj"), "262143328850\n");
            Files.writeString(zone.resolve("energy_uj"), "000000000000000\n");
            Files.createSymbolicLink(root.resolve("sys/class/powercap/intel-rapl:0"), zone);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return zone;
    }

    private record Driven(TelemetrySource source, Path zone) implements TelemetrySource {
        @Override
        public String id() {
            return source.id();
        }

        @Override
        public List<Sensor> sensors() {
            return source.sensors();
        }

        @Override
        public Duration period() {
            return source.period();
        }

        /** Bring the kernel's file up to date in one write of always the same length, then read it. */
        @Override
        public void sample(SampleSink sink) {
            FabricatedMachine.tick();
            byte[] text = String.format(Locale.ROOT, "%015d%n", FabricatedMachine.microjoules())
                    .getBytes(StandardCharsets.US_ASCII);
            try (FileChannel channel = FileChannel.open(zone.resolve("energy_uj"), StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(text), 0);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            source.sample(sink);
        }

        @Override
        public void close() {
            FabricatedMachine.opened(-1);
            source.close();
        }
    }
}
