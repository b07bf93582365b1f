package dev.ipw.engine.evaluation;

import dev.ipw.cost.CostFactors;
import dev.ipw.cost.PriceList;
import dev.ipw.cost.Pricing;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.engine.cost.CostModel;
import dev.ipw.engine.cost.QueryUse;
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
 * Price the model calls of an evaluator, by the price list and the name of the model that each client asks. An evaluation is
 * given the dollars of the calls that its own thread made, where it counts as many and tells no dollars itself.
 */
final class CallMeter {
    /** Those of the evaluation that its thread is at. */
    private static final ThreadLocal<@Nullable List<Call>> CALLS = new ThreadLocal<>();

    private final Optional<PriceList> prices;

    private final JudgeCalls calls;

    /** Prices by a list of the user's, and by the one that comes with this library; tell who follows calls of each. */
    CallMeter(Optional<PriceList> prices, JudgeCalls calls) {
        this.prices = prices;
        this.calls = calls;
    }

    /** Returns a client whose calls count. */
    InferenceClient metered(InferenceClient client) {
        // What the user's own machine costs is for the model under test.
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
                    // A plugin may give null, of which the caller tells.
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

    /** Calls that were made otherwise have no known price, so that the whole has none either. */
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
