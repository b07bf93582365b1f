package dev.ipw.telemetry.hardware.hwmon;

import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** The provider of the power rails of boards that measure them, such as NVIDIA's Jetson. */
public final class HwmonProvider implements TelemetryProvider {
    static final String ID = "hwmon";
    private static final String NAME = "power rails of the board";

    /** Creates the provider, as a service loader does. */
    public HwmonProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "power rails of a board, from monitors such as INA3221 and INA238 on NVIDIA Jetson";
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        List<SensorStatus> statuses = new ArrayList<>();
        for (PowerMonitor monitor : PowerMonitors.in(environment.sysfs())) {
            try (HwmonSource source = new HwmonSource(monitor)) {
                for (PowerRail rail : monitor.rails()) {
                    statuses.add(status(rail, source.reads(rail), source.period().toMillis()));
                }
            }
        }
        return statuses.isEmpty()
                ? List.of(SensorStatus.unavailable(ID, NAME,
                        "no power monitor (INA3221, INA238 and their like) is in "
                                + PowerMonitors.directory(environment.sysfs()),
                        "nothing to do if the board has none; in a container on a board that has one, mount the "
                                + "host's /sys "
                                + "and set IPW_SYSFS_ROOT to it"))
                : statuses;
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        List<TelemetrySource> sources = new ArrayList<>();
        for (PowerMonitor monitor : PowerMonitors.in(environment.sysfs())) {
            HwmonSource source = new HwmonSource(monitor);
            if (monitor.rails().stream().anyMatch(source::reads)) {
                sources.add(source);
            } else {
                source.close();
            }
        }
        return sources;
    }

    private static SensorStatus status(PowerRail rail, boolean readable, long periodMillis) {
        if (!readable) {
            return Files.isReadable(rail.value())
                    ? SensorStatus.unavailable(ID, rail.source(), rail.value() + " gives no number",
                            "nothing to do where that rail is switched off; otherwise dmesg may say why")
                    : SensorStatus.failed(ID, rail.source(), rail.value() + " may not be read by this user",
                            permission(rail));
        }
        String what = rail.kind() == PowerRail.Kind.ENERGY ? "energy counter" : "power";
        String remark = rail.isWholeBoard()
                ? "the whole board; used for the headline only where nothing in it is measured"
                : "a part of the board, shown beside the headline and not in it";
        return SensorStatus.available(ID, rail.source(), what + ", read each " + periodMillis + " ms; " + remark);
    }

    private static String permission(PowerRail rail) {
        return "until the next start: sudo chmod a+r " + rail.value().resolveSibling("*_input")
                + "; for good: echo 'SUBSYSTEM==\"hwmon\", ACTION==\"add\", RUN+=\"/bin/chmod -R a+r /sys%p\"' "
                + "| sudo tee /etc/udev/rules.d/70-hwmon.rules";
    }
}
