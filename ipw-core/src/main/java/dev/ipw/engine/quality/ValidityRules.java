package dev.ipw.engine.quality;

import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.Calibration;
import dev.ipw.quality.RunValidity.Delays;
import dev.ipw.quality.RunValidity.DispatchLag;
import dev.ipw.quality.RunValidity.Pauses;
import dev.ipw.quality.RunValidity.Reason;
import dev.ipw.quality.RunValidity.Trust;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Judge what was seen. A delay counts by the share it may have of a figure that is shown: its mean of the mean, its 99th
 * percentile of the 99th percentile, as far as the sample is large enough for them. A single late moment among many thus
 * moves nothing.
 */
final class ValidityRules {
    /** What two runs differ by can be had from this share of a figure alone. */
    static final double DOUBTFUL_SHARE = 0.05;
    /** With this share a figure tells as much of this machine as of the model. */
    static final double INVALID_SHARE = 0.25;
    /** Below this no pause matters: the stamps of a quiet machine stray by as much. */
    static final double PAUSE_FLOOR_SECONDS = 0.0002;
    /** Below this no late start matters: to wake a thread and start another takes as much on a quiet machine. */
    static final double LAG_FLOOR_SECONDS = 0.001;
    /** No collection of garbage on a machine that is well takes as long: something has stopped or starved the process. */
    static final double LONG_PAUSE_SECONDS = 0.5;
    /** Beyond this the client takes from the server on the same machine, or is near its own end. */
    static final double DOUBTFUL_PROCESSOR_PERCENT = 50;
    /** Beyond this the client has nothing left, so requests wait for it. */
    static final double INVALID_PROCESSOR_PERCENT = 90;
    /** Before that the JVM still compiles, on processors that are otherwise idle. */
    static final double SHORTEST_PROCESSOR_SECONDS = 1;

    private final Observation seen;
    private final List<Reason> reasons = new ArrayList<>();

    private ValidityRules(Observation seen) {
        this.seen = seen;
    }

    static RunValidity judge(Observation seen) {
        ValidityRules rules = new ValidityRules(seen);
        DispatchLag dispatch = rules.dispatch();
        rules.pauses();
        rules.processor();
        rules.clock();
        rules.calibration();
        rules.reasons.sort(Comparator.comparing(Reason::level).reversed());
        Trust level = rules.reasons.isEmpty() ? Trust.VALID : rules.reasons.getFirst().level();
        return new RunValidity(level, rules.reasons, dispatch, seen.pauses(), seen.ownProcessorPercent(),
                seen.clockJumpSeconds(), seen.calibration());
    }

    private DispatchLag dispatch() {
        LateStarts.Finding finding = LateStarts.Finding.of(seen.lags(), seen.late(), seen.firstToken(),
                seen.latency());
        finding.reason().ifPresent(reasons::add);
        return finding.lag();
    }

    /** An answer that came in one piece has only a latency. */
    private Delays firstAnswer() {
        return seen.firstToken().count() > 0 ? seen.firstToken() : seen.latency();
    }

    private String firstAnswerName() {
        return seen.firstToken().count() > 0 ? "time to first token" : "latency";
    }

    private void pauses() {
        Pauses pauses = seen.pauses();
        Effect worst = Stream.of(
                Effect.worst("time to first token", pauses.firstToken(), seen.firstToken(), PAUSE_FLOOR_SECONDS),
                Effect.worst("latency", pauses.latency(), seen.latency(), PAUSE_FLOOR_SECONDS),
                Effect.worst("time between chunks", pauses.betweenChunks(), seen.betweenChunks(), PAUSE_FLOOR_SECONDS))
                .max(Comparator.comparingDouble(Effect::share)).orElseThrow();
        Trust level = worst.level();
        if (pauses.longestHitSeconds().orElse(0) >= LONG_PAUSE_SECONDS) {
            level = level.worse(Trust.DOUBTFUL);
        }
        // Such pauses may be the model's own, and then are part of what it takes.
        boolean milder = seen.inProcess() && level == Trust.INVALID;
        add(milder ? Trust.DOUBTFUL : level, "This process was held up " + Wording.count(pauses.count(), "time")
                + ", for " + Wording.time(pauses.totalSeconds()) + " in all and "
                + Wording.time(pauses.longestSeconds()) + " at the longest" + collections(pauses) + "; "
                + pauses.requestsHit() + " of " + Wording.count(seen.latency().count(), "answer")
                + " may have been noted late by it" + share(worst) + ". " + advice(pauses));
    }

    private static String share(Effect worst) {
        return worst.share() == 0
                ? ""
                : ", which may move the " + worst.name() + ", " + Wording.time(worst.figureSeconds()) + " "
                        + worst.statistic() + ", by " + Wording.time(worst.delaySeconds());
    }

    private static String collections(Pauses pauses) {
        return pauses.collections() == 0
                ? ""
                : " (" + Wording.count(pauses.collections(), "collection") + " of garbage: "
                        + Wording.time(pauses.collectionSeconds()) + ")";
    }

    private static String advice(Pauses pauses) {
        return pauses.collectionSeconds() > pauses.totalSeconds() / 2
                ? "Give it more memory (-Xmx), or ask fewer at once"
                : "It was stopped, swapped out, or waited for a processor: use a quieter machine, or one that only"
                        + " sends";
    }

    private void processor() {
        double percent = seen.ownProcessorPercent().orElse(0);
        if (seen.inProcess() || seen.windowSeconds() < SHORTEST_PROCESSOR_SECONDS
                || percent <= DOUBTFUL_PROCESSOR_PERCENT) {
            return;
        }
        add(percent > INVALID_PROCESSOR_PERCENT ? Trust.INVALID : Trust.DOUBTFUL,
                "This process used " + Math.round(percent) + " % of the machine's processors, so that answers may"
                        + " have waited for it. Ask fewer at once, or send from a larger machine");
    }

    private void clock() {
        if (seen.clockJumpSeconds().isEmpty()) {
            return;
        }
        double jump = seen.clockJumpSeconds().getAsDouble();
        boolean wide = Math.abs(jump) > INVALID_SHARE * seen.windowSeconds();
        add(wide ? Trust.INVALID : Trust.DOUBTFUL,
                "The wall clock jumped " + Wording.time(Math.abs(jump)) + (jump > 0 ? " ahead" : " back")
                        + " against the clock that times are taken from: the machine slept, or its clock was set."
                        + " A time it slept through is in no latency, and readings of other machines no longer fit."
                        + " Keep the machine awake and its clock alone, and run again");
    }

    /** The figure is an upper bound, so only much of it is a doubt, and never more than that. */
    private void calibration() {
        if (seen.calibration().isEmpty()) {
            return;
        }
        Calibration known = seen.calibration().get();
        double lag = known.lags().medianSeconds().orElse(0);
        double figure = firstAnswer().medianSeconds().orElse(0);
        if (lag > PAUSE_FLOOR_SECONDS && lag > INVALID_SHARE * figure) {
            add(Trust.DOUBTFUL, "Before the run, with " + Wording.count(known.streams(), "stream")
                    + " at once, this client noted events up to " + Wording.time(lag)
                    + " after they were sent, at the median, where the " + firstAnswerName() + " is "
                    + Wording.time(figure) + ". Ask fewer at once, or use a quieter machine");
        }
    }

    private void add(Trust level, String text) {
        if (level != Trust.VALID) {
            reasons.add(new Reason(level, text));
        }
    }
}
