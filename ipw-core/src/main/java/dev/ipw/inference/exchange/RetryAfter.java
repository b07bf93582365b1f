package dev.ipw.inference.exchange;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;

/** The wait that a server asks for. */
final class RetryAfter {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLISECOND = 1e6;

    private RetryAfter() {}

    /**
     * Reads it from the headers of a response, their names in lower case: in milliseconds as from OpenAI and Azure,
     * otherwise in seconds or as a date.
     */
    static Optional<Duration> of(Map<String, String> headers, Instant now) {
        return Optional.ofNullable(headers.get("retry-after-ms"))
                .flatMap(text -> number(text.strip(), NANOS_PER_MILLISECOND))
                .or(() -> Optional.ofNullable(headers.get("retry-after")).flatMap(text -> asked(text.strip(), now)));
    }

    /** Reads a number of seconds, or a date. */
    static Optional<Duration> asked(String text, Instant now) {
        Optional<Duration> seconds = number(text, NANOS_PER_SECOND);
        if (seconds.isPresent()) {
            return seconds;
        }
        try {
            Duration until = Duration.between(now,
                    ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
            return until.isNegative() ? Optional.empty() : Optional.of(until);
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> number(String text, double nanosPerUnit) {
        return text.matches("\\d{1,9}(\\.\\d{1,9})?")
                ? Optional.of(Duration.ofNanos(Math.round(Double.parseDouble(text) * nanosPerUnit)))
                : Optional.empty();
    }
}
