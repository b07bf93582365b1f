package dev.ipw.importing.log;

import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.error.InputException;
import dev.ipw.importing.lines.LogLines;
import dev.ipw.internal.tree.TreeReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A reader of the log of a serving system: one request a line, {@code
 * {"id":..,"start_ns":..,"first_token_ns":..,"end_ns":.., "input_tokens":..,"output_tokens":..,"token_ns":[..]}}. First
 * token and token times may be missing; {@code cached_input_tokens}, {@code prefill_start_ns}, {@code token_counts} and
 * {@code devices} may be added.
 */
public final class RequestLog {
    private final List<RequestActivity> requests = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private final boolean cutOff;
    private int strayRequests;
    private long mostStrayNanos;

    private RequestLog(Path file) {
        cutOff = LogLines.read(file, SampleLog.MAX_LINE_BYTES, (number, line) -> take(line));
    }

    /**
     * Reads a log.
     *
     * @param file JSON lines
     * @return the log
     * @throws InputException if the file cannot be read, or a line is not a request; the message names the line
     */
    public static RequestLog read(Path file) {
        return new RequestLog(file);
    }

    /**
     * Lists the requests.
     *
     * @return the requests in the order of the lines
     */
    public List<RequestActivity> requests() {
        return List.copyOf(requests);
    }

    /**
     * Returns whether the last line was cut off and skipped.
     *
     * @return true if it was
     */
    public boolean isCutOff() {
        return cutOff;
    }

    /**
     * Counts the requests with times of tokens or of the prefill outside of the request. Such times are moved to the
     * nearest moment of the request, because stamps of one request often come from two places.
     *
     * @return the number of such requests
     */
    public int strayRequests() {
        return strayRequests;
    }

    /**
     * Returns the maximum distance of a time from its request.
     *
     * @return nanoseconds; 0 if all times are within their requests
     */
    public long mostStrayNanos() {
        return mostStrayNanos;
    }

    private void take(TreeReader line) {
        RequestActivity request = request(line);
        if (!ids.add(request.id())) {
            throw new IllegalArgumentException("there is another request " + request.id() + "; give each its own id");
        }
        requests.add(request);
    }

    private RequestActivity request(TreeReader line) {
        String id = id(line);
        long start = LoggedValue.nanos(line, "start_ns");
        long end = LoggedValue.nanos(line, "end_ns");
        if (end < start) {
            throw new IllegalArgumentException("request " + id + " ends " + (start - end) + " ns before it starts");
        }
        Served served = new Served(start, end);
        long[] nanos = LoggedValue.allNanos(line, "token_ns");
        OptionalLong first = LoggedValue.optionalNanos(line, "first_token_ns");
        TokenTimes tokens = TokenTimes.NONE;
        if (nanos.length == 0 && line.wholes("token_counts").length > 0) {
            throw new IllegalArgumentException("token_counts need token_ns, the times that they are counts of");
        }
        if (nanos.length > 0) {
            // The order is checked on the original times, because moving them into the request would hide a wrong
            // order.
            TokenTimes.of(nanos);
            tokens = TokenTimes.of(Arrays.stream(nanos).map(served::clamp).toArray(),
                    LoggedValue.allTokens(line, "token_counts"));
            first = first.isPresent() ? first : OptionalLong.of(nanos[0]);
        }
        first = served.clamp(first);
        OptionalLong prefill = served.clamp(LoggedValue.optionalNanos(line, "prefill_start_ns"));
        if (served.strayNanos > 0) {
            strayRequests++;
            mostStrayNanos = Math.max(mostStrayNanos, served.strayNanos);
        }
        long input = LoggedValue.tokens(line, "input_tokens").orElse(0);
        long cached = LoggedValue.tokens(line, "cached_input_tokens").orElse(0);
        if (cached > input) {
            throw new IllegalArgumentException("cached_input_tokens, " + cached
                    + ", must be part of input_tokens, which are " + input);
        }
        return new RequestActivity(id, start, prefill, first, end, input, cached,
                LoggedValue.tokens(line, "output_tokens").orElse(nanos.length), tokens,
                new HashSet<>(line.texts("devices")));
    }

    /** Reads the id, which may be a number. */
    private static String id(TreeReader line) {
        Object id = line.asMap().get("id");
        return id instanceof Number ? id.toString() : line.text("id");
    }

    /** The times of one request, moved into the request where necessary, with the maximum distance of a move. */
    private static final class Served {
        private final long startNanos;
        private final long endNanos;
        private long strayNanos;

        Served(long startNanos, long endNanos) {
            this.startNanos = startNanos;
            this.endNanos = endNanos;
        }

        long clamp(long nanos) {
            strayNanos = Math.max(strayNanos, Math.max(startNanos - nanos, nanos - endNanos));
            return Math.clamp(nanos, startNanos, endNanos);
        }

        OptionalLong clamp(OptionalLong nanos) {
            return nanos.isPresent() ? OptionalLong.of(clamp(nanos.getAsLong())) : nanos;
        }
    }
}
