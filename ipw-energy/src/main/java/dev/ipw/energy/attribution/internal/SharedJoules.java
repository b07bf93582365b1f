package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.DeviceSharing;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.WidthReason;
import dev.ipw.energy.attribution.WorkWeights;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.work.Work;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;

/** The division of the joules of overlapping requests: by the chosen rule, and by others for comparison. */
final class SharedJoules {
    private static final double MAX_PHASE_SHARE = 0.2;

    private final AttributionRule rule;
    private final ShareTrust trust;
    private final double[] fairSeconds;
    private final List<RequestActivity> requests;
    private final GapShares gaps;
    private final UnknownWork unknown;
    private final Optional<OpenShares> byTime;
    private final Optional<WorkDivision> byWork;
    private final Optional<ShareDoubt> doubt;

    private SharedJoules(AttributionRule rule, ShareTrust trust, double[] fairSeconds, List<RequestActivity> requests,
            GapShares gaps, UnknownWork unknown, Optional<OpenShares> byTime, Optional<WorkDivision> byWork) {
        this.rule = rule;
        this.trust = trust;
        this.fairSeconds = fairSeconds;
        this.requests = requests;
        this.gaps = gaps;
        this.unknown = unknown;
        this.byTime = byTime;
        this.byWork = byWork;
        doubt = byWork.flatMap(WorkDivision::doubt);
    }

    static SharedJoules of(List<RequestActivity> requests, ShareCells cells, CounterIntervals intervals,
            AttributionRule asked, Supplier<FittedWork> fitted) {
        GapShares gaps = new GapShares(intervals, cells);
        UnknownWork unknown = new UnknownWork(requests, cells);
        if (!cells.isAnyShared()) {
            return new SharedJoules(known(asked, AttributionRule.TOKENS), ShareTrust.MEASURED,
                    new double[requests.size()], requests, gaps, unknown, Optional.empty(), Optional.empty());
        }
        Optional<OpenShares> byTime = unknown.byTime();
        if (byTime.isPresent()) {
            double[] seconds = requests.stream().mapToDouble(byTime.get()::seconds).toArray();
            return new SharedJoules(known(asked, AttributionRule.EQUAL), ShareTrust.UNTRUSTED, seconds, requests, gaps,
                    unknown, byTime, Optional.empty());
        }
        WorkDivision work = new WorkDivision(fitted.get(), cells, intervals, asked);
        gaps.add(work.shares(), cells);
        ShareTrust trust = work.doubt().isPresent() ? unknown.judge(work.trust()) : work.trust();
        return new SharedJoules(work.rule(), trust, work.fairSeconds(), requests, gaps, unknown, byTime,
                Optional.of(work));
    }

    private static AttributionRule known(AttributionRule asked, AttributionRule automatic) {
        return asked == AttributionRule.AUTO ? automatic : asked;
    }

    /** Describes the sharing, with the delay of the power behind the work. */
    DeviceSharing sharing(ShareCells cells, double lagSeconds) {
        WorkWeights weights = rule == AttributionRule.FITTED
                ? Work.named(byWork.map(WorkDivision::costs).orElse(WorkDivision.NO_COSTS))
                : WorkWeights.TOKENS;
        return new DeviceSharing(rule, weights, byWork.map(WorkDivision::quality).orElse(OptionalDouble.empty()), trust,
                width(cells), byWork.flatMap(WorkDivision::fit), lagSeconds);
    }

    double promptJoules(int request) {
        return byTime.isPresent()
                ? byTime.get().joules(requests.get(request))
                : byWork.orElseThrow().shares().promptJoules(request);
    }

    double answerJoules(int request) {
        return byTime.isPresent() ? 0 : byWork.orElseThrow().shares().answerJoules(request);
    }

    double lowestRule(int request) {
        return byRules(request).min().orElseThrow();
    }

    double highestRule(int request) {
        return byRules(request).max().orElseThrow();
    }

    private DoubleStream byRules(int request) {
        return byTime.isPresent()
                ? DoubleStream.of(promptJoules(request))
                : byWork.orElseThrow().rules().stream().mapToDouble(shares -> shares.joules(request));
    }

    private boolean isStamped() {
        return byTime.isEmpty() && byWork.map(WorkDivision::isStamped).orElse(true);
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
        return isGuess(request) ? unknown.widen(request, range.with(byRules)) : range;
    }

    /** Returns whether a share rests on the readings of its own time alone, not on costs learned from the run. */
    boolean isGuess(int request) {
        return !isStamped() || trust == ShareTrust.UNTRUSTED || unknown.isOf(request);
    }

    /** Returns whether a request's prompt and answer can be separated, which requires narrow bounds of its prompt. */
    boolean canSeparatePhases(int request) {
        double most = MAX_PHASE_SHARE * Math.min(promptJoules(request), answerJoules(request));
        return trust.tellsPhases() && !unknown.isOf(request)
                && doubt.filter(known -> known.promptRange(request).width() <= most).isPresent();
    }

    /** Returns the bounds of the joules of a request's prompt; empty if they cannot be separated. */
    Optional<ShareRange> promptRange(int request) {
        return doubt.filter(known -> trust.tellsPhases() && !unknown.isOf(request))
                .map(known -> known.promptRange(request));
    }

    /** Returns whether a request's work is not known. */
    boolean isUnknown(RequestActivity request, int index) {
        return unknown.isOf(index) || (request.goesOn() && request.firstTokenNanos().isEmpty() && byTime.isPresent());
    }

    /** Returns the reason for the width of the bounds; empty if shares are not fitted. */
    private Optional<WidthReason> width(ShareCells cells) {
        return doubt.map(known -> !isStamped() || unknown.isMuch() ? WidthReason.COVERAGE : known.reason(cells));
    }

    GapShares gaps() {
        return gaps;
    }
}
