package dev.ipw.cost;

import dev.ipw.cost.PriceList.TokenPrices;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.number.Money;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Hold what the tokens of one run's model are charged, and who says so.
 *
 * @param prices what a million tokens of each kind cost
 * @param tools  what a call costs, in US dollars by the tool's name
 * @param basis  what the prices rest on
 * @param list   the price list, its version and date; empty where none was used
 * @param source the source of the prices in words, or why there is none
 */
public record Pricing(TokenPrices prices, Map<String, BigDecimal> tools, Basis basis, Optional<String> list,
        String source) {
    /** Nothing was looked up. */
    public static final Pricing UNKNOWN = new Pricing(TokenPrices.UNKNOWN, Map.of(), Basis.UNKNOWN, Optional.empty(),
            "no price was looked up for this run");

    /** Name what prices rest on. */
    public enum Basis {
        /** A list of the user's. */
        OWN_LIST,
        /** The list that comes with this library. */
        SHIPPED_LIST,
        /** The model is served on this machine, so that no token is paid for. */
        LOCAL,
        /** The machine is paid for, not the tokens. */
        OWN_MACHINE,
        /** Unknown. */
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
     * Looks up what a client's model is charged. A list of the user's wins; then a model that is served on this machine, or on
     * a machine that is paid for, costs nothing a token; then the shipped list counts.
     *
     * @param own     the user's list
     * @param factors what a machine of one's own costs
     * @param client  which model is asked, and where
     * @param day     when
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
                + shipped.asOf()
                + " has it. Give a price list that has it";
    }
}
