package dev.ipw.energy.internal;

import dev.ipw.energy.MeteredDevice;
import java.util.OptionalDouble;

/**
 * The maximum joules that a device can have used between two movements of its counter: those of twice its power limit.
 * Without a known limit it is {@value #OF_A_PART_WATTS} W for a part of a machine and {@value #OF_A_MACHINE_WATTS} W
 * for a scope that can be a whole one (a sum over sockets, a module, a platform, a rail of a board); in each case twice
 * the highest power that it held for a second, if that is more. A fall may be a counter that passed its range or one
 * that restarted. It passed its range if the device can have drawn that much since the counter last moved: at most its
 * limit, or the highest power between two movements if that is higher; without a limit {@value #SEEN_OF_A_WRAP} times
 * that power.
 */
final class PowerPlausibility {
    static final double OF_A_PART_WATTS = 1000;
    static final double OF_A_MACHINE_WATTS = 20_000;
    static final double SHORTEST_STEP_SECONDS = 0.2;
    static final double SEEN_OF_A_WRAP = 3;
    private static final double MARGIN = 2;
    private static final double NANOS_PER_SECOND = 1e9;

    private final OptionalDouble limitWatts;
    private final double assumedWatts;
    private final double resolutionSeconds;
    private boolean moved;
    private double heldJoules;
    private double heldSeconds;
    private double highestWatts;
    private double peakWatts;
    private double lastStepSeconds;

    PowerPlausibility(MeteredDevice device, OptionalDouble limitWatts) {
        this.limitWatts = limitWatts;
        assumedWatts = assumedWatts(device);
        resolutionSeconds = device.resolutionNanos() / NANOS_PER_SECOND;
    }

    /** Returns the assumed maximum power of a device without a known limit. */
    static double assumedWatts(MeteredDevice device) {
        return canBeAMachine(device) ? OF_A_MACHINE_WATTS : OF_A_PART_WATTS;
    }

    /** Returns the power above which a single reading of a device is implausible. */
    static double mostReadWatts(MeteredDevice device, OptionalDouble limitWatts) {
        return MARGIN * limitWatts.orElse(assumedWatts(device));
    }

    private static boolean canBeAMachine(MeteredDevice device) {
        return switch (device.scope()) {
            case MODULE, PSYS, RAIL -> true;
            default -> HeadlineDevices.isSum(device);
        };
    }

    /** Copies the observations of another object for the same device. */
    void becomes(PowerPlausibility other) {
        moved = other.moved;
        heldJoules = other.heldJoules;
        heldSeconds = other.heldSeconds;
        highestWatts = other.highestWatts;
        peakWatts = other.peakWatts;
        lastStepSeconds = other.lastStepSeconds;
    }

    /** Returns whether a rise is plausible at the given time after the last one. */
    boolean believesRise(double joules, double seconds) {
        return believes(joules, seconds, limitWatts.orElse(Math.max(assumedWatts, MARGIN * highestWatts)));
    }

    /** Returns whether a fall is plausible as a rise past the counter's range at the given time after the last one. */
    boolean believesWrap(double joules, double seconds) {
        // The last rise can lie anywhere between the reading that showed it and the one before.
        return joules <= mostWattsOfAWrap() * (seconds + lastStepSeconds + resolutionSeconds);
    }

    /** Returns whether the joules in the given time are at most {@value #SEEN_OF_A_WRAP} times the observed power. */
    boolean isUsual(double joules, double seconds) {
        double watts = peakWatts > 0 ? SEEN_OF_A_WRAP * peakWatts : mostWattsOfAWrap();
        return joules <= watts * (seconds + lastStepSeconds + resolutionSeconds);
    }

    private double mostWattsOfAWrap() {
        if (limitWatts.isPresent()) {
            return Math.max(limitWatts.getAsDouble(), peakWatts);
        }
        return peakWatts > 0 ? SEEN_OF_A_WRAP * peakWatts : assumedWatts;
    }

    /** Returns whether the device can have used the given joules in a step. */
    boolean canUse(double joules, double seconds) {
        return seconds * usualWatts() >= joules;
    }

    private double usualWatts() {
        return limitWatts
                .orElse(highestWatts > 0 ? Math.max(OF_A_PART_WATTS, MARGIN * highestWatts) : assumedWatts);
    }

    private boolean believes(double joules, double seconds, double watts) {
        return joules <= MARGIN * watts * (Math.max(SHORTEST_STEP_SECONDS, seconds) + resolutionSeconds);
    }

    /** Records a plausible step. Power is that from one movement to another, however coarse the counter is. */
    void used(double joules, double seconds) {
        heldJoules += joules;
        heldSeconds += seconds;
        lastStepSeconds = seconds;
        if (joules > 0 && !moved) {
            restart();
            moved = true;
        } else if (joules > 0 && heldSeconds >= 1) {
            highestWatts = Math.max(highestWatts, heldJoules / heldSeconds);
            heldJoules = 0;
            heldSeconds = 0;
        }
    }

    /**
     * Records a rise with the time since the last one. The joules of the first rise may have been used at any time
     * before.
     */
    void rose(double joules, double seconds) {
        if (joules > 0 && moved) {
            peakWatts = Math.max(peakWatts, joules / seconds);
        }
    }

    /** Records a step with unknown joules. */
    void lost(double seconds) {
        restart();
        lastStepSeconds = seconds;
    }

    private void restart() {
        moved = false;
        heldJoules = 0;
        heldSeconds = 0;
    }
}
