package dev.ipw.cost.internal;

import dev.ipw.cost.CostFactors;
import dev.ipw.cost.CostTotals;
import dev.ipw.cost.PriceList.TokenPrices;
import dev.ipw.cost.PriceList.TokenPrices.LongPromptPrices;
import dev.ipw.cost.Pricing;
import dev.ipw.cost.QueryCost;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.ToolSpan;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class CostModelTests {
    private static final TokenPrices PRICES = new TokenPrices(usd("2.5"), usd("1.25"), usd("10"), usd("10"));

    @Test
    void chargesEachTokenOnce() {
        QueryCost cost = charge(PRICES, usage(1000, 500, OptionalLong.of(1500), 400, 200));

        assertThat(cost.inputUsd()).isEqualTo(usd("0.0015"));
        assertThat(cost.cachedInputUsd()).isEqualTo(usd("0.0005"));
        assertThat(cost.outputUsd()).isEqualTo(usd("0.003"));
        assertThat(cost.reasoningUsd()).isEqualTo(usd("0.002"));
        assertThat(cost.totalUsd()).isEqualTo(usd("0.007"));
        assertThat(cost.reason()).isEmpty();
    }

    @Test
    void chargesWhatACacheTookAtItsOwnPrices() {
        TokenPrices prices = new TokenPrices(usd("3"), usd("0.3"), usd("3.75"), usd("6"), usd("15"), usd("15"),
                List.of());
        TokenUsage usage = usage(10_000, 100, OptionalLong.empty(), 2000, 0)
                .withCacheWritten(5000, 1000);

        QueryCost cost = charge(prices, usage);

        assertThat(cost.inputUsd()).isEqualTo(usd("0.03"));
        assertThat(cost.totalUsd()).isEqualTo(usd("0.0321"));
        assertThat(charge(PRICES, usage).reason()).hasValueSatisfying(
                text -> assertThat(text).contains("the price of cache write tokens is not known"));
        assertThat(charge(TokenPrices.FREE, usage).totalUsd()).contains(BigDecimal.ZERO);
    }

    @Test
    void chargesAllTokensOfALongPromptAtItsPrices() {
        TokenPrices prices = new TokenPrices(usd("2.5"), usd("0.25"), Optional.empty(), Optional.empty(), usd("15"),
                usd("15"), List.of(new LongPromptPrices(272_000,
                        new TokenPrices(usd("5"), usd("0.5"), usd("22.5"), usd("22.5")))));

        assertThat(charge(prices, usage(272_000, 1000, OptionalLong.empty(), 0, 0)).totalUsd())
                .isEqualTo(usd("0.695"));
        assertThat(charge(prices, usage(272_001, 1000, OptionalLong.empty(), 272_000, 0)).totalUsd())
                .isEqualTo(usd("0.158505"));
        assertThat(charge(prices, usage(-1, 1000, OptionalLong.empty(), 0, 0)).totalUsd()).isEmpty();
    }

    @Test
    void chargesEachCallOfAQueryByItsOwnPrompt() {
        TokenPrices prices = new TokenPrices(usd("2.5"), usd("0.25"), Optional.empty(), Optional.empty(), usd("15"),
                usd("15"), List.of(new LongPromptPrices(272_000,
                        new TokenPrices(usd("5"), usd("0.5"), usd("22.5"), usd("22.5")))));
        TokenUsage brief = usage(200_000, 1000, OptionalLong.empty(), 0, 0);
        TokenUsage lengthy = usage(300_000, 1000, OptionalLong.empty(), 0, 0);
        Pricing pricing = new Pricing(prices, Map.of("search", new BigDecimal("0.01")), Pricing.Basis.OWN_LIST,
                Optional.of("test"), "a test");
        CostModel model = new CostModel(pricing, CostFactors.NONE);

        // Together the prompts are long; two of them are not. A tool without a price is not among what is charged.
        QueryCost cost = model.of(query(List.of(brief, brief, lengthy), List.of("search", "add", "search")),
                OptionalDouble.empty(), OptionalDouble.empty());

        assertThat(cost.inputUsd()).isEqualTo(usd("2.5"));
        assertThat(cost.outputUsd()).isEqualTo(usd("0.0525"));
        assertThat(cost.toolUsd()).isEqualTo(usd("0.02"));
        assertThat(cost.totalUsd()).isEqualTo(usd("2.5725"));
        CostTally tally = new CostTally(model);
        assertThat(tally.add(query(List.of(brief, brief, lengthy), List.of("search", "add", "search")),
                OptionalDouble.empty(), OptionalDouble.empty())).isEqualTo(cost);
        QueryCost unknown = model.of(query(List.of(brief, TokenUsage.absent()), List.of()), OptionalDouble.empty(),
                OptionalDouble.empty());
        assertThat(unknown.totalUsd()).isEmpty();
        assertThat(unknown.reason().orElseThrow()).contains("no token counts");
    }

    private static QueryOutcome query(List<TokenUsage> calls, List<String> tools) {
        ResponseTimeline timeline = new ResponseTimeline(0, OptionalLong.of(0), OptionalLong.empty(),
                OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), 9, new long[0]);
        return new QueryOutcome("q", 0, 9, IntStream.range(0, calls.size()).mapToObj(call -> ModelCall
                .answered(call + 1, List.of(), InferenceResponse.of("x", calls.get(call)), timeline)).toList(),
                tools.stream().map(name -> new ToolSpan(name, Optional.empty(), 1, 2, Optional.empty())).toList(),
                Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Test
    void takesReasoningForApartWhereTheServersTotalShowsIt() {
        QueryCost cost = charge(PRICES, usage(100, 50, OptionalLong.of(350), 0, 200));

        assertThat(cost.outputUsd()).isEqualTo(usd("0.0005"));
        assertThat(cost.reasoningUsd()).isEqualTo(usd("0.002"));
    }

    @Test
    void addsUpExactlyWhereDoublesDoNot() {
        CostTally tally = new CostTally(new CostModel(pricing(new TokenPrices(usd("0.1"), Optional.empty(),
                usd("0.2"), Optional.empty())), CostFactors.NONE));
        for (int query = 0; query < 1000; query++) {
            tally.add(use(TokenUsage.server(1, 1)));
        }

        assertThat(tally.finish(1, OptionalDouble.empty()).totalUsd()).isEqualTo(usd("0.0003"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -1  | 5  | 0 | 0  | there are no token counts for the prompt
            5   | -1 | 0 | 0  | there are no token counts for the answer
            5   | 5  | 9 | 0  | more cached tokens than the prompt has
            5   | 5  | 0 | 9  | more reasoning than output
            """)
    void givesNoTotalWithoutACount(long input, long output, long cached, long reasoning, String reason) {
        QueryCost cost = charge(PRICES, usage(input, output, OptionalLong.empty(), cached, reasoning));

        assertThat(cost.totalUsd()).isEmpty();
        assertThat(cost.reason()).hasValueSatisfying(text -> assertThat(text).contains(reason));
    }

    @Test
    void givesNoTotalIfAKindThatOccurredHasNoPrice() {
        TokenPrices noCache = new TokenPrices(usd("1"), Optional.empty(), usd("1"), Optional.empty());

        QueryCost with = charge(noCache, usage(10, 10, OptionalLong.empty(), 1, 0));
        QueryCost without = charge(noCache, usage(10, 10, OptionalLong.empty(), 0, 0));

        assertThat(with.totalUsd()).isEmpty();
        assertThat(with.inputUsd()).isEqualTo(usd("0.000009"));
        assertThat(with.reason()).contains("the price of cached prompt tokens is not known");
        assertThat(without.totalUsd()).isEqualTo(usd("0.00002"));
        assertThat(without.cachedInputUsd()).isEmpty();
    }

    @Test
    void chargesNothingForWhatIsFreeHoweverItWasCounted() {
        QueryCost cost = charge(TokenPrices.FREE, TokenUsage.absent());

        assertThat(cost.totalUsd()).contains(BigDecimal.ZERO);
    }

    @Test
    void chargesNothingForWhatNeverReachedAServerAndKnowsNothingOfWhatFailedThere() {
        CostModel model = new CostModel(pricing(PRICES), CostFactors.NONE);
        QueryUse unsent = new QueryUse(TokenUsage.absent(), false, Map.of(), OptionalDouble.empty(),
                OptionalDouble.empty());

        assertThat(model.of(unsent).totalUsd()).contains(BigDecimal.ZERO);
        assertThat(model.of(use(TokenUsage.absent())).totalUsd()).isEmpty();
    }

    @Test
    void pricesToolsTimeAndElectricity() {
        CostFactors factors = new CostFactors(usd("3.6"), usd("0.25"), OptionalDouble.of(400), OptionalDouble.of(1.2));
        Pricing pricing = new Pricing(TokenPrices.FREE, Map.of("search", new BigDecimal("0.01")),
                Pricing.Basis.OWN_MACHINE, Optional.empty(), "own machine");
        QueryCost cost = new CostModel(pricing, factors).of(new QueryUse(TokenUsage.server(1, 1), true,
                Map.of("search", 3L), OptionalDouble.of(10), OptionalDouble.of(3.6e6)));

        assertThat(cost.toolUsd()).isEqualTo(usd("0.03"));
        assertThat(cost.machineUsd()).isEqualTo(usd("0.01"));
        assertThat(cost.electricityUsd()).isEqualTo(usd("0.3"));
        assertThat(cost.carbonGrams()).hasValue(480);
        assertThat(cost.totalUsd()).isEqualTo(usd("0.34"));
    }

    @Test
    void givesNoTotalIfElectricityHasAPriceAndTheJoulesAreUnknown() {
        CostFactors factors = new CostFactors(Optional.empty(), usd("0.25"), OptionalDouble.empty(),
                OptionalDouble.empty());

        QueryCost cost = new CostModel(pricing(TokenPrices.FREE), factors).of(use(TokenUsage.server(1, 1)));

        assertThat(cost.totalUsd()).isEmpty();
        assertThat(cost.reason()).contains("the query's joules are not completely known");
    }

    @Test
    void givesNoTotalForAToolWithoutPrice() {
        QueryCost cost = new CostModel(pricing(PRICES), CostFactors.NONE).of(new QueryUse(TokenUsage.server(1, 1),
                true, Map.of("search", 1L), OptionalDouble.empty(), OptionalDouble.empty()));

        assertThat(cost.reason()).contains("the price of a call of 'search' is not known");
    }

    /** What is expected is reckoned from the counts alone: prompt and answer in whole, each part of them at its own price. */
    @Test
    void chargesWhatCountsAndPricesComeTo() {
        SplittableRandom random = new SplittableRandom(7);
        int priced = 0;
        for (int round = 0; round < 5000; round++) {
            long input = 1 + random.nextInt(5000);
            long cached = random.nextInt(2) == 0 ? 0 : random.nextLong(input + 1);
            long output = random.nextInt(5000);
            boolean isBeside = random.nextBoolean();
            long reasoning = random.nextInt(3) == 0 ? 0 : random.nextLong(isBeside ? 3000 : output + 1);
            OptionalLong total = isBeside ? OptionalLong.of(input + output + reasoning) : OptionalLong.empty();
            TokenPrices prices = new TokenPrices(price(random), price(random), price(random), price(random));
            CostFactors factors = new CostFactors(price(random), price(random), OptionalDouble.empty(),
                    OptionalDouble.empty());
            QueryUse use = new QueryUse(usage(input, output, total, cached, reasoning), true, Map.of(),
                    OptionalDouble.of(random.nextInt(1, 100_000)), OptionalDouble.of(random.nextInt(1, 100_000)));

            QueryCost cost = new CostModel(pricing(prices), factors).of(use);

            long plainOutput = isBeside ? output : output - reasoning;
            double expected = millionth(input - cached, prices.input()) + millionth(cached, prices.cachedInput())
                    + millionth(plainOutput, prices.output()) + millionth(reasoning, prices.reasoning())
                    + use.machineSeconds().orElseThrow() / 3600 * real(factors.usdPerHour())
                    + use.joules().orElseThrow() / 3.6e6 * real(factors.usdPerKilowattHour());
            boolean isKnown = isKnown(input - cached, prices.input()) && isKnown(cached, prices.cachedInput())
                    && isKnown(plainOutput, prices.output()) && isKnown(reasoning, prices.reasoning());
            assertThat(cost.knownUsd().doubleValue()).as("round %d: %s", round, cost)
                    .isCloseTo(expected, within(1e-9 * Math.max(1, expected)));
            assertThat(cost.totalUsd()).as("round %d: %s", round, cost)
                    .isEqualTo(isKnown ? Optional.of(cost.knownUsd().stripTrailingZeros()) : Optional.empty());
            priced += isKnown ? 1 : 0;
        }
        assertThat(priced).isBetween(1000, 4000);
    }

    private static double millionth(long tokens, Optional<BigDecimal> price) {
        return tokens * real(price) / 1e6;
    }

    private static double real(Optional<BigDecimal> price) {
        return price.map(BigDecimal::doubleValue).orElse(0.0);
    }

    private static boolean isKnown(long tokens, Optional<BigDecimal> price) {
        return tokens == 0 || price.isPresent();
    }

    @Test
    void saysOfHowManyQueriesARunHasNoPriceAndWhatItCostAtLeast() {
        CostTally tally = new CostTally(new CostModel(pricing(PRICES), CostFactors.NONE));
        tally.add(use(TokenUsage.server(1_000_000, 0)));
        tally.add(use(TokenUsage.absent()));

        CostTotals totals = tally.finish(1, OptionalDouble.empty());

        assertThat(totals.totalUsd()).isEmpty();
        assertThat(totals.tokensUsd()).contains(new BigDecimal("2.5"));
        assertThat(totals.atLeastUsd()).contains(new BigDecimal("2.5"));
        assertThat(totals.reason()).hasValueSatisfying(text -> assertThat(text).startsWith("1 of 2 queries"));
    }

    @Test
    void saysNothingOfWhatARunCostAtLeastWhereItHasATotal() {
        CostTally tally = new CostTally(new CostModel(pricing(PRICES), CostFactors.NONE));
        tally.add(use(TokenUsage.server(1_000_000, 0)));

        assertThat(tally.finish(1, OptionalDouble.empty()).atLeastUsd()).isEmpty();
    }

    @Test
    void givesNoDollarsOfTokensWhereNoQueryHasAPrice() {
        CostTally tally = new CostTally(new CostModel(Pricing.UNKNOWN, CostFactors.NONE));
        tally.add(use(TokenUsage.server(1_000_000, 0)));

        CostTotals totals = tally.finish(1, OptionalDouble.empty());

        assertThat(totals.tokensUsd()).isEmpty();
        assertThat(totals.atLeastUsd()).isEmpty();
        assertThat(new CostTotals(0, 1, Optional.of(BigDecimal.ZERO), Optional.empty(), Optional.empty(),
                OptionalDouble.empty(), OptionalDouble.empty(), Optional.of("why")).tokensUsd()).isEmpty();
    }

    @Test
    void saysBothWhatHasNoPriceAndThatJoulesAreMissing() {
        CostTally tally = new CostTally(new CostModel(pricing(PRICES), new CostFactors(usd("360"), usd("0.25"),
                OptionalDouble.empty(), OptionalDouble.empty())));
        tally.add(use(TokenUsage.absent()));

        CostTotals totals = tally.finish(10, OptionalDouble.empty());

        assertThat(totals.atLeastUsd()).contains(BigDecimal.ONE);
        assertThat(totals.reason()).hasValueSatisfying(text -> assertThat(text).contains("1 of 1 queries",
                "; the joules of the run are not completely known"));
    }

    @Test
    void givesBackWhatAQueryCostWithItsMachine() {
        CostModel model = new CostModel(pricing(PRICES), new CostFactors(usd("3.6"), usd("0.25"),
                OptionalDouble.empty(), OptionalDouble.empty()));
        QueryUse use = new QueryUse(TokenUsage.server(10, 20), true, Map.of(), OptionalDouble.of(5),
                OptionalDouble.of(100));

        assertThat(new CostTally(model).add(use)).isEqualTo(model.of(use));
    }

    private static Optional<BigDecimal> price(SplittableRandom random) {
        return random.nextInt(5) == 0
                ? Optional.empty()
                : Optional.of(BigDecimal.valueOf(random.nextInt(10_000), random.nextInt(5)));
    }

    private static QueryCost charge(TokenPrices prices, TokenUsage usage) {
        return new CostModel(pricing(prices), CostFactors.NONE).of(use(usage));
    }

    private static QueryUse use(TokenUsage usage) {
        return new QueryUse(usage, true, Map.of(), OptionalDouble.empty(), OptionalDouble.empty());
    }

    private static Pricing pricing(TokenPrices prices) {
        return new Pricing(prices, Map.of(), Pricing.Basis.OWN_LIST, Optional.of("test"), "a test");
    }

    /** Counts below zero were not counted. */
    private static TokenUsage usage(long input, long output, OptionalLong total, long cached, long reasoning) {
        return new TokenUsage(input < 0 ? OptionalLong.empty() : OptionalLong.of(input),
                output < 0 ? OptionalLong.empty() : OptionalLong.of(output), total, OptionalLong.of(cached),
                OptionalLong.of(reasoning), TokenUsage.Source.SERVER);
    }

    private static Optional<BigDecimal> usd(String amount) {
        return Optional.of(new BigDecimal(amount));
    }
}
