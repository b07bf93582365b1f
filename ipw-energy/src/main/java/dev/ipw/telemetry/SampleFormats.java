package dev.ipw.telemetry;

import dev.ipw.error.ConfigurationException;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The lookup of the format in which samples are kept. */
final class SampleFormats {
    private SampleFormats() {}

    /**
     * Returns the first format that the application's class loader or that of this library finds.
     *
     * @throws ConfigurationException if there is none, or it cannot be loaded
     */
    static SampleFormat require() {
        try {
            return Stream.of(Thread.currentThread().getContextClassLoader(), SampleFormat.class.getClassLoader())
                    .map(loader -> ServiceLoader.load(SampleFormat.class, loader).findFirst())
                    .flatMap(Optional::stream).findFirst()
                    .orElseThrow(() -> new ConfigurationException("No library on the class path keeps samples in files:"
                            + " add dev.ipw:ipw-core to the dependencies"));
        } catch (ServiceConfigurationError broken) {
            throw new ConfigurationException("The format of samples cannot be loaded: " + broken.getMessage()
                    + ". Check the library that provides it", broken);
        }
    }
}
