package dev.ipw.results.internal.finishing;

import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampledDevice;
import java.util.List;

/**
 * The names of devices in sentences: {@code GPU 0} for a card whose permanent name is a UUID, if no other has
 * its number.
 *
 * @param devices the devices of the run
 */
record DeviceWords(List<SampledDevice> devices) {
    private static final String UUID = "GPU-";

    /** Returns a sentence with the short names. */
    String in(String sentence) {
        String text = sentence;
        for (SampledDevice device : devices) {
            DeviceInfo info = device.info();
            boolean isAlone = info.index().isPresent() && devices.stream().map(SampledDevice::info)
                    .filter(other -> other.index().equals(info.index())).map(DeviceInfo::device).distinct()
                    .count() == 1;
            if (isAlone && info.device().startsWith(UUID)) {
                text = text.replace(info.device(), "GPU " + info.index().getAsInt());
            }
        }
        return text;
    }
}
