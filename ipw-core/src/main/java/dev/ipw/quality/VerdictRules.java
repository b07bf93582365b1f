package dev.ipw.quality;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Judge what was seen. An error counts by what it does to the figures that are shown: the worse of its mean and its highest
 * percentile that the sample is large enough for, beside the median of what it is an error of. A single late moment among
 * many thus moves nothing.
 */
final class VerdictRules {
    /** Beyond this share of the median an error is seen in a comparison of two runs. */
    static final double DOUBTFUL_SHARE = 0.05;
    /** Beyond this share of the median a figure tells more of this machine than of the model. */
    static final double INVALID_SHARE = 0.25;
    /** Below this no pause matters: the stamps of a quiet machine stray by as much. */
    static final double PAUSE_FLOOR_SECONDS = 0.0002;
    /** Below this no late start matters: to wake a thread and start another takes as much on a quiet machine. */
    static final double LAG_FLOOR_SECONDS = 0.001;
    /** No collection of garbage on a machine that is well takes as long: something has stopped or starved the process. */
    static final double STANDSTILL_SECONDS = 0.5;
    /** Beyond this the client takes from the server on the same machine, or is near its own end. */
    static final double DOUBTFUL_PROCESSOR_PERCENT = 50;
    /** Beyond this the client has nothing left, so requests wait for it. */
    static final double INVALID_PROCESSOR_PERCENT = 90;
    /** Before that the JVM still compiles what it runs, on processors that nobody else wants. */
    static final double SHORTEST_PROCESSOR_SECONDS = 1;

    private final Observation seen;
    private final List<Reason> reasons = new ArrayList<>();

    private VerdictRules(Observation seen) {
        this.seen = seen;
    }

    static RunVerdict judge(Observation seen) {
        VerdictRules rules = new VerdictRules(seen);
        DispatchLag dispatch = rules.dispatch();
        rules.pauses();
        rules.processor();
        rules.clock();
        rules.calibration();
        rules.reasons.sort(Comparator.comparing(Reason::level).reversed());
        Trust level = rules.reasons.isEmpty() ? Trust.VALID : rules.reasons.getFirst().level();
        return new RunVerdict(level, rules.reasons, dispatch, seen.pauses(), seen.ownProcessorPercent(),
                seen.clockJumpSeconds(), seen.calibration());
    }

    private DispatchLag dispatch() {
        Effect effect = firstAnswer(seen.lags());
        double lateAfter = Math.max(LAG_FLOOR_SECONDS, DOUBTFUL_SHARE * effect.typical.orElse(0));
        DispatchLag dispatch = new DispatchLag(seen.lags(), seen.late().above(lateAfter), lateAfter);
        add(effect.level(LAG_FLOOR_SECONDS), dispatch.late() + " of " + seen.lags().count()
                + " requests started more than " + Wording.time(lateAfter) + " after they were due, "
                + effect.extent() + ", where " + effect.beside()
                + ": this machine cannot send them on time. Ask for fewer a second, or send from a faster or quieter"
                + " machine");
        return dispatch;
    }

    /** Compare with the time to first token; an answer that came in one piece has only a latency. */
    private Effect firstAnswer(Delays delays) {
        return seen.firstToken().count() > 0
                ? new Effect("time to first token", delays, seen.firstToken().medianSeconds())
                : new Effect("latency", delays, seen.latency().medianSeconds());
    }

    private void pauses() {
        Pauses pauses = seen.pauses();
        Effect worst = List.of(new Effect("time to first token", pauses.firstToken(),
                seen.firstToken().medianSeconds()),
                new Effect("latency", pauses.latency(), seen.latency().medianSeconds()),
                new Effect("gap between chunks", pauses.gap(), seen.gap().medianSeconds())).stream()
                .max(Comparator.comparing((Effect one) -> one.level(PAUSE_FLOOR_SECONDS))
                        .thenComparingDouble(Effect::share))
                .orElseThrow();
        Trust level = worst.level(PAUSE_FLOOR_SECONDS);
        if (pauses.longestHitSeconds().orElse(0) >= STANDSTILL_SECONDS) {
            level = level.worse(Trust.DOUBTFUL);
        }
        // Such pauses may be the model's own, and then are part of what it takes.
        boolean milder = seen.inProcess() && level == Trust.INVALID;
        add(milder ? Trust.DOUBTFUL : level, "This process stood still " + pauses.count() + " times, for "
                + Wording.time(pauses.totalSeconds()) + " in all and " + Wording.time(pauses.longestSeconds())
                + " at the longest" + collections(pauses) + "; " + pauses.requestsHit() + " of "
                + seen.latency().count() + " answers may have been noted late by it, the " + worst.name + " "
                + worst.extent() + ", where " + worst.beside() + ". " + advice(pauses));
    }

    private static String collections(Pauses pauses) {
        return pauses.collections() == 0
                ? ""
                : " (" + pauses.collections() + " collections of garbage: "
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
        if (seen.inProcess() || seen.stretchSeconds() < SHORTEST_PROCESSOR_SECONDS
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
        boolean wide = Math.abs(jump) > INVALID_SHARE * seen.stretchSeconds();
        add(wide ? Trust.INVALID : Trust.DOUBTFUL,
                "The wall clock jumped " + Wording.time(Math.abs(jump)) + (jump > 0 ? " ahead" : " back")
                        + " against the clock that times are taken from: the machine slept, or somebody set its clock."
                        + " A time it slept through is in no latency, and readings of other machines no longer fit."
                        + " Keep the machine awake and its clock alone, and run again");
    }

    /** An upper bound proves nothing worse than a doubt. */
    private void calibration() {
        seen.calibration().ifPresent(known -> {
            Effect effect = firstAnswer(known.lags());
            double lag = known.lags().medianSeconds().orElse(0);
            boolean matters = lag > PAUSE_FLOOR_SECONDS && effect.typical.isPresent()
                    && lag > DOUBTFUL_SHARE * effect.typical.getAsDouble();
            add(matters ? Trust.DOUBTFUL : Trust.VALID,
                    "Before the run, with " + known.streams() + " streams at once, this client noted events up to "
                            + Wording.time(lag) + " after they were sent (median), where " + effect.beside()
                            + ". Ask fewer at once, or use a quieter machine");
        });
    }

    private void add(Trust level, String text) {
        if (level != Trust.VALID) {
            reasons.add(new Reason(level, text));
        }
    }

    /** What delays do to a figure. */
    private record Effect(String name, Delays delays, OptionalDouble typical) {
        /** Give the worse of mean and highest percentile. */
        double seconds() {
            return Math.max(delays.meanSeconds().orElse(0), delays.highestPercentile().orElse(0));
        }

        double share() {
            return typical.isPresent() && typical.getAsDouble() > 0 ? seconds() / typical.getAsDouble() : 0;
        }

        Trust level(double floorSeconds) {
            if (seconds() <= floorSeconds || share() <= DOUBTFUL_SHARE) {
                return Trust.VALID;
            }
            return share() > INVALID_SHARE ? Trust.INVALID : Trust.DOUBTFUL;
        }

        String extent() {
            return "by " + Wording.time(delays.meanSeconds()) + " in the mean, "
                    + Wording.time(delays.highestPercentile()) + " at " + delays.highestName() + " and "
                    + Wording.time(delays.maxSeconds()) + " at most";
        }

        String beside() {
            return "the median " + name + " is " + Optional.of(typical).filter(OptionalDouble::isPresent)
                    .map(Wording::time).orElse("unknown");
        }
    }
}
