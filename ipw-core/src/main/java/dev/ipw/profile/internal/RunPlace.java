package dev.ipw.profile.internal;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ServingHost;
import dev.ipw.record.SystemInfo;
import dev.ipw.results.internal.journal.ResumableRun;
import dev.ipw.results.internal.journal.RunReservation;
import dev.ipw.run.RunDirectory;
import dev.ipw.settings.StorageSettings;
import dev.ipw.telemetry.SampledDevice;
import dev.ipw.telemetry.TelemetrySource;
import java.util.List;
import java.util.Optional;

/**
 * The folder of one run, whose name begins with the hardware.
 *
 * @param hardware    the sampled machine in one short word
 * @param reservation the folder
 */
record RunPlace(String hardware, RunReservation reservation) {
    private static final int MAX_SLUG = 60;

    /** Returns the name of the hardware whose joules count, from the sampled sources. */
    static String hardware(ClientInfo client, SystemInfo system, List<TelemetrySource> sources) {
        List<SampledDevice> devices = sources.stream()
                .filter(source -> client.servingHost() == ServingHost.LOCAL || source.readsServingMachine())
                .flatMap(source -> SampledDevice.of(source).stream()).toList();
        return HostInspection.label(system, devices);
    }

    /** Reserves the folder of a run. A run that is kept has one already. */
    static RunPlace reserve(StorageSettings storage, Optional<ResumableRun> resumed, String hardware, String asked) {
        return new RunPlace(hardware, resumed.map(RunReservation::ofKept).orElseGet(() -> storage.resume()
                // The run was killed before it could begin.
                ? RunReservation.reserveAgain(storage.output().resolve(storage.runName().orElseThrow()))
                : reserve(storage, "profile_" + hardware + "_" + asked)));
    }

    /** Reserves a folder with the configured name, or with a free one. */
    static RunReservation reserve(StorageSettings storage, String defaultName) {
        return RunReservation.reserve(storage.output(), defaultName, storage.runName(), storage.overwrite());
    }

    /** Returns the part of a folder's name that names the model and the dataset. */
    static String asked(ClientInfo client, String dataset) {
        return slug(client.model()) + "_" + slug(dataset);
    }

    private static String slug(String name) {
        String slug = name.replaceAll("[^A-Za-z0-9._-]+", "_");
        return slug.substring(0, Math.min(slug.length(), MAX_SLUG));
    }

    RunDirectory directory() {
        return reservation.directory();
    }

    String path() {
        return directory().path().toAbsolutePath().toString();
    }
}
