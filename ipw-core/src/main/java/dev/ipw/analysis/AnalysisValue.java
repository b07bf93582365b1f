package dev.ipw.analysis;

import dev.ipw.energy.Provenance;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Hold one value of an analysis, or the reason why there is none.
 *
 * @param value      a Double, Long, Boolean, String, or a List of Strings; empty if unknown. A number that is not finite
 *                   is no value
 * @param interval   its interval; a bound that is missing is infinite. An interval without any bound is none
 * @param reason     why there is no value, or what to know about it
 * @param provenance how its joules came about, for a figure made of joules
 * @param flags      what to know about it, each in one word
 */
public record AnalysisValue(Optional<Object> value, Optional<Interval> interval, Optional<String> reason,
        Optional<Provenance> provenance, Set<String> flags) {
    private static final AnalysisValue NOTHING = new AnalysisValue(Optional.empty(), Optional.empty(), Optional.empty(),
            Optional.empty(), Set.of());

    /** Copy the collections, and omit what is not finite. */
    public AnalysisValue {
        value = value.map(AnalysisValue::copied)
                .filter(known -> !(known instanceof Double real) || Double.isFinite(real));
        boolean isKnown = value.isPresent();
        interval = interval.filter(bounds -> isKnown
                && (Double.isFinite(bounds.low()) || Double.isFinite(bounds.high())));
        flags = Collections.unmodifiableSet(new TreeSet<>(flags));
    }

    private static Object copied(Object known) {
        return switch (known) {
            case Double real -> real;
            case Long whole -> whole;
            case Boolean truth -> truth;
            case String text -> text;
            case List<?> texts when texts.stream().allMatch(String.class::isInstance) -> List.copyOf(texts);
            default -> throw new IllegalArgumentException(
                    "A value is a Double, Long, Boolean, String or a List of Strings, not a "
                            + known.getClass().getName());
        };
    }

    /**
     * Holds nothing.
     *
     * @return an absent value
     */
    public static AnalysisValue absent() {
        return NOTHING;
    }

    /**
     * Holds nothing, and why.
     *
     * @param reason why there is no value
     * @return an absent value
     */
    public static AnalysisValue absent(String reason) {
        return NOTHING.because(Optional.of(reason));
    }

    /**
     * Holds a number.
     *
     * @param number the number in its column's unit
     * @return the value
     */
    public static AnalysisValue of(double number) {
        return NOTHING.with(Optional.of(number));
    }

    /**
     * Holds a number that may not be known.
     *
     * @param number the number in its column's unit
     * @return the value
     */
    public static AnalysisValue of(OptionalDouble number) {
        return number.isPresent() ? of(number.getAsDouble()) : NOTHING;
    }

    /**
     * Holds a number with its interval.
     *
     * @param estimate the number in its column's unit
     * @return the value
     */
    public static AnalysisValue of(Estimate estimate) {
        return of(estimate.value(), Optional.of(estimate.interval()));
    }

    /**
     * Holds a number whose interval may not be known.
     *
     * @param number   the number in its column's unit
     * @param interval its interval
     * @return the value
     */
    public static AnalysisValue of(double number, Optional<Interval> interval) {
        return new AnalysisValue(Optional.of(number), interval, Optional.empty(), Optional.empty(), Set.of());
    }

    /**
     * Holds a number of things.
     *
     * @param count how many
     * @return the value
     */
    public static AnalysisValue of(long count) {
        return NOTHING.with(Optional.of(count));
    }

    /**
     * Holds a number of things that may not be known.
     *
     * @param count how many
     * @return the value
     */
    public static AnalysisValue of(OptionalLong count) {
        return count.isPresent() ? of(count.getAsLong()) : NOTHING;
    }

    /**
     * Holds a text.
     *
     * @param text the text
     * @return the value
     */
    public static AnalysisValue of(String text) {
        return NOTHING.with(Optional.of(text));
    }

    /**
     * Holds whether something is so.
     *
     * @param truth true if it is
     * @return the value
     */
    public static AnalysisValue of(boolean truth) {
        return NOTHING.with(Optional.of(truth));
    }

    /**
     * Holds several texts.
     *
     * @param texts the texts
     * @return the value
     */
    public static AnalysisValue of(List<String> texts) {
        return NOTHING.with(Optional.of(texts));
    }

    /**
     * Holds what may not be known.
     *
     * @param known an Estimate, or what {@link #value} may be
     * @return the value
     */
    public static AnalysisValue of(Optional<?> known) {
        Object any = known.isPresent() ? known.get() : NOTHING;
        return switch (any) {
            case AnalysisValue made -> made;
            case Estimate estimate -> of(estimate);
            default -> NOTHING.with(Optional.of(any));
        };
    }

    private AnalysisValue with(Optional<Object> known) {
        return new AnalysisValue(known, interval, reason, provenance, flags);
    }

    /**
     * Returns why there is no value; what has one is left as it is.
     *
     * @param why the reason
     * @return a copy with it
     */
    public AnalysisValue because(Optional<String> why) {
        return value.isPresent() ? this : new AnalysisValue(value, interval, why, provenance, flags);
    }

    /**
     * Sets the note on the value.
     *
     * @param words a sentence
     * @return a copy with it
     */
    public AnalysisValue noted(String words) {
        return new AnalysisValue(value, interval, Optional.of(words), provenance, flags);
    }

    /**
     * Sets the provenance of its joules; without a value it is left as it is.
     *
     * @param source how
     * @return a copy that says so
     */
    public AnalysisValue from(Provenance source) {
        return value.isEmpty()
                ? this
                : new AnalysisValue(value, interval, reason, Optional.of(source), flags);
    }

    /**
     * Adds a flag.
     *
     * @param flag one word
     * @return a copy with it
     */
    public AnalysisValue flagged(String flag) {
        return new AnalysisValue(value, interval, reason, provenance,
                Stream.concat(flags.stream(), Stream.of(flag)).collect(Collectors.toSet()));
    }

    /**
     * Returns the number, of a count too.
     *
     * @return the number in its unit; empty if it is not known or is none
     */
    public OptionalDouble number() {
        return value.isPresent() && value.get() instanceof Number known
                ? OptionalDouble.of(known.doubleValue())
                : OptionalDouble.empty();
    }

    /**
     * Returns the number of things.
     *
     * @return how many; empty if it is not known or is no count
     */
    public OptionalLong count() {
        return value.isPresent() && value.get() instanceof Long known ? OptionalLong.of(known) : OptionalLong.empty();
    }

    /**
     * Returns the number with its interval.
     *
     * @return the estimate; empty if the number or its interval is not known
     */
    public Optional<Estimate> estimate() {
        OptionalDouble known = number();
        return known.isPresent()
                ? interval.map(bounds -> new Estimate(known.getAsDouble(), bounds))
                : Optional.empty();
    }

    /**
     * Returns the text.
     *
     * @return the text; empty if it is not known or is none
     */
    public Optional<String> text() {
        return value.filter(String.class::isInstance).map(String.class::cast);
    }

    /**
     * Returns whether something is so.
     *
     * @return true or false; empty if it is not known
     */
    public Optional<Boolean> truth() {
        return value.filter(Boolean.class::isInstance).map(Boolean.class::cast);
    }

    /**
     * Returns the texts.
     *
     * @return the texts; none if they are not known
     */
    public List<String> texts() {
        return value.isPresent() && value.get() instanceof List<?> known
                ? known.stream().map(String::valueOf).toList()
                : List.of();
    }
}
