package dev.ipw.results.internal.format;

import dev.ipw.compute.ModelCard;
import dev.ipw.compute.ModelCard.AttentionShape;
import dev.ipw.compute.ModelCard.Parameters;
import dev.ipw.compute.ModelCard.Shape;
import dev.ipw.compute.Precision;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.PriceList.TokenPrices;
import dev.ipw.cost.PriceList.TokenPrices.LongPromptPrices;
import dev.ipw.cost.Pricing;
import dev.ipw.internal.number.Money;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.run.RunConfiguration.RunAccounting;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A codec of the prices and factors of a run's cost and work as a tree. */
final class RunAccountingCodec {
    private RunAccountingCodec() {}

    public static TreeBuilder toTree(RunAccounting accounting) {
        return TreeBuilder.object().put("pricing", pricing(accounting.pricing()))
                .put("factors", factors(accounting.factors()))
                .put("model_card", accounting.card().map(card -> card(card).build()))
                .put("own_model_card", accounting.isOwnCard())
                .put("precision", accounting.precision().map(Precision::label))
                .put("hosted_model", accounting.hosted().map(model -> HostedCodec.toTree(model).build()));
    }

    /** Reads them; older versions had none. */
    public static RunAccounting fromTree(Optional<TreeReader> tree) {
        return tree
                .map(one -> one.as(known -> new RunAccounting(known.child("pricing", RunAccountingCodec::pricing),
                        known.child("factors", RunAccountingCodec::factors),
                        known.optionalChild("model_card", RunAccountingCodec::card),
                        known.truth("own_model_card"), known.optionalText("precision", Precision::named),
                        known.optionalChild("hosted_model", HostedCodec::model))))
                .orElse(RunAccounting.NONE);
    }

    public static TreeBuilder pricing(Pricing pricing) {
        Map<String, Object> tools = new TreeMap<>();
        pricing.tools().forEach((name, price) -> tools.put(name, price.doubleValue()));
        TokenPrices prices = pricing.prices();
        return prices(prices, TreeBuilder.object().put("basis", pricing.basis().name().toLowerCase(Locale.ROOT))
                .put("list", pricing.list()).put("source", pricing.source()))
                .put("long_prompts", prices.longPrompts().stream()
                        .map(longer -> prices(longer.prices(),
                                TreeBuilder.object().put("above_tokens", longer.aboveTokens())).build())
                        .toList())
                .put("tools_usd_per_call", tools);
    }

    private static TreeBuilder prices(TokenPrices prices, TreeBuilder tree) {
        return tree.put("input_usd_per_million", Money.real(prices.input()))
                .put("cached_input_usd_per_million", Money.real(prices.cachedInput()))
                .put("cache_write_usd_per_million", Money.real(prices.cacheWrite()))
                .put("cache_write_1h_usd_per_million", Money.real(prices.cacheWriteHour()))
                .put("output_usd_per_million", Money.real(prices.output()))
                .put("reasoning_usd_per_million", Money.real(prices.reasoning()));
    }

    private static TokenPrices prices(TreeReader tree, List<LongPromptPrices> longPrompts) {
        return new TokenPrices(CostColumns.money(tree, "input_usd_per_million"),
                CostColumns.money(tree, "cached_input_usd_per_million"),
                CostColumns.money(tree, "cache_write_usd_per_million"),
                CostColumns.money(tree, "cache_write_1h_usd_per_million"),
                CostColumns.money(tree, "output_usd_per_million"),
                CostColumns.money(tree, "reasoning_usd_per_million"), longPrompts);
    }

    private static Pricing pricing(TreeReader tree) {
        Map<String, BigDecimal> tools = new TreeMap<>();
        TreeReader calls = tree.child("tools_usd_per_call");
        calls.asMap().keySet().forEach(name -> tools.put(name, BigDecimal.valueOf(calls.real(name))));
        Pricing.Basis basis = tree.text("basis", Labels.of(Pricing.Basis.class));
        // Older versions did not write the price of a free cache.
        boolean isFree = basis == Pricing.Basis.LOCAL || basis == Pricing.Basis.OWN_MACHINE;
        List<LongPromptPrices> longPrompts = tree.children("long_prompts",
                longer -> new LongPromptPrices(longer.count("above_tokens"), prices(longer, List.of())));
        return new Pricing(isFree ? TokenPrices.FREE : prices(tree, longPrompts), tools, basis,
                tree.optionalText("list"), tree.text("source"));
    }

    public static TreeBuilder factors(CostFactors factors) {
        return TreeBuilder.object().put("usd_per_hour", Money.real(factors.usdPerHour()))
                .put("usd_per_kilowatt_hour", Money.real(factors.usdPerKilowattHour()))
                .put("carbon_grams_per_kilowatt_hour", factors.carbonGramsPerKilowattHour())
                .put("power_usage_effectiveness", factors.powerUsageEffectiveness());
    }

    private static CostFactors factors(TreeReader tree) {
        return new CostFactors(CostColumns.money(tree, "usd_per_hour"),
                CostColumns.money(tree, "usd_per_kilowatt_hour"),
                tree.optionalReal("carbon_grams_per_kilowatt_hour"), tree.optionalReal("power_usage_effectiveness"));
    }

    private static TreeBuilder card(ModelCard card) {
        Parameters parameters = card.parameters();
        Shape shape = card.shape();
        return TreeBuilder.object().put("name", card.name()).put("source", card.source())
                .put("total_parameters", parameters.total()).put("active_parameters", parameters.active())
                .put("active_block_parameters", parameters.activeBlock())
                .put("embedding_parameters", parameters.embedding()).put("head_parameters", parameters.head())
                .put("tied", parameters.isTied()).put("layers", (long) shape.layers())
                .put("hidden_size", (long) shape.hiddenSize()).put("heads", (long) shape.heads())
                .put("key_value_heads", (long) shape.keyValueHeads()).put("head_size", (long) shape.headSize())
                .put("vocabulary", (long) shape.vocabulary())
                .put("attention", card.attention().stream().map(kind -> attention(kind).build()).toList())
                .put("precision", card.precision().map(Precision::label)).put("weight_bytes", card.weightBytes());
    }

    private static ModelCard card(TreeReader tree) {
        return new ModelCard(tree.text("name"), tree.text("source"),
                new Parameters(tree.whole("total_parameters"), tree.whole("active_block_parameters"),
                        tree.whole("embedding_parameters"), tree.whole("head_parameters"), tree.truth("tied")),
                new Shape(number(tree, "layers"), number(tree, "hidden_size"), number(tree, "heads"),
                        number(tree, "key_value_heads"), number(tree, "head_size"), number(tree, "vocabulary")),
                attention(tree),
                tree.optionalText("precision", Precision::named), tree.optionalWhole("weight_bytes"));
    }

    private static TreeBuilder attention(AttentionShape attention) {
        return TreeBuilder.object().put("layers", (long) attention.layers())
                .put("attention_key_width", attention.keyWidth())
                .put("attention_value_width", attention.valueWidth())
                .put("attention_cache_width", attention.cacheWidth()).put("attention_window", attention.window())
                .put("chunked", attention.isChunked());
    }

    /** Reads the attention; older versions had one for all layers, beside the other sizes. */
    private static List<AttentionShape> attention(TreeReader card) {
        List<TreeReader> kinds = card.optionalWhole("attention_key_width").isPresent()
                ? List.of(card)
                : card.children("attention");
        return kinds.stream()
                .map(kind -> new AttentionShape(number(kind, "layers"), kind.whole("attention_key_width"),
                        kind.whole("attention_value_width"), kind.whole("attention_cache_width"),
                        kind.optionalWhole("attention_window"), kind.optionalTruth("chunked").orElse(false)))
                .toList();
    }

    private static int number(TreeReader tree, String key) {
        return tree.integer(key);
    }
}
