package dev.ipw.cost;

import dev.ipw.cost.PriceList.TokenPrices;
import dev.ipw.error.Setting;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.number.Money;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apiguardian.api.API;

/**
 * The prices of the tokens of one run's model, and their origin.
 *
 * @param prices the price of a million tokens of each kind
 * @param tools  the price of a call, in US dollars by the tool's name
 * @param basis  the basis of the prices
 * @param list   the price list, its version and date; empty if none was used
 * @param source the source of the prices in plain words, or the reason why there is none
 */
@API(status = API.Status.EXPERIMENTAL)
public record Pricing(TokenPrices prices, Map<String, BigDecimal> tools, Basis basis, Optional<String> list,
        String source) {
    /** Unknown prices, of which none was looked up. */
    public static final Pricing UNKNOWN = new Pricing(TokenPrices.UNKNOWN, Map.of(), Basis.UNKNOWN, Optional.empty(),
            "no price was looked up for this run");

    /** The basis of prices. */
    public enum Basis {
        /** A list of the user. */
        OWN_LIST,
        /** The list that comes with this library. */
        SHIPPED_LIST,
        /** The model is served on this machine, so tokens are not paid. */
        LOCAL,
        /** The machine is paid for, not the tokens. */
        OWN_MACHINE,
        /** No price is known. */
        UNKNOWN
    }

    /** Copies the tools and refuses nulls. */
    public Pricing {
        Objects.requireNonNull(prices, "prices");
        Objects.requireNonNull(basis, "basis");
        Objects.requireNonNull(list, "list");
        Objects.requireNonNull(source, "source");
        Map<String, BigDecimal> shortest = new TreeMap<>();
        tools.forEach((name, price) -> shortest.put(name, Money.shortest(price)));
        tools = Map.copyOf(shortest);
    }

    /**
     * Returns the prices of a client's model. A list of the user takes precedence; then a model that is served on this
     * machine, or on a machine that is paid, costs nothing per token; then the shipped list counts.
     *
     * @param own     the user's list
     * @param factors the cost of a machine of one's own
     * @param client  the client, with its model and server
     * @param day     the day
     * @return the prices, or the reason why they are unknown
     */
    public static Pricing of(Optional<PriceList> own, CostFactors factors, ClientInfo client, LocalDate day) {
        Optional<Pricing> users = own.flatMap(list -> of(list, Basis.OWN_LIST, client, day));
        if (users.isPresent()) {
            return users.get();
        }
        Map<String, BigDecimal> tools = own.map(list -> tools(list, day)).orElse(Map.of());
        if (client.servingHost() == ServingHost.LOCAL) {
            return new Pricing(TokenPrices.FREE, tools, Basis.LOCAL, Optional.empty(),
                    "local: the model is served on this machine, so no token is paid for");
        }
        if (factors.isOwnMachine()) {
            return new Pricing(TokenPrices.FREE, tools, Basis.OWN_MACHINE, Optional.empty(),
                    "own machine: its time or electricity is paid for, not the tokens");
        }
        PriceList shipped = PriceList.shipped();
        return of(shipped, Basis.SHIPPED_LIST, client, day).orElseGet(() -> new Pricing(TokenPrices.UNKNOWN, tools,
                Basis.UNKNOWN, Optional.empty(), unknown(own, shipped, client)));
    }

    private static Optional<Pricing> of(PriceList list, Basis basis, ClientInfo client, LocalDate day) {
        return list.find(client.model(), client.endpoint(), day).map(price -> new Pricing(price.prices(),
                tools(list, day), basis, Optional.of(list.name() + " " + list.version() + " of " + list.asOf()),
                price.provider() + ": " + price.model()
                        + (price.validFrom().equals(LocalDate.MIN) ? "" : ", valid from " + price.validFrom()) + " ("
                        + price.source() + ")"));
    }

    private static Map<String, BigDecimal> tools(PriceList list, LocalDate day) {
        Map<String, BigDecimal> prices = new TreeMap<>();
        list.tools(day).forEach((name, price) -> prices.put(name, price.perCallUsd()));
        return prices;
    }

    private static String unknown(Optional<PriceList> own, PriceList shipped, ClientInfo client) {
        String where = client.endpoint().map(address -> " at " + address.getHost()).orElse("");
        return "no price of '" + client.model() + "'" + where + " is known: neither "
                + own.map(list -> list.name() + " nor ").orElse("")
                + (own.isPresent() ? "the shipped list of " : "a list of your own nor the shipped one of ")
                + shipped.asOf() + " has it. " + Setting.PRICE_LIST;
    }
}
