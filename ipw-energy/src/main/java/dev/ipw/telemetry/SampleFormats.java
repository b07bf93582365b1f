package dev.ipw.telemetry;

import dev.ipw.error.ConfigurationException;
import java.util.ServiceLoader;

/** The lookup of the format in which samples are kept. */
final class SampleFormats {
    private SampleFormats() {}

    /**
     * Returns the first format on the class path.
     *
     * @throws ConfigurationException if there is none
     */
    static SampleFormat require() {
        return ServiceLoader.load(SampleFormat.class, SampleFormat.class.getClassLoader()).findFirst()
                .orElseThrow(() -> new ConfigurationException("No library on the class path keeps samples in files: add"
                        + " dev.ipw:ipw-core to the dependencies"));
    }
}
