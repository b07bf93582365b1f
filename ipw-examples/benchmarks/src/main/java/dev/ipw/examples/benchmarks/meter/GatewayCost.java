package dev.ipw.examples.benchmarks.meter;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A program that measures what gateways before a model server cost: the delay that they add to each token, and their
 * processor time and memory. The same server is read directly and through each gateway in turns. Each gateway is a
 * process of its own, which {@code scripts/meter-cost.sh} starts.
 */
public final class GatewayCost {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int ROUNDS = 5;
    /** The time after which a Java gateway spends little on compiling itself. */
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(40);
    private static final double CLOCK_TICKS_PER_SECOND = 100;

    private GatewayCost() {}

    private record Gateway(String name, int port, long processId) {
        static Gateway of(String text) {
            String[] parts = text.split("[=:]");
            return new Gateway(parts[0], Integer.parseInt(parts[1]), Long.parseLong(parts[2]));
        }

        double processorSeconds() throws IOException {
            if (processId == 0) {
                return Double.NaN;
            }
            String stat = Files.readString(Path.of("/proc/" + processId + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / CLOCK_TICKS_PER_SECOND;
        }

        double residentMebibytes() throws IOException {
            return processId == 0
                    ? Double.NaN
                    : Files.readAllLines(Path.of("/proc/" + processId + "/status")).stream()
                            .filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).findFirst().orElse(0)
                            / 1024.0;
        }
    }

    /**
     * Measures and prints a table.
     *
     * @param arguments the port of the server to start, the number of streams at once, the tokens of each, the tokens
     *                  per second of each, and gateways in the form {@code name=port:processId}
     */
    public static void main(String[] arguments) throws IOException {
        int streams = Integer.parseInt(arguments[1]);
        int tokens = Integer.parseInt(arguments[2]);
        long interval = 1_000_000_000L / Long.parseLong(arguments[3]);
        try (PacedServer server = new PacedServer(Integer.parseInt(arguments[0]), tokens, interval)) {
            List<Gateway> gateways = new ArrayList<>(List.of(new Gateway("direct", server.port(), 0)));
            for (int i = 4; i < arguments.length; i++) {
                gateways.add(Gateway.of(arguments[i]));
            }
            measure(gateways, streams, interval, System.out);
        }
    }

    private static void measure(List<Gateway> gateways, int streams, long interval, PrintStream out)
            throws IOException {
        for (Gateway gateway : gateways) {
            long start = System.nanoTime();
            do {
                new StreamReaders(gateway.port).read(streams, interval);
            } while (System.nanoTime() - start < WARM_UP_NANOS);
        }
        double[][] middle = new double[gateways.size()][ROUNDS];
        double[][] late = new double[gateways.size()][ROUNDS];
        double[] processor = new double[gateways.size()];
        double[] seconds = new double[gateways.size()];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < gateways.size(); i++) {
                Gateway gateway = gateways.get(i);
                double before = gateway.processorSeconds();
                long start = System.nanoTime();
                long[] delays = new StreamReaders(gateway.port).read(streams, interval);
                seconds[i] += (System.nanoTime() - start) / 1e9;
                processor[i] += gateway.processorSeconds() - before;
                middle[i][round] = delays[delays.length / 2] / NANOS_PER_MILLI;
                late[i][round] = delays[(int) (delays.length * 0.99)] / NANOS_PER_MILLI;
            }
        }
        out.println(streams + " streams at once; delay of a token in ms: median over " + ROUNDS + " rounds");
        out.println("| way | p50 | p99 | added p50 | added p99 | share of a core | MiB resident |");
        out.println("|---|---:|---:|---:|---:|---:|---:|");
        for (int i = 0; i < gateways.size(); i++) {
            out.printf(Locale.ROOT, "| %s | %.3f | %.2f | %.3f | %.2f | %.0f %% | %.0f |%n", gateways.get(i).name,
                    median(middle[i]), median(late[i]), median(middle[i]) - median(middle[0]),
                    median(late[i]) - median(late[0]), 100 * processor[i] / seconds[i],
                    gateways.get(i).residentMebibytes());
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
