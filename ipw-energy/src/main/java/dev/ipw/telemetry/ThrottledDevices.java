package dev.ipw.telemetry;

import dev.ipw.energy.internal.EnergyRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The marks for a device's joules while the device is throttled. A reading is valid until the next one or a loss. */
final class ThrottledDevices {
    private final List<Device> devices = new ArrayList<>();

    /**
     * Finds the devices of a source whose throttle reasons are read.
     *
     * @param sensors   the sensors of the source
     * @param recorders the recorder of each sensor's joules
     */
    ThrottledDevices(List<Sensor> sensors, List<Optional<EnergyRecorder>> recorders) {
        for (int i = 0; i < sensors.size(); i++) {
            Sensor reasons = sensors.get(i);
            if (reasons.quantity() == Quantity.THROTTLE_REASONS) {
                devices.add(new Device(i, IntStream.range(0, sensors.size())
                        .filter(other -> sensors.get(other).device().equals(reasons.device()))
                        .mapToObj(recorders::get).flatMap(Optional::stream).toList()));
            }
        }
    }

    void note(Tick tick) {
        for (int i = 0; i < devices.size(); i++) {
            Device device = devices.get(i);
            boolean known = tick.isPresent(device.sensor);
            if (known || tick.lostReason(device.sensor) != null) {
                device.note(known && tick.value(device.sensor) != 0);
            }
        }
    }

    private record Device(int sensor, List<EnergyRecorder> recorders) {
        void note(boolean held) {
            for (int i = 0; i < recorders.size(); i++) {
                recorders.get(i).throttled(held);
            }
        }
    }
}
