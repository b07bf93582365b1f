package dev.ipw.telemetry.hardware.msr;

import dev.ipw.error.Setting;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.processor.PackageDevices;
import dev.ipw.telemetry.hardware.processor.PackageProcessor;
import dev.ipw.telemetry.hardware.processor.ProcessorModel;
import dev.ipw.telemetry.hardware.processor.ProcessorPackages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The provider of the energy registers of Intel's and AMD's processors themselves. Never chosen automatically: a user
 * who may read them may read every register of the machine, and perf and powercap give the same counts with fewer
 * permissions.
 */
public final class MsrProvider implements TelemetryProvider {
    static final String ID = "msr";
    private static final String NAME = "CPU energy (registers)";
    private static final String BETTER = "; better, let perf or powercap read the same counts: "
            + Setting.PROBE + " says how";

    /** Creates the provider, as a service loader does. */
    public MsrProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "energy of processor packages and memory, from the processor's registers; only if asked for, as the last "
                + "choice";
    }

    @Override
    public boolean automatic() {
        return false;
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        ProcessorModel model = ProcessorModel.read(environment.procfs());
        OptionalLong units = EnergyRegister.units(model);
        if (units.isEmpty()) {
            return List.of(SensorStatus.unavailable(ID, NAME,
                    "the energy registers of this processor (" + name(model) + ") are not known here",
                    "choose the collector 'perf' or 'powercap'"));
        }
        List<PackageProcessor> places = places(environment, model);
        if (places.isEmpty()) {
            return List.of(SensorStatus.unavailable(ID, NAME,
                    environment.sysfs() + "/devices/system/cpu/online lists no processor",
                    "mount the host's /sys into the container and set IPW_SYSFS_ROOT to it"));
        }
        List<SensorStatus> statuses = new ArrayList<>();
        for (PackageProcessor place : places) {
            statuses.addAll(statuses(environment, place, model, units.getAsLong()));
        }
        return statuses;
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        ProcessorModel model = ProcessorModel.read(environment.procfs());
        OptionalLong units = EnergyRegister.units(model);
        List<PackageRegisters> packages = new ArrayList<>();
        List<PackageProcessor> places = units.isEmpty() ? List.of() : places(environment, model);
        try {
            for (PackageProcessor place : places) {
                packages.add(PackageRegisters.open(environment, place, model, units.orElseThrow()));
            }
        } catch (IOException unreadable) {
            // One socket must not count as the machine; the probe reports the unreadable ones.
            packages.forEach(one -> one.file().close());
            return List.of();
        }
        MsrSource source = new MsrSource(packages);
        if (source.sensors().isEmpty()) {
            source.close();
            return List.of();
        }
        return List.of(source);
    }

    /** Intel's registers belong to a die, AMD's to the package. */
    private static List<PackageProcessor> places(TelemetryEnvironment environment, ProcessorModel model) {
        return ProcessorPackages.online(environment.sysfs(), model.isIntel());
    }

    private static String name(ProcessorModel model) {
        return model.vendor().isEmpty() ? "no x86" : model.vendor() + " family " + model.family();
    }

    private static List<SensorStatus> statuses(TelemetryEnvironment environment, PackageProcessor place,
            ProcessorModel model, long units) {
        Path path = RegisterFile.path(environment.devfs(), place.processor());
        String name = "msr " + place.device();
        try {
            PackageRegisters registers = PackageRegisters.open(environment, place, model, units);
            registers.file().close();
            if (registers.counters().isEmpty()) {
                return List.of(SensorStatus.unavailable(ID, name, "its energy registers read zero or are not there",
                        "run on the host itself where this is a virtual machine" + BETTER));
            }
            return registers.counters().stream().map(MsrProvider::status).toList();
        } catch (IOException unreadable) {
            return List.of(Files.exists(path)
                    ? SensorStatus.failed(ID, name, path + " cannot be read: " + unreadable.getMessage()
                            + "; it takes the capability CAP_SYS_RAWIO and read permission, and a virtual machine may not "
                            + "have such registers",
                            "run the program as root" + BETTER)
                    : SensorStatus.unavailable(ID, name, "there is no " + path,
                            "as root: modprobe msr, where the kernel has that module" + BETTER));
        }
    }

    private static SensorStatus status(PackageRegisters.Counter counter) {
        return SensorStatus.available(ID, counter.sensor().source(),
                "energy counter, read each 20 ms; used only if asked for"
                        + PackageDevices.remark(counter.sensor().scope()));
    }
}
