package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.ResponseFlag;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import java.util.EnumSet;
import java.util.OptionalLong;

/**
 * A reader of the figures that a server reports of one answer. An implausible figure is omitted like an absent one, and
 * flagged: a count that is no whole number from 0 to {@link TokenUsage#MAX_TOKENS}, a duration below zero or beyond
 * {@link ServerTimings#MAX_NANOS}, anything that is no number.
 */
public final class ServerFigureReader {
    private final EnumSet<ResponseFlag> ofCounts = EnumSet.noneOf(ResponseFlag.class);
    private final EnumSet<ResponseFlag> ofDurations = EnumSet.noneOf(ResponseFlag.class);

    /**
     * Reads a count.
     *
     * @param node the node that may contain it
     * @return the count; absent if the server sends none, or an implausible one
     */
    public OptionalLong count(JsonNode node) {
        if (node.isMissingNode() || node.isNull()) {
            return OptionalLong.empty();
        }
        double value = node.isNumber() ? node.doubleValue() : -1;
        if (!(value >= 0 && value <= TokenUsage.MAX_TOKENS) || Math.rint(value) != value) {
            ofCounts.add(ResponseFlag.COUNT_OUT_OF_RANGE);
            return OptionalLong.empty();
        }
        return OptionalLong.of((long) value);
    }

    /**
     * Reads a duration. A server that sends zero does not know it.
     *
     * @param node         may hold a number
     * @param nanosPerUnit the number of nanoseconds in the server's unit
     * @return nanoseconds; absent if the server sends none, zero, or an implausible one
     */
    public OptionalLong nanos(JsonNode node, double nanosPerUnit) {
        if (node.isMissingNode() || node.isNull()) {
            return OptionalLong.empty();
        }
        double nanos = node.isNumber() ? node.doubleValue() * nanosPerUnit : -1;
        if (!(nanos >= 0 && nanos <= ServerTimings.MAX_NANOS)) {
            ofDurations.add(ResponseFlag.DURATION_OUT_OF_RANGE);
            return OptionalLong.empty();
        }
        return nanos > 0 ? OptionalLong.of(Math.round(nanos)) : OptionalLong.empty();
    }

    /**
     * Flags the counts that were omitted.
     *
     * @param usage the counts
     * @return the counts with their flags
     */
    public TokenUsage noted(TokenUsage usage) {
        return usage.withFlags(ofCounts);
    }

    /**
     * Flags the durations that were omitted.
     *
     * @param timings the durations
     * @return the durations with their flags
     */
    public ServerTimings noted(ServerTimings timings) {
        return new ServerTimings(timings.queueNanos(), timings.loadNanos(), timings.promptNanos(),
                timings.generationNanos(), timings.totalNanos(), ofDurations);
    }
}
