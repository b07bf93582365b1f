package dev.ipw.results.internal.format;

import java.util.OptionalLong;

/** The columns of the parts of a query's time, in nanoseconds; they follow each other and add up to it. */
final class TimePartColumns extends Columns<TimeParts> {
    TimePartColumns() {
        count("waiting_nanos", "from the intended start until it was taken up",
                parts -> OptionalLong.of(parts.waitingNanos()));
        count("retrying_nanos", "from there to the start of the last try", TimeParts::retryingNanos);
        count("connecting_nanos", "to set up the connection", TimeParts::connectingNanos);
        count("sending_nanos", "to send the request", TimeParts::sendingNanos);
        count("until_first_byte_nanos", "from the send to the first byte", TimeParts::untilFirstByteNanos);
        count("until_first_token_nanos", "from there to the first token", TimeParts::untilFirstTokenNanos);
        count("generating_nanos", "from there to the last token", TimeParts::generatingNanos);
        count("until_end_nanos", "from the last known moment to the end",
                parts -> OptionalLong.of(parts.untilEndNanos()));
    }
}
