package dev.ipw.results.internal.format;

import dev.ipw.query.ModelCall;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.QueryParts.CallMetrics;
import java.util.Optional;

/**
 * One call of a query with its cost.
 *
 * @param call    the call
 * @param metrics its cost; empty if unknown
 */
record MadeCall(ModelCall call, Optional<CallMetrics> metrics) {
    LatencyMetrics latency() {
        return LatencyMetrics.of(call.timeline(), call.response().usage());
    }
}
