package dev.ipw.telemetry.hardware.msr;

import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.hardware.processor.PackageDevices;
import dev.ipw.telemetry.hardware.processor.PackageProcessor;
import dev.ipw.telemetry.hardware.processor.ProcessorModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The energy registers of one package.
 *
 * @param file     the open file of a processor in it
 * @param counters its counters
 */
record PackageRegisters(RegisterFile file, List<Counter> counters) {
    private static final OptionalLong RANGE = OptionalLong.of(1L << 32);
    private static final long COUNT_MASK = (1L << 32) - 1;
    private static final int UNIT_SHIFT = 8;
    private static final int UNIT_MASK = 0x1F;

    PackageRegisters {
        counters = List.copyOf(counters);
    }

    /**
     * Opens a package. A register that the model lacks cannot be read, and one that it does not use reads zero; both
     * are left out.
     *
     * @throws IOException if the file or the register of units cannot be read
     */
    static PackageRegisters open(TelemetryEnvironment environment, PackageProcessor place, ProcessorModel model,
            long units) throws IOException {
        RegisterFile file = RegisterFile.open(RegisterFile.path(environment.devfs(), place.processor()));
        try {
            int unitBits = (int) (file.read(units) >> UNIT_SHIFT) & UNIT_MASK;
            List<Counter> counters = new ArrayList<>();
            for (EnergyRegister register : EnergyRegister.of(model)) {
                if (counts(file, register)) {
                    String device = PackageDevices.device(place, register.scope());
                    counters.add(new Counter(register.address(), Sensor.energyCounter(device, register.scope(),
                            model.describe("msr " + device), register.joulesPerCount(unitBits), RANGE)));
                }
            }
            return new PackageRegisters(file, counters);
        } catch (IOException unreadable) {
            file.close();
            throw unreadable;
        }
    }

    private static boolean counts(RegisterFile file, EnergyRegister register) {
        try {
            return (file.read(register.address()) & COUNT_MASK) != 0;
        } catch (IOException noSuchRegister) {
            return false;
        }
    }

    long read(Counter counter) throws IOException {
        return file.read(counter.register()) & COUNT_MASK;
    }

    /**
     * A register that counts.
     *
     * @param register its number
     * @param sensor   the sensor that it feeds
     */
    record Counter(long register, Sensor sensor) {}
}
