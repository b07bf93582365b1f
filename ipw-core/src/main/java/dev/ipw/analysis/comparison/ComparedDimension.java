package dev.ipw.analysis.comparison;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.RunFigure;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.record.Dimension;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * A figure that is compared: one of every query, or one of the whole run.
 *
 * @param label    the long name, as in files
 * @param unit     the figure's unit; empty text for a share
 * @param perQuery the figure of a query; empty for a figure of a run as a whole
 * @param better   the direction that is better
 */
@API(status = API.Status.EXPERIMENTAL)
public record ComparedDimension(String label, String unit, Optional<Dimension> perQuery, Better better) {
    /** The share of right answers. */
    public static final ComparedDimension ACCURACY = new ComparedDimension("accuracy", "", Optional.empty(),
            Better.HIGHER);
    /** Accuracy over joules per query. */
    public static final ComparedDimension INTELLIGENCE_PER_JOULE = new ComparedDimension("intelligence_per_joule",
            "/J", Optional.empty(), Better.HIGHER);
    /** Accuracy over the devices' watts. */
    public static final ComparedDimension INTELLIGENCE_PER_WATT = new ComparedDimension(
            RunFigure.DEVICE_INTELLIGENCE_PER_WATT.label(), "/W", Optional.empty(), Better.HIGHER);
    /** All joules of a run over its requests. */
    public static final ComparedDimension JOULES_PER_QUERY = new ComparedDimension(RunFigure.JOULES_PER_QUERY.label(),
            "J", Optional.empty(), Better.LOWER);
    /** All joules of a run over the tokens of its answers. */
    public static final ComparedDimension JOULES_PER_OUTPUT_TOKEN = new ComparedDimension(
            RunFigure.JOULES_PER_OUTPUT_TOKEN.label(), "J/token", Optional.empty(), Better.LOWER);
    /** The devices' watts. Fewer watts over more time are no gain. */
    public static final ComparedDimension DEVICE_WATTS = new ComparedDimension(RunFigure.DEVICE_WATTS.label(), "W",
            Optional.empty(), Better.NEITHER);
    /** Whole answers a second. */
    public static final ComparedDimension REQUESTS_PER_SECOND = new ComparedDimension(
            RunFigure.REQUESTS_PER_SECOND.label(), "/s", Optional.empty(), Better.HIGHER);

    private static final String AVAILABLE = " Available: ";
    private static final List<ComparedDimension> OF_RUNS = List.of(REQUESTS_PER_SECOND, JOULES_PER_QUERY,
            JOULES_PER_OUTPUT_TOKEN, DEVICE_WATTS, ACCURACY, INTELLIGENCE_PER_JOULE, INTELLIGENCE_PER_WATT);

    private static final Set<Dimension> COUNTS = EnumSet.of(Dimension.INPUT_TOKENS, Dimension.OUTPUT_TOKENS,
            Dimension.CACHED_INPUT_TOKENS, Dimension.REASONING_OUTPUT_TOKENS, Dimension.FLOPS);
    private static final List<Dimension> USUAL = List.of(Dimension.TIME_FROM_INTENDED_START,
            Dimension.TIME_TO_FIRST_TOKEN, Dimension.TIME_PER_OUTPUT_TOKEN, Dimension.OUTPUT_TOKENS_PER_SECOND,
            Dimension.OUTPUT_TOKENS);

    /** The direction that is better. */
    public enum Better {
        /** More is better. */
        HIGHER,
        /** Less is better. */
        LOWER,
        /** Neither is. */
        NEITHER
    }

    /** Rejects nulls. */
    public ComparedDimension {
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(perQuery, "perQuery");
        Objects.requireNonNull(better, "better");
    }

    /**
     * Returns the dimension of a figure that every query has.
     *
     * @param dimension the figure
     * @return the compared dimension
     */
    public static ComparedDimension of(Dimension dimension) {
        boolean counts = COUNTS.contains(dimension) || dimension == Dimension.TOKENS_PER_CHUNK;
        Better better = dimension.isBetterWhenHigher() ? Better.HIGHER : counts ? Better.NEITHER : Better.LOWER;
        return new ComparedDimension(dimension.label(), dimension.unit(), Optional.of(dimension), better);
    }

    /**
     * Finds a dimension by its long name, its short name or its label. {@code joules} are a query's share;
     * {@code j/query} is the headline of the run.
     *
     * @param name a dimension's or a run's figure's, for example {@code joules_per_query}, {@code j/query}, {@code ipj}
     * @return the compared dimension
     * @throws ConfigurationException if there is no such dimension; the message lists them
     */
    public static ComparedDimension named(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT).replace('-', '_');
        Optional<ComparedDimension> ofRun = OF_RUNS.stream()
                .filter(one -> wanted.equals(one.label) || wanted.equals(one.shortName())).findFirst();
        if (ofRun.isPresent()) {
            return ofRun.get();
        }
        try {
            return of(Dimension.named(name));
        } catch (ConfigurationException unknown) {
            throw unknown(name, unknown);
        }
    }

    private static ConfigurationException unknown(String name, ConfigurationException ofQueries) {
        String message = String.valueOf(ofQueries.getMessage());
        String available = message.substring(message.indexOf(AVAILABLE) + AVAILABLE.length()) + ", "
                + OF_RUNS.stream().map(ComparedDimension::names).collect(Collectors.joining(", "));
        return new ConfigurationException("Unknown dimension '" + name + "'."
                + NearestNames.question(name.strip().toLowerCase(Locale.ROOT),
                        List.of(available.split("[,() ]+")))
                + AVAILABLE + available, ofQueries);
    }

    private String names() {
        return shortName().equals(label) ? label : label + " (" + shortName() + ")";
    }

    private String shortName() {
        return words().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the label of screens and reports.
     *
     * @return for example {@code J/query}, or {@code share, J/query} for one query's
     */
    public String words() {
        return perQuery.map(Dimension::words).orElseGet(() -> ofRun().words());
    }

    /**
     * Returns the name, label, unit and scale of the figure.
     *
     * @return the column, for example of accuracy in percent
     */
    public AnalysisColumn column() {
        return perQuery.map(AnalysisColumn::estimate).orElseGet(() -> AnalysisColumn.estimate(ofRun())).in(unit);
    }

    /**
     * Returns the unit beside a value on a screen, if the words of the figure have the rest of it.
     *
     * @return for example {@code J} for {@code J/token}; empty if the words have all of it
     */
    public String shownUnit() {
        return perQuery.map(Dimension::shownUnit).orElseGet(() -> ofRun().shownUnit());
    }

    /** Returns the figure of a run that it compares. */
    public RunFigure ofRun() {
        return Arrays.stream(RunFigure.values()).filter(one -> perQuery.isEmpty() && one.label().equals(label))
                .findFirst().orElseThrow(() -> new IllegalArgumentException(label + " is no figure of a run"));
    }

    /**
     * Returns whether the figure is a share of right answers. Two of them differ by points, because percent of percent
     * are misread.
     *
     * @return true for accuracy
     */
    public boolean isAccuracy() {
        return equals(ACCURACY);
    }

    /** Returns whether it is a figure of a run that needs the run's joules. */
    public boolean needsJoulesOfRun() {
        return perQuery.isEmpty() && !isAccuracy() && !equals(REQUESTS_PER_SECOND);
    }

    /**
     * Returns whether the figure depends on time or joules, so that it varies from run to run with the state of the
     * machine. Right answers, tokens and operations do not.
     *
     * @return true for times, rates, joules, watts, quotients of these, and dollars, which may be paid for hours or
     *         joules
     */
    public boolean restsOnTime() {
        return perQuery.map(one -> !COUNTS.contains(one)).orElse(!isAccuracy());
    }

    /** Returns whether it divides accuracy by joules or watts. */
    public boolean countsAnswers() {
        return equals(INTELLIGENCE_PER_JOULE) || equals(INTELLIGENCE_PER_WATT);
    }

    /**
     * Lists the dimensions that are compared by default.
     *
     * @return times, speed and length of the answers of queries; requests a second, joules per query and per token,
     *         watts, accuracy, intelligence per joule and per watt of the runs. Shares of queries are omitted, since
     *         the run's figures show the use
     */
    public static List<ComparedDimension> usual() {
        return Stream.concat(USUAL.stream().map(ComparedDimension::of), OF_RUNS.stream()).toList();
    }

    /**
     * Returns whether zeros are omitted. Zero seconds, joules or watts mean that nothing was measured; zero tokens and
     * zero right answers are counts, and a free query costs zero.
     */
    public boolean leavesZerosOut() {
        return better != Better.NEITHER && perQuery.isPresent() && perQuery.get() != Dimension.COST_USD;
    }
}
