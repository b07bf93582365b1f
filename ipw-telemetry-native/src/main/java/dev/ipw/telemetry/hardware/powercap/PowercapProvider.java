package dev.ipw.telemetry.hardware.powercap;

import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.perf.PerfProvider;
import dev.ipw.telemetry.hardware.processor.PackageDevices;
import dev.ipw.telemetry.hardware.processor.ProcessorModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The provider of the energy counters of Intel's and AMD's processors on Linux, through powercap. */
public final class PowercapProvider implements TelemetryProvider {
    static final String ID = "powercap";
    private static final String NAME = "CPU energy (RAPL)";
    private static final String RULE = "SUBSYSTEM==\"powercap\", ACTION==\"add\", RUN+=\"/bin/chgrp rapl "
            + "/sys%p/energy_uj\", RUN+=\"/bin/chmod g+r /sys%p/energy_uj\"";

    /** Creates the provider, as a service loader does. */
    public PowercapProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "energy of processor packages and memory, from RAPL counters through Linux powercap";
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        List<PowercapZone> zones = zones(environment);
        if (zones.isEmpty()) {
            return List.of(none(environment.sysfs().resolve("class/powercap")));
        }
        Set<String> byPerf = PerfProvider.readableDevices(environment);
        return zones.stream().map(zone -> status(zone, byPerf.contains(zone.device()))).toList();
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        PowercapSource source = new PowercapSource(zones(environment));
        return source.readsAny() ? List.of(source) : List.of();
    }

    private static List<PowercapZone> zones(TelemetryEnvironment environment) {
        return PowercapTree.zones(environment.sysfs(), ProcessorModel.read(environment.procfs()));
    }

    private static SensorStatus none(Path tree) {
        String system = System.getProperty("os.name", "");
        if (!system.startsWith("Linux") && !Files.isDirectory(tree)) {
            return SensorStatus.unavailable(ID, NAME, "powercap exists on Linux only, and this is " + system,
                    "choose the collector 'estimate' for a rough figure");
        }
        String reason = Files.isDirectory(tree)
                ? tree + " holds no zone intel-rapl:N"
                : "there is no " + tree;
        return SensorStatus.unavailable(ID, NAME,
                reason + ": a virtual machine or container hides it, or the kernel lacks the driver (AMD needs 5.11)",
                "run on the host itself, or mount the host's /sys into the container and set IPW_SYSFS_ROOT to it, or load "
                        + "the module intel_rapl_msr; or choose the collector 'estimate' for a rough figure");
    }

    private static SensorStatus status(PowercapZone zone, boolean byPerf) {
        boolean readable;
        try (PowercapSource trial = new PowercapSource(List.of(zone))) {
            readable = trial.readsAny();
        }
        return readable
                ? SensorStatus.available(ID, zone.source(),
                        "energy counter, read each 20 ms" + PackageDevices.remark(zone.scope())
                                + (byPerf ? "; perf reads it too, and auto reads it there" : ""))
                : forbidden(zone, byPerf);
    }

    private static SensorStatus forbidden(PowercapZone zone, boolean byPerf) {
        String reason = zone.energyFile() + " may not be read by this user";
        return byPerf
                ? SensorStatus.unavailable(ID, zone.source(), reason + "; perf reads the same counter",
                        "nothing to do; to use powercap, " + permission(zone))
                : SensorStatus.failed(ID, zone.source(), reason, permission(zone));
    }

    private static String permission(PowercapZone zone) {
        return "until the next start: sudo chmod a+r " + zone.directory().resolveSibling("intel-rapl*")
                + "/energy_uj; for good, only for a group: sudo groupadd -f rapl; sudo usermod -aG rapl "
                + System.getProperty("user.name") + "; echo '" + RULE
                + "' | sudo tee /etc/udev/rules.d/70-rapl.rules; sudo "
                + "udevadm control --reload; sudo udevadm trigger --subsystem-match=powercap --action=add; and log in again";
    }
}
