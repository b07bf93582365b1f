package dev.ipw.telemetry.hardware.msr;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.hardware.processor.ProcessorModel;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A register that counts energy; its lower 32 bits count, in units of 2^-n joules.
 *
 * @param address  its number
 * @param scope    the part of the machine that it counts
 * @param unitBits n, if the register has a unit of its own; empty for the unit that the processor reports
 */
record EnergyRegister(long address, Scope scope, OptionalInt unitBits) {
    private static final long INTEL_UNITS = 0x606;
    private static final long AMD_UNITS = 0xC0010299L;
    private static final int INTEL_FAMILY = 6;
    private static final int OLDEST_AMD_FAMILY = 0x17;
    // Their memory counts in 2^-16 J whatever the unit register contains: Haswell, Broadwell, Skylake, Ice Lake as
    // servers, and Knights Landing and Mill. Sapphire Rapids and similar ones follow the unit register again.
    private static final Set<Integer> FIXED_MEMORY_UNIT = Set.of(0x3F, 0x4F, 0x56, 0x55, 0x6A, 0x6C, 0x57, 0x85);
    private static final int MEMORY_UNIT_BITS = 16;
    // Sapphire and Emerald Rapids count the platform in whole joules.
    private static final Set<Integer> WHOLE_JOULE_PLATFORM = Set.of(0x8F, 0xCF);

    /** Returns the register with a processor's unit; empty if its registers are not known here. */
    static OptionalLong units(ProcessorModel model) {
        if (model.isIntel() && model.family() == INTEL_FAMILY) {
            return OptionalLong.of(INTEL_UNITS);
        }
        return model.isAmd() && model.family() >= OLDEST_AMD_FAMILY
                ? OptionalLong.of(AMD_UNITS)
                : OptionalLong.empty();
    }

    /** Lists the registers that a processor of a known maker may have; a model may lack some of them. */
    static List<EnergyRegister> of(ProcessorModel model) {
        if (model.isAmd()) {
            return List.of(new EnergyRegister(0xC001029BL, Scope.PACKAGE, OptionalInt.empty()));
        }
        List<EnergyRegister> registers = new ArrayList<>();
        registers.add(new EnergyRegister(0x611, Scope.PACKAGE, OptionalInt.empty()));
        registers.add(new EnergyRegister(0x619, Scope.DRAM,
                FIXED_MEMORY_UNIT.contains(model.model()) ? OptionalInt.of(MEMORY_UNIT_BITS) : OptionalInt.empty()));
        registers.add(new EnergyRegister(0x639, Scope.CORE, OptionalInt.empty()));
        registers.add(new EnergyRegister(0x641, Scope.UNCORE, OptionalInt.empty()));
        registers.add(new EnergyRegister(0x64D, Scope.PSYS,
                WHOLE_JOULE_PLATFORM.contains(model.model()) ? OptionalInt.of(0) : OptionalInt.empty()));
        return registers;
    }

    /** Returns the joules of one count. */
    double joulesPerCount(int processorUnitBits) {
        return 1.0 / (1L << unitBits.orElse(processorUnitBits));
    }
}
