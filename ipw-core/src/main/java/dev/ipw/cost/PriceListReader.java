package dev.ipw.cost;

import dev.ipw.cost.PriceList.ModelPrice;
import dev.ipw.cost.PriceList.TokenPrices;
import dev.ipw.cost.PriceList.TokenPrices.LongPromptPrices;
import dev.ipw.cost.PriceList.ToolPrice;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A reader of price lists in JSON. */
final class PriceListReader {
    private static final long FORMAT = 1;
    private static final int MAX_ENTRIES = 100_000;
    private static final double MAX_USD = 1e6;
    private static final String LONG_PROMPTS = "long_prompts";
    private static final Set<String> LIST_KEYS = Set.of("format", "version", "as_of", "note", "prices", "tools");
    private static final Set<String> PRICE_KEYS = Set.of("provider", "hosts", "model", "aliases", "valid_from",
            "source",
            "note", "input_usd_per_million", "cached_input_usd_per_million", "cache_write_usd_per_million",
            "cache_write_1h_usd_per_million", "output_usd_per_million", "reasoning_usd_per_million", LONG_PROMPTS);
    private static final Set<String> LONG_KEYS = Set.of("above_tokens", "input_usd_per_million",
            "cached_input_usd_per_million", "cache_write_usd_per_million", "cache_write_1h_usd_per_million",
            "output_usd_per_million", "reasoning_usd_per_million");
    private static final Set<String> TOOL_KEYS = Set.of("tool", "usd_per_call", "valid_from", "source", "note");

    private PriceListReader() {}

    /** Reads a list of either format; that of genai-prices is a JSON array, and has no date of its own. */
    static PriceList read(String name, String place, String json, LocalDate fileDay) {
        return json.stripLeading().startsWith("[")
                ? GenaiPricesReader.read(name, place, json, fileDay)
                : read(name, place, json);
    }

    static PriceList read(String name, String place, String json) {
        TreeReader tree = TreeReader.ofJson(place, json);
        refuseUnknown(place, tree, LIST_KEYS);
        if (tree.whole("format") != FORMAT) {
            throw new InputException(place + ": format " + tree.whole("format")
                    + " of a price list is not known; this version reads format " + FORMAT);
        }
        List<ModelPrice> models = new ArrayList<>();
        List<ToolPrice> tools = new ArrayList<>();
        for (TreeReader entry : tree.children("prices")) {
            models.add(model(place + ": prices[" + models.size() + "]", entry));
        }
        for (TreeReader entry : tree.children("tools")) {
            tools.add(tool(place + ": tools[" + tools.size() + "]", entry));
        }
        if (models.size() + tools.size() > MAX_ENTRIES) {
            throw new InputException(place + " has more than " + MAX_ENTRIES + " entries. Split it");
        }
        refuseContradictions(place, models);
        return new PriceList(name, tree.text("version"), date(place, tree, "as_of"), models, tools);
    }

    private static ModelPrice model(String place, TreeReader entry) {
        refuseUnknown(place, entry, PRICE_KEYS);
        return new ModelPrice(entry.optionalText("provider").orElse("any"), entry.texts("hosts"), entry.text("model"),
                entry.texts("aliases"), date(place, entry, "valid_from"),
                prices(place, entry, longPrompts(place, entry)), entry.text("source"));
    }

    private static TokenPrices prices(String place, TreeReader entry, List<LongPromptPrices> longPrompts) {
        return new TokenPrices(price(place, entry, "input_usd_per_million"),
                price(place, entry, "cached_input_usd_per_million"), price(place, entry, "cache_write_usd_per_million"),
                price(place, entry, "cache_write_1h_usd_per_million"), price(place, entry, "output_usd_per_million"),
                price(place, entry, "reasoning_usd_per_million"), longPrompts);
    }

    private static List<LongPromptPrices> longPrompts(String place, TreeReader entry) {
        List<LongPromptPrices> longer = new ArrayList<>();
        for (TreeReader one : entry.children(LONG_PROMPTS)) {
            String here = place + ": " + LONG_PROMPTS + "[" + longer.size() + "]";
            refuseUnknown(here, one, LONG_KEYS);
            long above = one.whole("above_tokens");
            if (above < 1 || longer.stream().anyMatch(before -> before.aboveTokens() == above)) {
                throw new InputException(here + ": above_tokens must be a number of tokens from 1 on, and each once,"
                        + " not " + above);
            }
            longer.add(new LongPromptPrices(above, prices(here, one, List.of())));
        }
        return longer;
    }

    private static ToolPrice tool(String place, TreeReader entry) {
        refuseUnknown(place, entry, TOOL_KEYS);
        return new ToolPrice(entry.text("tool"),
                price(place, entry, "usd_per_call").orElseThrow(() -> new InputException(place
                        + ": usd_per_call is missing. Give the price of a call in US dollars, or leave the tool out")),
                date(place, entry, "valid_from"), entry.text("source"));
    }

    /** Reads a price in US dollars. */
    static Optional<BigDecimal> price(String place, TreeReader entry, String key) {
        Object value = entry.asMap().get(key);
        return value == null ? Optional.empty() : Optional.of(price(place, key, value));
    }

    /**
     * Reads a price exactly as written: a double's shortest text equals the written one, and no sum is ever computed in
     * doubles.
     */
    static BigDecimal price(String place, String key, Object value) {
        try {
            BigDecimal price = new BigDecimal(value.toString());
            if (price.signum() >= 0 && price.doubleValue() <= MAX_USD) {
                return price;
            }
        } catch (NumberFormatException notANumber) {
            throw new InputException(wrongPrice(place, key, value), notANumber);
        }
        throw new InputException(wrongPrice(place, key, value));
    }

    private static String wrongPrice(String place, String key, Object value) {
        return place + ": " + key + " must be a number of US dollars from 0 to 1000000, not " + value
                + ". Leave the key out if the price is not known";
    }

    static LocalDate date(String place, TreeReader tree, String key) {
        String text = tree.text(key);
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException notADay) {
            throw new InputException(place + ": " + key + " must be a day such as 2025-08-07, not '" + text + "'",
                    notADay);
        }
    }

    private static void refuseUnknown(String place, TreeReader tree, Set<String> known) {
        for (String key : tree.asMap().keySet()) {
            if (!known.contains(key)) {
                throw new InputException(place + " has an unknown key '" + key + "', which is refused so that a "
                        + "mistyped price does not count as unknown; known are "
                        + String.join(", ", known.stream().sorted().toList()));
            }
        }
    }

    /** One id at one host has one price on a day. */
    private static void refuseContradictions(String place, List<ModelPrice> models) {
        Set<List<String>> seen = new HashSet<>();
        for (ModelPrice price : models) {
            List<String> names = new ArrayList<>(price.aliases());
            names.add(price.model());
            List<String> hosts = price.hosts().isEmpty() ? List.of("") : price.hosts();
            for (String model : Set.copyOf(names)) {
                for (String host : hosts) {
                    if (!seen.add(List.of(model, host.toLowerCase(Locale.ROOT), price.validFrom().toString()))) {
                        throw new InputException(place + " has two prices of '" + model + "'"
                                + (host.isEmpty() ? "" : " at " + host) + " from " + price.validFrom()
                                + ". Keep one of them");
                    }
                }
            }
        }
    }
}
