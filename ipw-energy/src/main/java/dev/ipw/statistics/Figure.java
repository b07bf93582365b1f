package dev.ipw.statistics;

import dev.ipw.internal.number.SignificantDigits;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * A figure with its unit, or the reason why there is none.
 *
 * @param unit     the unit, for example {@code J/query}; empty for a share
 * @param value    the figure in this unit; empty if there is none
 * @param interval its interval; empty without one
 * @param reason   the reason why there is no figure; present exactly if there is none
 */
@API(status = API.Status.EXPERIMENTAL)
public record Figure(String unit, OptionalDouble value, Optional<Interval> interval, Optional<String> reason) {
    /** Checks that there is either a figure or a reason. */
    public Figure {
        Objects.requireNonNull(unit, "unit");
        if (value.isPresent() == reason.isPresent() || interval.isPresent() && value.isEmpty()) {
            throw new IllegalArgumentException("A figure has a value or a reason, and only a value has an interval");
        }
    }

    /**
     * Creates a figure with its interval.
     *
     * @param unit     the unit
     * @param estimate the figure; empty if there is none
     * @param whyNot   the reason if there is none
     * @return the figure
     */
    public static Figure of(String unit, Optional<Estimate> estimate, String whyNot) {
        return new Figure(unit, estimate.map(known -> OptionalDouble.of(known.value())).orElse(OptionalDouble.empty()),
                estimate.map(Estimate::interval), estimate.isPresent() ? Optional.empty() : Optional.of(whyNot));
    }

    /**
     * Creates a figure without an interval.
     *
     * @param unit   the unit
     * @param value  the figure; empty if there is none
     * @param whyNot the reason if there is none
     * @return the figure
     */
    public static Figure of(String unit, OptionalDouble value, String whyNot) {
        return new Figure(unit, value, Optional.empty(), value.isPresent() ? Optional.empty() : Optional.of(whyNot));
    }

    /**
     * Returns the figure with its interval.
     *
     * @return the estimate; empty if there is no figure or no interval
     */
    public Optional<Estimate> estimate() {
        return interval.map(bounds -> new Estimate(value.orElseThrow(), bounds));
    }

    /**
     * Returns the figure.
     *
     * @return the figure in its unit
     * @throws NoSuchElementException if there is none; the message has the reason
     */
    public double orElseThrow() {
        return value.orElseThrow(() -> new NoSuchElementException(toString()));
    }

    /**
     * Formats the figure for a reader, for example {@code 26.58 J/query [7.595, 104.7]}, or
     * {@code no J/query: telemetry is switched off}.
     */
    @Override
    public String toString() {
        String name = unit.isEmpty() ? "" : " " + unit;
        return value.isPresent()
                ? SignificantDigits.four(value.getAsDouble()) + name + interval.map(bounds -> " " + bounds).orElse("")
                : (unit.isEmpty() ? "no figure" : "no " + unit) + ": " + reason.orElseThrow();
    }
}
