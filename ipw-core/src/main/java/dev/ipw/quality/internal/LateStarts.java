package dev.ipw.quality.internal;

import dev.ipw.inference.ResponseTimeline;
import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.Delays;
import dev.ipw.quality.RunValidity.DispatchLag;
import dev.ipw.quality.RunValidity.Reason;
import dev.ipw.quality.RunValidity.Trust;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The requests that started late, in one measurement window or in all windows of a resumed run. Each is compared with
 * the start that its own process intended, and its delay is weighted by its share of the figures of all requests.
 */
public final class LateStarts {
    private static final String AFTER_THEY_WERE_DUE = " after they were due";

    private final DurationHistogram lags = new DurationHistogram();
    private final DurationHistogram firstTokens = new DurationHistogram();
    private final DurationHistogram latencies = new DurationHistogram();

    /**
     * Adds a request.
     *
     * @param timeline   its moments
     * @param isAnswered whether it was answered
     */
    public void add(ResponseTimeline timeline, boolean isAnswered) {
        lags.add(timeline.dispatch().takenUpNanos() - timeline.intendedStartNanos());
        if (isAnswered) {
            latencies.add(timeline.endNanos() - timeline.intendedStartNanos());
            long[] chunks = timeline.chunkNanos();
            if (chunks.length > 0) {
                firstTokens.add(chunks[0] - timeline.serviceStartNanos());
            }
        }
    }

    /**
     * Judges the late starts of a run of several parts again.
     *
     * @param parts the combined judgement of the parts, each by its own requests
     * @return the same, with late starts judged by all requests
     */
    public RunValidity judgedOver(RunValidity parts) {
        Finding finding = Finding.of(lags.delays(), lags::countAbove, firstTokens.delays(), latencies.delays());
        List<Reason> reasons = new ArrayList<>(finding.reason().stream().toList());
        parts.reasons().stream().filter(reason -> !reason.text().contains(AFTER_THEY_WERE_DUE)).forEach(reasons::add);
        reasons.sort(Comparator.comparing(Reason::level).reversed());
        Trust level = reasons.isEmpty() ? Trust.VALID : reasons.getFirst().level();
        return new RunValidity(level, reasons, finding.lag(), parts.pauses(), parts.ownProcessorPercent(),
                parts.clockJumpSeconds(), parts.calibration());
    }

    /** The effect of late starts, and the reason to distrust the times if the effect is large. */
    record Finding(DispatchLag lag, Optional<Reason> reason) {
        static Finding of(Delays lags, Observation.LateCount late, Delays firstToken, Delays latency) {
            // An answer in one piece has only a latency.
            boolean isStreamed = firstToken.count() > 0;
            Delays answer = isStreamed ? firstToken : latency;
            double lateAfter = Math.max(ValidityRules.LAG_FLOOR_SECONDS,
                    ValidityRules.DOUBTFUL_SHARE * answer.medianSeconds().orElse(0));
            DispatchLag lag = new DispatchLag(lags, late.above(lateAfter), lateAfter);
            Effect effect = Effect.worst(isStreamed ? "time to first token" : "latency", lags, answer,
                    ValidityRules.LAG_FLOOR_SECONDS);
            return new Finding(lag, effect.level() == Trust.VALID
                    ? Optional.empty()
                    : Optional.of(new Reason(effect.level(), text(lag, effect))));
        }

        private static String text(DispatchLag lag, Effect effect) {
            return lag.late() + " of " + Wording.count(lag.lags().count(), "request") + " started late, by "
                    + Wording.time(effect.delaySeconds()) + " " + effect.statistic() + ". The " + effect.name() + " is "
                    + Wording.time(effect.figureSeconds()) + " there. Late means more than "
                    + Wording.time(lag.lateAfterSeconds()) + AFTER_THEY_WERE_DUE + ". This machine cannot send them on"
                    + " time: use a faster or quieter one, or send fewer a second or at once";
        }
    }
}
