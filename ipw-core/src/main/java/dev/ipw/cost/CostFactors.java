package dev.ipw.cost;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.internal.number.Money;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * The cost of a machine of one's own. No value is guessed: without a factor the figure that needs it is absent.
 *
 * @param usdPerHour                 the machine's time, rent or depreciation, in US dollars an hour
 * @param usdPerKilowattHour         electricity, in US dollars a kilowatt-hour
 * @param carbonGramsPerKilowattHour carbon dioxide and its equivalents, in grams a kilowatt-hour
 * @param powerUsageEffectiveness    energy of the whole data centre over that of its machines, at least 1; without it
 *                                   the joules count as they were read
 */
@API(status = API.Status.EXPERIMENTAL)
public record CostFactors(Optional<BigDecimal> usdPerHour, Optional<BigDecimal> usdPerKilowattHour,
        OptionalDouble carbonGramsPerKilowattHour, OptionalDouble powerUsageEffectiveness) {
    /** Unknown factors. */
    public static final CostFactors NONE = new CostFactors(Optional.empty(), Optional.empty(), OptionalDouble.empty(),
            OptionalDouble.empty());
    private static final double JOULES_PER_KILOWATT_HOUR = 3.6e6;
    private static final double MAX_USD = 1e6;
    private static final double MAX_GRAMS = 10_000;
    private static final double MAX_EFFECTIVENESS = 10;

    /**
     * Checks the factors.
     *
     * @throws ConfigurationException if a factor is impossible
     */
    public CostFactors {
        usdPerHour = usdPerHour.map(Money::shortest);
        usdPerKilowattHour = usdPerKilowattHour.map(Money::shortest);
        require("The cost of an hour", Setting.COST_PER_HOUR, Money.real(usdPerHour), 0, MAX_USD, "US dollars");
        require("The price of electricity", Setting.ELECTRICITY_PRICE, Money.real(usdPerKilowattHour), 0, MAX_USD,
                "US dollars a kilowatt-hour");
        require("The carbon intensity", Setting.CARBON_INTENSITY, carbonGramsPerKilowattHour, 0, MAX_GRAMS,
                "grams a kilowatt-hour");
        require("The power usage effectiveness", Setting.PUE, powerUsageEffectiveness, 1, MAX_EFFECTIVENESS, "in all");
    }

    private static void require(String name, Setting setting, OptionalDouble value, double least, double most,
            String unit) {
        if (value.isPresent() && !(value.getAsDouble() >= least && value.getAsDouble() <= most)) {
            throw new ConfigurationException(name + " (" + setting + ") must be "
                    + BigDecimal.valueOf(least).toBigInteger() + " to "
                    + BigDecimal.valueOf(most).toBigInteger() + " " + unit + ", not " + value.getAsDouble()
                    + ". Leave it out if it is not known");
        }
    }

    /**
     * Returns whether the machine is paid for rather than the tokens.
     *
     * @return true if its time or its electricity has a price
     */
    public boolean isOwnMachine() {
        return usdPerHour.isPresent() || usdPerKilowattHour.isPresent();
    }

    /**
     * Converts joules of the machine into paid energy.
     *
     * @param joules the measured joules
     * @return kilowatt-hours, times the power usage effectiveness if it is known
     */
    public double kilowattHours(double joules) {
        return joules / JOULES_PER_KILOWATT_HOUR * powerUsageEffectiveness.orElse(1);
    }

    /**
     * Returns the price of joules.
     *
     * @param joules the measured joules
     * @return US dollars; empty without a price of electricity
     */
    public Optional<BigDecimal> electricityUsd(double joules) {
        return usdPerKilowattHour
                .map(price -> Money.measured(price.multiply(BigDecimal.valueOf(kilowattHours(joules)))));
    }

    /**
     * Returns the price of time.
     *
     * @param seconds the time for which the machine was used
     * @return US dollars; empty without a cost of an hour
     */
    public Optional<BigDecimal> machineUsd(double seconds) {
        return usdPerHour.map(price -> Money.hours(price, seconds));
    }

    /**
     * Returns the carbon emissions of joules.
     *
     * @param joules the measured joules
     * @return grams of CO2 and its equivalents; empty without a carbon intensity
     */
    public OptionalDouble carbonGrams(double joules) {
        return carbonGramsPerKilowattHour.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(carbonGramsPerKilowattHour.getAsDouble() * kilowattHours(joules));
    }
}
