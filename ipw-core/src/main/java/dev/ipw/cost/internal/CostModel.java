package dev.ipw.cost.internal;

import dev.ipw.cost.CostFactors;
import dev.ipw.cost.PriceList.TokenPrices;
import dev.ipw.cost.Pricing;
import dev.ipw.cost.QueryCost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.number.Money;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.ToolSpan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The computation of the costs of queries. Each token is charged once: tokens read from a cache or written to it at
 * their own prices and not as prompt, reasoning at its own price and not as answer. Sums are exact.
 *
 * @param pricing the prices of tokens and tools
 * @param factors the cost of a machine of one's own
 */
public record CostModel(Pricing pricing, CostFactors factors) {

    /**
     * Returns the cost of a query.
     *
     * @param use the use of the query
     * @return its cost; the total is absent if any part that occurred has no price
     */
    public QueryCost of(QueryUse use) {
        return withMachine(tokensOf(use), use);
    }

    /**
     * Returns the cost of a query with any number of calls. Each call is charged separately: a price that depends on
     * the length of a prompt uses the length of each prompt, and not their sum.
     *
     * @param outcome        its calls and tools; only tools with a price count
     * @param machineSeconds its share of the machine's time, in seconds; empty if it is not known
     * @param joules         its joules; empty if they are not completely known
     * @return its cost; the total is absent if any part that occurred has no price
     */
    public QueryCost of(QueryOutcome outcome, OptionalDouble machineSeconds, OptionalDouble joules) {
        return withMachine(tokensOf(outcome), QueryUse.of(outcome, machineSeconds, joules));
    }

    /** Returns the cost of the tokens of each call and of the tools. */
    QueryCost tokensOf(QueryOutcome outcome) {
        List<QueryUse> calls = outcome.calls().stream().filter(ModelCall::mayBeCharged)
                .map(call -> use(call.response().usage(), true, Map.of())).toList();
        Map<String, Long> tools = outcome.tools().stream().map(ToolSpan::name).filter(pricing.tools()::containsKey)
                .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
        if (calls.size() < 2) {
            return tokensOf(use(outcome.usage(), outcome.mayBeCharged(), tools));
        }
        QueryCost sum = calls.stream().map(this::tokensOf).reduce(CostModel::plus).orElseThrow();
        return tools.isEmpty() ? sum : plus(sum, tokensOf(use(TokenUsage.absent(), false, tools)));
    }

    private static QueryUse use(TokenUsage tokens, boolean mayBeCharged, Map<String, Long> tools) {
        return new QueryUse(tokens, mayBeCharged, tools, OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** Adds up the costs of tokens and tools; a part that one lacks is the other's alone, and its reason is kept. */
    private static QueryCost plus(QueryCost one, QueryCost other) {
        return new QueryCost(sum(one.inputUsd(), other.inputUsd()), sum(one.cachedInputUsd(), other.cachedInputUsd()),
                sum(one.outputUsd(), other.outputUsd()), sum(one.reasoningUsd(), other.reasoningUsd()),
                sum(one.toolUsd(), other.toolUsd()), Optional.empty(), Optional.empty(), OptionalDouble.empty(),
                one.source(), one.reason().or(other::reason));
    }

    private static Optional<BigDecimal> sum(Optional<BigDecimal> one, Optional<BigDecimal> other) {
        return Stream.of(one, other).flatMap(Optional::stream).reduce(BigDecimal::add);
    }

    /** Returns the cost of a query's tokens and tools, which the machine's time and joules do not change. */
    QueryCost tokensOf(QueryUse use) {
        List<String> missing = new ArrayList<>();
        TokenPrices prices = pricing.prices().forPrompt(use.tokens().input());
        ChargedTokens tokens = use.mayBeCharged() ? ChargedTokens.of(use.tokens()) : ChargedTokens.NONE;
        if (pricing.basis() == Pricing.Basis.UNKNOWN) {
            missing.add(pricing.source());
        } else if (!prices.equals(TokenPrices.FREE)) {
            tokens.conflict().ifPresent(missing::add);
        }
        // One reason is enough: without any price, a list of the missing ones is of no use.
        List<String> lacks = missing.isEmpty() ? missing : new ArrayList<>();
        Optional<BigDecimal> input = part("prompt", tokens.input(), prices.input(), lacks);
        input = plus(input, part("cache write", tokens.cacheWrite(), prices.cacheWrite(), lacks));
        input = plus(input, part("hour-long cache write", tokens.cacheWriteHour(), prices.cacheWriteHour(), lacks));
        Optional<BigDecimal> cached = part("cached prompt", tokens.cachedInput(), prices.cachedInput(), lacks);
        Optional<BigDecimal> output = part("answer", tokens.output(), prices.output(), lacks);
        Optional<BigDecimal> reasoning = part("reasoning", tokens.reasoning(), prices.reasoning(), lacks);
        Optional<BigDecimal> tools = tools(use.toolCalls(), missing);
        return new QueryCost(input, cached, output, reasoning, tools, Optional.empty(), Optional.empty(),
                OptionalDouble.empty(), pricing.source(), reason(missing));
    }

    /** Adds a query's share of the machine and its joules to the cost of its tokens. */
    QueryCost withMachine(QueryCost tokens, QueryUse use) {
        List<String> missing = new ArrayList<>(tokens.reason().stream().toList());
        Optional<BigDecimal> machine = use.machineSeconds().isPresent()
                ? factors.machineUsd(use.machineSeconds().getAsDouble())
                : Optional.empty();
        if (factors.usdPerHour().isPresent() && machine.isEmpty()) {
            missing.add("the query's share of the machine's time is not known");
        }
        Optional<BigDecimal> electricity = use.joules().isPresent()
                ? factors.electricityUsd(use.joules().getAsDouble())
                : Optional.empty();
        if (factors.usdPerKilowattHour().isPresent() && electricity.isEmpty()) {
            missing.add("the query's joules are not completely known");
        }
        return new QueryCost(tokens.inputUsd(), tokens.cachedInputUsd(), tokens.outputUsd(), tokens.reasoningUsd(),
                tokens.toolUsd(), machine, electricity,
                use.joules().isPresent()
                        ? factors.carbonGrams(use.joules().getAsDouble())
                        : use.joules(),
                tokens.source(), reason(missing));
    }

    private static Optional<String> reason(List<String> missing) {
        return missing.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", missing));
    }

    private static Optional<BigDecimal> part(String name, OptionalLong tokens, Optional<BigDecimal> price,
            List<String> missing) {
        boolean isFree = price.isPresent() && price.get().signum() == 0;
        if (isFree) {
            return price;
        }
        if (tokens.isEmpty()) {
            missing.add("there are no token counts for the " + name);
            return Optional.empty();
        }
        if (price.isEmpty() && tokens.getAsLong() > 0) {
            missing.add("the price of " + name + " tokens is not known");
        }
        return price.map(known -> Money.perMillion(tokens.getAsLong(), known));
    }

    private static Optional<BigDecimal> plus(Optional<BigDecimal> sum, Optional<BigDecimal> more) {
        return more.filter(usd -> usd.signum() > 0).map(usd -> usd.add(sum.orElse(BigDecimal.ZERO))).or(() -> sum);
    }

    private Optional<BigDecimal> tools(Map<String, Long> calls, List<String> missing) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Map.Entry<String, Long> call : new TreeMap<>(calls).entrySet()) {
            BigDecimal price = pricing.tools().get(call.getKey());
            if (price == null) {
                missing.add("the price of a call of '" + call.getKey() + "' is not known");
                return Optional.empty();
            }
            sum = sum.add(price.multiply(BigDecimal.valueOf(call.getValue())));
        }
        return calls.isEmpty() ? Optional.empty() : Optional.of(Money.shortest(sum));
    }
}
