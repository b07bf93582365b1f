package dev.ipw.meter.log;

import com.sun.management.OperatingSystemMXBean;
import dev.ipw.meter.SimulatedBoard;
import dev.ipw.meter.SimulatedMeter;
import dev.ipw.meter.budget.BudgetWatch;
import dev.ipw.meter.budget.TenantBudget;
import dev.ipw.meter.metrics.MeterMetrics;
import dev.ipw.meter.metrics.MetricsOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A metered day, its time compressed: a {@link DayLoad} through the division, the log, the metrics and budgets of a
 * meter. As a program it prints what that costs hour by hour, and whether a joule or a request was lost.
 */
final class MeteredDay implements AutoCloseable {
    private static final long SECOND = 1_000_000_000L;
    private static final long ORIGIN = 5_000 * SECOND;
    private static final int HOURS = 24;
    /** Blocks between waits for the disk, which in real time has a minute for them. */
    private static final int BLOCKS_A_SYNC = 12;
    private static final double MIB = 1 << 20;

    private final Path folder;
    private final MeterLog log;
    private final SimulatedBoard board = new SimulatedBoard(1, ORIGIN);
    private final DayLoad load;
    private final SimulatedMeter meter;
    private final MeterMetrics metrics;
    private final BudgetWatch budgets;

    MeteredDay(Path folder, MeterLogLimits limits, Duration length, long requests) {
        this.folder = folder;
        long begin = ORIGIN + 3 * SECOND;
        log = MeterLog.open(folder, limits);
        load = new DayLoad(begin, length, requests);
        meter = new SimulatedMeter(board, load, 1, begin);
        metrics = new MeterMetrics(
                MetricsOptions.DEFAULT.withGenAi(new MetricsOptions.GenAiServer("simulated", "localhost")),
                meter::open);
        budgets = new BudgetWatch(List.of(TenantBudget.parse("tenant-1=1kJ/day"), TenantBudget.parse("*=1GJ/hour"),
                TenantBudget.parse("*=1GJ/month")), meter::now);
        metrics.add(budgets);
        List.of(log, metrics, budgets).forEach(meter::addListener);
    }

    /** Goes on to a moment after the begin, unless the program's time is up before; returns whether it got there. */
    boolean runTo(Duration moment, long deadlineNanos) {
        long until = meter.beginNanos() + moment.toNanos();
        for (int block = 1; meter.nowNanos() < until && System.nanoTime() - deadlineNanos < 0; block++) {
            meter.run(1);
            if (block % BLOCKS_A_SYNC == 0) {
                log.sync();
            }
        }
        return meter.nowNanos() >= until;
    }

    SimulatedMeter meter() {
        return meter;
    }

    BudgetWatch budgets() {
        return budgets;
    }

    MeterTotals totals() {
        return log.totals();
    }

    /** Returns the text of a scrape. */
    String scrape() {
        return metrics.prometheusText();
    }

    /** Returns the joules that the board used in the blocks so far. */
    double trueJoules() {
        return board.joules(meter.nowNanos()) - board.joules(meter.beginNanos());
    }

    /** Adds up a metric of a scrape over its labels. */
    static double sum(String scrape, String metric) {
        return scrape.lines().filter(line -> line.startsWith(metric + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf('}') + 1).strip())).sum();
    }

    /** Returns the size of the log on the disk. */
    static long bytes(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public void close() {
        log.close();
    }

    /** Describes how far the sums of the board, the log and the metrics differ. */
    private String sums() {
        MeterTotals totals = totals();
        MeterTotals.Device device = Objects.requireNonNull(totals.devices().get(SimulatedBoard.NAME));
        double requests = totals.labels().stream().mapToDouble(MeterTotals.Label::joules).sum();
        String scrape = scrape();
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "board: %.3f J; log: requests %.3f + idle %.3f + other %.3f J%n",
                trueJoules(), device.requestsJoules(), device.idleJoules(), device.otherJoules()));
        double parts = device.requestsJoules() + device.idleJoules() + device.otherJoules();
        difference(text, "requests + idle + other against the board's truth", parts, trueJoules());
        difference(text, "requests + idle + other against the log's joules of the device", parts, device.joules());
        difference(text, "models and tenants in the log against requests", requests, device.requestsJoules());
        difference(text, "energy in the metrics against requests", sum(scrape, "ipw_energy_joules_total"),
                device.requestsJoules());
        difference(text, "idle in the metrics against the log's", sum(scrape, "ipw_idle_energy_joules_total"),
                device.idleJoules());
        difference(text, "device energy in the metrics against the log's",
                sum(scrape, "ipw_device_energy_joules_total"), device.joules());
        difference(text, "output tokens in the log against those streamed",
                totals.labels().stream().mapToLong(MeterTotals.Label::outputTokens).sum(), meter.tokens());
        text.append(String.format(Locale.ROOT,
                "requests: %,d started, %,d open, %,d final in the log, %.0f in the metrics; log: %s%n",
                meter.started(), meter.open(), totals.requests(), sum(scrape, "ipw_requests_total"),
                log.problem().orElse("no problem")));
        text.append(String.format(Locale.ROOT,
                "kept: %,d final requests, %,d labels in the log, %,d lines of a scrape, %,d budgets%n",
                meter.keptFinals(), totals.labels().size(), scrape.lines().count(), budgets.uses().size()));
        return text.toString();
    }

    private static void difference(StringBuilder text, String what, double one, double other) {
        text.append(String.format(Locale.ROOT, "%s: %.1e relative%n", what, Math.abs(one - other) / other));
    }

    private static String residentMiB() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .map(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10).map(String::valueOf).findFirst()
                    .orElse("unknown");
        } catch (IOException elsewhere) {
            return "unknown";
        }
    }

    private static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private void print(long requests, long minutes) {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(minutes);
        System.out.println("| until | requests | most open | heap, MiB | resident, MiB | log, MiB | processor, s |"
                + " of it division, s | kept requests | kept token times |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|");
        boolean isInTime = true;
        for (int hour = 1; hour <= HOURS && isInTime; hour++) {
            long before = processorNanos();
            long divided = meter.divisionProcessorNanos();
            long started = meter.started();
            isInTime = runTo(Duration.ofHours(hour), deadline);
            double spent = (processorNanos() - before) / 1e9;
            System.gc();
            System.out.printf(Locale.ROOT, "| %s | %,d | %d | %.1f | %s | %,.0f | %.1f | %.1f | %,d | %,d |%n",
                    time(), meter.started() - started, load.mostOpen(),
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB, residentMiB(),
                    bytes(folder) / MIB, spent, (meter.divisionProcessorNanos() - divided) / 1e9,
                    meter.division().keptRequests(), meter.division().keptTimes());
        }
        if (isInTime) {
            meter.run(BLOCKS_A_SYNC); // The last requests end.
        } else {
            System.out.printf(Locale.ROOT, "%nStopped after %d minutes, %,d of %,d requests%n", minutes,
                    meter.started(), requests);
        }
        log.sync();
        System.out.println();
        System.out.print(sums());
    }

    private String time() {
        long seconds = (meter.nowNanos() - meter.beginNanos()) / SECOND;
        return String.format(Locale.ROOT, "%02d:%02d", seconds / 3600, seconds / 60 % 60);
    }

    /** Simulates a day of some requests for at most some minutes: {@code MeteredDay [requests [minutes]]}. */
    public static void main(String[] arguments) throws IOException {
        long requests = arguments.length > 0 ? Long.parseLong(arguments[0]) : 10_000_000;
        long minutes = arguments.length > 1 ? Long.parseLong(arguments[1]) : 600;
        Path folder = Files.createTempDirectory("metered-day");
        // One thread for the arithmetic, as a meter has.
        try (ForkJoinPool arithmetic = new ForkJoinPool(1)) {
            arithmetic.submit(() -> {
                MeterTotals live;
                try (MeteredDay day = new MeteredDay(folder, MeterLogLimits.DEFAULT, Duration.ofDays(1), requests)) {
                    day.print(requests, minutes);
                    live = day.totals();
                }
                try (MeterLog again = MeterLog.open(folder)) {
                    System.out.printf("the log, opened again, has %s sums%n",
                            again.totals().equals(live) ? "the same" : "OTHER");
                }
            }).join();
        } finally {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }
}
