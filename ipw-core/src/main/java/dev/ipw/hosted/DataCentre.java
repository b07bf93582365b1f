package dev.ipw.hosted;

import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The data centres of a provider, and the electricity of their region.
 *
 * @param powerUsageEffectiveness         energy of the whole centre over that of its machines, at least 1
 * @param region                          the region whose electricity is assumed
 * @param carbonGramsPerKilowattHour      grams of CO2 and its equivalents; empty if not known
 * @param onSiteWaterLitersPerKilowattHour  water that the centre evaporates for a kilowatt-hour of its machines; empty
 *                                        if not known
 * @param offSiteWaterLitersPerKilowattHour water that power plants consume for a kilowatt-hour; empty if not known
 */
@API(status = API.Status.EXPERIMENTAL)
public record DataCentre(Range powerUsageEffectiveness, String region, Optional<Range> carbonGramsPerKilowattHour,
        Optional<Range> onSiteWaterLitersPerKilowattHour, Optional<Range> offSiteWaterLitersPerKilowattHour) {
    /** Refuses nulls and a factor below 1. */
    public DataCentre {
        Objects.requireNonNull(region, "region");
        Objects.requireNonNull(carbonGramsPerKilowattHour, "carbonGramsPerKilowattHour");
        Objects.requireNonNull(onSiteWaterLitersPerKilowattHour, "onSiteWaterLitersPerKilowattHour");
        Objects.requireNonNull(offSiteWaterLitersPerKilowattHour, "offSiteWaterLitersPerKilowattHour");
        if (powerUsageEffectiveness.low() < 1) {
            throw new IllegalArgumentException("The power usage effectiveness is at least 1, not "
                    + powerUsageEffectiveness.low());
        }
    }
}
