package dev.ipw.meter;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.internal.stream.StreamedRequest;
import dev.ipw.telemetry.internal.stream.StreamedShare;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A request while it passes a gateway. Report its events as they happen; no method waits or throws. One thread at a time
 * reports, any thread may read {@link #figures()}.
 *
 * <pre>{@code
 * MeteredRequest request = meter.start(RequestOrigin.of("llama3.2:1b", "team-a"), 420);
 * request.tokens(1);                                              // for each chunk of the answer
 * request.finish(200, RequestTokens.of(415, 60), Optional.empty());
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class MeteredRequest {
    private final StreamedRequest streamed;
    private final RequestOrigin origin;
    private final RunClock clock;
    private final long startNanos;
    private OptionalLong firstTokenNanos = OptionalLong.empty();
    private OptionalLong endNanos = OptionalLong.empty();
    private OptionalInt status = OptionalInt.empty();
    private Optional<String> failure = Optional.empty();
    private RequestTokens tokens = RequestTokens.UNKNOWN;
    private final BiFunction<StreamedRequest, Long, EnergyReading> provisional;
    private @Nullable StreamedShare divided;

    /**
     * Creates a request.
     *
     * @param provisional estimates the joules used since the last block, up to a moment
     */
    MeteredRequest(StreamedRequest streamed, RequestOrigin origin, RunClock clock,
            BiFunction<StreamedRequest, Long, EnergyReading> provisional) {
        this.provisional = provisional;
        this.streamed = streamed;
        this.origin = origin;
        this.clock = clock;
        startNanos = streamed.startNanos();
    }

    /**
     * Returns its unique name.
     *
     * @return 32 hexadecimal digits
     */
    public String id() {
        return streamed.id();
    }

    StreamedRequest streamed() {
        return streamed;
    }

    RequestOrigin origin() {
        return origin;
    }

    /**
     * Reports the tokens of the prompt, if the server counts them before it answers.
     *
     * @param input  all of them, at least zero
     * @param cached those served from a cache, at least zero
     */
    public void promptTokens(long input, long cached) {
        streamed.countInput(Math.max(0, input), Math.max(0, cached), System.nanoTime());
    }

    /** Reports that the answer comes at once, not in pieces as it is generated. To be called when the request starts. */
    public void answersAtOnce() {
        streamed.expectWhole();
    }

    /**
     * Reports that tokens of the answer arrived now.
     *
     * @param count their number, or an estimate of it
     */
    public void tokens(double count) {
        tokens(count, System.nanoTime());
    }

    /**
     * Reports when tokens of the answer arrived.
     *
     * @param count   their number, or an estimate of it; fewer than none count as none
     * @param atNanos the time, by {@link System#nanoTime()}
     */
    public void tokens(double count, long atNanos) {
        if (count > 0) {
            streamed.addTokens(atNanos, count);
            synchronized (this) {
                if (firstTokenNanos.isEmpty()) {
                    firstTokenNanos = OptionalLong.of(atNanos);
                }
            }
        }
    }

    /**
     * Ends the request now. Later calls do nothing.
     *
     * @param httpStatus the server's status
     * @param counted    its tokens as far as the server reported them
     * @param problem    why the answer is not complete; empty if it is
     */
    public void finish(int httpStatus, RequestTokens counted, Optional<String> problem) {
        finish(httpStatus, counted, problem, System.nanoTime());
    }

    /**
     * Ends the request. Later calls do nothing.
     *
     * @param httpStatus the server's status
     * @param counted    its tokens as far as the server reported them
     * @param problem    why the answer is not complete; empty if it is
     * @param atNanos    when its last byte arrived, by {@link System#nanoTime()}
     */
    public void finish(int httpStatus, RequestTokens counted, Optional<String> problem, long atNanos) {
        synchronized (this) {
            if (endNanos.isPresent()) {
                return;
            }
            status = OptionalInt.of(httpStatus);
            tokens = counted;
            failure = problem;
            endNanos = OptionalLong.of(Math.max(startNanos, atNanos));
        }
        counted.input().ifPresent(input -> streamed.countInput(input, counted.cached().orElse(0), atNanos));
        streamed.end(atNanos, counted.output());
    }

    /** Adds the joules of a block. */
    synchronized void add(StreamedShare share) {
        StreamedShare before = divided;
        divided = before == null ? share : before.plus(share);
    }

    /**
     * Returns the figures as they are known now. Waits for nothing.
     *
     * @return the figures; until they are final, their joules are those of the blocks divided so far and an estimate of
     *         those since then, flagged PROVISIONAL
     */
    public RequestFigures figures() {
        return figures(System.nanoTime());
    }

    private synchronized RequestFigures figures(long nowNanos) {
        StreamedShare known = divided;
        if (known == null) {
            return figures(provisional.apply(streamed, nowNanos), OptionalDouble.empty(), OptionalDouble.empty(),
                    OptionalDouble.empty(), ShareTrust.UNTRUSTED, false);
        }
        return figures(known.isLast() ? known.energy() : estimated(known.energy(), nowNanos), known.promptJoules(),
                known.answerJoules(), known.fixedJoules(), known.isLast() ? known.trust() : ShareTrust.UNTRUSTED,
                known.isLast());
    }

    private RequestFigures figures(EnergyReading energy, OptionalDouble promptJoules, OptionalDouble answerJoules,
            OptionalDouble fixedJoules, ShareTrust trust, boolean isFinal) {
        return new RequestFigures(id(), origin, started(), since(firstTokenNanos), since(endNanos), status, failure,
                tokens, energy, promptJoules, answerJoules, fixedJoules, trust, isFinal);
    }

    /** Adds an estimate of the joules since the last block. */
    private EnergyReading estimated(EnergyReading known, long nowNanos) {
        EnergyReading since = provisional.apply(streamed, nowNanos);
        if (!known.isAvailable()) {
            return known;
        }
        return since.isAvailable()
                ? new EnergyReading(sum(known.joules(), since.joules()), sum(known.lower(), since.lower()),
                        sum(known.upper(), since.upper()), since.provenance().weaker(known.provenance()),
                        known.scopes(), known.source(), known.flags(), Optional.empty())
                        .flagged(EnergyFlag.PROVISIONAL)
                : known.flagged(EnergyFlag.PROVISIONAL);
    }

    private static OptionalDouble sum(OptionalDouble one, OptionalDouble other) {
        return OptionalDouble.of(one.orElseThrow() + other.orElseThrow());
    }

    private Instant started() {
        return Instant.EPOCH.plusNanos(clock.epochAnchorNanos()).plusNanos(clock.sinceAnchor(startNanos));
    }

    private Optional<Duration> since(OptionalLong nanos) {
        return nanos.isPresent() ? Optional.of(Duration.ofNanos(nanos.getAsLong() - startNanos)) : Optional.empty();
    }
}
