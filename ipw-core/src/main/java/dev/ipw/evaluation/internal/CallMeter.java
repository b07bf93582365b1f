package dev.ipw.evaluation.internal;

import dev.ipw.cost.CostFactors;
import dev.ipw.cost.PriceList;
import dev.ipw.cost.Pricing;
import dev.ipw.cost.internal.CostModel;
import dev.ipw.cost.internal.QueryUse;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.QueryOutcome;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The price of an evaluator's model calls, by the price list and the name of the model that each client calls. An
 * evaluation gets the dollars of the calls on its own thread, if it counts the same calls and reports no dollars
 * itself.
 */
final class CallMeter {
    /** The calls of the evaluation that runs on the thread. */
    private static final ThreadLocal<@Nullable List<Call>> CALLS = new ThreadLocal<>();

    private final Optional<PriceList> prices;

    private final JudgeCalls calls;

    /** Uses a price list of the user's, and the one of this library; {@code calls} is notified of each call. */
    CallMeter(Optional<PriceList> prices, JudgeCalls calls) {
        this.prices = prices;
        this.calls = calls;
    }

    /** Returns a client whose calls are counted. */
    InferenceClient metered(InferenceClient client) {
        // The cost of the user's own machine belongs to the model under test.
        CostModel model = new CostModel(
                Pricing.of(prices, CostFactors.NONE, client.describe(), LocalDate.now(ZoneOffset.UTC)),
                CostFactors.NONE);
        calls.add(client);
        return new MeteredClient(client, calls, (tokens, mayBeCharged, isAnswered) -> {
            List<Call> made = CALLS.get();
            if (made != null) {
                made.add(new Call(isAnswered, cost(model, tokens, mayBeCharged)));
            }
        });
    }

    private static Optional<BigDecimal> cost(CostModel model, TokenUsage tokens, boolean mayBeCharged) {
        return model.of(new QueryUse(tokens, mayBeCharged, Map.of(), OptionalDouble.empty(), OptionalDouble.empty()))
                .totalUsd();
    }

    /** Returns an evaluator whose evaluations have the dollars of its calls. */
    Evaluator metered(Evaluator evaluator) {
        return new Evaluator() {
            @Override
            public Evaluation evaluate(DatasetRecord question, QueryOutcome outcome)
                    throws InterruptedException {
                List<Call> made = new ArrayList<>();
                CALLS.set(made);
                try {
                    Evaluation evaluation = evaluator.evaluate(question, outcome);
                    // A plugin may return null, which the caller reports.
                    return Objects.nonNull(evaluation) ? priced(evaluation, made) : evaluation;
                } finally {
                    CALLS.remove();
                }
            }

            @Override
            public void close() {
                evaluator.close();
            }
        };
    }

    /** Adds the dollars of the calls. Calls made in other ways have no known price, so the whole has none either. */
    private static Evaluation priced(Evaluation evaluation, List<Call> made) {
        EvaluationUsage usage = evaluation.usage();
        OptionalLong counted = usage.modelCalls();
        long answered = made.stream().filter(Call::isAnswered).count();
        if (made.isEmpty() || usage.dollars().isPresent() || counted.isEmpty() || counted.getAsLong() < answered
                || counted.getAsLong() > made.size() || !made.stream().allMatch(call -> call.usd().isPresent())) {
            return evaluation;
        }
        BigDecimal sum = made.stream().map(call -> call.usd().orElseThrow()).reduce(BigDecimal.ZERO, BigDecimal::add);
        return evaluation.withUsage(usage.withDollars(sum.doubleValue()));
    }

    /**
     * One call.
     *
     * @param isAnswered false if it failed
     * @param usd        US dollars; empty if unknown
     */
    private record Call(boolean isAnswered, Optional<BigDecimal> usd) {}
}
