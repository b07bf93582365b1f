package dev.ipw.run;

import dev.ipw.compute.ModelCard;
import dev.ipw.compute.Precision;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.Pricing;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold the prices and model sizes of a run. It is kept with the run, so that a run which was cut off is finished by
 * the same prices although the file they came from is gone.
 *
 * @param pricing      what tokens and tools are charged
 * @param factors      what a machine of one's own costs
 * @param card         the sizes of the model; empty if unknown
 * @param isOwnCard    whether a person gave the card, rather than the list that comes with this library
 * @param precision    what the model's matrices are multiplied in, where a person says so
 */
public record RunAccounting(Pricing pricing, CostFactors factors, Optional<ModelCard> card, boolean isOwnCard,
        Optional<Precision> precision) {
    /** Nothing was looked up. */
    public static final RunAccounting NONE = new RunAccounting(Pricing.UNKNOWN, CostFactors.NONE, Optional.empty(),
            false, Optional.empty());

    /** Refuse nulls. */
    public RunAccounting {
        Objects.requireNonNull(pricing, "pricing");
        Objects.requireNonNull(factors, "factors");
        Objects.requireNonNull(card, "card");
        Objects.requireNonNull(precision, "precision");
    }

    /** Name the parts that were not asked for: a run may be resumed by a version that comes with other lists. */
    public List<String> notAskedFor() {
        List<String> parts = new ArrayList<>();
        if (pricing.basis() != Pricing.Basis.OWN_LIST) {
            parts.add("pricing");
        }
        if (!isOwnCard) {
            parts.add("model_card");
        }
        return parts;
    }
}
