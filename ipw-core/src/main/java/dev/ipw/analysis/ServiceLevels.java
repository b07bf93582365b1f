package dev.ipw.analysis;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.DurationText;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/**
 * The service levels of an answer: limits on its times and joules, and a minimum of tokens per second.
 *
 * @param limits one for each figure
 */
@API(status = API.Status.EXPERIMENTAL)
public record ServiceLevels(List<Limit> limits) {
    private static final double NANOS = 1e9;
    private static final String EXAMPLE = "; write levels as ttft=200ms,tpot=30ms";

    /** Copies the list. */
    public ServiceLevels {
        limits = List.copyOf(limits);
        if (limits.isEmpty()) {
            throw new ConfigurationException("There is no service level" + EXAMPLE);
        }
    }

    /**
     * A limit of one figure.
     *
     * @param dimension the figure
     * @param value     the limit, in the dimension's unit
     */
    public record Limit(Dimension dimension, double value) {
        boolean isMetBy(RecordedQuery record) {
            OptionalDouble figure = dimension.of(record);
            return figure.isPresent() && (dimension.isBetterWhenHigher()
                    ? figure.getAsDouble() >= value
                    : figure.getAsDouble() <= value);
        }

        @Override
        public String toString() {
            return dimension.label() + (dimension.isBetterWhenHigher() ? " >= " : " <= ") + value + " "
                    + dimension.unit();
        }
    }

    /**
     * Parses levels in the form of the command line, such as {@code ttft=200ms,tpot=30ms}.
     *
     * @param text for example {@code ttft=200ms,tpot=30ms,joules=40}; a time without a unit is in seconds
     * @return the levels
     * @throws ConfigurationException if it cannot be parsed
     */
    public static ServiceLevels parse(String text) {
        List<Limit> limits = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                throw new ConfigurationException("'" + part.strip() + "' is no service level" + EXAMPLE);
            }
            Dimension dimension = Dimension.named(part.substring(0, equals));
            if (limits.stream().anyMatch(limit -> limit.dimension() == dimension)) {
                throw new ConfigurationException("Two service levels are given for " + dimension.label());
            }
            limits.add(new Limit(dimension, value(dimension, part.substring(equals + 1).strip())));
        }
        return new ServiceLevels(limits);
    }

    private static double value(Dimension dimension, String text) {
        double value = dimension.unit().equals("s")
                ? DurationText.parse(text).map(time -> time.toNanos() / NANOS).orElse(Double.NaN)
                : number(text);
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new ConfigurationException("The service level of " + dimension.label() + " must be above 0, in "
                    + dimension.unit() + ", not '" + text + "'" + EXAMPLE);
        }
        return value;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException noNumber) {
            return Double.NaN;
        }
    }

    /**
     * Returns whether an answer meets all limits. A failed answer, or one with an unknown figure, does not.
     *
     * @param record the query
     * @return true if every limit is met
     */
    public boolean areMetBy(RecordedQuery record) {
        return !record.hasFailed() && limits.stream().allMatch(limit -> limit.isMetBy(record));
    }

    @Override
    public String toString() {
        return limits.stream().map(Limit::toString).collect(Collectors.joining(", "));
    }
}
