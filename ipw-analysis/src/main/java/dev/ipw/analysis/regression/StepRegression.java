package dev.ipw.analysis.regression;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.attribution.DeviceSharing;
import dev.ipw.energy.attribution.WorkFit;
import dev.ipw.energy.attribution.WorkFit.WorkCost;
import dev.ipw.energy.attribution.WorkWeights;
import dev.ipw.error.Setting;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.run.DeviceTotals;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The fit of the cost of a token where requests overlapped. The joules of a query are then a share computed from its
 * tokens, and a fit would only return the weights of the division; so the device's own steps are regressed on the work
 * done in them.
 *
 * @param device one that requests shared
 * @param fit    the cost of work by its steps
 * @param work   the tokens and seconds of the answered queries
 */
record StepRegression(DeviceTotals device, WorkFit fit, TokenWork work) {
    private static final double LEVEL = 0.95;
    private static final double SIDED = new NormalDistribution(null, 0, 1)
            .inverseCumulativeProbability((1 + LEVEL) / 2);

    /**
     * Finds the devices whose steps were fitted; an empty list if the tokens of no answer are known, since figures are
     * per token.
     */
    static List<StepRegression> of(List<DeviceTotals> devices, TokenWork work) {
        List<StepRegression> known = new ArrayList<>();
        if (!work.hasAnswerTokens()) {
            return known;
        }
        for (DeviceTotals device : devices) {
            device.attribution().flatMap(DeviceSharing::fit)
                    .ifPresent(fit -> known.add(new StepRegression(device, fit, work)));
        }
        return known;
    }

    /** Returns the cost of a token of the answer beyond the fixed cost of each step. */
    Estimate outputToken() {
        return sum(fit.cost(WorkCost.Kind.PASS), 1, fit.cost(WorkCost.Kind.CONTEXT_TOKEN), work.contextOfAToken());
    }

    /** Returns the cost of a token of the prompt. */
    Estimate inputToken() {
        return sum(fit.cost(WorkCost.Kind.PROMPT_TOKEN), 1, fit.cost(WorkCost.Kind.PROMPT_PAIR),
                work.pairsOfAToken());
    }

    private static Estimate sum(WorkCost one, double ofOne, WorkCost other, double ofOther) {
        double joules = one.joules() * ofOne + other.joules() * ofOther;
        double error = SIDED * Math.hypot(one.standardError() * ofOne, other.standardError() * ofOther);
        return new Estimate(joules, new Interval(Math.max(0, joules - error), joules + error, LEVEL));
    }

    /** Returns the cost of a token of the answer where seconds are charged and not tokens. */
    private double outputTokenBySeconds() {
        return device.requestsJoules().orElse(0) * work.decodeShareOfSeconds() / work.outputTokens();
    }

    private double outputTokenByTokens() {
        double ofPrompt = WorkWeights.TOKENS.prefillToken() / WorkWeights.TOKENS.decodeToken();
        return device.requestsJoules().orElse(0) / (work.outputTokens() + ofPrompt * work.inputTokens());
    }

    /** Returns the range of the cost of a token of the answer over all rules, including the interval of the fit. */
    Interval outputTokenBand() {
        Interval fitted = outputToken().interval();
        double[] rules = {outputTokenBySeconds(), outputTokenByTokens()};
        return new Interval(Math.min(fitted.low(), DoubleStream.of(rules).min().orElseThrow()),
                Math.max(fitted.high(), DoubleStream.of(rules).max().orElseThrow()), LEVEL);
    }

    Map<String, @Nullable Object> tree() {
        Interval band = outputTokenBand();
        return TreeBuilder.object().put("device", device.device()).put("provenance", "ESTIMATED")
                .put("trust", device.attribution().map(sharing -> sharing.trust().label()))
                .put("quality", fit.quality()).put("r2", fit.rSquared()).put("counter_steps", (long) fit.steps())
                .put("stamped", fit.isStamped()).put("tells_tokens_from_time", fit.tellsTokensFromTime())
                .put("costs", fit.costs().stream().map(StepRegression::cost).toList())
                .put("output_token", estimate(outputToken())).put("input_token", estimate(inputToken()))
                .put("output_token_by_rule",
                        TreeBuilder.object().put("fitted", outputToken().value()).put("tokens", outputTokenByTokens())
                                .put("equal", outputTokenBySeconds()).put("lowest", band.low())
                                .put("highest", band.high()).build())
                .build();
    }

    /** Sums the cost of a token over all devices. */
    static List<AnalysisFigure> summary(List<StepRegression> devices) {
        return devices.isEmpty()
                ? List.of()
                : List.of(sum("steps_energy_per_input_token", devices.stream().map(StepRegression::inputToken)),
                        sum("steps_energy_per_output_token", devices.stream().map(device -> new Estimate(
                                device.outputToken().value(), device.outputTokenBand()))));
    }

    private static AnalysisFigure sum(String name, Stream<Estimate> devices) {
        Estimate sum = devices.reduce((one, other) -> new Estimate(one.value() + other.value(),
                new Interval(one.interval().low() + other.interval().low(),
                        one.interval().high() + other.interval().high(), LEVEL)))
                .orElseThrow();
        return new AnalysisFigure(AnalysisColumn.estimate(name, "J/token"),
                AnalysisValue.of(sum).from(Provenance.ESTIMATED));
    }

    private static Map<String, @Nullable Object> cost(WorkCost cost) {
        return TreeBuilder.object().put("work", cost.kind().label()).put("unit", "J").put("value", cost.joules())
                .put("low", Math.max(0, cost.joules() - SIDED * cost.standardError()))
                .put("high", cost.joules() + SIDED * cost.standardError()).put("standard_error", cost.standardError())
                .put("inflation", cost.inflation()).build();
    }

    static Map<String, @Nullable Object> estimate(Estimate estimate) {
        return TreeBuilder.object().put("unit", "J/token").put("value", estimate.value())
                .put("low", estimate.interval().low()).put("high", estimate.interval().high()).build();
    }

    /** Returns a warning that a reader must know. */
    Optional<String> warning() {
        return fit.tellsTokensFromTime()
                ? Optional.empty()
                : Optional.of(device.device()
                        + ": about as many requests were in flight all the time, so the cost of a token cannot "
                        + "be separated from that of time; use the band over the rules only. Vary the load, "
                        + "for example " + Setting.POISSON);
    }
}
