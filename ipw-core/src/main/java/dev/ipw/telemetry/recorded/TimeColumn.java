package dev.ipw.telemetry.recorded;

import dev.ipw.error.InputException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * The column of times: ISO 8601, {@code 2026/11/21 02:03:04.567} as nvidia-smi writes it, or a number. The name gives
 * the unit of a number; without it, the size decides: nanoseconds, microseconds, milliseconds or seconds since 1970, or
 * seconds since some start if it is too small for that.
 *
 * @param name      the name in the file
 * @param unitNanos the nanoseconds of its unit, if the name gives it
 * @param zone      the zone in which times without a zone were written
 */
record TimeColumn(String name, OptionalDouble unitNanos, ZoneId zone) {
    private static final List<String> NAMES = List.of("timestamp", "epoch", "datetime", "date_time", "time", "t", "ts",
            "unix", "elapsed");
    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(\\.\\d*)?([eE][-+]?\\d+)?");
    private static final Pattern ZONED = Pattern.compile(".*T.*(Z|[-+]\\d\\d(:?\\d\\d)?)");
    private static final double NANOS_PER_SECOND = 1e9;
    /**
     * The minimum number of seconds that counts as a time since 1970; it was passed in March 1973, and no machine runs
     * for so long.
     */
    private static final double MIN_EPOCH_SECONDS = 1e8;

    static Optional<TimeColumn> choose(Collection<String> columns, ReplayOptions options) {
        if (options.timeColumn().isPresent()) {
            return Optional.of(of(options.timeColumn().get(), options.zone()));
        }
        return NAMES.stream().flatMap(known -> columns.stream().filter(column -> isCalled(column, known))).findFirst()
                .map(column -> of(column, options.zone()));
    }

    private static boolean isCalled(String column, String known) {
        ColumnName name = ColumnName.of(column);
        return name.whole().equals(known)
                || (name.base().equals(known) && Unit.nanos(name.last().orElse("")).isPresent());
    }

    private static TimeColumn of(String column, ZoneId zone) {
        return new TimeColumn(column, Unit.nanos(ColumnName.of(column).last().orElse("")), zone);
    }

    /**
     * Reads a time.
     *
     * @throws InputException if it is not a time; the caller adds the place
     */
    Stamp read(String text) {
        String stripped = text.strip();
        try {
            return NUMBER.matcher(stripped).matches() ? number(new BigDecimal(stripped)) : words(stripped);
        } catch (DateTimeException | ArithmeticException | NumberFormatException noTime) {
            throw new InputException(name + " is '" + stripped + "', which is no time; write ISO 8601, "
                    + "2026/11/21 02:03:04.567, or a number", noTime);
        }
    }

    private Stamp number(BigDecimal number) {
        double unit = unitNanos.orElseGet(() -> unitBySize(Math.abs(number.doubleValue())));
        long nanos = number.multiply(BigDecimal.valueOf(unit)).setScale(0, RoundingMode.HALF_UP).longValueExact();
        return new Stamp(nanos, nanos / NANOS_PER_SECOND >= MIN_EPOCH_SECONDS);
    }

    private static double unitBySize(double size) {
        double unit = NANOS_PER_SECOND;
        for (double least = MIN_EPOCH_SECONDS * 1e3; size >= least && unit > 1; least *= 1e3) {
            unit /= 1e3;
        }
        return unit;
    }

    private Stamp words(String text) {
        String iso = text.replace('/', '-').replaceFirst("^(\\S+) +(\\d\\d:)", "$1T$2").replaceFirst(" +UTC$", "Z");
        Instant instant = ZONED.matcher(iso).matches()
                ? OffsetDateTime.parse(iso).toInstant()
                : LocalDateTime.parse(iso).atZone(zone).toInstant();
        return new Stamp(Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L),
                instant.getNano()), true);
    }

    /**
     * A time.
     *
     * @param nanos   the nanoseconds since 1970-01-01 UTC, or since an unknown start
     * @param isEpoch whether the time counts from 1970
     */
    record Stamp(long nanos, boolean isEpoch) {}
}
