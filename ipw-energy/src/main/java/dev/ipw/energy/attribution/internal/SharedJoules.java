package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.WidthReason;
import dev.ipw.energy.attribution.WorkFit;
import dev.ipw.energy.attribution.WorkWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The division of the joules of overlapping requests: by the chosen rule, and by others for comparison. */
final class SharedJoules {
    private static final double MIN_SECONDS = 30;
    private static final double MIN_SIGMA = 0.005;
    private static final double MIN_SHORT_SIGMA = 0.02;
    private static final double MIN_REPLAY_SIGMA = 0.15;
    private static final double MAX_PHASE_SHARE = 0.2;
    private static final double[] NO_COSTS = new double[Work.FITTED];

    private final AttributionRule rule;
    private final double[] costs;
    private final OptionalDouble quality;
    private final ShareTrust trust;
    private final Optional<WorkFit> fit;
    private final List<WorkShares> rules;
    private final Optional<ShareDoubt> doubt;
    private final boolean isStamped;
    private final GapShares gaps;
    private final double[] fairSeconds;
    private final UnknownWork unknown;
    private final Optional<OpenShares> byTime;
    private final List<RequestActivity> requests;

    private SharedJoules(AttributionRule rule, double[] costs, OptionalDouble quality, ShareTrust trust,
            Optional<WorkFit> fit, List<WorkShares> rules, Optional<ShareDoubt> doubt, boolean isStamped,
            GapShares gaps, double[] fairSeconds, UnknownWork unknown, Optional<OpenShares> byTime,
            List<RequestActivity> requests) {
        this.byTime = byTime;
        this.requests = requests;
        this.rule = rule;
        this.costs = costs;
        this.quality = quality;
        this.trust = trust;
        this.fit = fit;
        this.rules = rules;
        this.doubt = doubt;
        this.isStamped = isStamped;
        this.gaps = gaps;
        this.fairSeconds = fairSeconds;
        this.unknown = unknown;
    }

    static SharedJoules of(List<RequestActivity> requests, Episodes episodes, ShareCells cells,
            CounterIntervals intervals,
            AttributionRule asked, OptionalDouble idleWatts) {
        GapShares gaps = new GapShares(intervals, cells);
        UnknownWork unknown = new UnknownWork(requests, cells);
        if (!cells.isAnyShared()) {
            AttributionRule rule = asked == AttributionRule.AUTO ? AttributionRule.TOKENS : asked;
            return new SharedJoules(rule, NO_COSTS, OptionalDouble.empty(), ShareTrust.MEASURED, Optional.empty(),
                    List.of(), Optional.empty(), true, gaps, new double[requests.size()], unknown, Optional.empty(),
                    requests);
        }
        Optional<OpenShares> byTime = unknown.byTime();
        if (byTime.isPresent()) {
            double[] seconds = requests.stream().mapToDouble(byTime.get()::seconds).toArray();
            return new SharedJoules(asked == AttributionRule.AUTO ? AttributionRule.EQUAL : asked, NO_COSTS,
                    OptionalDouble.empty(), ShareTrust.UNTRUSTED, Optional.empty(), List.of(), Optional.empty(), false,
                    gaps,
                    seconds, unknown, byTime, requests);
        }
        WorkModel model = WorkModel.of(requests, episodes, intervals, idleWatts);
        WorkSchedule work = model.work();
        WorkRegression regression = model.fit(work);
        boolean isKnown = regression.isKnown() && regression.quality().isPresent();
        boolean weighsWork = asked == AttributionRule.AUTO || asked == AttributionRule.FITTED;
        AttributionRule rule = !weighsWork ? asked : isKnown ? AttributionRule.FITTED : AttributionRule.TOKENS;
        WorkPlaces places = new WorkPlaces(work, cells, model.shiftNanos());
        Optional<LawFits> laws = isKnown
                ? Optional.of(new LawFits(work, intervals, idleWatts, model.shiftNanos()))
                : Optional.empty();
        List<PieceWeights> weights = new ArrayList<>();
        weights.add(PieceWeights.same(Work.weights(rule, regression.costs())));
        weights.add(PieceWeights.same(Work.weights(AttributionRule.EQUAL, NO_COSTS)));
        weights.add(PieceWeights.same(Work.weights(AttributionRule.TOKENS, NO_COSTS)));
        laws.ifPresentOrElse(known -> {
            weights.add(PieceWeights.same(Work.weights(AttributionRule.FITTED, regression.costs())));
            weights.add(known.weights(CostLaw.IDLE_BY_TIME));
            weights.add(known.shapley());
        }, () -> weights.addAll(PieceWeights.ofEachKind()));
        List<WorkShares> rules = shares(weights, places, cells);
        gaps.add(rules.getFirst(), cells);
        Optional<ShareDoubt> doubt = Optional.empty();
        ShareTrust trust = weighsWork ? ShareTrust.UNTRUSTED : ShareTrust.UNCHECKED;
        if (rule == AttributionRule.FITTED) {
            boolean isShort = intervals.openSeconds() < MIN_SECONDS;
            ShareVariance variance = new ShareVariance(rules.getFirst(), cells, intervals, regression.covariance(),
                    regression.quality().orElseThrow(), leastSigma(isShort, model.isStamped()));
            List<WorkShares> layouts = model.others(cells);
            variance.addOthers(layouts);
            ShareSpan span = new ShareSpan(rules.getFirst(), requests.size());
            shares(laws.orElseThrow().others(), places, cells).forEach(span::add);
            layouts.forEach(span::addPrompts);
            ShareDoubt known = new ShareDoubt(rules.getFirst(), span, variance);
            doubt = Optional.of(known);
            trust = weighsWork
                    ? unknown.judge(ShareTrust.of(regression.quality().orElseThrow(),
                            isShort || !model.isStamped() || work.isBlurred(), known.isAgreed(cells)))
                    : trust;
        }
        return new SharedJoules(rule, rule == AttributionRule.FITTED ? regression.costs() : NO_COSTS,
                isKnown ? regression.quality() : OptionalDouble.empty(), trust,
                isKnown ? Optional.of(regression.toWorkFit(model.isStamped())) : Optional.empty(), rules, doubt,
                model.isStamped(), gaps, fairSeconds(work, requests.size()), unknown, Optional.empty(), requests);
    }

    /** Returns the minimum relative doubt of shares, whatever the fit leaves unexplained. */
    private static double leastSigma(boolean isShort, boolean isStamped) {
        if (!isStamped) {
            return MIN_REPLAY_SIGMA;
        }
        return isShort ? MIN_SHORT_SIGMA : MIN_SIGMA;
    }

    private static List<WorkShares> shares(List<PieceWeights> weights, WorkPlaces places, ShareCells cells) {
        return weights.parallelStream().map(one -> new WorkShares(places, cells, cells.requests(), one)).toList();
    }

    private static double[] fairSeconds(WorkSchedule work, int requests) {
        double[] seconds = new double[requests];
        double[] row = new double[Work.PARTS];
        for (int request = 0; request < requests; request++) {
            int one = request;
            work.forEachPart(request, row, (piece, isPrompt, part) -> seconds[one] += part[Work.SECONDS]);
        }
        return seconds;
    }

    AttributionRule rule() {
        return rule;
    }

    WorkWeights costWeights() {
        return rule == AttributionRule.FITTED ? Work.named(costs) : WorkWeights.TOKENS;
    }

    OptionalDouble quality() {
        return quality;
    }

    ShareTrust trust() {
        return trust;
    }

    Optional<WorkFit> fit() {
        return fit;
    }

    double promptJoules(int request) {
        return byTime.isPresent() ? byTime.get().joules(requests.get(request)) : rules.getFirst().promptJoules(request);
    }

    double answerJoules(int request) {
        return byTime.isPresent() ? 0 : rules.getFirst().answerJoules(request);
    }

    double lowestRule(int request) {
        return byTime.isPresent()
                ? promptJoules(request)
                : rules.stream().mapToDouble(shares -> shares.joules(request)).min().orElseThrow();
    }

    double highestRule(int request) {
        return byTime.isPresent()
                ? promptJoules(request)
                : rules.stream().mapToDouble(shares -> shares.joules(request)).max().orElseThrow();
    }

    /**
     * Returns the request's part of the time in which the engine worked, divided equally over the requests in each
     * step.
     */
    double fairSeconds(int request) {
        return fairSeconds[request];
    }

    /** Returns the bounds of a share, without the effect of missing readings. */
    ShareRange range(int request) {
        double joules = promptJoules(request) + answerJoules(request);
        ShareRange byRules = ShareRange.byRules(joules, lowestRule(request), highestRule(request));
        ShareRange range = doubt.map(known -> known.range(request)).orElse(byRules);
        return !isStamped || trust == ShareTrust.UNTRUSTED || unknown.isOf(request)
                ? unknown.widen(request, range.with(byRules))
                : range;
    }

    /** Returns whether a request's prompt and answer can be separated, which requires narrow bounds of its prompt. */
    boolean canSeparatePhases(int request) {
        double most = MAX_PHASE_SHARE * Math.min(promptJoules(request), answerJoules(request));
        return trust.tellsPhases() && !unknown.isOf(request)
                && doubt.filter(known -> known.promptRange(request).width() <= most).isPresent();
    }

    /** Returns the reason for the width of the bounds; empty if shares are not fitted. */
    Optional<WidthReason> width(ShareCells cells) {
        return doubt.map(known -> !isStamped || unknown.isMuch() ? WidthReason.COVERAGE : known.reason(cells));
    }

    GapShares gaps() {
        return gaps;
    }
}
