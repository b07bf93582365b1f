package dev.ipw.energy.attribution;

import java.util.Arrays;
import java.util.List;

/**
 * Say when the server took up each request: a queued one uses nothing, and nothing queues where nobody else is served. Where the server does not tell, the engine's steps do:
 * going back from the first token, a prompt was worked through in those steps that took longer than usual, until they
 * make up for its length. Without token stamps, the requests that waited least say how long a prompt of some length takes
 * from start to first token; the time beyond that was waited.
 */
final class PrefillStarts {
    private static final int FEWEST_REQUESTS = 20;
    private static final int FEWEST_TOKENS = 64;
    private static final double TYPICAL_RATE = 0.6;
    private static final double ENOUGH = 0.8;
    private static final double ALLOWANCE = 1.15;
    private static final double MOSTLY_QUEUED = 0.5;

    private final List<RequestActivity> requests;
    private final EngineSteps steps;
    private final long[] nanos;
    private double nanosPerToken;
    private double[] line = {Double.POSITIVE_INFINITY, 0};
    private boolean queueingDominates;

    private PrefillStarts(List<RequestActivity> requests, EngineSteps steps) {
        this.requests = requests;
        this.steps = steps;
        nanos = new long[requests.size()];
    }

    static PrefillStarts of(List<RequestActivity> requests, EngineSteps steps) {
        PrefillStarts starts = new PrefillStarts(requests, steps);
        starts.findRate();
        starts.findLine();
        starts.find();
        return starts;
    }

    long nanos(int request) {
        return nanos[request];
    }

    /** Say whether most requests seem to have waited longer than they were worked on, so that guesses carry the result. */
    boolean queueingDominates() {
        return queueingDominates;
    }

    /** Ask the steps that end with first tokens how long a prompt token takes. */
    private void findRate() {
        double[] tokens = new double[steps.count()];
        for (RequestActivity request : requests) {
            if (request.tokens().size() > 0) {
                tokens[steps.at(request.tokens().nanos(0))] += request.computedInputTokens();
            }
        }
        double[] rates = new double[tokens.length];
        int known = 0;
        for (int step = 0; step < tokens.length; step++) {
            if (tokens[step] >= FEWEST_TOKENS) {
                rates[known++] = steps.prefillNanosOf(step) / tokens[step];
            }
        }
        Arrays.sort(rates, 0, known);
        nanosPerToken = known >= FEWEST_REQUESTS ? rates[(int) (TYPICAL_RATE * (known - 1))] : 0;
    }

    private void findLine() {
        double[] tokens = new double[requests.size()];
        double[] taken = new double[requests.size()];
        int known = 0;
        for (RequestActivity request : requests) {
            if (request.firstTokenNanos().isPresent()) {
                tokens[known] = request.computedInputTokens();
                taken[known++] = request.firstTokenNanos().getAsLong() - request.startNanos();
            }
        }
        if (known >= FEWEST_REQUESTS) {
            line = LowerLine.through(Arrays.copyOf(tokens, known), Arrays.copyOf(taken, known));
        }
    }

    private void find() {
        int guessed = 0;
        int mostlyQueued = 0;
        long busyUntil = Long.MIN_VALUE;
        for (int i = 0; i < nanos.length; i++) {
            RequestActivity request = requests.get(i);
            long start = request.startNanos();
            boolean meetsOthers = start < busyUntil;
            busyUntil = Math.max(busyUntil, request.endNanos());
            if (request.prefillStartNanos().isPresent()) {
                nanos[i] = request.prefillStartNanos().getAsLong();
            } else if (request.firstTokenNanos().isEmpty() || !meetsOthers) {
                nanos[i] = start;
            } else if (request.tokens().size() > 0 && nanosPerToken > 0) {
                nanos[i] = Math.clamp(walkBack(request), start, request.firstTokenNanos().getAsLong());
            } else {
                long first = request.firstTokenNanos().getAsLong();
                double prefill = ALLOWANCE * (line[0] + line[1] * request.computedInputTokens());
                nanos[i] = prefill < first - start ? first - (long) prefill : start;
                guessed++;
                mostlyQueued += nanos[i] - start > MOSTLY_QUEUED * (first - start) ? 1 : 0;
            }
        }
        queueingDominates = mostlyQueued > MOSTLY_QUEUED * guessed && guessed > 0;
    }

    private long walkBack(RequestActivity request) {
        int step = steps.at(request.tokens().nanos(0));
        double wanted = ENOUGH * nanosPerToken * request.computedInputTokens();
        double found = steps.prefillNanosOf(step);
        while (found < wanted && step > 0 && steps.beginNanos(step) > request.startNanos()) {
            step--;
            found += steps.prefillNanosOf(step);
        }
        return steps.beginNanos(step);
    }
}
