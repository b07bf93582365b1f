package dev.ipw.settings;

import dev.ipw.compute.ModelCard;
import dev.ipw.compute.Precision;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.PriceList;
import dev.ipw.hosted.HostedTable;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The prices of tokens and machines, and the model's compute.
 *
 * @param prices    a price list that takes precedence over the one of this library
 * @param factors   the costs of your own machine: its time, its electricity and the carbon of that
 * @param modelCard the model's sizes; empty to find them in the short list of this library
 * @param precision the number format of the model's matrix products; empty for that of its card
 * @param hosted    the table by which a model that others host is estimated; empty for no estimate
 */
@API(status = API.Status.EXPERIMENTAL)
public record CostSettings(Optional<PriceList> prices, CostFactors factors, Optional<ModelCard> modelCard,
        Optional<Precision> precision, Optional<HostedTable> hosted) {
    /** The prices and model sizes of this library only. */
    public static final CostSettings DEFAULTS = new CostSettings(Optional.empty(), CostFactors.NONE, Optional.empty(),
            Optional.empty(), Optional.empty());

    /** Rejects nulls. */
    public CostSettings {
        Objects.requireNonNull(prices, "prices");
        Objects.requireNonNull(factors, "factors");
        Objects.requireNonNull(modelCard, "modelCard");
        Objects.requireNonNull(precision, "precision");
        Objects.requireNonNull(hosted, "hosted");
    }

    /**
     * Sets a price list.
     *
     * @param list the prices; {@link PriceList#read} reads a file
     * @return the changed copy
     */
    public CostSettings prices(PriceList list) {
        return new CostSettings(Optional.of(list), factors, modelCard, precision, hosted);
    }

    /**
     * Sets the cost of your own machine.
     *
     * @param known the known costs
     * @return the changed copy
     */
    public CostSettings factors(CostFactors known) {
        return new CostSettings(prices, known, modelCard, precision, hosted);
    }

    /**
     * Sets the model's sizes.
     *
     * @param card the sizes; {@link ModelCard#read} reads a {@code config.json} or a GGUF file
     * @return the changed copy
     */
    public CostSettings modelCard(ModelCard card) {
        return new CostSettings(prices, factors, Optional.of(card), precision, hosted);
    }

    /**
     * Sets the number format of the model's matrix products.
     *
     * @param value the precision
     * @return the changed copy
     */
    public CostSettings precision(Precision value) {
        return new CostSettings(prices, factors, modelCard, Optional.of(value), hosted);
    }

    /**
     * Estimates the joules of a hosted model from its billed tokens, beside the measured figures and never among them.
     *
     * @param table the sizes of models; {@link HostedTable#shipped} or a file of your own
     * @return the changed copy
     */
    public CostSettings estimateHosted(HostedTable table) {
        return new CostSettings(prices, factors, modelCard, precision, Optional.of(table));
    }
}
