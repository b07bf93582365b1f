package dev.ipw.energy;

import java.util.EnumSet;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * The share of a process and its children in the joules of the processor packages, by their share of the processors'
 * busy time:
 *
 * <pre>{@code
 * joules = package joules x process seconds / busy seconds
 * }</pre>
 *
 * <p>
 * This charges the process with its part of the idle power too. The lower bound charges it as if every logical
 * processor had been busy all the time; the upper bound is its part of the packages' upper bound. It is a share and not
 * a measurement: it does not consider frequency, vector units and two threads on one core.
 *
 * @param cpuSeconds the processor time that it used, summed over logical processors, in seconds; empty if not read
 * @param energy     its joules: ESTIMATED, or UNAVAILABLE with the reason
 */
@API(status = API.Status.EXPERIMENTAL)
public record ProcessShare(OptionalDouble cpuSeconds, EnergyReading energy) implements EnergyUse {
    private static final String SOURCE = "share of processor time";

    /** Refuses nulls. */
    public ProcessShare {
        Objects.requireNonNull(cpuSeconds, "cpuSeconds");
        Objects.requireNonNull(energy, "energy");
    }

    /**
     * Computes the share of a process.
     *
     * @param packages the joules of the processor packages
     * @param times    the processor time in the same window
     * @return the share, at most all of the joules; without joules if the packages have none or no processor was busy
     */
    public static ProcessShare of(EnergyReading packages, Times times) {
        OptionalDouble cpuSeconds = OptionalDouble.of(times.processSeconds());
        if (!packages.isAvailable()) {
            return new ProcessShare(cpuSeconds, unavailable(packages.reason().orElseThrow()));
        }
        if (!(times.busySeconds() > 0)) {
            return new ProcessShare(cpuSeconds, unavailable(
                    "the processors were not seen to be busy: the window is shorter than the clock of processor time, "
                            + "so measure for longer"));
        }
        double share = Math.clamp(times.processSeconds() / times.busySeconds(), 0, 1);
        double leastShare = times.capacitySeconds().isPresent()
                ? Math.clamp(times.processSeconds() / times.capacitySeconds().getAsDouble(), 0, share)
                : 0;
        Set<EnergyFlag> flags = EnumSet.noneOf(EnergyFlag.class);
        flags.addAll(packages.flags());
        if (times.partial()) {
            flags.add(EnergyFlag.PARTIAL);
        }
        return new ProcessShare(cpuSeconds,
                EnergyReading.of(packages.joules().orElseThrow() * share, packages.lower().orElseThrow() * leastShare,
                        packages.upper().orElseThrow() * share, Provenance.ESTIMATED, Scope.PACKAGE,
                        SOURCE + " of " + packages.source(), flags));
    }

    /**
     * Creates an unknown share.
     *
     * @param reason the reason and the remedy
     * @return a share without processor time and joules
     */
    public static ProcessShare none(String reason) {
        return new ProcessShare(OptionalDouble.empty(), unavailable(reason));
    }

    /**
     * Adds the share of another window.
     *
     * @param other the other share
     * @return the sum; a part that one of them lacks is absent
     */
    public ProcessShare plus(ProcessShare other) {
        OptionalDouble seconds = cpuSeconds.isPresent() && other.cpuSeconds.isPresent()
                ? OptionalDouble.of(cpuSeconds.getAsDouble() + other.cpuSeconds.getAsDouble())
                : OptionalDouble.empty();
        return new ProcessShare(seconds, energy.plus(other.energy));
    }

    private static EnergyReading unavailable(String reason) {
        return EnergyReading.unavailable(Scope.PACKAGE, SOURCE, reason);
    }

    /**
     * The processor times of one window, in seconds summed over logical processors.
     *
     * @param processSeconds  the time of the process
     * @param busySeconds     the time of all processes together
     * @param capacitySeconds the available time: logical processors times elapsed seconds; empty if it is not known
     * @param partial         true if part of the window was not read
     */
    public record Times(double processSeconds, double busySeconds, OptionalDouble capacitySeconds, boolean partial) {
        /** Checks that no time is negative. */
        public Times {
            if (!(processSeconds >= 0 && busySeconds >= 0 && capacitySeconds.orElse(1) > 0)) {
                throw new IllegalArgumentException(
                        "Processor time cannot be negative, and the available time is above 0: "
                                + processSeconds + " of " + busySeconds + " of " + capacitySeconds);
            }
        }
    }
}
