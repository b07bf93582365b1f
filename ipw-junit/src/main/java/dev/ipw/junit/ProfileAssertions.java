package dev.ipw.junit;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.junit.EnergyAssertions.AssertedFigure;
import dev.ipw.junit.EnergyAssertions.FigureAssert;
import dev.ipw.statistics.Figure;
import java.util.Optional;
import org.apiguardian.api.API;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;

/**
 * AssertJ assertions on profiles, like those of {@link EnergyAssertions}. They need {@code ipw-core}.
 *
 * <pre>{@code
 * assertThat(run).intelligencePerJoule().isAbove(0.01);
 * assertThat(ProfileRun.compareRepeats(before, after)).hasNoRegression("tpot", percent(5));
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class ProfileAssertions {
    private ProfileAssertions() {}

    /**
     * Creates an assertion on a run.
     *
     * @param run the run
     * @return the assertion
     */
    public static RunAssert assertThat(@Nullable ProfileRun run) {
        return new RunAssert(run);
    }

    /**
     * Creates an assertion on the comparison of two runs.
     *
     * @param comparison the comparison
     * @return the assertion
     */
    public static RunComparisonAssert assertThat(@Nullable RunComparison comparison) {
        return new RunComparisonAssert(comparison);
    }

    /** The assertion on a run. */
    public static final class RunAssert extends AbstractAssert<RunAssert, ProfileRun> {
        private RunAssert(@Nullable ProfileRun run) {
            super(run, RunAssert.class);
        }

        /**
         * Creates an assertion on accuracy over joules per query.
         *
         * @return the assertion
         */
        public FigureAssert intelligencePerJoule() {
            Efficiency efficiency = efficiency();
            return figure("intelligence per joule", "/J", efficiency.intelligencePerJoule(), efficiency);
        }

        /**
         * Creates an assertion on accuracy over the devices' watts.
         *
         * @return the assertion
         */
        public FigureAssert intelligencePerWatt() {
            Efficiency efficiency = efficiency();
            return figure("intelligence per watt", "/W", efficiency.intelligencePerWatt(), efficiency);
        }

        /**
         * Creates an assertion on joules per query.
         *
         * @return the assertion
         */
        public FigureAssert joulesPerQuery() {
            Efficiency efficiency = efficiency();
            return figure("energy per query", "J", efficiency.joulesPerQuery(), efficiency);
        }

        /**
         * Creates an assertion on joules per token of the answers.
         *
         * @return the assertion
         */
        public FigureAssert joulesPerOutputToken() {
            Efficiency efficiency = efficiency();
            return figure("energy per output token", "J", efficiency.joulesPerOutputToken(), efficiency);
        }

        /**
         * Creates an assertion on the fraction of correct answers.
         *
         * @return the assertion
         */
        public FigureAssert accuracy() {
            return new FigureAssert(AssertedFigure.of("accuracy", "", efficiency().accuracy(), "scored answers"));
        }

        private Efficiency efficiency() {
            isNotNull();
            return actual.efficiency();
        }

        private static FigureAssert figure(String name, String unit, Figure figure, Efficiency efficiency) {
            return new FigureAssert(AssertedFigure.of(name, unit, figure,
                    efficiency.energyProvenance() + " " + efficiency.energySource()));
        }
    }

    /** The assertion on the comparison of two runs. */
    public static final class RunComparisonAssert extends AbstractAssert<RunComparisonAssert, RunComparison> {
        private RunComparisonAssert(@Nullable RunComparison comparison) {
            super(comparison, RunComparisonAssert.class);
        }

        /**
         * Asserts that the second run is not worse in a dimension by more than a tolerance: the whole interval of the
         * relative difference lies within it. A single run of each shows this for correct answers and tokens only;
         * figures that depend on time or joules need repeated runs.
         *
         * @param dimension a dimension's name or short name, for example {@code tpot} or {@code j/query}
         * @param tolerance the maximum by which it may be worse
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
}
