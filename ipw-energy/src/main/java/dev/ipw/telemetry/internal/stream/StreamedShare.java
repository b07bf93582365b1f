package dev.ipw.telemetry.internal.stream;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.energy.attribution.ShareTrust;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A request's share of the joules of a block, over all devices that served it.
 *
 * @param request      the request
 * @param energy       its joules in the block, with their bounds; UNAVAILABLE with bounds if one of several replicas
 *                     served it and it is not known which
 * @param bounded      the joules of its prompt and its answer with their bounds, however wide; empty if nothing bounds
 *                     them
 * @param fixedJoules  its part of the joules that the engine's steps use whatever is in them; empty if the cost of
 *                     steps is not known
 * @param trust        the reliability of the share
 * @param isLast       whether no later block adds to it
 */
public record StreamedShare(StreamedRequest request, EnergyReading energy, Optional<PhaseJoules> bounded,
        OptionalDouble fixedJoules, ShareTrust trust, boolean isLast) {
    private static final String REFUSED_LATE = "the server refused it, after blocks had been divided as if it worked";

    /** Returns the joules of the whole request's prompt and answer; empty if they are too uncertain for figures. */
    public Optional<PhaseJoules> phases() {
        // Flagged shares may hide work that nobody reports, such as prompts from a cache.
        return bounded.filter(known -> trust.compareTo(ShareTrust.TRUSTED) <= 0 && known.isNarrow());
    }

    /** Returns the joules of prompt and answer in a block alone, which may hold one of them. */
    public Optional<PhaseJoules> blockPhases() {
        return bounded.filter(PhaseJoules::isOnePhase).or(this::phases);
    }

    /**
     * Adds the share of a later block. Where the joules of one of them are unknown, the sum is PARTIAL, unless they
     * are bounded. A request that was charged joules before the server refused it is only bounded.
     *
     * @param later the share of the same request in a later block
     * @return the share of both
     */
    public StreamedShare plus(StreamedShare later) {
        EnergyReading sum = sum(energy, later.energy);
        boolean isRefused = later.isLast && request.isWithoutWork(Long.MAX_VALUE) && sum.joules().orElse(0) > 0;
        return new StreamedShare(request, isRefused ? sum.boundedOnly(REFUSED_LATE) : sum,
                bounded.flatMap(one -> later.bounded.map(one::plus)), sum(fixedJoules, later.fixedJoules),
                trust.compareTo(later.trust) >= 0 ? trust : later.trust, later.isLast);
    }

    static EnergyReading sum(EnergyReading one, EnergyReading other) {
        if (one.upper().isPresent() && other.upper().isPresent()) {
            return one.plus(other);
        }
        EnergyReading unknown = one.isAvailable() ? other : one;
        EnergyReading rest = one.isAvailable() ? one : other;
        EnergyReading known = rest.isAvailable() || rest.upper().isPresent() ? rest : unknown;
        return known.isAvailable() || known.upper().isPresent() ? known.flagged(EnergyFlag.PARTIAL) : known;
    }

    static OptionalDouble sum(OptionalDouble one, OptionalDouble other) {
        return one.isPresent() && other.isPresent()
                ? OptionalDouble.of(one.getAsDouble() + other.getAsDouble())
                : OptionalDouble.empty();
    }
}
