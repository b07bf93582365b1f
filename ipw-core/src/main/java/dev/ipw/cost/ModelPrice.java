package dev.ipw.cost;

import java.net.URI;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold what one model costs at one provider from a day on.
 *
 * @param provider  the provider's name for a person
 * @param hosts     where it is asked, and nowhere else; empty for wherever the model is asked
 * @param model     the model's exact id
 * @param aliases   further ids that mean the same model
 * @param rule      how models and hosts are told where a list does it by rules; without it by the ids and hosts
 * @param validFrom the first day on which the prices held; {@link LocalDate#MIN} where a list tells none
 * @param prices    the prices
 * @param source    where they come from, in words
 */
public record ModelPrice(String provider, List<String> hosts, String model, List<String> aliases, Optional<Rule> rule,
        LocalDate validFrom, TokenPrices prices, String source) {
    /** Tell which models at which hosts a price is of. */
    @FunctionalInterface
    public interface Rule {
        /**
         * Look at a model.
         *
         * @param model    its id, as it is asked
         * @param endpoint where it is asked
         * @return true if the price is its price
         */
        boolean isOf(String model, Optional<URI> endpoint);
    }

    /**
     * Keep a price of exact ids.
     *
     * @param provider  the provider's name for a person
     * @param hosts     where it is asked, and nowhere else; empty for wherever the model is asked
     * @param model     the model's exact id
     * @param aliases   further ids that mean the same model
     * @param validFrom the first day on which the prices held
     * @param prices    the prices
     * @param source    where they come from, in words
     */
    public ModelPrice(String provider, List<String> hosts, String model, List<String> aliases, LocalDate validFrom,
            TokenPrices prices, String source) {
        this(provider, hosts, model, aliases, Optional.empty(), validFrom, prices, source);
    }

    /** Copy the lists and refuse nulls. */
    public ModelPrice {
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(validFrom, "validFrom");
        Objects.requireNonNull(prices, "prices");
        Objects.requireNonNull(source, "source");
        hosts = List.copyOf(hosts);
        aliases = List.copyOf(aliases);
    }

    boolean isOf(String asked, Optional<URI> endpoint) {
        if (rule.isPresent()) {
            return rule.get().isOf(asked, endpoint);
        }
        boolean here = hosts.isEmpty()
                || endpoint.map(URI::getHost).filter(host -> hosts.stream().anyMatch(host::equalsIgnoreCase))
                        .isPresent();
        return here && (model.equals(asked) || aliases.contains(asked));
    }
}
