package dev.ipw.energy;

import dev.ipw.internal.number.SignificantDigits;
import dev.ipw.statistics.Interval;
import java.util.Collections;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/**
 * Joules with their bounds, source, provenance and flags.
 *
 * @param joules     the figure in joules, at least zero; empty exactly if the provenance is UNAVAILABLE
 * @param lower      the lower bound in joules, from the resolution in time; without a figure, present if it is only
 *                   bounded
 * @param upper      the upper bound in joules, likewise; where a part is missing, of what is covered, unless it is BOUNDED:
 *                   {@link #upperBound()} is of all
 * @param provenance the origin of the figure
 * @param scopes     the parts of the machine; several if the reading is a sum over them
 * @param source     the sensor in plain words, for example {@code powercap package-0}
 * @param flags      the limitations of the figure
 * @param reason     the reason why there is no figure; present exactly if the provenance is UNAVAILABLE
 */
@API(status = API.Status.EXPERIMENTAL)
public record EnergyReading(OptionalDouble joules, OptionalDouble lower, OptionalDouble upper, Provenance provenance,
        Set<Scope> scopes, String source, Set<EnergyFlag> flags, Optional<String> reason) {
    private static final Set<EnergyFlag> INCOMPLETE = Set.of(EnergyFlag.PARTIAL, EnergyFlag.PROVISIONAL,
            EnergyFlag.RESET, EnergyFlag.LOST);

    /** Checks that figure, provenance and reason agree. */
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
     * Creates a figure with its bounds.
     *
     * @param joules     the figure in joules
     * @param lower      the lower bound in joules
     * @param upper      the upper bound in joules
     * @param provenance the origin of the figure; not UNAVAILABLE
     * @param scope      the part of the machine
     * @param source     the sensor in plain words
     * @param flags      the limitations of the figure
     * @return the reading
     */
    public static EnergyReading of(double joules, double lower, double upper, Provenance provenance, Scope scope,
            String source, Set<EnergyFlag> flags) {
        return new EnergyReading(OptionalDouble.of(joules), OptionalDouble.of(lower), OptionalDouble.of(upper),
                provenance, Set.of(scope), source, flags, Optional.empty());
    }

    /**
     * Creates an unavailable reading with its reason.
     *
     * @param scope  the part of the machine
     * @param source the sensor in plain words, or the missing source
     * @param reason the reason and the remedy
     * @return a reading without joules
     */
    public static EnergyReading unavailable(Scope scope, String source, String reason) {
        return new EnergyReading(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(),
                Provenance.UNAVAILABLE, Set.of(scope), source, Set.of(), Optional.of(reason));
    }

    /**
     * Returns whether there is a figure.
     *
     * @return true if joules are present
     */
    public boolean isAvailable() {
        return joules.isPresent();
    }

    /**
     * Returns the upper bound of all joules.
     *
     * @return joules; empty if nothing bounds them, as where a part of the time or of the devices is not covered and the
     *         figure is not BOUNDED
     */
    public OptionalDouble upperBound() {
        return isIncomplete() && !flags.contains(EnergyFlag.BOUNDED) ? OptionalDouble.empty() : upper;
    }

    /**
     * Returns the bounds of all joules.
     *
     * @return the bounds in joules, also without a figure; empty without {@link #upperBound()}
     */
    public Optional<Interval> range() {
        return upperBound().isPresent()
                ? Optional.of(new Interval(lower.orElseThrow(), upper.orElseThrow(), 1))
                : Optional.empty();
    }

    /**
     * Returns whether there is a figure that covers the whole window and all devices. An incomplete figure may be shown
     * alone, but in a mean, a ratio or a sum over queries it would lower the result. A {@link EnergyFlag#GAP} alone
     * leaves a figure complete: a counter counts through it and watts are bridged; a gap whose joules stay unknown
     * makes the figure PARTIAL.
     *
     * @return true if joules are present and neither PARTIAL, nor PROVISIONAL, nor RESET, nor LOST
     */
    public boolean isComplete() {
        return isAvailable() && !isIncomplete();
    }

    /**
     * Leaves out the figure: it may be anything from zero to the upper bound.
     *
     * @param why the reason why there is no figure
     * @return a copy with bounds alone; without bounds if this has none
     */
    public EnergyReading boundedOnly(String why) {
        return new EnergyReading(OptionalDouble.empty(), upper.isPresent() ? OptionalDouble.of(0) : upper, upper,
                Provenance.UNAVAILABLE, scopes, source, flags, Optional.of(why));
    }

    /**
     * Leaves out the figure and its bounds.
     *
     * @param why the reason why there are none
     * @return an unavailable reading of the same scopes and source
     */
    public EnergyReading withoutJoules(String why) {
        return new EnergyReading(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(),
                Provenance.UNAVAILABLE, scopes, source, Set.of(), Optional.of(why));
    }

    /**
     * Adds a flag.
     *
     * @param flag the limitation
     * @return a copy with the flag; no longer BOUNDED if the flag tells that a part is missing
     */
    public EnergyReading flagged(EnergyFlag flag) {
        Set<EnergyFlag> all = union(flags, Set.of(flag));
        if (INCOMPLETE.contains(flag)) {
            all.remove(EnergyFlag.BOUNDED);
        }
        return new EnergyReading(joules, lower, upper, provenance, scopes, source, all, reason);
    }

    /**
     * Returns the scopes as one word.
     *
     * @return for example {@code package} or {@code gpu+package+dram}
     */
    public String scopeLabel() {
        return scopes.stream().sorted().map(Scope::label).collect(Collectors.joining("+"));
    }

    /**
     * Adds another reading. The sum keeps the weaker provenance, the flags and the scopes of both; if one of them has
     * no figure, the sum has none, and bounds only if both have them and no part is missing.
     *
     * @param other the other reading
     * @return the sum
     * @throws IllegalArgumentException if the scopes differ and one of them may contain the other
     */
    public EnergyReading plus(EnergyReading other) {
        Set<Scope> bothScopes = union(scopes, other.scopes);
        if (bothScopes.size() > 1 && !bothScopes.stream().allMatch(Scope::isAdditive)) {
            throw new IllegalArgumentException("Cannot add " + other.scopeLabel() + " to " + scopeLabel()
                    + ": one may contain the other, and its joules would count twice");
        }
        if (!isAvailable() || !other.isAvailable()) {
            EnergyReading unknown = isAvailable() ? other : this;
            return upperBound().isPresent() && other.upperBound().isPresent()
                    ? new EnergyReading(OptionalDouble.empty(), sum(lower, other.lower), sum(upper, other.upper),
                            Provenance.UNAVAILABLE, bothScopes, unknown.source, union(flags, other.flags),
                            unknown.reason)
                    : unknown.withoutJoules(unknown.reason.orElseThrow());
        }
        Set<EnergyFlag> bothFlags = union(flags, other.flags);
        if (upperBound().isEmpty() || other.upperBound().isEmpty()) {
            bothFlags.remove(EnergyFlag.BOUNDED);
        }
        String sources = source.equals(other.source) ? source : source + " + " + other.source;
        return new EnergyReading(sum(joules, other.joules), sum(lower, other.lower), sum(upper, other.upper),
                provenance.weaker(other.provenance), bothScopes, sources, bothFlags, Optional.empty());
    }

    private boolean isIncomplete() {
        return !Collections.disjoint(flags, INCOMPLETE);
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
     * Formats the reading for a reader, for example {@code 12.4 J [11.9, 12.9] MEASURED (powercap package-0)}, with its
     * flags if it has some; {@code [11.9, ?]} without an upper bound of all joules. The bounds do not include the sensor's own error, which {@link Provenance#sensorError()}
     * returns.
     */
    @Override
    public String toString() {
        if (!isAvailable()) {
            return range().map(bounds -> shortly(lower) + " to " + shortly(upper) + " J").orElse("no joules") + ", "
                    + provenance + " (" + source + ": " + reason.orElseThrow() + ")";
        }
        String marks = flags.isEmpty() ? "" : " " + flags.stream().sorted().map(Enum::name).toList();
        String most = upperBound().isPresent() ? shortly(upper) : "?";
        return shortly(joules) + " J [" + shortly(lower) + ", " + most + "] " + provenance + " (" + source + ")"
                + marks;
    }

    private static String shortly(OptionalDouble figure) {
        return SignificantDigits.four(figure.orElseThrow());
    }
}
