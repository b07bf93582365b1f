package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.WorkFit;
import dev.ipw.energy.attribution.internal.work.Work;
import dev.ipw.energy.attribution.internal.work.WorkSchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The division of joules by the work of requests: by one rule, and by others for comparison. */
final class WorkDivision {
    static final double[] NO_COSTS = new double[Work.FITTED];
    private static final double MIN_SECONDS = 30;
    private static final double MIN_SIGMA = 0.005;
    private static final double MIN_SHORT_SIGMA = 0.02;
    private static final double MIN_REPLAY_SIGMA = 0.15;

    private final ShareCells cells;
    private final CounterIntervals intervals;
    private final AttributionRule asked;
    private final FittedWork fitted;
    private final WorkSchedule work;
    private final WorkRegression regression;
    private final WorkPlaces places;
    private final List<WorkShares> rules;
    private final Optional<ShareDoubt> doubt;

    WorkDivision(FittedWork fitted, ShareCells cells, CounterIntervals intervals, AttributionRule asked) {
        this.cells = cells;
        this.intervals = intervals;
        this.asked = asked;
        this.fitted = fitted;
        work = fitted.work();
        regression = fitted.regression();
        places = new WorkPlaces(work, cells, fitted.shiftNanos());
        rules = shares(weights());
        doubt = rule() == AttributionRule.FITTED ? Optional.of(measureDoubt()) : Optional.empty();
    }

    private boolean isKnown() {
        return fitted.laws().isPresent();
    }

    private boolean isByFit() {
        return asked == AttributionRule.AUTO || asked == AttributionRule.FITTED;
    }

    /** Returns the applied rule: tokens where the fit was asked for and there are not enough data. */
    AttributionRule rule() {
        if (!isByFit()) {
            return asked;
        }
        return isKnown() ? AttributionRule.FITTED : AttributionRule.TOKENS;
    }

    /** Returns the weights of the applied rule, followed by those of the others. */
    private List<PieceWeights> weights() {
        List<PieceWeights> weights = new ArrayList<>();
        weights.add(PieceWeights.same(Work.weights(rule(), regression.costs())));
        weights.add(PieceWeights.same(Work.weights(AttributionRule.EQUAL, NO_COSTS)));
        weights.add(PieceWeights.same(Work.weights(AttributionRule.TOKENS, NO_COSTS)));
        fitted.laws().ifPresentOrElse(known -> {
            if (rule() != AttributionRule.FITTED) {
                weights.add(PieceWeights.same(Work.weights(AttributionRule.FITTED, regression.costs())));
            }
            weights.add(known.weights(CostLaw.IDLE_BY_TIME));
            weights.add(known.shapley());
        }, () -> weights.addAll(PieceWeights.ofEachKind()));
        if (isKnown() && fitted.isVague()) {
            weights.addAll(PieceWeights.ofEachKind());
        }
        return weights;
    }

    private List<WorkShares> shares(List<PieceWeights> weights) {
        return weights.parallelStream().map(one -> new WorkShares(places, cells, cells.requests(), one)).toList();
    }

    /** Measures the doubt of fitted shares: by the error of the fit, and by other layouts and laws that fit as well. */
    private ShareDoubt measureDoubt() {
        WorkShares reported = rules.getFirst();
        ShareVariance variance = new ShareVariance(reported, cells, intervals, regression.covariance(),
                regression.quality().orElseThrow(), minSigma());
        List<WorkShares> layouts = fitted.otherLayouts().apply(cells);
        variance.addOthers(layouts);
        ShareSpan span = new ShareSpan(reported, cells.requests());
        shares(fitted.laws().orElseThrow().others()).forEach(span::add);
        layouts.forEach(span::addPrompts);
        return new ShareDoubt(reported, span, variance);
    }

    /** Returns the minimum relative doubt of shares, whatever the fit leaves unexplained. */
    private double minSigma() {
        if (!isStamped()) {
            return MIN_REPLAY_SIGMA;
        }
        return isShort() ? MIN_SHORT_SIGMA : MIN_SIGMA;
    }

    private boolean isShort() {
        return fitted.openSeconds() < MIN_SECONDS;
    }

    /** Returns the reliability of the shares, as far as the fit shows it. */
    ShareTrust trust() {
        if (!isByFit()) {
            return ShareTrust.UNCHECKED;
        }
        return doubt.filter(known -> !fitted.isVague()).map(known -> ShareTrust.of(regression.quality().orElseThrow(),
                isShort() || !isStamped() || work.isBlurred(), known.isAgreed(cells))).orElse(ShareTrust.UNTRUSTED);
    }

    /** Returns whether token times show the engine's steps. */
    boolean isStamped() {
        return fitted.isStamped();
    }

    double[] costs() {
        return regression.costs();
    }

    OptionalDouble quality() {
        return isKnown() ? regression.quality() : OptionalDouble.empty();
    }

    Optional<WorkFit> fit() {
        return isKnown() ? Optional.of(regression.toWorkFit(isStamped())) : Optional.empty();
    }

    /** Returns the shares by the applied rule. */
    WorkShares shares() {
        return rules.getFirst();
    }

    /** Returns the shares by each rule. */
    List<WorkShares> rules() {
        return rules;
    }

    Optional<ShareDoubt> doubt() {
        return doubt;
    }

    /** Returns the seconds in which the engine worked, divided equally over the requests in each step. */
    double[] fairSeconds() {
        double[] seconds = new double[cells.requests()];
        double[] row = new double[Work.PARTS];
        for (int request = 0; request < seconds.length; request++) {
            int one = request;
            work.forEachPart(request, row, (piece, isPrompt, part) -> seconds[one] += part[Work.SECONDS]);
        }
        return seconds;
    }
}
