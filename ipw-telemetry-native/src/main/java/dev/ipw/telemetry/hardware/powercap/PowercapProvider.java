package dev.ipw.telemetry.hardware.powercap;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.perf.PerfProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Provide the energy counters of Intel's and AMD's processors on Linux, through powercap. */
public final class PowercapProvider implements TelemetryProvider {
    static final String ID = "powercap";
    private static final String NAME = "CPU energy (RAPL)";
    private static final String PERMISSION = "let a group read it, as root: groupadd -f rapl; usermod -aG rapl <you>; "
            + "write to /etc/udev/rules.d/70-rapl.rules: SUBSYSTEM==\"powercap\", ACTION==\"add\", RUN+=\"/bin/sh -c "
            + "'chgrp rapl /sys%p/energy_uj; chmod g+r /sys%p/energy_uj'\"; then udevadm control --reload; udevadm "
            + "trigger --subsystem-match=powercap --action=add; and log in again";

    /** Create the provider, as a service loader does. */
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
        List<PowercapZone> zones = PowercapTree.zones(environment.sysfs());
        if (zones.isEmpty()) {
            return List.of(none(environment.sysfs().resolve("class/powercap")));
        }
        Set<String> byPerf = PerfProvider.readableDevices(environment);
        return zones.stream().map(zone -> status(zone, byPerf.contains(zone.device()))).toList();
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        PowercapSource source = new PowercapSource(PowercapTree.zones(environment.sysfs()));
        return source.readsAny() ? List.of(source) : List.of();
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
                ? SensorStatus.available(ID, zone.source(), "energy counter, read each 20 ms" + remark(zone.scope())
                        + (byPerf ? "; perf reads it too, and auto reads it there" : ""))
                : SensorStatus.unavailable(ID, zone.source(), zone.energyFile() + " may not be read by this user",
                        PERMISSION);
    }

    private static String remark(Scope scope) {
        return switch (scope) {
            case CORE, UNCORE -> "; part of its package and not added to it";
            case PSYS -> "; contains the packages and is not added to them";
            default -> "";
        };
    }
}
