package dev.ipw;

import dev.ipw.compute.ModelCard;
import dev.ipw.compute.Precision;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.PriceList;
import dev.ipw.cost.Pricing;
import dev.ipw.inference.ClientInfo;
import dev.ipw.results.RunAccounting;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Hold what a builder was told about money and the model's sizes.
 *
 * @param prices    a price list of the user's
 * @param factors   what a machine of one's own costs
 * @param card      the model's sizes
 * @param precision what its matrices are multiplied in
 */
record AccountingChoice(Optional<PriceList> prices, CostFactors factors, Optional<ModelCard> card,
        Optional<Precision> precision) {
    static final AccountingChoice NONE = new AccountingChoice(Optional.empty(), CostFactors.NONE, Optional.empty(),
            Optional.empty());

    /** Look up what was left open. */
    RunAccounting of(ClientInfo client, LocalDate day) {
        return new RunAccounting(Pricing.of(prices, factors, client, day), factors,
                card.or(() -> ModelCard.shipped(client.model())), card.isPresent(), precision);
    }

    AccountingChoice withPrices(PriceList list) {
        return new AccountingChoice(Optional.of(list), factors, card, precision);
    }

    AccountingChoice withFactors(CostFactors known) {
        return new AccountingChoice(prices, known, card, precision);
    }

    AccountingChoice withCard(ModelCard known) {
        return new AccountingChoice(prices, factors, Optional.of(known), precision);
    }

    AccountingChoice withPrecision(Precision known) {
        return new AccountingChoice(prices, factors, card, Optional.of(known));
    }
}
