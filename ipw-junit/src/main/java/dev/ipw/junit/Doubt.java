package dev.ipw.junit;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.error.Setting;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The reasons why a reading permits no conclusion. */
final class Doubt {
    private static final Set<EnergyFlag> MISLEADING = Set.of(EnergyFlag.SHORT, EnergyFlag.OVERLAPPED,
            EnergyFlag.INCONSISTENT);

    private Doubt() {}

    /** Returns the reason and the remedy; empty if the true energy lies within the reading's bounds. */
    static Optional<String> of(EnergyReading reading) {
        if (!reading.isAvailable()) {
            return Optional.of("no joules: " + reading.reason().orElseThrow());
        }
        if (!reading.isComplete()) {
            return Optional.of("the joules are not complete: " + new TreeSet<>(reading.flags()));
        }
        return reading.flags().stream().filter(MISLEADING::contains).sorted().findFirst().map(Doubt::inWords);
    }

    private static String inWords(EnergyFlag flag) {
        return switch (flag) {
            case SHORT -> "SHORT: too little time for the sensor, whose joules then read low. Measure for longer";
            case OVERLAPPED ->
                "OVERLAPPED: something else was measured on the same session meanwhile, and the joules are those "
                        + "of both. Measure one at a time";
            default -> flag + ": the sensor contradicts itself. Look at what " + Setting.PROBE + " says about it";
        };
    }
}
