package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Hold what a span was charged of one device's joules.
 *
 * @param reading    the joules
 * @param idleJoules its part of the idle power, in joules; empty if that is not known
 */
record SpanShare(EnergyReading reading, OptionalDouble idleJoules) {
    private static final double ROUNDING = 1e-12;

    /** Return the share of a span that had no time of its own. */
    static SpanShare nothing(MeteredDevice device) {
        return new SpanShare(
                EnergyReading.of(0, 0, 0, device.provenance(), device.scope(), device.source(), Set.of()),
                OptionalDouble.of(0));
    }

    /** Add what was charged for another time, or to a child. What is not known makes the sum PARTIAL. */
    SpanShare plus(SpanShare other) {
        if (!reading.isAvailable() || !other.reading.isAvailable()) {
            EnergyReading known = reading.isAvailable() ? reading : other.reading;
            return new SpanShare(known.isAvailable() ? known.flagged(EnergyFlag.PARTIAL) : known,
                    OptionalDouble.empty());
        }
        return new SpanShare(reading.plus(other.reading), idleJoules.isPresent() && other.idleJoules.isPresent()
                ? OptionalDouble.of(idleJoules.getAsDouble() + other.idleJoules.getAsDouble())
                : OptionalDouble.empty());
    }

    /** Return it times so much, to make parts join. */
    SpanShare scaled(double factor) {
        if (Math.abs(factor - 1) < ROUNDING || !reading.isAvailable()) {
            return this;
        }
        return new SpanShare(times(reading, factor), idleJoules);
    }

    /** Let it have used up to so much, for another span was charged with the joules of the time they share. */
    SpanShare mayHaveUsed(double upperJoules) {
        if (!reading.isAvailable()) {
            return this;
        }
        return new SpanShare(new EnergyReading(reading.joules(), reading.lower(),
                OptionalDouble.of(Math.max(upperJoules, reading.upper().orElseThrow())), Provenance.ESTIMATED,
                reading.scopes(), reading.source(), reading.flags(), reading.reason()).flagged(EnergyFlag.ATTRIBUTED),
                idleJoules);
    }

    static EnergyReading times(EnergyReading reading, double factor) {
        double joules = factor * reading.joules().orElseThrow();
        return new EnergyReading(OptionalDouble.of(joules),
                OptionalDouble.of(Math.min(joules, factor * reading.lower().orElseThrow())),
                OptionalDouble.of(Math.max(joules, factor * reading.upper().orElseThrow())), reading.provenance(),
                reading.scopes(), reading.source(), reading.flags(), reading.reason());
    }
}
