package dev.ipw.series;

import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.load.Load;
import dev.ipw.series.SeriesPlan.SeriesStep;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The search for the highest rate at which answers meet service levels: doubles the rate until they do not, then halves
 * the interval between the rates until they are close. Each step is a separate run, long enough to distinguish the
 * share of answers from the wanted one, and with its own arrivals: their number follows from the rate, their moments
 * differ from those of other steps. If even requests that hardly overlap do not meet the levels, no lower rate is
 * tried. There are at most 20 steps.
 *
 * @param slo        the service levels that an answer must meet
 * @param attainment the share of requests that must meet the levels, counting failed ones as not; from 0.5 to 0.999
 * @param first      the first rate, in requests per second
 */
@API(status = API.Status.EXPERIMENTAL)
public record RateSearch(ServiceLevels slo, double attainment, double first) implements SeriesPlan {
    /** The default share of requests that must meet the levels. */
    public static final double DEFAULT_ATTAINMENT = 0.99;

    private static final double MIN_ATTAINMENT = 0.5;
    private static final double MAX_ATTAINMENT = 0.999;
    private static final double LOWEST_PER_SECOND = 0.01;
    private static final double HIGHEST_PER_SECOND = 100_000;
    private static final double NEAR = 1.1;
    private static final int MAX_STEPS = 20;
    private static final double HARDLY_IN_FLIGHT = 0.1;
    private static final int MAX_WITHOUT_ANSWER = 4;
    private static final int MIN_REQUESTS = 50;
    private static final Duration USUAL_STEP = Duration.ofSeconds(30);
    private static final MathContext DIGITS = new MathContext(3);
    private static final double NANOS = 1e9;

    /** Checks the numbers. */
    public RateSearch {
        Objects.requireNonNull(slo, "slo");
        if (!(attainment >= MIN_ATTAINMENT && attainment <= MAX_ATTAINMENT)) {
            throw new ConfigurationException("The share of requests that must keep the service levels lies between "
                    + MIN_ATTAINMENT + " and " + MAX_ATTAINMENT + ", not at " + attainment);
        }
        if (!(first >= LOWEST_PER_SECOND && first <= HIGHEST_PER_SECOND)) {
            throw new ConfigurationException("A search begins at a rate from " + LOWEST_PER_SECOND + " to "
                    + HIGHEST_PER_SECOND + " requests a second, not at " + first);
        }
    }

    /**
     * Searches from one request per second, for the rate at which 99 percent of the requests meet the levels.
     *
     * @param slo the service levels that an answer must meet
     * @return the search
     */
    public static RateSearch within(ServiceLevels slo) {
        return new RateSearch(slo, DEFAULT_ATTAINMENT, 1);
    }

    /**
     * Sets the share of requests that must meet the levels.
     *
     * @param share from 0.5 to 0.999
     * @return the search with it
     */
    public RateSearch attaining(double share) {
        return new RateSearch(slo, share, first);
    }

    /**
     * Sets the first rate.
     *
     * @param perSecond requests a second
     * @return the search with it
     */
    public RateSearch from(double perSecond) {
        return new RateSearch(slo, attainment, perSecond);
    }

    /**
     * The outcome of a search.
     *
     * @param kept   the run at the highest rate at which the levels were met, below any at which they were not; empty
     *               if there was none
     * @param broken the run at the lowest rate at which they were not met; empty if there was none
     */
    public record Found(Optional<SeriesRun> kept, Optional<SeriesRun> broken) {
        /**
         * Returns the highest rate that meets the levels.
         *
         * @return requests per second; empty if no rate met the levels
         */
        public OptionalDouble perSecond() {
            return rate(kept);
        }

        /**
         * Returns the lowest rate that does not meet the levels.
         *
         * @return requests per second; empty if every rate met them
         */
        public OptionalDouble brokenPerSecond() {
            return rate(broken);
        }

        private static OptionalDouble rate(Optional<SeriesRun> run) {
            return run.map(one -> OptionalDouble.of(perSecondOf(one))).orElse(OptionalDouble.empty());
        }
    }

    /**
     * Returns the outcome of the runs so far.
     *
     * @param done the runs; one that was ended early decides only if more of its answers were late than the whole run
     *             may have
     * @return the rates next to the limit
     */
    public Found found(List<SeriesRun> done) {
        ToDoubleFunction<SeriesRun> rate = RateSearch::perSecondOf;
        Optional<SeriesRun> broken = done.stream().filter(this::isBrokenBy).min(Comparator.comparingDouble(rate));
        double limit = broken.map(RateSearch::perSecondOf).orElse(Double.POSITIVE_INFINITY);
        Optional<SeriesRun> kept = done.stream()
                .filter(one -> one.isWhole() && isKeptBy(one) && perSecondOf(one) < limit)
                .max(Comparator.comparingDouble(rate));
        return new Found(kept, broken);
    }

    private static double perSecondOf(SeriesRun run) {
        return run.run().summary().configuration().load().perSecond().orElseThrow();
    }

    private boolean isKeptBy(SeriesRun run) {
        return run.figures().of(RunFigure.GOODPUT_SHARE).orElse(0) >= attainment;
    }

    /** Returns whether a run broke the levels. Requests that failed because the run was ended do not count. */
    private boolean isBrokenBy(SeriesRun run) {
        if (run.isWhole()) {
            return !isKeptBy(run);
        }
        double late = run.figures().queries() * (1 - run.figures().of(RunFigure.GOODPUT_SHARE).orElse(1))
                - run.figures().failed();
        double planned = run.run().summary().configuration().load().durationSeconds().orElse(0) * perSecondOf(run);
        return late > (1 - attainment) * Math.max(planned, (double) run.figures().queries());
    }

    @Override
    public String kind() {
        return "search";
    }

    @Override
    public String fileName() {
        return "sweep.json";
    }

    @Override
    public OptionalInt size() {
        return OptionalInt.empty();
    }

    @Override
    public Optional<ServiceLevels> levels() {
        return Optional.of(slo);
    }

    @Override
    public Optional<SeriesStep> next(Load load, long seed, List<SeriesRun> done) {
        Sweep.refuseReplay(load);
        if (!load.ramp().isZero()) {
            throw new ConfigurationException("A search holds each rate from the start: leave " + Setting.RAMP + " out");
        }
        if (done.size() == MAX_STEPS) {
            return Optional.empty();
        }
        OptionalDouble rate = done.isEmpty() ? OptionalDouble.of(first) : nextRate(found(done), done.size());
        return rate.isEmpty()
                ? Optional.empty()
                : Optional.of(Sweep.step(Sweep.Over.RATE, load.lasting(stepTime(load, rate.getAsDouble()))
                        .seeded(load.seed().orElse(seed) + done.size()), rate.getAsDouble()));
    }

    private static OptionalDouble nextRate(Found found, int steps) {
        if (found.kept().isEmpty() && found.broken().isEmpty()) {
            // Each run was ended early, so that none determines the next rate.
            return OptionalDouble.empty();
        }
        double kept = found.perSecond().orElse(0);
        double broken = found.brokenPerSecond().orElse(Double.POSITIVE_INFINITY);
        if (broken / kept <= NEAR || (kept == 0 && !mayHelp(found.broken().orElseThrow(), steps))) {
            return OptionalDouble.empty();
        }
        double next = kept == 0 ? broken / 2 : broken == Double.POSITIVE_INFINITY ? kept * 2 : Math.sqrt(kept * broken);
        double rounded = new BigDecimal(next, DIGITS).doubleValue();
        return rounded < LOWEST_PER_SECOND || rounded > HIGHEST_PER_SECOND || rounded == kept || rounded == broken
                ? OptionalDouble.empty()
                : OptionalDouble.of(rounded);
    }

    /**
     * Returns whether a lower rate may help. Requests that hardly overlap are not faster at a lower rate, nor does a
     * server that never answers start to.
     */
    private static boolean mayHelp(SeriesRun broken, int steps) {
        OptionalDouble latency = broken.figures().of(RunFigure.TIME_FROM_INTENDED_START_P50);
        return latency.isPresent()
                ? latency.getAsDouble() * perSecondOf(broken) > HARDLY_IN_FLIGHT
                : steps < MAX_WITHOUT_ANSWER;
    }

    /**
     * Returns the duration of a step. A single late request must not decide: there are at least 1 / (1 - attainment)
     * requests, and never only a few.
     */
    private Duration stepTime(Load load, double perSecond) {
        double requests = Math.max(MIN_REQUESTS, Math.ceil(1 / (1 - attainment) - 1e-9));
        Duration needed = Duration.ofNanos(Math.round(requests / perSecond * NANOS));
        Duration wanted = load.duration().orElse(USUAL_STEP);
        return needed.compareTo(wanted) > 0 ? needed : wanted;
    }

    @Override
    public Map<String, @Nullable Object> outcome(List<SeriesRun> done) {
        Found found = found(done);
        return TreeBuilder.object().put("attainment", attainment).put("kept_per_second", found.perSecond())
                .put("broken_per_second", found.brokenPerSecond())
                .put("kept_folder", found.kept().map(run -> run.step().name()))
                .put("joules_per_good_answer",
                        found.kept().map(run -> run.figures().values().get(RunFigure.JOULES_PER_GOOD_ANSWER)))
                .build();
    }
}
