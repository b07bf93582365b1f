package dev.ipw.quality.internal;

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
 * The rules that judge the observations. A delay counts by its possible share of a figure that is shown: its mean of
 * the mean, its 99th percentile of the 99th percentile, if the sample is large enough for them. So a single late moment
 * among many has no effect.
 */
final class ValidityRules {
    /** This share of a figure alone can explain a difference between two runs. */
    static final double DOUBTFUL_SHARE = 0.05;
    /** With this share a figure depends on this machine as much as on the model. */
    static final double INVALID_SHARE = 0.25;
    /** Pauses below this do not matter: the timestamps of a quiet machine vary by as much. */
    static final double PAUSE_FLOOR_SECONDS = 0.0002;
    /**
     * Late starts below this do not matter: waking one thread and starting another takes as much on a quiet machine.
     */
    static final double LAG_FLOOR_SECONDS = 0.001;
    /** No garbage collection on a healthy machine takes as long: something has stopped or starved the process. */
    static final double LONG_PAUSE_SECONDS = 0.5;
    /** Beyond this the client takes processors from the server on the same machine, or is near its own limit. */
    static final double DOUBTFUL_PROCESSOR_PERCENT = 50;
    /** Beyond this the client has no reserve, so requests wait for it. */
    static final double INVALID_PROCESSOR_PERCENT = 90;
    /** Before this time the JVM still compiles, on processors that are otherwise idle. */
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

    /** Returns the delays of the first token, or of the latency: an answer in one piece has only a latency. */
    private Delays firstAnswer() {
        return seen.firstToken().count() > 0 ? seen.firstToken() : seen.latency();
    }

    private String firstAnswerName() {
        return seen.firstToken().count() > 0 ? "time to first token" : "latency";
    }

    private void pauses() {
        Pauses pauses = seen.pauses();
        Effect worst = Stream.of(
                Effect.worst("time to first token", pauses.delays().firstToken(), seen.firstToken(),
                        PAUSE_FLOOR_SECONDS),
                Effect.worst("latency", pauses.delays().latency(), seen.latency(), PAUSE_FLOOR_SECONDS),
                Effect.worst("time between chunks", pauses.delays().betweenChunks(), seen.betweenChunks(),
                        PAUSE_FLOOR_SECONDS))
                .max(Comparator.comparingDouble(Effect::share)).orElseThrow();
        Trust level = worst.level();
        if (pauses.longestHitSeconds().orElse(0) >= LONG_PAUSE_SECONDS) {
            level = level.worse(Trust.DOUBTFUL);
        }
        // Such pauses may be the model's own, and then belong to its time.
        boolean milder = seen.inProcess() && level == Trust.INVALID;
        add(milder ? Trust.DOUBTFUL : level, pauses.requestsHit() + " of "
                + Wording.count(seen.latency().count(), "answer") + " may be noted late" + share(worst)
                + ". This process was held up " + Wording.count(pauses.count(), "time") + ", for "
                + Wording.time(pauses.totalSeconds()) + " in all and " + Wording.time(pauses.longestSeconds())
                + " at the longest" + collections(pauses) + ". " + advice(pauses));
    }

    private static String share(Effect worst) {
        return worst.share() == 0
                ? ""
                : ", by " + Wording.time(worst.delaySeconds()) + " " + worst.statistic() + ". The " + worst.name()
                        + " is " + Wording.time(worst.figureSeconds()) + " there";
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
                "This process used " + Math.round(percent) + " % of the processors and may have delayed answers."
                        + " Ask fewer at once, or send from a larger machine");
    }

    private void clock() {
        if (seen.clockJumpSeconds().isEmpty()) {
            return;
        }
        double jump = seen.clockJumpSeconds().getAsDouble();
        boolean wide = Math.abs(jump) > INVALID_SHARE * seen.windowSeconds();
        add(wide ? Trust.INVALID : Trust.DOUBTFUL,
                "The wall clock jumped " + Wording.time(Math.abs(jump)) + (jump > 0 ? " ahead" : " back")
                        + ": the machine slept, or its clock was set. Times are taken from another clock."
                        + " A time it slept through is in no latency, and readings of other machines no longer fit."
                        + " Keep the machine awake and its clock alone, and run again");
    }

    /**
     * Judges the calibration. The figure is an upper bound, so only a large one is a reason for doubt, and never for
     * more than doubt.
     */
    private void calibration() {
        if (seen.calibration().isEmpty()) {
            return;
        }
        Calibration known = seen.calibration().get();
        double lag = known.lags().medianSeconds().orElse(0);
        double figure = firstAnswer().medianSeconds().orElse(0);
        if (lag > PAUSE_FLOOR_SECONDS && lag > INVALID_SHARE * figure) {
            add(Trust.DOUBTFUL, "Before the run this client noted events up to " + Wording.time(lag)
                    + " late, at the median. It read " + Wording.count(known.streams(), "stream") + " at once, and the "
                    + firstAnswerName() + " is " + Wording.time(figure)
                    + ". Ask fewer at once, or use a quieter machine");
        }
    }

    private void add(Trust level, String text) {
        if (level != Trust.VALID) {
            reasons.add(new Reason(level, text));
        }
    }
}
