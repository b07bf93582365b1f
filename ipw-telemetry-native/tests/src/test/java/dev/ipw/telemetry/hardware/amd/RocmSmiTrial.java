package dev.ipw.telemetry.hardware.amd;

import com.sun.management.ThreadMXBean;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySource;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/**
 * Print what ROCm SMI gives where this process runs, in a process of its own that a crash of the library may end. Where
 * {@code /sys} holds a fabricated card, its counter is moved by a million counts meanwhile.
 */
final class RocmSmiTrial {
    private static final long STEP_COUNTS = 1_000_000;
    private static final int TICKS = 2_000;

    private RocmSmiTrial() {}

    public static void main(String[] arguments) throws IOException {
        TelemetryEnvironment environment = TelemetryEnvironment.system().withArgument("rocm-smi");
        AmdProvider provider = new AmdProvider();
        for (SensorStatus status : provider.probe(environment)) {
            System.out.println("status " + status.available() + " " + status.name() + ": " + status.detail());
        }
        for (TelemetrySource source : provider.open(environment)) {
            read(source, Path.of(arguments[0]));
            source.close();
            source.close();
            System.out.println("closed " + Reading.of(source).values());
        }
        System.out.println("end");
    }

    private static void read(TelemetrySource source, Path card) throws IOException {
        Reading first = Reading.of(source);
        source.sensors().forEach(sensor -> System.out.println("sensor " + sensor.device() + " " + sensor.source()));
        first.values().forEach((name, value) -> System.out.println("value " + name + " = " + value));
        long before = counts(first);
        new FabricatedAmd.Card(card).count(before + STEP_COUNTS);
        long after = counts(Reading.of(source));
        double joules = (after - before) * source.sensors().getFirst().joulesPerUnit().orElseThrow();
        System.out.println("joules " + String.format(Locale.ROOT, "%.9f", joules));
        System.out.println("bytes per tick " + bytesPerTick(source));
    }

    private static long counts(Reading reading) {
        return Objects.requireNonNull(reading.values().get("energy counter")).longValue();
    }

    private static long bytesPerTick(TelemetrySource source) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Forgetful sink = new Forgetful();
        long bytes = Long.MAX_VALUE;
        // When it is warm is for the compiler to say, which has little time on a machine that is busy.
        while (bytes >= TICKS) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < TICKS; i++) {
                source.sample(sink);
            }
            bytes = threads.getCurrentThreadAllocatedBytes() - before;
        }
        return bytes / TICKS;
    }

    /** Take readings and forget them. */
    private static final class Forgetful implements SampleSink {
        @Override
        public void counter(int sensor, long counts) {}

        @Override
        public void gauge(int sensor, double value) {}

        @Override
        public void lost(int sensor, String reason) {}
    }
}
