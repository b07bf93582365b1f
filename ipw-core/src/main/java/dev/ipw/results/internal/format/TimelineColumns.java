package dev.ipw.results.internal.format;

import dev.ipw.inference.DispatchTimings;
import dev.ipw.inference.ResponseSink.ConnectionTimes;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.internal.tree.TreeReader;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The columns of a request's moments, in nanoseconds on the run's clock, and of the duration of its connection setup.
 */
final class TimelineColumns extends StructColumns<ResponseTimeline> {
    static final TimelineColumns INSTANCE = new TimelineColumns();
    private static final double NANOS_PER_SECOND = 1e9;

    private final Column<ResponseTimeline, Long> intendedStart = moment("intended_start_nanos",
            "intended start", ResponseTimeline::intendedStartNanos);
    private final Column<ResponseTimeline, Long> takenUp = moment("taken_up_nanos", "when it was taken up",
            timeline -> timeline.dispatch().takenUpNanos());
    private final Column<ResponseTimeline, OptionalInt> retries = exported("retries", integer("retries",
            "number of retries", timeline -> OptionalInt.of(timeline.dispatch().retries())));
    private final Column<ResponseTimeline, OptionalLong> lastTry = optionalMoment("last_try_nanos",
            "start of the last try, if several", timeline -> timeline.dispatch().lastTryNanos());
    private final Column<ResponseTimeline, OptionalLong> lookup = connection("lookup_nanos",
            "time of the address look-up", ConnectionTimes::lookupNanos);
    private final Column<ResponseTimeline, OptionalLong> connect = connection("connect_nanos",
            "time to connect; absent for a reused connection",
            ConnectionTimes::connectNanos);
    private final Column<ResponseTimeline, OptionalLong> tls = count("tls_nanos", "time of the TLS handshake",
            timeline -> timeline.dispatch().connection().map(ConnectionTimes::tlsNanos)
                    .orElseGet(OptionalLong::empty));
    private final Column<ResponseTimeline, Optional<String>> replica = optionalText("replica",
            "the server's replica that answered, as a response header names it",
            timeline -> timeline.dispatch().replica());
    private final Column<ResponseTimeline, OptionalLong> sent = optionalMoment("sent_nanos", "when it was sent",
            ResponseTimeline::sentNanos);
    private final Column<ResponseTimeline, OptionalLong> firstByte = optionalMoment("first_byte_nanos",
            "when the first byte came", ResponseTimeline::firstByteNanos);
    private final Column<ResponseTimeline, OptionalLong> firstToken = optionalMoment("first_token_nanos",
            "when the first token of any kind came", ResponseTimeline::firstTokenNanos);
    private final Column<ResponseTimeline, OptionalLong> firstVisibleToken = optionalMoment(
            "first_visible_token_nanos", "when the first token of the visible answer came",
            ResponseTimeline::firstVisibleTokenNanos);
    private final Column<ResponseTimeline, OptionalLong> lastToken = optionalMoment("last_token_nanos",
            "when the last chunk with tokens came", ResponseTimeline::lastTokenNanos);
    private final Column<ResponseTimeline, Long> end = moment("end_nanos", "when it ended, or failed",
            ResponseTimeline::endNanos);
    private final Column<ResponseTimeline, long[]> chunks = moments("chunk_nanos",
            "when each chunk with tokens came", ResponseTimeline::chunkNanos);

    private TimelineColumns() {
        exportedSeconds("intended_start_seconds", timeline -> OptionalLong.of(timeline.intendedStartNanos()));
        exportedSeconds("sent_seconds", ResponseTimeline::sentNanos);
        exportedSeconds("end_seconds", timeline -> OptionalLong.of(timeline.endNanos()));
    }

    private Column<ResponseTimeline, OptionalLong> connection(String name, String meaning,
            ToLongFunction<ConnectionTimes> nanos) {
        return count(name, meaning, timeline -> timeline.dispatch().connection()
                .map(times -> OptionalLong.of(nanos.applyAsLong(times))).orElseGet(OptionalLong::empty));
    }

    private void exportedSeconds(String name, Function<ResponseTimeline, OptionalLong> nanos) {
        exportedOnly(name, ExportedValue.Place.FIGURE, timeline -> {
            OptionalLong moment = nanos.apply(timeline);
            return moment.isPresent() ? moment.getAsLong() / NANOS_PER_SECOND : null;
        });
    }

    long intendedStartNanos(TreeReader row) {
        return intendedStart.in(row);
    }

    /** Reads {@link ResponseTimeline#serviceStartNanos()}. */
    long serviceStartNanos(TreeReader row) {
        OptionalLong known = sent.in(row);
        return known.isPresent() ? known.getAsLong() : intendedStart.in(row);
    }

    long endNanos(TreeReader row) {
        return end.in(row);
    }

    @Override
    public ResponseTimeline read(TreeReader row) {
        Optional<ConnectionTimes> connection = connect.in(row).isEmpty()
                ? Optional.empty()
                : Optional.of(new ConnectionTimes(row.count(lookup.name()), row.count(connect.name()), tls.in(row)));
        DispatchTimings dispatch = new DispatchTimings(takenUp.in(row), row.integer(retries.name()), lastTry.in(row),
                connection, replica.in(row));
        return new ResponseTimeline(intendedStart.in(row), dispatch, sent.in(row), firstByte.in(row),
                firstToken.in(row), firstVisibleToken.in(row), lastToken.in(row), end.in(row), chunks.in(row));
    }
}
