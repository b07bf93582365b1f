package dev.ipw.energy.attribution;

import java.util.Arrays;
import java.util.List;

/**
 * Say when the server took up each request: a queued one uses nothing. Where the server does not tell, the requests that
 * waited least say how long a prompt of some length takes from start to first token; the time beyond that was waited.
 */
final class PrefillStarts {
    private static final int FEWEST_REQUESTS = 20;
    private static final int ROUNDS = 6;
    private static final double KEPT_SHARE = 0.6;
    private static final double ALLOWANCE = 1.15;
    private static final double MOSTLY_QUEUED = 0.5;

    private final long[] nanos;
    private final boolean queueingDominates;

    private PrefillStarts(long[] nanos, boolean queueingDominates) {
        this.nanos = nanos;
        this.queueingDominates = queueingDominates;
    }

    static PrefillStarts of(List<RequestActivity> requests) {
        double[] tokens = new double[requests.size()];
        double[] seconds = new double[requests.size()];
        int known = 0;
        for (RequestActivity request : requests) {
            if (request.firstTokenNanos().isPresent()) {
                tokens[known] = request.computedInputTokens();
                seconds[known++] = (request.firstTokenNanos().getAsLong() - request.startNanos()) / 1e9;
            }
        }
        double[] line = known >= FEWEST_REQUESTS
                ? lowerLine(Arrays.copyOf(tokens, known), Arrays.copyOf(seconds, known))
                : new double[]{Double.POSITIVE_INFINITY, 0};
        return of(requests, line);
    }

    private static PrefillStarts of(List<RequestActivity> requests, double[] line) {
        long[] nanos = new long[requests.size()];
        int guessed = 0;
        int mostlyQueued = 0;
        for (int i = 0; i < nanos.length; i++) {
            RequestActivity request = requests.get(i);
            long start = request.startNanos();
            if (request.prefillStartNanos().isPresent()) {
                nanos[i] = request.prefillStartNanos().getAsLong();
            } else if (request.firstTokenNanos().isPresent()) {
                long first = request.firstTokenNanos().getAsLong();
                double prefill = ALLOWANCE * (line[0] + line[1] * request.computedInputTokens()) * 1e9;
                nanos[i] = prefill < first - start ? first - (long) prefill : start;
                guessed++;
                mostlyQueued += nanos[i] - start > MOSTLY_QUEUED * (first - start) ? 1 : 0;
            } else {
                nanos[i] = start;
            }
        }
        return new PrefillStarts(nanos, mostlyQueued > MOSTLY_QUEUED * guessed && guessed > 0);
    }

    long nanos(int request) {
        return nanos[request];
    }

    /** Say whether most requests seem to have waited longer than they were worked on, so that guesses carry the result. */
    boolean queueingDominates() {
        return queueingDominates;
    }

    /** Fit a line, leave out what lies highest above it, and repeat: what remains waited little. */
    private static double[] lowerLine(double[] tokens, double[] seconds) {
        boolean[] used = new boolean[tokens.length];
        Arrays.fill(used, true);
        double[] line = {0, 0};
        for (int round = 0; round < ROUNDS; round++) {
            line = line(tokens, seconds, used);
            double[] above = new double[tokens.length];
            int count = 0;
            for (int i = 0; i < tokens.length; i++) {
                if (used[i]) {
                    above[count++] = seconds[i] - line[0] - line[1] * tokens[i];
                }
            }
            double[] sorted = Arrays.copyOf(above, count);
            Arrays.sort(sorted);
            double most = sorted[(int) (KEPT_SHARE * (count - 1))];
            if (count * KEPT_SHARE < FEWEST_REQUESTS / 2.0) {
                break;
            }
            for (int i = 0; i < tokens.length; i++) {
                used[i] = seconds[i] - line[0] - line[1] * tokens[i] <= most;
            }
        }
        return line;
    }

    private static double[] line(double[] tokens, double[] seconds, boolean[] used) {
        double count = 0;
        double sumX = 0;
        double sumY = 0;
        double sumXx = 0;
        double sumXy = 0;
        for (int i = 0; i < tokens.length; i++) {
            if (used[i]) {
                count++;
                sumX += tokens[i];
                sumY += seconds[i];
                sumXx += tokens[i] * tokens[i];
                sumXy += tokens[i] * seconds[i];
            }
        }
        double spread = count * sumXx - sumX * sumX;
        double slope = spread > 0 ? Math.max(0, (count * sumXy - sumX * sumY) / spread) : 0;
        return new double[]{Math.max(1e-3, (sumY - slope * sumX) / count), slope};
    }
}
