package dev.ipw.internal.table;

import dev.ipw.error.InputException;
import dev.ipw.internal.table.ColumnReader.LeafReader;
import dev.ipw.internal.table.ColumnReader.LeafValue;
import dev.ipw.internal.table.ColumnType.Leaf;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VariableWidthFieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * The translation of Arrow's single values into the four of {@link Leaf}. Integers of every width become whole numbers,
 * and floating-point numbers of every width real ones. Types without an equivalent become text: bytes in Base64, unless
 * they are kept; decimals in digits; dates, times and durations in the form of ISO 8601 (a timestamp with a time zone
 * in UTC, with a Z at its end). A column of Arrow's Null type is a text column without values.
 */
final class LeafValues {
    private LeafValues() {}

    static LeafReader readerOf(String path, FieldVector vector, boolean keepsBytes) {
        return switch (vector) {
            case BitVector bits -> new LeafReader(vector, Leaf.TRUTH, index -> bits.get(index) == 1);
            case UInt8Vector unsigned -> new LeafReader(vector, Leaf.WHOLE, index -> signed(path, unsigned.get(index)));
            // The reader has already asked whether there is a value; the vector's own getters would ask again.
            case BigIntVector whole ->
                new LeafReader(vector, Leaf.WHOLE, index -> BigIntVector.get(whole.getDataBuffer(), index));
            case BaseIntVector whole -> new LeafReader(vector, Leaf.WHOLE, whole::getValueAsLong);
            case Float2Vector half -> new LeafReader(vector, Leaf.REAL, half::getValueAsDouble);
            case Float4Vector single -> new LeafReader(vector, Leaf.REAL, single::getValueAsDouble);
            case Float8Vector real ->
                new LeafReader(vector, Leaf.REAL, index -> Float8Vector.get(real.getDataBuffer(), index));
            default -> new LeafReader(vector, Leaf.TEXT,
                    keepsBytes ? bytesOrTextOf(path, vector) : textOf(path, vector));
        };
    }

    private static LeafValue bytesOrTextOf(String path, FieldVector vector) {
        return switch (vector) {
            case VarBinaryVector bytes -> index -> bytes(path, bytes, index);
            case LargeVarBinaryVector bytes -> index -> bytes(path, bytes, index);
            case FixedSizeBinaryVector bytes -> bytes::get;
            default -> textOf(path, vector);
        };
    }

    private static LeafValue textOf(String path, FieldVector vector) {
        return switch (vector) {
            case VarCharVector text -> new RepeatedText(path, text);
            case LargeVarCharVector text -> new RepeatedText(path, text);
            case VarBinaryVector bytes -> index -> base64(bytes(path, bytes, index));
            case LargeVarBinaryVector bytes -> index -> base64(bytes(path, bytes, index));
            case FixedSizeBinaryVector bytes -> index -> base64(bytes.get(index));
            case NullVector none -> index -> none;
            case DecimalVector decimal ->
                index -> Objects.requireNonNull(decimal.getObject(index)).toPlainString();
            case Decimal256Vector decimal ->
                index -> Objects.requireNonNull(decimal.getObject(index)).toPlainString();
            default -> timeOf(path, vector);
        };
    }

    /**
     * Returns the bytes of a value after checking that its length lies within the batch: a damaged one may have any
     * length.
     */
    private static byte[] bytes(String path, VariableWidthFieldVector vector, int index) {
        int length = vector.getValueLength(index);
        if (length < 0 || length > vector.getDataBuffer().capacity()) {
            throw new InputException("column '" + path + "' holds a value of " + length
                    + " bytes, more than its batch has. Write or copy it again");
        }
        return vector.get(index);
    }

    /** The texts of a column. Neighbouring rows often have the same one, which is decoded once. */
    private static final class RepeatedText implements LeafValue {
        private final String path;
        private final VariableWidthFieldVector vector;
        // Replaced as a whole: an analysis may read one query on several threads.
        private Decoded last = new Decoded(new byte[0]);

        RepeatedText(String path, VariableWidthFieldVector vector) {
            this.path = path;
            this.vector = vector;
        }

        @Override
        public String at(int index) {
            byte[] bytes = bytes(path, vector, index);
            Decoded known = last;
            if (!Arrays.equals(bytes, known.bytes)) {
                known = new Decoded(bytes);
                last = known;
            }
            return known.text;
        }
    }

    /** A text and its bytes. */
    private static final class Decoded {
        private final byte[] bytes;
        private final String text;

        Decoded(byte[] bytes) {
            this.bytes = bytes;
            text = new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static LeafValue timeOf(String path, FieldVector vector) {
        return switch (vector) {
            case TimeStampVector stamp -> timestampOf((ArrowType.Timestamp) vector.getField().getType(), stamp);
            case DateDayVector day -> index -> LocalDate.ofEpochDay(day.get(index)).toString();
            case DateMilliVector day ->
                index -> LocalDate.ofInstant(Instant.ofEpochMilli(day.get(index)), ZoneOffset.UTC).toString();
            case TimeSecVector time -> index -> timeOfDay(time.get(index), TimeUnit.SECONDS);
            case TimeMilliVector time -> index -> timeOfDay(time.get(index), TimeUnit.MILLISECONDS);
            case TimeMicroVector time -> index -> timeOfDay(time.get(index), TimeUnit.MICROSECONDS);
            case TimeNanoVector time -> index -> timeOfDay(time.get(index), TimeUnit.NANOSECONDS);
            case DurationVector duration ->
                index -> Objects.requireNonNull(duration.getObject(index)).toString();
            default -> throw new InputException("column '" + path + "' has the Arrow type "
                    + vector.getField().getType()
                    + ", which is not understood. Store it with one of text, number, bool, bytes, date, list or struct");
        };
    }

    private static LeafValue timestampOf(ArrowType.Timestamp type, TimeStampVector stamp) {
        TimeUnit unit = switch (type.getUnit()) {
            case SECOND -> TimeUnit.SECONDS;
            case MILLISECOND -> TimeUnit.MILLISECONDS;
            case MICROSECOND -> TimeUnit.MICROSECONDS;
            case NANOSECOND -> TimeUnit.NANOSECONDS;
        };
        long perSecond = unit.convert(1, TimeUnit.SECONDS);
        DateTimeFormatter format = type.getTimezone() == null
                ? DateTimeFormatter.ISO_LOCAL_DATE_TIME.withZone(ZoneOffset.UTC)
                : DateTimeFormatter.ISO_INSTANT;
        return index -> {
            long value = stamp.get(index);
            long nanos = unit.toNanos(Math.floorMod(value, perSecond));
            return format.format(Instant.ofEpochSecond(Math.floorDiv(value, perSecond), nanos));
        };
    }

    private static String timeOfDay(long value, TimeUnit unit) {
        return DateTimeFormatter.ISO_LOCAL_TIME.format(LocalTime.ofNanoOfDay(unit.toNanos(value)));
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static long signed(String path, long value) {
        if (value < 0) {
            throw new InputException("column '" + path + "' holds " + Long.toUnsignedString(value)
                    + ", more than 64 bits with a sign can say. Store it as text");
        }
        return value;
    }
}
