package dev.ipw.settings;

import dev.ipw.compute.ModelCard;
import dev.ipw.compute.Precision;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.PriceList;
import java.util.Objects;
import java.util.Optional;

/**
 * The prices of tokens and machines, and the model's compute.
 *
 * @param prices    a price list that wins over the one that comes with this library
 * @param factors   what a machine of one's own costs: its time, its electricity and the carbon behind that
 * @param modelCard the model's sizes; empty looks them up in the short list that comes with this library
 * @param precision what the model's matrices are multiplied in; empty takes what its card says
 */
public record CostSettings(Optional<PriceList> prices, CostFactors factors, Optional<ModelCard> modelCard,
        Optional<Precision> precision) {
    /** Only the prices and model sizes that come with this library. */
    public static final CostSettings DEFAULTS = new CostSettings(Optional.empty(), CostFactors.NONE, Optional.empty(),
            Optional.empty());

    /** Rejects nulls. */
    public CostSettings {
        Objects.requireNonNull(prices, "prices");
        Objects.requireNonNull(factors, "factors");
        Objects.requireNonNull(modelCard, "modelCard");
        Objects.requireNonNull(precision, "precision");
    }

    /**
     * Returns a price list.
     *
     * @param list the prices; {@link PriceList#read} reads a file
     * @return a copy with it
     */
    public CostSettings prices(PriceList list) {
        return new CostSettings(Optional.of(list), factors, modelCard, precision);
    }

    /**
     * Sets the cost of your own machine.
     *
     * @param known what is known of it
     * @return a copy with it
     */
    public CostSettings factors(CostFactors known) {
        return new CostSettings(prices, known, modelCard, precision);
    }

    /**
     * Returns the model's sizes.
     *
     * @param card the sizes; {@link ModelCard#read} reads a {@code config.json} or a GGUF file
     * @return a copy with it
     */
    public CostSettings modelCard(ModelCard card) {
        return new CostSettings(prices, factors, Optional.of(card), precision);
    }

    /**
     * Sets the number format of the model's matrix products.
     *
     * @param value the precision
     * @return a copy with it
     */
    public CostSettings precision(Precision value) {
        return new CostSettings(prices, factors, modelCard, Optional.of(value));
    }
}
