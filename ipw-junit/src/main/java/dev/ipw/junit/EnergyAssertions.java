package dev.ipw.junit;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.telemetry.TelemetryWindow;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;

/**
 * Assert with AssertJ what joules show. What is not known fails with its reason, and an interval that lies on both sides of what
 * is asserted shows nothing: it is neither below nor above.
 *
 * <pre>{@code
 * assertThat(window).energy(Scope.PACKAGE).isBelow(joules(5));
 * assertThat(run).intelligencePerJoule().isAbove(0.01);
 * assertThat(ProfileRun.compareRepeats(before, after)).hasNoRegression("tpot", percent(5));
 * }</pre>
 */
public final class EnergyAssertions {
    private EnergyAssertions() {}

    /**
     * Begin an assertion on a measured window.
     *
     * @param window the window
     * @return what can be asserted of it
     */
    public static WindowAssert assertThat(@Nullable TelemetryWindow window) {
        return new WindowAssert(window);
    }

    /**
     * Begin an assertion on a run.
     *
     * @param run the run
     * @return what can be asserted of it
     */
    public static RunAssert assertThat(@Nullable ProfileRun run) {
        return new RunAssert(run);
    }

    /**
     * Begin an assertion on the comparison of two runs.
     *
     * @param comparison the comparison
     * @return what can be asserted of it
     */
    public static RunComparisonAssert assertThat(@Nullable RunComparison comparison) {
        return new RunComparisonAssert(comparison);
    }

    /**
     * Begin an assertion on the comparison of two ways to do a thing.
     *
     * @param comparison the comparison
     * @return what can be asserted of it
     */
    public static EnergyComparisonAssert assertThat(@Nullable EnergyComparison comparison) {
        return new EnergyComparisonAssert(comparison);
    }

    /**
     * Name the unit of a figure.
     *
     * @param joules the figure
     * @return the same figure
     */
    public static double joules(double joules) {
        return joules;
    }

    /**
     * Name a share in percent.
     *
     * @param percent the share, at least 0
     * @return the share
     */
    public static Percentage percent(double percent) {
        return Percentage.withPercentage(percent);
    }

    /** Assert on a measured window. */
    public static final class WindowAssert extends AbstractAssert<WindowAssert, TelemetryWindow> {
        private WindowAssert(@Nullable TelemetryWindow window) {
            super(window, WindowAssert.class);
        }

        /**
         * Assert on the joules of one part of the machine.
         *
         * @param scope which part
         * @return what can be asserted of them
         */
        public FigureAssert energy(Scope scope) {
            isNotNull();
            return new FigureAssert(Figure.of(scope.label() + " energy", actual.energy(scope)));
        }

        /**
         * Assert on all joules that are measured without counting one twice.
         *
         * @return what can be asserted of them
         */
        public FigureAssert energy() {
            isNotNull();
            return new FigureAssert(Figure.of("energy", actual.headline()));
        }

        /**
         * Assert on the process's own share of the processor packages' joules, which is an estimate.
         *
         * @return what can be asserted of it
         */
        public FigureAssert processEnergy() {
            isNotNull();
            return new FigureAssert(Figure.of("energy of this process", actual.processEnergy().energy()));
        }
    }

    /** Assert on a run. */
    public static final class RunAssert extends AbstractAssert<RunAssert, ProfileRun> {
        private RunAssert(@Nullable ProfileRun run) {
            super(run, RunAssert.class);
        }

        /**
         * Assert on accuracy over joules per query.
         *
         * @return what can be asserted of it
         */
        public FigureAssert intelligencePerJoule() {
            Efficiency efficiency = efficiency();
            return figure("intelligence per joule", "/J", efficiency.intelligencePerJoule(), efficiency);
        }

        /**
         * Assert on accuracy over the devices' watts.
         *
         * @return what can be asserted of it
         */
        public FigureAssert intelligencePerWatt() {
            Efficiency efficiency = efficiency();
            return figure("intelligence per watt", "/W", efficiency.intelligencePerWatt(), efficiency);
        }

        /**
         * Assert on joules per query.
         *
         * @return what can be asserted of them
         */
        public FigureAssert joulesPerQuery() {
            Efficiency efficiency = efficiency();
            return figure("energy per query", "J", efficiency.joulesPerQuery(), efficiency);
        }

        /**
         * Assert on joules per token of the answers.
         *
         * @return what can be asserted of them
         */
        public FigureAssert joulesPerOutputToken() {
            Efficiency efficiency = efficiency();
            return figure("energy per output token", "J", efficiency.joulesPerOutputToken(), efficiency);
        }

        /**
         * Assert on the share of right answers.
         *
         * @return what can be asserted of it
         */
        public FigureAssert accuracy() {
            return new FigureAssert(Figure.of("accuracy", "", efficiency().accuracy(), "scored answers",
                    "no answer was scored"));
        }

        private Efficiency efficiency() {
            isNotNull();
            return actual.efficiency();
        }

        private static FigureAssert figure(String name, String unit, Optional<Estimate> estimate,
                Efficiency efficiency) {
            return new FigureAssert(Figure.of(name, unit, estimate,
                    efficiency.energyProvenance() + " " + efficiency.energySource(),
                    efficiency.whyNoHeadline().orElse("the run has no such figure")));
        }
    }

    /** Assert on a figure by its interval. */
    public static final class FigureAssert extends AbstractAssert<FigureAssert, Figure> {
        private FigureAssert(Figure figure) {
            super(figure, FigureAssert.class);
        }

        /**
         * Assert that all of the interval lies below a limit.
         *
         * @param limit in the figure's unit
         * @return this for method chaining
         */
        public FigureAssert isBelow(double limit) {
            return isOnOneSide("below", limit, known().high() < limit, known().low() >= limit);
        }

        /**
         * Assert that all of the interval lies above a limit.
         *
         * @param limit in the figure's unit
         * @return this for method chaining
         */
        public FigureAssert isAbove(double limit) {
            return isOnOneSide("above", limit, known().low() > limit, known().high() <= limit);
        }

        /**
         * Assert that a sensor stands behind the figure, and no estimate.
         *
         * @return this for method chaining
         */
        public FigureAssert isMeasured() {
            known();
            if (actual.source().startsWith(Provenance.ESTIMATED.name())) {
                failWithMessage("%s", actual + " is an estimate, not measured");
            }
            return this;
        }

        private Interval known() {
            if (actual.doubt().isPresent() || actual.estimate().isEmpty()) {
                failWithMessage("%s", "nothing can be said of the " + actual.name() + ": "
                        + actual.doubt().orElse("it is not known"));
            }
            return actual.estimate().orElseThrow().interval();
        }

        private FigureAssert isOnOneSide(String side, double limit, boolean holds, boolean isContradicted) {
            if (!holds) {
                failWithMessage("%s", actual + (isContradicted ? " is not " : " is not shown to be ") + side + " "
                        + JouleText.number(limit) + " " + actual.unit()
                        + (isContradicted
                                ? ""
                                : ": undecided, as its interval holds that. Measure more or for longer"));
            }
            return this;
        }
    }

    /** Assert on the comparison of two runs. */
    public static final class RunComparisonAssert extends AbstractAssert<RunComparisonAssert, RunComparison> {
        private RunComparisonAssert(@Nullable RunComparison comparison) {
            super(comparison, RunComparisonAssert.class);
        }

        /**
         * Assert that the second run is not worse in a dimension by more than a tolerance: the whole interval of the relative
         * difference lies within it. One run of each shows this of right answers and tokens only; what rests on time or joules
         * needs repeated runs.
         *
         * @param dimension a dimension's name or short name, for example {@code tpot} or {@code j/query}
         * @param tolerance the most by which it may be worse
         * @return this for method chaining
         * @throws dev.ipw.error.ConfigurationException if there is no such dimension
         */
        public RunComparisonAssert hasNoRegression(String dimension, Percentage tolerance) {
            isNotNull();
            ComparedDimension wanted = ComparedDimension.named(dimension);
            if (wanted.better() == ComparedDimension.Better.NEITHER) {
                throw new IllegalArgumentException("Neither more nor less of " + wanted.words()
                        + " is better, so that it cannot get worse");
            }
            Optional<DimensionComparison> compared = actual.of(wanted);
            Optional<String> regression = compared.isEmpty()
                    ? Optional.of("it was not compared" + actual.absent().stream()
                            .filter(reason -> reason.contains(wanted.label()) || reason.contains(wanted.words()))
                            .findFirst().map(reason -> ": " + reason).orElse(""))
                    : Regressions.of(compared.get(), wanted.better(), tolerance.value / 100);
            regression.ifPresent(reason -> failWithMessage("%s", "no regression of " + wanted.words() + " by more than "
                    + JouleText.number(tolerance.value) + " % is not shown: " + reason));
            return this;
        }
    }

    /** Assert on the comparison of two ways to do a thing. */
    public static final class EnergyComparisonAssert extends AbstractAssert<EnergyComparisonAssert, EnergyComparison> {
        private EnergyComparisonAssert(@Nullable EnergyComparison comparison) {
            super(comparison, EnergyComparisonAssert.class);
        }

        /**
         * Assert that the second uses less than the first.
         *
         * @return this for method chaining
         */
        public EnergyComparisonAssert secondUsesLess() {
            isNotNull();
            if (!actual.excessOver(1).isBelow(0)) {
                failWithMessage("%s", "the second is not shown to use less: " + actual);
            }
            return this;
        }

        /**
         * Assert that the second uses no more than the first and a tolerance.
         *
         * @param tolerance the most by which it may use more
         * @return this for method chaining
         */
        public EnergyComparisonAssert hasNoRegression(Percentage tolerance) {
            isNotNull();
            RepeatedMean excess = actual.excessOver(1 + tolerance.value / 100);
            if (!excess.isBelow(0)) {
                failWithMessage("%s", "the second " + (excess.isAbove(0) ? "uses" : "is not shown not to use")
                        + " more than the first and " + JouleText.number(tolerance.value) + " %: " + actual);
            }
            return this;
        }
    }

    /**
     * A figure with what is to be said of it.
     *
     * @param name     what it is
     * @param unit     its unit
     * @param estimate the figure; empty if there is none
     * @param source   how it came about
     * @param doubt    why nothing may be concluded from it
     */
    record Figure(String name, String unit, Optional<Estimate> estimate, String source, Optional<String> doubt) {
        static Figure of(String name, EnergyReading reading) {
            Optional<Estimate> estimate = reading.isAvailable()
                    ? Optional.of(new Estimate(reading.joules().orElseThrow(),
                            new Interval(reading.lower().orElseThrow(), reading.upper().orElseThrow(), 1)))
                    : Optional.empty();
            return new Figure(name, "J", estimate, reading.provenance() + " " + reading.source(), Doubt.of(reading));
        }

        static Figure of(String name, String unit, Optional<Estimate> estimate, String source, String whyNone) {
            return new Figure(name, unit, estimate, source,
                    estimate.isPresent() ? Optional.empty() : Optional.of(whyNone));
        }

        @Override
        public String toString() {
            return name + " " + estimate.map(known -> JouleText.number(known.value()) + " "
                    + unit + " [" + JouleText.number(known.interval().low()) + ", "
                    + JouleText.number(known.interval().high()) + "]").orElse("unknown") + " (" + source + ")";
        }
    }
}
