package dev.ipw.importing;

import dev.ipw.error.InputException;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.tree.TreeReader;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAccessor;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A reader of the times of other tools as whole nanoseconds. */
final class BenchmarkToolTimes {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long NANOS_PER_WHOLE_SECOND = 1_000_000_000L;
    private static final double MAX_SECONDS = 8.64e6;
    private static final double LAST_SECOND = 9e9;

    private BenchmarkToolTimes() {}

    /** Reads a duration in seconds; rejects a negative one, and one of months. */
    static OptionalLong nanos(String place, TreeReader tree, String key) {
        OptionalDouble seconds = tree.optionalNumber(key);
        return seconds.isEmpty() ? OptionalLong.empty() : OptionalLong.of(nanos(place, key, seconds.getAsDouble()));
    }

    /** Converts a duration in seconds into nanoseconds; rejects a negative one, and one of months. */
    static long nanos(String place, String key, double seconds) {
        return whole(place, key, seconds, MAX_SECONDS);
    }

    /** Reads a moment in seconds since 1970, or since any zero; rejects a negative one. */
    static OptionalLong moment(String place, TreeReader tree, String key) {
        OptionalDouble seconds = tree.optionalNumber(key);
        return seconds.isEmpty() ? OptionalLong.empty() : OptionalLong.of(moment(place, key, seconds.getAsDouble()));
    }

    /** Converts a moment in seconds into nanoseconds; rejects a negative one, and one after 2255. */
    static long moment(String place, String key, double seconds) {
        return whole(place, key, seconds, LAST_SECOND);
    }

    /** Checks a moment in nanoseconds since 1970. */
    static long moment(String place, String key, long nanos) {
        if (nanos < 0 || nanos > LAST_SECOND * NANOS_PER_SECOND) {
            throw new InputException(place + ": " + key + " must be nanoseconds since 1970, not " + nanos);
        }
        return nanos;
    }

    private static long whole(String place, String key, double seconds, double most) {
        if (!(seconds >= 0 && seconds <= most)) {
            throw new InputException(place + ": " + key + " must be seconds, 0 to " + (long) most + ", not " + seconds
                    + ". Check that the named tool wrote the file");
        }
        // A present-day moment in nanoseconds is too large for a double to hold single nanoseconds.
        long whole = (long) seconds;
        return whole * NANOS_PER_WHOLE_SECOND + Math.round((seconds - whole) * NANOS_PER_SECOND);
    }

    /** Reads a moment in ISO 8601; one without a zone counts as UTC. */
    static long epochNanos(String place, String key, String text) {
        try {
            TemporalAccessor parsed = DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from,
                    LocalDateTime::from);
            Instant moment = parsed instanceof OffsetDateTime zoned
                    ? zoned.toInstant()
                    : LocalDateTime.from(parsed).toInstant(ZoneOffset.UTC);
            if (isCountable(moment)) {
                return epochNanos(moment);
            }
        } catch (DateTimeParseException notTime) {
            throw new InputException(noMoment(place, key, text), notTime);
        }
        throw new InputException(noMoment(place, key, text));
    }

    private static String noMoment(String place, String key, String text) {
        return place + ": " + key + " must be a moment such as 2026-01-31T12:00:00Z, not '"
                + Redaction.excerpt(text, 80)
                + "'";
    }

    /** Returns whether a moment is within the range of {@link #epochNanos(Instant)}. */
    static boolean isCountable(Instant moment) {
        return moment.getEpochSecond() >= 0 && moment.getEpochSecond() < LAST_SECOND;
    }

    /** Returns the nanoseconds since 1970. */
    static long epochNanos(Instant moment) {
        return Math.addExact(Math.multiplyExact(moment.getEpochSecond(), NANOS_PER_WHOLE_SECOND), moment.getNano());
    }

    /** Moves a moment by one of many durations; rejects a sum after 2255. */
    static long later(String place, String key, long moment, long nanos) {
        if (moment + nanos > LAST_SECOND * NANOS_PER_SECOND) {
            throw new InputException(place + ": " + key + " adds up to more than " + (long) LAST_SECOND
                    + " seconds. Check that the named tool wrote the file");
        }
        return moment + nanos;
    }

    /** Moves a moment by a duration, if both are known. */
    static OptionalLong after(long start, OptionalLong nanos) {
        return nanos.isEmpty() ? nanos : OptionalLong.of(start + nanos.getAsLong());
    }
}
