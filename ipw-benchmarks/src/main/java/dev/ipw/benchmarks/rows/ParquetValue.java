package dev.ipw.benchmarks.rows;

import dev.hardwood.metadata.LogicalType;
import dev.hardwood.metadata.LogicalType.DateType;
import dev.hardwood.metadata.LogicalType.DecimalType;
import dev.hardwood.metadata.LogicalType.EnumType;
import dev.hardwood.metadata.LogicalType.Float16Type;
import dev.hardwood.metadata.LogicalType.IntType;
import dev.hardwood.metadata.LogicalType.JsonType;
import dev.hardwood.metadata.LogicalType.StringType;
import dev.hardwood.metadata.LogicalType.TimeType;
import dev.hardwood.metadata.LogicalType.TimestampType;
import dev.hardwood.metadata.LogicalType.UuidType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The translation of Parquet's single values. Whole numbers become Long, floating-point numbers Double; numbers that
 * are not finite are absent. Decimals, dates and times (in ISO 8601, with a Z if they are in UTC), and whole numbers
 * beyond the signed 64-bit range become text. Bytes without a meaning stay bytes.
 */
final class ParquetValue {
    /** The Julian day of 1 January 1970: old timestamps count days from noon of 1 January 4713 before Christ. */
    private static final long JULIAN_DAY_OF_1970 = 2_440_588;
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ISO_LOCAL_DATE_TIME.withZone(ZoneOffset.UTC);

    private ParquetValue() {}

    static Object ofInt(int value, @Nullable LogicalType meaning) {
        return switch (meaning) {
            case IntType whole when !whole.isSigned() -> Integer.toUnsignedLong(value);
            case DateType day -> LocalDate.ofEpochDay(value).toString();
            case null, default -> ofLong(value, meaning);
        };
    }

    static Object ofLong(long value, @Nullable LogicalType meaning) {
        return switch (meaning) {
            case IntType whole when !whole.isSigned() && value < 0 -> Long.toUnsignedString(value);
            case DecimalType decimal -> BigDecimal.valueOf(value, decimal.scale()).toPlainString();
            case TimeType time -> DateTimeFormatter.ISO_LOCAL_TIME
                    .format(LocalTime.ofNanoOfDay(unit(time.unit()).toNanos(value)));
            case TimestampType stamp -> timestamp(value, stamp);
            case null, default -> value;
        };
    }

    static @Nullable Object ofDouble(double value) {
        return Double.isFinite(value) ? value : null;
    }

    static @Nullable Object ofBytes(byte[] value, @Nullable LogicalType meaning) {
        return switch (meaning) {
            case StringType text -> text(value);
            case JsonType json -> text(value);
            case EnumType name -> text(value);
            case DecimalType decimal -> new BigDecimal(new BigInteger(value), decimal.scale()).toPlainString();
            case UuidType id -> uuid(value);
            case Float16Type half -> ofDouble(Float.float16ToFloat(littleEndian(value).getShort()));
            case null, default -> value;
        };
    }

    /** Translates a timestamp of old writers: nanoseconds of the day, and the day. */
    static Object ofInt96(byte[] value) {
        ByteBuffer fields = littleEndian(value);
        long nanoseconds = fields.getLong();
        long day = fields.getInt() - JULIAN_DAY_OF_1970;
        return LOCAL.format(Instant.ofEpochSecond(TimeUnit.DAYS.toSeconds(day), nanoseconds));
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }

    private static String uuid(byte[] value) {
        ByteBuffer halves = ByteBuffer.wrap(value);
        return new UUID(halves.getLong(), halves.getLong()).toString();
    }

    private static ByteBuffer littleEndian(byte[] value) {
        return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static String timestamp(long value, TimestampType stamp) {
        TimeUnit unit = unit(stamp.unit());
        long perSecond = unit.convert(1, TimeUnit.SECONDS);
        Instant instant = Instant.ofEpochSecond(Math.floorDiv(value, perSecond),
                unit.toNanos(Math.floorMod(value, perSecond)));
        return (stamp.isAdjustedToUTC() ? DateTimeFormatter.ISO_INSTANT : LOCAL).format(instant);
    }

    private static TimeUnit unit(LogicalType.TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> TimeUnit.MILLISECONDS;
            case MICROS -> TimeUnit.MICROSECONDS;
            case NANOS -> TimeUnit.NANOSECONDS;
        };
    }
}
