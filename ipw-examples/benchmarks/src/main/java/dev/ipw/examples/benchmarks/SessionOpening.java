package dev.ipw.examples.benchmarks;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySessionBuilder;
import dev.ipw.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A program that prints the time of opening a session: on a machine on which no collector finds anything, on this
 * machine, and with eight GPUs of a stand-in for NVIDIA's library that is compiled here. The baseline is a session that
 * looks for nothing and starts one thread, for a source without a reading. The first opening of a process loads the
 * classes.
 */
public final class SessionOpening {
    private static final double NANOS_PER_MILLI = 1e6;

    private SessionOpening() {}

    /**
     * Prints the table. Arguments are the number of openings of each session, 20 by default, and the folder of the C
     * sources.
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int times = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        Path sources = arguments.length > 1 ? Path.of(arguments[1]) : GpuSamplerCost.SOURCES;
        measure(sources, times).forEach(System.out::println);
    }

    /** Measures everything once. */
    static List<String> measure(Path sources, int times) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("ipw-benchmark");
        try {
            Path library = GpuSamplerCost.library(sources, folder);
            Map<String, String> empty = new HashMap<>();
            for (String root : List.of("IPW_SYSFS_ROOT", "IPW_PROCFS_ROOT", "IPW_DEVFS_ROOT")) {
                empty.put(root, folder.resolve("nothing").toString());
            }
            Map<String, String> gpus = new HashMap<>(empty);
            gpus.put("IPW_NVML_LIBRARY", library.toString());
            // The first one is opened in a cold process, like in a command.
            Timing nothing = time(times, 0, () -> everywhere(empty));
            Timing here = time(times, 0, TelemetrySession::builder);
            Timing eight = time(times, GpuSamplerCost.GPUS, () -> everywhere(gpus));
            Timing baseline = time(times, 0,
                    () -> TelemetrySession.builder().collectors("none").source(new SilentSource()));
            return List.of("opening a session                     first ms  median ms   max ms  x baseline",
                    baseline.line("baseline: one thread, no collector", baseline),
                    nothing.line("all collectors, which find nothing", baseline),
                    here.line("all collectors, on this machine", baseline),
                    eight.line("all collectors, which find 8 GPUs", baseline));
        } finally {
            RunRows.delete(folder);
        }
    }

    private static TelemetrySessionBuilder everywhere(Map<String, String> variables) {
        return TelemetrySession.builder().environment(TelemetryEnvironment.of(variables));
    }

    private static Timing time(int times, int gpus, Supplier<TelemetrySessionBuilder> builder) {
        long[] nanos = new long[times];
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            try (TelemetrySession session = builder.get().open()) {
                nanos[i] = System.nanoTime() - start;
                if (session.deviceSeries().size() < gpus) {
                    throw new IllegalStateException("Not all GPUs are read: " + session.problems());
                }
            }
        }
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new Timing(nanos[0] / NANOS_PER_MILLI, sorted[times / 2] / NANOS_PER_MILLI,
                sorted[times - 1] / NANOS_PER_MILLI);
    }

    private record Timing(double first, double median, double max) {
        String line(String name, Timing baseline) {
            return String.format(Locale.ROOT, "%-36s %9.1f %10.2f %8.1f %11.1f", name, first, median, max,
                    median / baseline.median);
        }
    }

    /** A source that is read at once and has no reading. */
    private static final class SilentSource implements TelemetrySource {
        @Override
        public String id() {
            return "silent";
        }

        @Override
        public List<Sensor> sensors() {
            return List.of(Sensor.of("nothing", Scope.PACKAGE, Quantity.TEMPERATURE_CELSIUS, "nothing"));
        }

        @Override
        public Duration period() {
            return Duration.ofSeconds(1);
        }

        @Override
        public void sample(SampleSink sink) {}

        @Override
        public void close() {}
    }
}
