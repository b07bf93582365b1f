package dev.ipw.hosted;

import dev.ipw.energy.Provenance;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.number.SignificantDigits;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The estimate of what requests to a hosted model used, from their billed tokens: never measured, and of a type of its
 * own so that it is never added to measured joules. Its bounds combine the ends of all ranges of its table at once:
 * joules rise with active and total parameters, bits of a weight, the error of the regression, joules of an operation
 * and the data centre's overhead, and fall with the batch, so no combination lies outside.
 *
 * @param promptJoules joules for reading the prompt, the data centre's overhead included
 * @param answerJoules joules for the answer and its reasoning, the data centre's overhead included
 * @param carbonGrams  grams of CO2 and its equivalents of the electricity; empty if the table has no factor
 * @param waterLiters  water consumed by the data centre and by power plants; empty if the table has no factors
 * @param source       the model, the table with its version and date, and the method
 */
@API(status = API.Status.EXPERIMENTAL)
public record HostedEstimate(Range promptJoules, Range answerJoules, Optional<Range> carbonGrams,
        Optional<Range> waterLiters, String source) {
    /** The method and its version, which changes with each change of a formula. */
    public static final String METHOD = "hosted-1";
    private static final double JOULES_PER_KILOWATT_HOUR = 3.6e6;
    private static final double JOULES_PER_WATT_HOUR = 3600;

    /** Refuses nulls. */
    public HostedEstimate {
        Objects.requireNonNull(promptJoules, "promptJoules");
        Objects.requireNonNull(answerJoules, "answerJoules");
        Objects.requireNonNull(carbonGrams, "carbonGrams");
        Objects.requireNonNull(waterLiters, "waterLiters");
        Objects.requireNonNull(source, "source");
    }

    /**
     * Estimates a request.
     *
     * @param table  the table; {@link HostedTable#shipped} or a file of one's own
     * @param model  the model's id
     * @param tokens its billed tokens
     * @return the estimate
     * @throws ConfigurationException if the table does not have the model
     */
    public static HostedEstimate of(HostedTable table, String model, HostedTokens tokens) {
        return of(table.require(model, Optional.empty()), tokens);
    }

    /**
     * Estimates a request.
     *
     * @param model  the model
     * @param tokens its billed tokens
     * @return the estimate
     */
    public static HostedEstimate of(HostedModel model, HostedTokens tokens) {
        DataCentre centre = model.centre();
        Range prompt = model.promptJoules(tokens);
        Range answer = model.gpuJoules(tokens).plus(model.serverJoules(tokens));
        Range machines = prompt.plus(answer).times(1 / JOULES_PER_KILOWATT_HOUR);
        Range effectiveness = centre.powerUsageEffectiveness();
        Optional<Range> carbon = centre.carbonGramsPerKilowattHour()
                .map(grams -> End.range(end -> end.of(machines) * end.of(effectiveness) * end.of(grams)));
        Optional<Range> water = centre.onSiteWaterLitersPerKilowattHour().flatMap(onSite -> centre
                .offSiteWaterLitersPerKilowattHour().map(offSite -> End.range(end -> end.of(machines)
                        * (end.of(onSite) + end.of(effectiveness) * end.of(offSite)))));
        return new HostedEstimate(End.range(end -> end.of(prompt) * end.of(effectiveness)),
                End.range(end -> end.of(answer) * end.of(effectiveness)), carbon, water, source(model));
    }

    /**
     * Returns the words for the origin of the estimates of a model.
     *
     * @param model the model
     * @return the model, the table with its version and date, and the method
     */
    public static String source(HostedModel model) {
        return model.name() + " of " + model.provider() + (model.isGuess() ? ", whose size is a guess" : "") + "; "
                + model.table() + ", method " + METHOD;
    }

    /**
     * Returns all joules.
     *
     * @return prompt and answer
     */
    public Range joules() {
        return promptJoules.plus(answerJoules);
    }

    /**
     * Returns all joules in the unit of providers' disclosures.
     *
     * @return watt-hours
     */
    public Range wattHours() {
        return joules().times(1 / JOULES_PER_WATT_HOUR);
    }

    /**
     * Returns the provenance.
     *
     * @return always ESTIMATED
     */
    public Provenance provenance() {
        return Provenance.ESTIMATED;
    }

    /**
     * Adds the estimate of another request.
     *
     * @param other the other estimate
     * @return the sum; carbon and water only if both have them
     */
    public HostedEstimate plus(HostedEstimate other) {
        return new HostedEstimate(promptJoules.plus(other.promptJoules), answerJoules.plus(other.answerJoules),
                carbonGrams.flatMap(mine -> other.carbonGrams.map(mine::plus)),
                waterLiters.flatMap(mine -> other.waterLiters.map(mine::plus)),
                source.equals(other.source) ? source : source + " + " + other.source);
    }

    /** Formats the estimate, for example {@code about 1190 J [61.2, 9040] ESTIMATED, not measured (gpt-4o ...)}. */
    @Override
    public String toString() {
        Range joules = joules();
        return "about " + SignificantDigits.three(joules.likely()) + " J [" + SignificantDigits.three(joules.low())
                + ", " + SignificantDigits.three(joules.high()) + "] " + provenance() + ", not measured (" + source
                + ")";
    }
}
