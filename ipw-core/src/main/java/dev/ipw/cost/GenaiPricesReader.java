package dev.ipw.cost;

import dev.ipw.cost.PriceList.ModelPrice;
import dev.ipw.cost.PriceList.TokenPrices;
import dev.ipw.cost.PriceList.TokenPrices.LongPromptPrices;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import java.math.BigDecimal;
import java.net.URI;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A reader of the price data of genai-prices: providers, each identified by a pattern of its address, with models
 * identified by clauses, in the order of the file. A price that depends on conditions that are not modelled, the hour
 * of the day or a fee for each request, counts as unknown, and its source gives the reason; other content of the file
 * than prices of text is listed there as not used.
 */
final class GenaiPricesReader {
    private static final int MAX_MODELS = 100_000;
    private static final String INPUT = "input_mtok";
    private static final String CACHE_READ = "cache_read_mtok";
    private static final String CACHE_WRITE = "cache_write_mtok";
    private static final String CACHE_WRITE_SHORT = "cache_write_5m_mtok";
    private static final String CACHE_WRITE_HOUR = "cache_write_1h_mtok";
    private static final String OUTPUT = "output_mtok";
    private static final String REASONING = "output_reasoning_mtok";
    private static final Set<String> USED = Set.of(INPUT, CACHE_READ, CACHE_WRITE, CACHE_WRITE_SHORT, CACHE_WRITE_HOUR,
            OUTPUT, REASONING);
    /** Prices that a query of text does not need, or of a tool that has its price in the user's own list. */
    private static final Pattern BESIDE_TEXT = Pattern
            .compile("\\w*_?(audio|image|video|citation)_\\w*mtok|web_searches_kcount");
    private static final Set<String> PROVIDER_KEYS = Set.of("id", "name", "api_pattern", "models", "pricing_urls",
            "description", "price_comments", "model_match", "provider_match", "extractors", "fallback_model_providers");
    private static final Set<String> MODEL_KEYS = Set.of("id", "name", "description", "match", "context_window",
            "price_comments", "prices", "deprecated");

    private final String place;
    private final List<ModelPrice> prices = new ArrayList<>();
    private final List<Pattern> addresses = new ArrayList<>();

    private GenaiPricesReader(String place) {
        this.place = place;
    }

    static PriceList read(String name, String place, String json, LocalDate fileDay) {
        GenaiPricesReader reader = new GenaiPricesReader(place);
        // The reader of trees only reads objects.
        List<TreeReader> providers = TreeReader.ofJson(place, "{\"providers\":" + json + "}").children("providers");
        providers.forEach(reader::provider);
        return new PriceList(name, "in the format of genai-prices", fileDay, reader.prices, List.of());
    }

    private void provider(TreeReader tree) {
        String id = tree.text("id");
        Pattern address = GenaiClause.pattern(place + ": provider " + id + ": api_pattern", tree.text("api_pattern"));
        Set<String> unused = unknown(tree, PROVIDER_KEYS);
        List<GenaiClause> earlier = new ArrayList<>();
        for (TreeReader model : tree.children("models")) {
            String here = place + ": " + id + "/" + model.text("id");
            GenaiClause clause = GenaiClause.read(here + ": match", model.child("match"));
            // The first provider and model that match count, so the later ones apply to models that no earlier one has
            // taken.
            List<GenaiClause> taken = List.copyOf(earlier);
            Rule rule = new Rule(address, List.copyOf(addresses), clause, taken);
            Set<String> notUsed = new TreeSet<>(unused);
            notUsed.addAll(unknown(model, MODEL_KEYS));
            for (Dated dated : dated(here, model)) {
                Reading reading = reading(here, dated.prices);
                Set<String> all = new TreeSet<>(notUsed);
                all.addAll(reading.unused);
                String why = dated.whyUnknown.or(() -> reading.whyUnknown).map(text -> "; no price: " + text)
                        .orElse("");
                prices.add(new ModelPrice(tree.optionalText("name").orElse(id), List.of(), model.text("id"), List.of(),
                        Optional.of(rule), dated.from, why.isEmpty() ? reading.prices : TokenPrices.UNKNOWN,
                        "price file in the format of genai-prices, " + id
                                + (all.isEmpty() ? "" : "; not used: " + String.join(", ", all)) + why));
            }
            earlier.add(clause);
            if (prices.size() > MAX_MODELS) {
                throw new InputException(place + " has more than " + MAX_MODELS + " prices. Split it");
            }
        }
        addresses.add(address);
    }

    private static Set<String> unknown(TreeReader tree, Set<String> known) {
        return tree.asMap().keySet().stream().filter(key -> !known.contains(key))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Orders one price, or several with conditions, by time; of two that are valid on a day the later one in the file
     * counts.
     */
    private List<Dated> dated(String here, TreeReader model) {
        if (!(model.asMap().get("prices") instanceof List<?>)) {
            return List.of(new Dated(LocalDate.MIN, model.child("prices"), Optional.empty()));
        }
        List<Dated> dated = new ArrayList<>();
        for (TreeReader conditional : model.children("prices")) {
            Optional<TreeReader> constraint = conditional.optionalChild("constraint");
            Set<String> beside = unknown(conditional, Set.of("constraint", "prices"));
            Set<String> conditions = constraint.map(known -> unknown(known, Set.of("start_date"))).orElse(Set.of());
            if (!beside.isEmpty() || !conditions.isEmpty()) {
                beside.addAll(conditions);
                // It is unknown which of the prices applies, so none is used.
                return List.of(new Dated(LocalDate.MIN, conditional.child("prices"),
                        Optional.of("it depends on " + String.join(", ", beside) + ", which is not modelled")));
            }
            LocalDate from = constraint.map(known -> PriceListReader.date(here, known, "start_date"))
                    .orElse(LocalDate.MIN);
            dated.removeIf(before -> !before.from.isBefore(from));
            dated.add(new Dated(from, conditional.child("prices"), Optional.empty()));
        }
        return dated;
    }

    private Reading reading(String here, TreeReader tree) {
        Map<String, Tiers> tiers = new TreeMap<>();
        Set<String> unused = new TreeSet<>();
        Set<String> strange = new TreeSet<>();
        tree.asMap().forEach((key, value) -> {
            if (USED.contains(key)) {
                tiers.put(key, tiers(here, key, value, tree));
            } else if (BESIDE_TEXT.matcher(key).matches()) {
                unused.add(key);
            } else {
                strange.add(key);
            }
        });
        List<LongPromptPrices> longPrompts = tiers.values().stream().flatMap(one -> one.above.keySet().stream())
                .distinct().sorted().map(above -> new LongPromptPrices(above, prices(tiers, above, List.of())))
                .toList();
        return new Reading(prices(tiers, 0, longPrompts), unused, strange.isEmpty()
                ? Optional.empty()
                : Optional.of("it depends on " + String.join(", ", strange) + ", which is not modelled"));
    }

    private static TokenPrices prices(Map<String, Tiers> tiers, long above, List<LongPromptPrices> longPrompts) {
        Optional<BigDecimal> output = price(tiers, OUTPUT, above);
        // Writing to a cache has one price unless the file gives two; reasoning counts as output unless it has its own
        // price.
        return new TokenPrices(price(tiers, INPUT, above), price(tiers, CACHE_READ, above),
                price(tiers, CACHE_WRITE_SHORT, above).or(() -> price(tiers, CACHE_WRITE, above)),
                price(tiers, CACHE_WRITE_HOUR, above), output, price(tiers, REASONING, above).or(() -> output),
                longPrompts);
    }

    private static Optional<BigDecimal> price(Map<String, Tiers> tiers, String key, long above) {
        return Optional.ofNullable(tiers.get(key)).map(found -> {
            Map.Entry<Long, BigDecimal> tier = found.above.floorEntry(above);
            return tier == null ? found.base : tier.getValue();
        });
    }

    private Tiers tiers(String here, String key, Object value, TreeReader prices) {
        if (!(value instanceof Map<?, ?>)) {
            return new Tiers(PriceListReader.price(here, key, value), new TreeMap<>());
        }
        TreeReader tree = prices.child(key);
        String at = here + ": " + key;
        refuseUnknown(at, tree, Set.of("base", "tiers"));
        TreeMap<Long, BigDecimal> above = new TreeMap<>();
        for (TreeReader tier : tree.children("tiers")) {
            refuseUnknown(at, tier, Set.of("start", "price"));
            long start = tier.whole("start");
            if (start < 1 || above.put(start, required(at, tier, "price")) != null) {
                throw new InputException(at + ": start of a tier must be a number of tokens from 1 on, and each once,"
                        + " not " + start + ". Get the file again");
            }
        }
        return new Tiers(required(at, tree, "base"), above);
    }

    private static BigDecimal required(String at, TreeReader tree, String key) {
        return PriceListReader.price(at, tree, key)
                .orElseThrow(() -> new InputException(at + ": " + key + " is missing. Get the file again"));
    }

    private static void refuseUnknown(String at, TreeReader tree, Set<String> known) {
        Set<String> strange = unknown(tree, known);
        if (!strange.isEmpty()) {
            throw new InputException(at + " has an unknown key '" + strange.iterator().next()
                    + "', which may change the price. Known are " + String.join(", ", new TreeSet<>(known))
                    + "; take the model out of the file, or write its price in the format of docs/cost.md");
        }
    }

    private record Rule(Pattern address, List<Pattern> others, GenaiClause clause,
            List<GenaiClause> taken) implements ModelPrice.Rule {
        @Override
        public boolean isOf(String model, Optional<URI> endpoint) {
            return endpoint.filter(where -> isAt(address, where)).isPresent()
                    && others.stream().noneMatch(other -> isAt(other, endpoint.get())) && clause.fits(model)
                    && taken.stream().noneMatch(earlier -> earlier.fits(model));
        }

        private static boolean isAt(Pattern address, URI endpoint) {
            return address.matcher(endpoint.toString()).lookingAt();
        }
    }

    private record Dated(LocalDate from, TreeReader prices, Optional<String> whyUnknown) {}

    private record Reading(TokenPrices prices, Set<String> unused, Optional<String> whyUnknown) {}

    private record Tiers(BigDecimal base, TreeMap<Long, BigDecimal> above) {}
}
