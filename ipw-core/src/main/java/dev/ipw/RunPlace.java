package dev.ipw;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ServingHost;
import dev.ipw.profile.HostInspection;
import dev.ipw.record.SystemInfo;
import dev.ipw.results.RunDirectory;
import dev.ipw.results.RunReservation;
import dev.ipw.telemetry.SampledDevice;
import dev.ipw.telemetry.TelemetrySource;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reserve a run's folder once it is known what is sampled: its name begins with the hardware. */
final class RunPlace {
    private final ClientInfo client;
    private final SystemInfo system;
    private final Function<String, RunReservation> reserve;
    private String hardware = "";
    private @Nullable RunReservation reservation;

    /**
     * Prepare to reserve.
     *
     * @param client  tells whose hardware counts
     * @param system  this machine
     * @param reserve reserves a folder by the name of the hardware
     */
    RunPlace(ClientInfo client, SystemInfo system, Function<String, RunReservation> reserve) {
        this.client = client;
        this.system = system;
        this.reserve = reserve;
    }

    /** Reserve the folder, and give the one in it for the samples. */
    Path telemetry(List<TelemetrySource> sources) {
        List<SampledDevice> devices = sources.stream()
                .filter(source -> client.servingHost() == ServingHost.LOCAL || source.readsServingMachine())
                .flatMap(source -> SampledDevice.of(source).stream()).toList();
        hardware = HostInspection.label(system, devices);
        reservation = reserve.apply(hardware);
        return directory().telemetry();
    }

    String hardware() {
        return hardware;
    }

    RunDirectory directory() {
        return reservation().directory();
    }

    RunReservation reservation() {
        return Objects.requireNonNull(reservation, "nothing is reserved yet");
    }

    /** Begin the run. */
    void keep() {
        reservation().keep();
    }

    /** Do not begin the run: nothing is left of it. */
    void release() {
        Optional.ofNullable(reservation).ifPresent(RunReservation::release);
    }
}
