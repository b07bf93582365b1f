package dev.ipw.hosted;

import dev.ipw.error.InputException;
import dev.ipw.hosted.HostedTable.Entry;
import dev.ipw.internal.tree.TreeReader;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A reader of tables of hosted models in JSON. */
final class HostedTableReader {
    private static final long FORMAT = 1;
    private static final int MAX_MODELS = 10_000;
    private static final int ENDS = 3;
    /** More than any parameter, and little enough that every estimate stays finite. */
    private static final double MAX_VALUE = 1e6;
    private static final String NOTE = "note";
    private static final String SOURCE = "source";
    private static final String REGION = "region";
    private static final String PROVIDER = "provider";
    private static final String WEIGHT_BITS = "weight_bits";
    private static final Set<String> TABLE_KEYS = Set.of("format", "version", "as_of", NOTE, "assumptions", "regions",
            "providers", "models");
    private static final Set<String> ASSUMPTION_KEYS = Set.of("batch", WEIGHT_BITS, "fit_error", "joules_per_flop",
            "attention_per_prompt_token", "cached_share", NOTE, SOURCE);
    private static final Set<String> REGION_KEYS = Set.of(REGION, "co2e_grams_per_kwh", "water_liters_per_kwh", SOURCE,
            NOTE);
    private static final Set<String> PROVIDER_KEYS = Set.of(PROVIDER, "hosts", REGION, "pue", "water_liters_per_kwh",
            SOURCE, NOTE);
    private static final Set<String> MODEL_KEYS = Set.of(PROVIDER, "ids", "active_billions", "total_billions",
            WEIGHT_BITS, "guess", SOURCE, NOTE);

    private final String table;
    private final HostedAssumptions assumptions;
    private final Map<String, TreeReader> regions = new LinkedHashMap<>();
    private final Map<String, TreeReader> providers = new LinkedHashMap<>();

    private HostedTableReader(String table, TreeReader tree) {
        this.table = table;
        assumptions = tree.child("assumptions", HostedTableReader::assumptions);
        tree.children("regions").forEach(region -> named(REGION, region, REGION_KEYS, regions));
        tree.children("providers").forEach(provider -> named(PROVIDER, provider, PROVIDER_KEYS, providers));
    }

    static HostedTable read(String name, String place, String json) {
        TreeReader tree = TreeReader.ofJson(place, json);
        refuseUnknown(tree, TABLE_KEYS);
        if (tree.whole("format") != FORMAT) {
            throw new InputException(place + ": format " + tree.whole("format")
                    + " of a table of hosted models is not known; this version reads format " + FORMAT);
        }
        String version = tree.text("version");
        LocalDate asOf = tree.text("as_of", LocalDate::parse);
        HostedTableReader reader = new HostedTableReader(HostedTable.words(name) + version + " of " + asOf, tree);
        List<Entry> entries = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (TreeReader model : tree.children("models")) {
            Entry entry = model.as(reader::entry);
            entry.ids().stream().filter(id -> !seen.add(id)).findFirst().ifPresent(twice -> {
                throw new InputException(model.place("ids") + ": '" + twice + "' is the id of two models. Keep one");
            });
            entries.add(entry);
        }
        if (entries.size() > MAX_MODELS) {
            throw new InputException(place + " has more than " + MAX_MODELS + " models. Split it");
        }
        return new HostedTable(name, version, asOf, entries);
    }

    private static HostedAssumptions assumptions(TreeReader tree) {
        refuseUnknown(tree, ASSUMPTION_KEYS);
        return new HostedAssumptions(range(tree, "batch"), range(tree, WEIGHT_BITS), range(tree, "fit_error"),
                range(tree, "joules_per_flop"), range(tree, "attention_per_prompt_token"),
                range(tree, "cached_share"));
    }

    private static void named(String key, TreeReader tree, Set<String> keys, Map<String, TreeReader> all) {
        refuseUnknown(tree, keys);
        if (all.putIfAbsent(tree.text(key), tree) != null) {
            throw new InputException(tree.place(key) + ": '" + tree.text(key) + "' is there twice. Keep one");
        }
    }

    private Entry entry(TreeReader tree) {
        refuseUnknown(tree, MODEL_KEYS);
        List<String> ids = tree.texts("ids").stream().map(id -> id.toLowerCase(Locale.ROOT)).toList();
        if (ids.isEmpty()) {
            throw new InputException(tree.place("ids") + " is empty. Give the ids of the model");
        }
        String name = tree.text(PROVIDER);
        TreeReader provider = of(tree, PROVIDER, providers);
        HostedAssumptions own = tree.has(WEIGHT_BITS)
                ? assumptions.withWeightBits(range(tree, WEIGHT_BITS))
                : assumptions;
        return new Entry(ids, provider.texts("hosts").stream().map(host -> host.toLowerCase(Locale.ROOT)).toList(),
                new HostedModel(ids.getFirst(), name, tree.truth("guess"), tree.text(SOURCE),
                        range(tree, "active_billions"), range(tree, "total_billions"), own,
                        provider.as(this::centre), table));
    }

    private DataCentre centre(TreeReader provider) {
        TreeReader region = of(provider, REGION, regions);
        return new DataCentre(range(provider, "pue"), provider.text(REGION),
                optionalRange(region, "co2e_grams_per_kwh"), optionalRange(provider, "water_liters_per_kwh"),
                optionalRange(region, "water_liters_per_kwh"));
    }

    private static TreeReader of(TreeReader tree, String key, Map<String, TreeReader> all) {
        TreeReader found = all.get(tree.text(key));
        if (found == null) {
            throw new InputException(tree.place(key) + ": '" + tree.text(key) + "' is not in the table; it has "
                    + String.join(", ", all.keySet()));
        }
        return found;
    }

    private static Optional<Range> optionalRange(TreeReader tree, String key) {
        return tree.has(key) ? Optional.of(range(tree, key)) : Optional.empty();
    }

    private static Range range(TreeReader tree, String key) {
        Object value = tree.asMap().get(key);
        if (value instanceof List<?> list && list.size() == ENDS && list.stream().allMatch(Number.class::isInstance)) {
            double[] ends = list.stream().mapToDouble(end -> ((Number) end).doubleValue()).toArray();
            if (ends[ENDS - 1] > MAX_VALUE) {
                throw new InputException(tree.place(key) + " must be at most 1000000, not " + ends[ENDS - 1]);
            }
            try {
                return new Range(ends[0], ends[1], ends[2]);
            } catch (IllegalArgumentException impossible) {
                throw new InputException(tree.place(key) + ": " + impossible.getMessage(), impossible);
            }
        }
        throw new InputException(tree.place(key) + " must be three numbers, low, likely and high, not " + value);
    }

    private static void refuseUnknown(TreeReader tree, Set<String> known) {
        for (String key : tree.asMap().keySet()) {
            if (!known.contains(key)) {
                throw new InputException(tree.place(key) + " is not known, and is refused so that a mistyped value does"
                        + " not count as absent; known are " + String.join(", ", known.stream().sorted().toList()));
            }
        }
    }
}
