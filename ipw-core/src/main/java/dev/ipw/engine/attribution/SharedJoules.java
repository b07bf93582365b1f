package dev.ipw.engine.attribution;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.WorkFit;
import dev.ipw.energy.attribution.WorkWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Divide what requests that overlapped used together: by the rule asked for, and by others for comparison. */
final class SharedJoules {
    private static final double[] NO_COSTS = new double[Work.FITTED];

    private final AttributionRule rule;
    private final double[] costs;
    private final OptionalDouble quality;
    private final ShareTrust trust;
    private final Optional<WorkFit> fit;
    private final List<WorkShares> rules;
    private final Optional<ShareVariance> variance;
    private final GapShares gaps;
    private final double[] fairSeconds;
    private final UnknownWork unknown;
    private final Optional<OpenShares> byTime;
    private final List<RequestActivity> requests;

    private SharedJoules(AttributionRule rule, double[] costs, OptionalDouble quality, ShareTrust trust,
            Optional<WorkFit> fit, List<WorkShares> rules, Optional<ShareVariance> variance, GapShares gaps,
            double[] fairSeconds, UnknownWork unknown, Optional<OpenShares> byTime,
            List<RequestActivity> requests) {
        this.byTime = byTime;
        this.requests = requests;
        this.rule = rule;
        this.costs = costs;
        this.quality = quality;
        this.trust = trust;
        this.fit = fit;
        this.rules = rules;
        this.variance = variance;
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
                    List.of(), Optional.empty(), gaps, new double[requests.size()], unknown, Optional.empty(),
                    requests);
        }
        Optional<OpenShares> byTime = unknown.byTime();
        if (byTime.isPresent()) {
            double[] seconds = requests.stream().mapToDouble(byTime.get()::seconds).toArray();
            return new SharedJoules(asked == AttributionRule.AUTO ? AttributionRule.EQUAL : asked, NO_COSTS,
                    OptionalDouble.empty(), ShareTrust.UNTRUSTED, Optional.empty(), List.of(), Optional.empty(), gaps,
                    seconds, unknown, byTime, requests);
        }
        WorkModel model = WorkModel.of(requests, episodes, intervals, idleWatts);
        WorkSchedule work = model.work();
        WorkRegression regression = model.fit(work, false);
        boolean isKnown = regression.isKnown() && regression.quality().isPresent();
        boolean weighsWork = asked == AttributionRule.AUTO || asked == AttributionRule.FITTED;
        AttributionRule rule = !weighsWork ? asked : isKnown ? AttributionRule.FITTED : AttributionRule.TOKENS;
        WorkPlaces places = new WorkPlaces(work, cells, model.shiftNanos());
        List<double[]> weights = new ArrayList<>();
        weights.add(Work.weights(rule, regression.costs()));
        weights.add(Work.weights(AttributionRule.EQUAL, NO_COSTS));
        weights.add(Work.weights(AttributionRule.TOKENS, NO_COSTS));
        if (isKnown) {
            weights.add(Work.weights(AttributionRule.FITTED, regression.costs()));
            idleWatts.ifPresent(watts -> weights.add(net(model.fit(work, true), watts)));
        }
        List<WorkShares> rules = weights.stream().map(one -> new WorkShares(places, cells, requests.size(), one))
                .toList();
        gaps.add(rules.getFirst(), cells);
        Optional<ShareVariance> variance = Optional.empty();
        if (rule == AttributionRule.FITTED) {
            ShareVariance doubt = new ShareVariance(rules.getFirst(), cells, intervals, regression.covariance(),
                    regression.quality().orElseThrow());
            doubt.addOthers(model.others(cells));
            variance = Optional.of(doubt);
        }
        return new SharedJoules(rule, rule == AttributionRule.FITTED ? regression.costs() : NO_COSTS,
                isKnown ? regression.quality() : OptionalDouble.empty(),
                !weighsWork
                        ? ShareTrust.UNCHECKED
                        : isKnown
                                ? unknown.judge(
                                        ShareTrust.of(regression.quality().orElseThrow(), work.isBlurred()))
                                : ShareTrust.UNTRUSTED,
                isKnown ? Optional.of(regression.told(model.isStamped())) : Optional.empty(), rules, variance, gaps,
                fairSeconds(work, requests.size()), unknown, Optional.empty(), requests);
    }

    /** Weigh idle power by time over those worked on, and what is used beyond it by its costs. */
    private static double[] net(WorkRegression regression, double idleWatts) {
        double[] weights = Arrays.copyOf(regression.costs(), Work.PARTS);
        weights[Work.SECONDS] = idleWatts;
        return weights;
    }

    private static double[] fairSeconds(WorkSchedule work, int requests) {
        double[] seconds = new double[requests];
        double[] row = new double[Work.PARTS];
        for (int request = 0; request < requests; request++) {
            int one = request;
            work.tell(request, row, (piece, isPrompt, part) -> seconds[one] += part[Work.SECONDS]);
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

    /** Return the request's part of the time in which the engine worked, divided equally over those in each step. */
    double fairSeconds(int request) {
        return fairSeconds[request];
    }

    /** Return how far a share may be off, readings that are missing apart. */
    ShareRange range(int request) {
        double joules = promptJoules(request) + answerJoules(request);
        ShareRange range = variance.map(doubt -> ShareRange.fitted(joules, doubt.sigmaJoules(request)))
                .orElseGet(() -> ShareRange.byRules(joules, lowestRule(request), highestRule(request)));
        return trust == ShareTrust.UNTRUSTED || unknown.isOf(request)
                ? unknown.widen(request, range.with(ShareRange.byRules(joules, lowestRule(request),
                        highestRule(request))))
                : range;
    }

    GapShares gaps() {
        return gaps;
    }
}
