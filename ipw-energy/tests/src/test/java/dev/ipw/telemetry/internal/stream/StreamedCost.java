package dev.ipw.telemetry.internal.stream;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** Measures the processor time of the division for each simulated second, with 64 and 1,000 streams of 50 tokens a second. */
public final class StreamedCost {
    private static final long BLOCK_NANOS = 5_000_000_000L;
    private static final int BLOCKS = 60;
    private static final int MEAN_TOKENS = 500;

    private StreamedCost() {}

    /** Returns the rows of a table: streams, share of a core, kept token times, kept requests. */
    public static String rows() {
        StringBuilder rows = new StringBuilder();
        for (int streams : new int[]{64, 1000}) {
            SteadyServer server = new SteadyServer(streams, MEAN_TOKENS, MEAN_TOKENS, 1, 1);
            server.serve(BLOCKS / 2, BLOCK_NANOS);
            long spentNanos = 0;
            for (int block = BLOCKS / 2; block < BLOCKS; block++) {
                long border = server.division().dividedNanos() + BLOCK_NANOS;
                server.serveUntil(border + StreamedDivision.LOOK_AHEAD);
                long before = processorNanos();
                server.divide(border);
                spentNanos += processorNanos() - before;
            }
            rows.append(String.format(Locale.ROOT, "| %,d | %.1f | %,d | %,d |%n", streams,
                    100.0 * spentNanos / (BLOCKS / 2 * BLOCK_NANOS), server.division().keptTimes(),
                    server.division().keptRequests()));
        }
        return rows.toString();
    }

    private static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    public static void main(String[] arguments) {
        System.out.print(rows());
    }
}
