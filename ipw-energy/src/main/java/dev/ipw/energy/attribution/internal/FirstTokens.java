package dev.ipw.energy.attribution.internal;

import java.util.Arrays;
import java.util.List;

/** The time of each request's first token, estimated from its other tokens' times if it has none. */
final class FirstTokens {
    private static final double TYPICAL = 0.2;

    private FirstTokens() {}

    static long[] of(List<RequestActivity> requests) {
        double[] perToken = requests.stream().filter(request -> request.outputTokens() > 1)
                .mapToDouble(request -> (double) (request.endNanos() - request.firstTokenNanos()
                        .orElse(request.startNanos())) / (request.outputTokens() - 1))
                .filter(nanos -> nanos > 0).sorted().toArray();
        double typical = perToken.length == 0 ? 0 : perToken[(int) (TYPICAL * (perToken.length - 1))];
        long[] first = new long[requests.size()];
        Arrays.setAll(first, i -> {
            RequestActivity request = requests.get(i);
            boolean isKnown = request.firstTokenNanos().isPresent()
                    && (request.outputTokens() <= 1 || request.firstTokenNanos().getAsLong() < request.endNanos());
            long estimate = request.endNanos() - (long) (typical * Math.max(0, request.outputTokens() - 1));
            return isKnown
                    ? request.firstTokenNanos().getAsLong()
                    : Math.clamp(estimate, request.startNanos(), request.endNanos());
        });
        return first;
    }
}
