package dev.ipw.results.internal.format;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ServingHost;
import dev.ipw.run.RunDirectory;
import dev.ipw.telemetry.SampleStore;
import java.nio.file.Files;
import java.util.Optional;

/** A reader of the samples of the devices that served a run. */
public final class ServedSamples {
    private ServedSamples() {}

    /**
     * Reads the samples. Of a model on another machine, those of this machine's sensors are left out.
     *
     * @param directory the run's directory
     * @param client    the client that the run asked
     * @return the samples; empty if the directory has none
     */
    public static Optional<SampleStore> of(RunDirectory directory, ClientInfo client) {
        if (!Files.isDirectory(directory.telemetry())) {
            return Optional.empty();
        }
        return Optional.of(client.servingHost() == ServingHost.LOCAL
                ? SampleStore.read(directory.telemetry())
                : SampleStore.readServingMachine(directory.telemetry()));
    }
}
