package dev.ipw.examples.benchmarks.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The form of a server's streams.
 *
 * @param tls         whether they are encrypted
 * @param burst       whether all streams get their next event at one instant, as from a server that batches, or each in
 *                    its turn
 * @param streams     the number of streams
 * @param periodNanos the time from one event of a stream to its next
 */
record Shape(boolean tls, boolean burst, int streams, long periodNanos) {
    private static final long MILLI = 1_000_000;
    private static final List<Integer> STREAMS = List.of(1, 64, 256, 512, 2048);
    private static final List<Integer> PERIODS_MILLIS = List.of(10, 20, 50, 50, 200);

    /** Returns all measured shapes: everything in plain text, and the bursts over TLS. */
    static List<Shape> all() {
        List<Shape> shapes = new ArrayList<>();
        for (boolean tls : new boolean[]{false, true}) {
            for (boolean burst : new boolean[]{true, false}) {
                for (int i = 0; i < STREAMS.size() && (burst || !tls); i++) {
                    shapes.add(new Shape(tls, burst, STREAMS.get(i), PERIODS_MILLIS.get(i) * MILLI));
                }
            }
        }
        return shapes;
    }

    /** Writes the path that requests one stream of this shape from the server. */
    String path(long run, int events) {
        return "/" + run + "/" + streams + "/" + events + "/" + periodNanos + "/" + (burst ? "burst" : "spread");
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s, %s, %d streams, %d ms", tls ? "TLS" : "plain",
                burst ? "burst" : "spread", streams, periodNanos / MILLI);
    }
}
