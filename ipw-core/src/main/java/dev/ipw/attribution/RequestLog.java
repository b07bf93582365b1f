package dev.ipw.attribution;

import dev.ipw.energy.attribution.RequestActivity;
import dev.ipw.energy.attribution.TokenTimes;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Read what a serving system logged: one request a line, {@code {"id":..,"start_ns":..,"first_token_ns":..,"end_ns":..,
 * "input_tokens":..,"output_tokens":..,"token_ns":[..]}}. First token and token times may be missing;
 * {@code cached_input_tokens}, {@code prefill_start_ns}, {@code token_counts} and {@code devices} may be added.
 */
public final class RequestLog {
    private final List<RequestActivity> requests = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private final boolean cutOff;

    private RequestLog(Path file) {
        cutOff = LogLines.read("the requests", file, this::take);
    }

    /**
     * Read a log.
     *
     * @param file JSON lines
     * @return the log
     * @throws InputException if the file cannot be read, or a line is no request; the message names the line
     */
    public static RequestLog read(Path file) {
        return new RequestLog(file);
    }

    /**
     * List the requests.
     *
     * @return in the order of the lines
     */
    public List<RequestActivity> requests() {
        return List.copyOf(requests);
    }

    /**
     * Say whether the last line was cut off and left out.
     *
     * @return true if it was
     */
    public boolean isCutOff() {
        return cutOff;
    }

    private void take(TreeReader line) {
        RequestActivity request = request(line);
        TokenTimes tokens = request.tokens();
        if (tokens.size() > 0 && (tokens.nanos(0) < request.startNanos()
                || tokens.nanos(tokens.size() - 1) > request.endNanos())) {
            throw new IllegalArgumentException(
                    "each token of request " + request.id() + " must come while it is served");
        }
        if (!ids.add(request.id())) {
            throw new IllegalArgumentException("there is another request " + request.id() + "; give each its own id");
        }
        requests.add(request);
    }

    private static RequestActivity request(TreeReader line) {
        long[] nanos = line.wholes("token_ns");
        OptionalLong first = line.optionalWhole("first_token_ns");
        TokenTimes tokens = TokenTimes.NONE;
        if (nanos.length > 0) {
            tokens = TokenTimes.of(nanos, counts(line.wholes("token_counts")));
            first = first.isPresent() ? first : OptionalLong.of(nanos[0]);
        }
        return new RequestActivity(id(line), line.whole("start_ns"), line.optionalWhole("prefill_start_ns"),
                first, line.whole("end_ns"), line.optionalWhole("input_tokens").orElse(0),
                line.optionalWhole("cached_input_tokens").orElse(0),
                line.optionalWhole("output_tokens").orElse(nanos.length), tokens,
                new HashSet<>(line.texts("devices")));
    }

    /** Take a number for a name, too. */
    private static String id(TreeReader line) {
        Object id = line.asMap().get("id");
        return id instanceof Number ? id.toString() : line.text("id");
    }

    private static int[] counts(long[] counts) {
        return Arrays.stream(counts).mapToInt(Math::toIntExact).toArray();
    }
}
