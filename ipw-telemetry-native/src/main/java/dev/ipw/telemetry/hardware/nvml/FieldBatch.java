package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

/** A call that reads several fields. Each has a scope, a code of its own, and one of seven types. */
final class FieldBatch extends DeviceCall {
    static final StructLayout LAYOUT = MemoryLayout.structLayout(JAVA_INT.withName("fieldId"),
            JAVA_INT.withName("scopeId"), JAVA_LONG.withName("timestamp"), JAVA_LONG.withName("latencyUsec"),
            JAVA_INT.withName("valueType"), JAVA_INT.withName("nvmlReturn"), JAVA_LONG.withName("value"))
            .withName("field_value");
    private static final long FIELD = offset("fieldId");
    private static final long SCOPE = offset("scopeId");
    private static final long TYPE = offset("valueType");
    private static final long CODE = offset("nvmlReturn");
    private static final long VALUE = offset("value");
    private static final int NO_TYPE = -1;
    // A C long has 4 bytes on Windows.
    private static final boolean WIDE_LONG = JAVA_LONG.equals(Linker.nativeLinker().canonicalLayouts().get("long"));

    private final List<Field> fields;
    private final ReadingState[] states;
    private final MemorySegment entries;

    /**
     * Prepares the call.
     *
     * @param fields  the requested fields
     * @param sensors the sensor of each field, in the same order
     */
    FieldBatch(NvmlDevice device, List<Field> fields, List<Sensor> sensors) {
        super(device, sensors);
        this.fields = List.copyOf(fields);
        states = new ReadingState[fields.size()];
        entries = Arena.ofAuto().allocate(LAYOUT, fields.size());
        for (int i = 0; i < states.length; i++) {
            states[i] = new ReadingState(device);
            entries.set(JAVA_INT, at(i, FIELD), fields.get(i).id());
            entries.set(JAVA_INT, at(i, SCOPE), fields.get(i).scopeId());
        }
    }

    @Override
    void retry() {
        super.retry();
        for (ReadingState state : states) {
            state.retry();
        }
    }

    private static long offset(String member) {
        return LAYOUT.byteOffset(PathElement.groupElement(member));
    }

    private static long at(int entry, long offset) {
        return entry * LAYOUT.byteSize() + offset;
    }

    @Override
    int ask() {
        for (int i = 0; i < states.length; i++) {
            // An entry that the driver skips must not look like an answer.
            entries.set(JAVA_INT, at(i, CODE), NvmlStatus.UNKNOWN.code());
            entries.set(JAVA_INT, at(i, TYPE), NO_TYPE);
        }
        return device().api().fieldValues.call(device().handle(), states.length, entries);
    }

    /** Returns the code of one field in the last call. */
    int code(int entry) {
        int code = entries.get(JAVA_INT, at(entry, CODE));
        int type = entries.get(JAVA_INT, at(entry, TYPE));
        return code == NvmlStatus.SUCCESS.code() && (type < 0 || type > 6) ? NvmlStatus.UNKNOWN.code() : code;
    }

    @Override
    void deliver(SampleSink sink, int firstSensor) {
        for (int i = 0; i < states.length; i++) {
            if (!states[i].isWanted() || !states[i].admits(code(i))) {
                states[i].explain(sink, firstSensor + i);
            } else if (fields.get(i).isEnergy()) {
                sink.counter(firstSensor + i, counts(i));
            } else {
                sink.gauge(firstSensor + i, value(i) * fields.get(i).scale());
            }
        }
    }

    private double value(int entry) {
        return entries.get(JAVA_INT, at(entry, TYPE)) == 0
                ? entries.get(JAVA_DOUBLE, at(entry, VALUE))
                : counts(entry);
    }

    private long counts(int entry) {
        long place = at(entry, VALUE);
        return switch (entries.get(JAVA_INT, at(entry, TYPE))) {
            case 0 -> (long) entries.get(JAVA_DOUBLE, place);
            case 1 -> Integer.toUnsignedLong(entries.get(JAVA_INT, place));
            case 2 -> WIDE_LONG ? entries.get(JAVA_LONG, place) : Integer.toUnsignedLong(entries.get(JAVA_INT, place));
            case 5 -> entries.get(JAVA_INT, place);
            case 6 -> Short.toUnsignedInt(entries.get(JAVA_SHORT, place));
            default -> entries.get(JAVA_LONG, place);
        };
    }
}
