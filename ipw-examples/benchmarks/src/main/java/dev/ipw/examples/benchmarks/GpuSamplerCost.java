package dev.ipw.examples.benchmarks;

import com.sun.management.ThreadMXBean;
import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.KernelFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that prints the cost of watching eight GPUs, on a stand-in for NVIDIA's library that is compiled here: that
 * of the session's own thread at several periods, compared with a process like nvidia-smi at each poll; and that of
 * reading an energy counter from an open file, compared with opening the file each time. The stand-in costs nothing
 * itself: a real driver adds its calls.
 */
public final class GpuSamplerCost {
    static final int GPUS = 8;
    private static final int[] PERIODS_MILLIS = {10, 20, 50};
    static final Path SOURCES = Path.of("ipw-telemetry-native", "src", "test", "native");
    private static final int WARM_TICKS = 20_000;
    private static final int WARM_READS = 50_000;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Path folder;
    private final Path library;

    private GpuSamplerCost(Path sources, Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        library = library(sources, folder);
        run("cc", "-O2", "-o", folder.resolve("fake_smi").toString(), sources.resolve("fake_smi.c").toString(),
                library.toString(), "-Wl,-rpath," + folder);
    }

    /** Prints the tables. Arguments are the seconds for each period, 20 by default, and the folder of the C sources. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        double seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 20;
        Path sources = arguments.length > 1 ? Path.of(arguments[1]) : SOURCES;
        measure(sources, seconds).forEach(System.out::println);
    }

    /** Measures everything once. */
    static List<String> measure(Path sources, double seconds) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("ipw-benchmark");
        try {
            GpuSamplerCost cost = new GpuSamplerCost(sources, folder);
            List<String> lines = new ArrayList<>();
            lines.add(
                    "sampler of " + GPUS + " GPUs    ticks/s  % of a core  us/tick  late p50 us  late p99 us  B/tick");
            for (int millis : PERIODS_MILLIS) {
                lines.add(cost.sampler(Duration.ofMillis(millis), seconds));
            }
            lines.add(cost.processes((int) Math.max(10, 10 * seconds)));
            lines.addAll(cost.files((int) (10_000 * seconds)));
            return lines;
        } finally {
            RunRows.delete(folder);
        }
    }

    /** Compiles the stand-in for NVIDIA's library, with eight GPUs. */
    static Path library(Path sources, Path folder) throws IOException, InterruptedException {
        Path compiled = folder.resolve("libnvidia-ml.so.1");
        run("cc", "-O2", "-shared", "-fPIC", "-Wl,-soname,libnvidia-ml.so.1", "-DFAKE_NVML_DEVICES=" + GPUS, "-o",
                compiled.toString(), sources.resolve("fake_nvml.c").toString(), "-lpthread");
        return compiled;
    }

    private TelemetrySource open() {
        TelemetryProvider nvml = Plugins.builder("collector", TelemetryProvider.class).build().require("nvml");
        List<TelemetrySource> sources = nvml
                .open(TelemetryEnvironment.of(Map.of("IPW_NVML_LIBRARY", library.toString())));
        sources.subList(1, sources.size()).forEach(TelemetrySource::close);
        return sources.getFirst();
    }

    private String sampler(Duration period, double seconds) {
        double[] late = lateness(period, seconds);
        Paced source = new Paced(open(), period);
        for (int i = 0; i < WARM_TICKS; i++) {
            source.sample(new NoSink());
        }
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).collectors("none").source(source)
                .open()) {
            Thread sampler = samplerThread();
            park(seconds / 4);
            int ticks = source.ticks.get();
            long cpu = THREADS.getThreadCpuTime(sampler.threadId());
            long bytes = THREADS.getThreadAllocatedBytes(sampler.threadId());
            long start = System.nanoTime();
            session.measure(() -> park(seconds));
            double nanos = System.nanoTime() - start;
            double cpuNanos = THREADS.getThreadCpuTime(sampler.threadId()) - cpu;
            bytes = THREADS.getThreadAllocatedBytes(sampler.threadId()) - bytes;
            ticks = source.ticks.get() - ticks;
            return String.format(Locale.ROOT, "each %2d ms             %6.1f %12.3f %8.1f %12.0f %12.0f %7.0f",
                    period.toMillis(), ticks / (nanos / 1e9), 100 * cpuNanos / nanos, cpuNanos / ticks / 1e3, late[0],
                    late[1], (double) bytes / ticks);
        }
    }

    /**
     * Parks like the sampler, but without its dither, and returns the lateness of ticks: median and 99th percentile in
     * us.
     */
    private double[] lateness(Duration period, double seconds) {
        int ticks = (int) Math.max(10, seconds * 1e9 / period.toNanos());
        long[] late = new long[ticks];
        try (TelemetrySource source = open()) {
            NoSink sink = new NoSink();
            long begun = System.nanoTime();
            for (int i = 0; i < ticks; i++) {
                source.sample(sink);
                LockSupport.parkNanos(period.toNanos() - (System.nanoTime() - begun));
                long now = System.nanoTime();
                late[i] = Math.max(0, now - begun - period.toNanos());
                begun = now;
            }
        }
        Arrays.sort(late);
        return new double[]{late[ticks / 2] / 1e3, late[ticks * 99 / 100] / 1e3};
    }

    private static Thread samplerThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("ipw-sampler-nvml"))
                .findFirst().orElseThrow();
    }

    private static void park(double seconds) {
        long until = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    /** Starts a process for each poll and reads its output; its own processor time is included. */
    private String processes(int polls) throws IOException, InterruptedException {
        long[] wall = new long[polls];
        String program = folder.resolve("fake_smi").toString();
        long children = childrenNanos();
        long own = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < polls; i++) {
            long start = System.nanoTime();
            run(program);
            wall[i] = System.nanoTime() - start;
        }
        double cpu = (childrenNanos() - children + THREADS.getCurrentThreadCpuTime() - own) / (double) polls;
        Arrays.sort(wall);
        return String.format(Locale.ROOT,
                "a process for each poll: %.2f ms of processor time, %.2f ms at the median; each 20 ms that is %.1f %% of a "
                        + "core",
                cpu / NANOS_PER_MILLI, wall[polls / 2] / NANOS_PER_MILLI, 100 * cpu / (20 * NANOS_PER_MILLI));
    }

    /** Reads the processor time of this process's ended children, in the kernel's ticks of 10 ms. */
    private static long childrenNanos() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) * TimeUnit.MILLISECONDS.toNanos(10);
    }

    private List<String> files(int reads) throws IOException {
        Path counter = folder.resolve("energy_uj");
        Files.writeString(counter, "262143328850\n");
        try (KernelFile file = KernelFile.open(counter)) {
            Reading kept = () -> {
                file.read();
                return file.nextNumber() ? file.number() : -1;
            };
            Reading anew = () -> {
                try (var stream = Files.newInputStream(counter)) {
                    return Long.parseLong(new String(stream.readAllBytes(), StandardCharsets.US_ASCII).strip());
                }
            };
            double[] keptCost = cost(kept, reads);
            double[] anewCost = cost(anew, reads);
            return List.of(
                    String.format(Locale.ROOT, "counter file kept open: %.2f us and %.0f B a read", keptCost[0],
                            keptCost[1]),
                    String.format(Locale.ROOT, "opened at each read: %.2f us and %.0f B, %.1f times the time",
                            anewCost[0],
                            anewCost[1], anewCost[0] / keptCost[0]));
        }
    }

    private static double[] cost(Reading reading, int reads) throws IOException {
        long sum = 0;
        for (int i = 0; i < WARM_READS; i++) {
            sum += reading.read();
        }
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < reads; i++) {
            sum += reading.read();
        }
        double nanos = THREADS.getCurrentThreadCpuTime() - start;
        bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        if (sum <= 0) {
            throw new IllegalStateException("The counter was not read");
        }
        return new double[]{nanos / reads / 1e3, (double) bytes / reads};
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command[0] + " failed: " + text);
        }
    }

    /** One reading of a counter. */
    @FunctionalInterface
    private interface Reading {
        long read() throws IOException;
    }

    /** A source at another period that counts the ticks. */
    private static final class Paced implements TelemetrySource {
        private final TelemetrySource source;
        private final Duration period;
        private final AtomicInteger ticks = new AtomicInteger();

        Paced(TelemetrySource source, Duration period) {
            this.source = source;
            this.period = period;
        }

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
            return period;
        }

        @Override
        public void sample(SampleSink sink) {
            source.sample(sink);
            ticks.incrementAndGet();
        }

        @Override
        public void close() {
            source.close();
        }
    }

    private static final class NoSink implements SampleSink {
        @Override
        public void counter(int sensor, long counts) {}

        @Override
        public void gauge(int sensor, double value) {}

        @Override
        public void lost(int sensor, String reason) {
            throw new IllegalStateException(reason);
        }
    }
}
