package dev.ipw.examples.benchmarks.wire;

import dev.ipw.examples.benchmarks.wire.LagRecorder.Lag;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * A program that prints the delay of the stamps of each way to read streams, against a {@link GoldenServer} in another
 * process. The clients take turns, and each turn is compared with the selector's turn in the same round, so that other
 * work on the machine affects all of them alike. A first round warms up and does not count.
 */
public final class WireLag {
    private final Map<String, StreamClient> clients = StreamClient.all();
    private final int repeats;
    private final double seconds;
    private long run = System.nanoTime();

    WireLag(int repeats, double seconds) {
        this.repeats = repeats;
        this.seconds = seconds;
    }

    /**
     * Prints the tables.
     *
     * @param arguments the server's plain address, its address with TLS, the number of rounds that count, the seconds
     *                  of one turn, and a text that the names of measured shapes must contain
     */
    public static void main(String[] arguments) throws Exception {
        WireLag lag = new WireLag(Integer.parseInt(arguments[2]), Double.parseDouble(arguments[3]));
        for (Shape shape : Shape.all()) {
            if (shape.toString().contains(arguments.length > 4 ? arguments[4] : "")) {
                lag.measure(shape, arguments[shape.tls() ? 1 : 0]).forEach(System.out::println);
            }
        }
    }

    /** Measures one shape with all clients. */
    List<String> measure(Shape shape, String server) throws Exception {
        Map<String, List<Lag>> turns = new LinkedHashMap<>();
        for (int round = 0; round <= repeats; round++) {
            for (Map.Entry<String, StreamClient> client : clients.entrySet()) {
                Lag lag = turn(shape, server, client.getValue());
                if (round > 0) {
                    turns.computeIfAbsent(client.getKey(), name -> new ArrayList<>()).add(lag);
                }
            }
        }
        return table(shape, turns);
    }

    private Lag turn(Shape shape, String server, StreamClient client) throws Exception {
        int events = (int) Math.max(2, seconds * TimeUnit.SECONDS.toNanos(1) / shape.periodNanos());
        LagRecorder recorder = new LagRecorder(events * shape.streams());
        // Garbage of another turn does not belong to this one.
        System.gc();
        client.read(URI.create(server + shape.path(run++, events)), shape.streams(), recorder);
        return recorder.finish();
    }

    private static List<String> table(Shape shape, Map<String, List<Lag>> turns) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("**" + shape + "**");
        lines.add("");
        lines.add("| client | lag p50 us | lag p99 us | CPU us/event | p50 ratio | p99 ratio | CPU ratio |");
        lines.add("|---|---|---|---|---|---|---|");
        List<Lag> baseline = turns.values().iterator().next();
        turns.forEach((name, lags) -> lines.add(String.format(Locale.ROOT,
                "| %s | %.0f | %.0f | %.1f | %.2f | %.2f | %.2f |", name, median(lags, Lag::median),
                median(lags, Lag::high), median(lags, Lag::cpuAnEvent), ratio(lags, baseline, Lag::median),
                ratio(lags, baseline, Lag::high), ratio(lags, baseline, Lag::cpuAnEvent)).replace("NaN", "-")));
        return lines;
    }

    private static double ratio(List<Lag> lags, List<Lag> baseline, ToDoubleFunction<Lag> part) {
        double[] ratios = new double[lags.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = part.applyAsDouble(lags.get(i)) / part.applyAsDouble(baseline.get(i));
        }
        return median(ratios);
    }

    private static double median(List<Lag> lags, ToDoubleFunction<Lag> part) {
        return median(lags.stream().mapToDouble(part).toArray());
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
}
