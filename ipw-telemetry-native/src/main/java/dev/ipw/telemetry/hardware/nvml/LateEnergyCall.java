package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import java.util.List;
import java.util.stream.Stream;

/**
 * The energy counter of a GPU that could not be read when it was opened. It is lost until it can be read, and is then
 * read in whichever way answers first; every failure is followed by a pause.
 */
final class LateEnergyCall extends DeviceCall {
    private final DeviceCall[] ways;
    private final boolean[] batched;
    private int chosen;

    LateEnergyCall(NvmlDevice device, Sensor sensor) {
        super(device, List.of(sensor), ReadingState.patient(device));
        ways = Stream.concat(
                Stream.of(Field.ENERGY, Field.ENERGY_OF_SCOPE)
                        .map(field -> new FieldBatch(device, List.of(field), List.of(sensor))),
                Stream.of(new TotalEnergyCall(device, sensor))).toArray(DeviceCall[]::new);
        batched = new boolean[]{true, true, false};
    }

    @Override
    int ask() {
        int failure = NvmlStatus.FUNCTION_NOT_FOUND.code();
        for (int i = 0; i < ways.length; i++) {
            int way = (chosen + i) % ways.length;
            int code = ask(way);
            if (code == NvmlStatus.SUCCESS.code()) {
                chosen = way;
                return code;
            }
            // An unreachable counter is a better explanation than one that this driver does not have.
            failure = NvmlStatus.of(failure).isAbsence() ? code : failure;
        }
        return failure;
    }

    private int ask(int way) {
        int code = ways[way].ask();
        return code == NvmlStatus.SUCCESS.code() && batched[way] ? ((FieldBatch) ways[way]).code(0) : code;
    }

    @Override
    void deliver(SampleSink sink, int firstSensor) {
        ways[chosen].deliver(sink, firstSensor);
    }
}
