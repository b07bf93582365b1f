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
 * @param validFrom the first day on which the prices held
 * @param prices    the prices
 * @param source    where they come from, in words
 */
public record ModelPrice(String provider, List<String> hosts, String model, List<String> aliases, LocalDate validFrom,
        TokenPrices prices, String source) {
    /** Copy the lists and refuse nulls. */
    public ModelPrice {
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(validFrom, "validFrom");
        Objects.requireNonNull(prices, "prices");
        Objects.requireNonNull(source, "source");
        hosts = List.copyOf(hosts);
        aliases = List.copyOf(aliases);
    }

    boolean isOf(String asked, Optional<URI> endpoint) {
        boolean here = hosts.isEmpty()
                || endpoint.map(URI::getHost).filter(host -> hosts.stream().anyMatch(host::equalsIgnoreCase))
                        .isPresent();
        return here && (model.equals(asked) || aliases.contains(asked));
    }
}
