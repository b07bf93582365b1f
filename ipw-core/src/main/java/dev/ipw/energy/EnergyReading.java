package dev.ipw.energy;

import dev.ipw.internal.number.FourDigits;
import java.util.Collections;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Hold joules together with their bounds, source, provenance and flags.
 *
 * @param joules     the figure in joules, at least zero; empty exactly if the provenance is UNAVAILABLE
 * @param lower      the least it can be in joules, from the resolution in time
 * @param upper      the most it can be in joules
 * @param provenance how it came about
 * @param scopes     which parts of the machine; several if the reading is a sum over them
 * @param source     the sensor in words, for example {@code powercap package-0}
 * @param flags      what to know about it
 * @param reason     why there is no figure; present exactly if the provenance is UNAVAILABLE
 */
public record EnergyReading(OptionalDouble joules, OptionalDouble lower, OptionalDouble upper, Provenance provenance,
        Set<Scope> scopes, String source, Set<EnergyFlag> flags, Optional<String> reason) {

    private static final Set<EnergyFlag> INCOMPLETE = Set.of(EnergyFlag.PARTIAL, EnergyFlag.PROVISIONAL,
            EnergyFlag.RESET, EnergyFlag.LOST);

    /** Check that figure, provenance and reason agree. */
    public EnergyReading {
        scopes = Set.copyOf(scopes);
        Objects.requireNonNull(source, "source");
        flags = Set.copyOf(flags);
        boolean unavailable = provenance == Provenance.UNAVAILABLE;
        if (unavailable == joules.isPresent() || unavailable != reason.isPresent()) {
            throw new IllegalArgumentException("A figure in joules needs a source, and an unavailable one a reason");
        }
        if (joules.isPresent() && !(joules.getAsDouble() >= 0 && Double.isFinite(joules.getAsDouble()))) {
            throw new IllegalArgumentException("joules must be finite and at least zero, not " + joules.getAsDouble());
        }
        if (joules.isPresent() && !(lower.orElse(-1) >= 0 && lower.orElse(-1) <= joules.getAsDouble()
                && joules.getAsDouble() <= upper.orElse(-1))) {
            throw new IllegalArgumentException("joules need bounds that hold them, not " + joules.getAsDouble() + " ["
                    + lower + ", " + upper + "]");
        }
    }

    /**
     * Create a figure with its bounds.
     *
     * @param joules     the figure in joules
     * @param lower      the least it can be in joules
     * @param upper      the most it can be in joules
     * @param provenance how it came about; not UNAVAILABLE
     * @param scope      which part of the machine
     * @param source     the sensor in words
     * @param flags      what to know about it
     * @return the reading
     */
    public static EnergyReading of(double joules, double lower, double upper, Provenance provenance, Scope scope,
            String source, Set<EnergyFlag> flags) {
        return new EnergyReading(OptionalDouble.of(joules), OptionalDouble.of(lower), OptionalDouble.of(upper),
                provenance, Set.of(scope), source, flags, Optional.empty());
    }

    /**
     * Create an unavailable reading with its reason.
     *
     * @param scope  which part of the machine
     * @param source the sensor in words, or what was looked for
     * @param reason why, and what to do about it
     * @return a reading without joules
     */
    public static EnergyReading unavailable(Scope scope, String source, String reason) {
        return new EnergyReading(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(),
                Provenance.UNAVAILABLE, Set.of(scope), source, Set.of(), Optional.of(reason));
    }

    /**
     * Return whether there is a figure.
     *
     * @return true if joules are present
     */
    public boolean isAvailable() {
        return joules.isPresent();
    }

    /**
     * Return whether there is a figure that covers the whole window and all devices. One that does not may stand on its
     * own, but in a mean, a ratio or a sum over queries it would pass for less. A {@link EnergyFlag#GAP} alone leaves a
     * figure complete: a counter counts through it and watts are bridged; one whose joules stay unknown makes the
     * figure PARTIAL.
     *
     * @return true if joules are present and neither PARTIAL, nor PROVISIONAL, nor RESET, nor LOST
     */
    public boolean isComplete() {
        return isAvailable() && Collections.disjoint(flags, INCOMPLETE);
    }

    /**
     * Add a flag.
     *
     * @param flag what to know about it
     * @return a copy with the flag
     */
    public EnergyReading flagged(EnergyFlag flag) {
        return new EnergyReading(joules, lower, upper, provenance, scopes, source, union(flags, Set.of(flag)), reason);
    }

    /**
     * Name the scopes in one word.
     *
     * @return for example {@code package} or {@code gpu+package+dram}
     */
    public String scopeLabel() {
        return scopes.stream().sorted().map(Scope::label).collect(Collectors.joining("+"));
    }

    /**
     * Add another reading. The sum keeps the weaker provenance, the flags and the scopes of both; if one of them has no
     * figure, the sum has none.
     *
     * @param other what to add
     * @return the sum
     * @throws IllegalArgumentException if the scopes differ and one of them may contain the other
     */
    public EnergyReading plus(EnergyReading other) {
        Set<Scope> bothScopes = union(scopes, other.scopes);
        if (bothScopes.size() > 1 && !bothScopes.stream().allMatch(Scope::isAdditive)) {
            throw new IllegalArgumentException("Cannot add " + other.scopeLabel() + " to " + scopeLabel()
                    + ": one may contain the other, and its joules would count twice");
        }
        if (!isAvailable()) {
            return this;
        }
        if (!other.isAvailable()) {
            return other;
        }
        String sources = source.equals(other.source) ? source : source + " + " + other.source;
        return new EnergyReading(sum(joules, other.joules), sum(lower, other.lower), sum(upper, other.upper),
                provenance.weaker(other.provenance), bothScopes, sources, union(flags, other.flags), Optional.empty());
    }

    private static OptionalDouble sum(OptionalDouble left, OptionalDouble right) {
        return OptionalDouble.of(left.orElseThrow() + right.orElseThrow());
    }

    private static <E> Set<E> union(Set<E> left, Set<E> right) {
        Set<E> both = new HashSet<>(left);
        both.addAll(right);
        return both;
    }

    /**
     * Write the reading for a person, for example {@code 12.4 J [11.9, 12.9] MEASURED (powercap package-0)}, with its flags if it
     * has some. The sensor's own error is not in the bounds: {@link Provenance#sensorError()} tells it.
     */
    @Override
    public String toString() {
        if (!isAvailable()) {
            return "no joules, " + provenance + " (" + source + ": " + reason.orElseThrow() + ")";
        }
        String marks = flags.isEmpty() ? "" : " " + flags.stream().sorted().map(Enum::name).toList();
        return shortly(joules) + " J [" + shortly(lower) + ", " + shortly(upper) + "] " + provenance + " (" + source
                + ")"
                + marks;
    }

    private static String shortly(OptionalDouble figure) {
        return FourDigits.text(figure.orElseThrow());
    }
}
