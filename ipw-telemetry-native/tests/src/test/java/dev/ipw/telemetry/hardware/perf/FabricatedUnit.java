package dev.ipw.telemetry.hardware.perf;

import dev.ipw.telemetry.hardware.FabricatedMachine;
import java.io.IOException;
import java.nio.file.Path;

/** Lay out the unit that counts energy as the kernel describes it. */
final class FabricatedUnit {
    private static final String SCALE = "2.3283064365386962890625e-10";

    private final Path directory;

    FabricatedUnit(FabricatedMachine machine, int type, String processors) throws IOException {
        directory = PerfUnit.directory(machine.sysfs());
        FabricatedMachine.write(directory.resolve("type"), type + "\n");
        FabricatedMachine.write(directory.resolve("cpumask"), processors + "\n");
    }

    FabricatedUnit event(String name, String config) throws IOException {
        return event(name, config, SCALE, "Joules");
    }

    FabricatedUnit event(String name, String config, String scale, String unit) throws IOException {
        Path events = directory.resolve("events");
        FabricatedMachine.write(events.resolve(name), config + "\n");
        FabricatedMachine.write(events.resolve(name + ".scale"), scale + "\n");
        FabricatedMachine.write(events.resolve(name + ".unit"), unit + "\n");
        return this;
    }
}
