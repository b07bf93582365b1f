package dev.ipw.analysis;

import dev.ipw.energy.Provenance;
import dev.ipw.internal.number.SignificantDigits;
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
import org.apiguardian.api.API;

/**
 * One value of an analysis, or the reason why there is none.
 *
 * @param value      a Double, Long, Boolean, String, or a List of Strings; empty if unknown. A number that is not
 *                   finite counts as unknown
 * @param interval   its interval; a missing bound is infinite. An interval without any bound is dropped
 * @param reason     the reason why there is no value, or a note on it
 * @param provenance the provenance of its joules, for a figure of joules
 * @param flags      the states of the sensors behind the value, one word each
 * @param marks      the limits of its use, with their reasons
 */
@API(status = API.Status.EXPERIMENTAL)
public record AnalysisValue(Optional<Object> value, Optional<Interval> interval, Optional<String> reason,
        Optional<Provenance> provenance, Set<String> flags, List<FigureMark> marks) {
    private static final AnalysisValue NOTHING = new AnalysisValue(Optional.empty(), Optional.empty(), Optional.empty(),
            Optional.empty(), Set.of(), List.of());

    /** Copies the collections, and drops numbers that are not finite. */
    public AnalysisValue {
        value = value.map(AnalysisValue::copied)
                .filter(known -> !(known instanceof Double real) || Double.isFinite(real));
        boolean isKnown = value.isPresent();
        interval = interval.filter(bounds -> isKnown
                && (Double.isFinite(bounds.low()) || Double.isFinite(bounds.high())));
        flags = Collections.unmodifiableSet(new TreeSet<>(flags));
        marks = List.copyOf(marks);
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
     * Returns an absent value.
     *
     * @return an absent value
     */
    public static AnalysisValue absent() {
        return NOTHING;
    }

    /**
     * Returns an absent value with the reason.
     *
     * @param reason why there is no value
     * @return an absent value
     */
    public static AnalysisValue absent(String reason) {
        return NOTHING.because(Optional.of(reason));
    }

    /**
     * Returns a number.
     *
     * @param number the number in its column's unit
     * @return the value
     */
    public static AnalysisValue of(double number) {
        return NOTHING.with(Optional.of(number));
    }

    /**
     * Returns a number that may be unknown.
     *
     * @param number the number in its column's unit
     * @return the value
     */
    public static AnalysisValue of(OptionalDouble number) {
        return number.isPresent() ? of(number.getAsDouble()) : NOTHING;
    }

    /**
     * Returns a number with its interval.
     *
     * @param estimate the number in its column's unit
     * @return the value
     */
    public static AnalysisValue of(Estimate estimate) {
        return of(estimate.value(), Optional.of(estimate.interval()));
    }

    /**
     * Returns a number whose interval may be unknown.
     *
     * @param number   the number in its column's unit
     * @param interval its interval
     * @return the value
     */
    public static AnalysisValue of(double number, Optional<Interval> interval) {
        return new AnalysisValue(Optional.of(number), interval, Optional.empty(), Optional.empty(), Set.of(),
                List.of());
    }

    /**
     * Returns a count.
     *
     * @param count the count
     * @return the value
     */
    public static AnalysisValue of(long count) {
        return NOTHING.with(Optional.of(count));
    }

    /**
     * Returns a count that may be unknown.
     *
     * @param count the count
     * @return the value
     */
    public static AnalysisValue of(OptionalLong count) {
        return count.isPresent() ? of(count.getAsLong()) : NOTHING;
    }

    /**
     * Returns a text.
     *
     * @param text the text
     * @return the value
     */
    public static AnalysisValue of(String text) {
        return NOTHING.with(Optional.of(text));
    }

    /**
     * Returns a truth value.
     *
     * @param truth the truth value
     * @return the value
     */
    public static AnalysisValue of(boolean truth) {
        return NOTHING.with(Optional.of(truth));
    }

    /**
     * Returns several texts.
     *
     * @param texts the texts
     * @return the value
     */
    public static AnalysisValue of(List<String> texts) {
        return NOTHING.with(Optional.of(texts));
    }

    /**
     * Returns a value that may be unknown.
     *
     * @param known an Estimate, or a type that {@link #value} allows
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
        return new AnalysisValue(known, interval, reason, provenance, flags, marks);
    }

    /**
     * Sets the reason why there is no value; a known value is returned unchanged.
     *
     * @param why the reason
     * @return the changed copy
     */
    public AnalysisValue because(Optional<String> why) {
        return value.isPresent() ? this : new AnalysisValue(value, interval, why, provenance, flags, marks);
    }

    /**
     * Sets the note on the value.
     *
     * @param words a sentence
     * @return the changed copy
     */
    public AnalysisValue noted(String words) {
        return new AnalysisValue(value, interval, Optional.of(words), provenance, flags, marks);
    }

    /**
     * Sets the provenance of its joules; without a value it returns this unchanged.
     *
     * @param source the provenance
     * @return a copy with the provenance
     */
    public AnalysisValue from(Provenance source) {
        return value.isEmpty()
                ? this
                : new AnalysisValue(value, interval, reason, Optional.of(source), flags, marks);
    }

    /**
     * Adds a flag.
     *
     * @param flag one word
     * @return the changed copy
     */
    public AnalysisValue flagged(String flag) {
        return new AnalysisValue(value, interval, reason, provenance,
                Stream.concat(flags.stream(), Stream.of(flag)).collect(Collectors.toSet()), marks);
    }

    /**
     * Adds marks, if there is a value.
     *
     * @param more the limits of the value's use
     * @return the changed copy
     */
    public AnalysisValue marked(List<FigureMark> more) {
        return value.isEmpty()
                ? this
                : new AnalysisValue(value, interval, reason, provenance, flags,
                        Stream.concat(marks.stream(), more.stream()).toList());
    }

    /**
     * Returns the number; a count is returned as a number too.
     *
     * @return the number in its unit; empty if it is unknown or not a number
     */
    public OptionalDouble number() {
        return value.isPresent() && value.get() instanceof Number known
                ? OptionalDouble.of(known.doubleValue())
                : OptionalDouble.empty();
    }

    /**
     * Returns the count.
     *
     * @return the count; empty if it is unknown or not a count
     */
    public OptionalLong count() {
        return value.isPresent() && value.get() instanceof Long known ? OptionalLong.of(known) : OptionalLong.empty();
    }

    /**
     * Returns the number with its interval.
     *
     * @return the estimate; empty if the number or its interval is unknown
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
     * @return the text; empty if it is unknown or not a text
     */
    public Optional<String> text() {
        return value.filter(String.class::isInstance).map(String.class::cast);
    }

    /**
     * Returns the truth value.
     *
     * @return true or false; empty if it is unknown
     */
    public Optional<Boolean> truth() {
        return value.filter(Boolean.class::isInstance).map(Boolean.class::cast);
    }

    /**
     * Returns the texts.
     *
     * @return the texts; an empty list if they are unknown
     */
    public List<String> texts() {
        return value.isPresent() && value.get() instanceof List<?> known
                ? known.stream().map(String::valueOf).toList()
                : List.of();
    }

    /**
     * Formats the value for a reader with its range, provenance and marks, for example {@code 1.25 [1.1, 1.5] MEASURED}, or the
     * reason why it is unknown.
     */
    @Override
    public String toString() {
        return in("");
    }

    /** Formats the value in a unit. */
    String in(String unit) {
        if (value.isEmpty()) {
            return "unknown" + reason.map(why -> ": " + why).orElse("");
        }
        Object known = value.get();
        StringBuilder text = new StringBuilder(
                known instanceof Double number ? SignificantDigits.four(number) : String.valueOf(known));
        text.append(unit.isEmpty() ? "" : " " + unit);
        interval.ifPresent(range -> text.append(' ').append(range));
        provenance.ifPresent(source -> text.append(' ').append(source));
        Stream.concat(marks.stream().map(mark -> mark.level().name()), flags.stream().sorted()).distinct()
                .forEach(mark -> text.append(' ').append(mark));
        return text.toString();
    }
}
