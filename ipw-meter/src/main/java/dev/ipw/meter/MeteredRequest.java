package dev.ipw.meter;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
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
    private @Nullable EnergyReading energy;
    private OptionalDouble promptJoules = OptionalDouble.of(0);
    private OptionalDouble answerJoules = OptionalDouble.of(0);
    private OptionalDouble fixedJoules = OptionalDouble.of(0);
    private ShareTrust trust = ShareTrust.MEASURED;
    private boolean isFinal;

    MeteredRequest(StreamedRequest streamed, RequestOrigin origin, RunClock clock) {
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
        streamed.countInput(Math.max(0, input), Math.max(0, cached));
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
        end(OptionalInt.of(httpStatus), counted, problem, atNanos);
    }

    /**
     * Ends the request now, without a response of the server. Later calls do nothing.
     *
     * @param problem why there is none
     */
    public void fail(String problem) {
        end(OptionalInt.empty(), RequestTokens.UNKNOWN, Optional.of(problem), System.nanoTime());
    }

    private void end(OptionalInt httpStatus, RequestTokens counted, Optional<String> problem, long atNanos) {
        synchronized (this) {
            if (endNanos.isPresent()) {
                return;
            }
            status = httpStatus;
            tokens = counted;
            failure = problem;
            endNanos = OptionalLong.of(Math.max(startNanos, atNanos));
        }
        counted.input().ifPresent(input -> streamed.countInput(input, counted.cached().orElse(0)));
        streamed.end(atNanos, counted.output());
    }

    /** Adds the joules of a block. */
    synchronized void add(StreamedShare share) {
        EnergyReading before = energy;
        energy = before == null ? share.energy() : before.plus(share.energy());
        promptJoules = sum(promptJoules, share.promptJoules());
        answerJoules = sum(answerJoules, share.answerJoules());
        fixedJoules = sum(fixedJoules, share.fixedJoules());
        trust = weaker(trust, share.trust());
        isFinal = share.isLast();
    }

    private static OptionalDouble sum(OptionalDouble before, OptionalDouble added) {
        return before.isPresent() && added.isPresent()
                ? OptionalDouble.of(before.getAsDouble() + added.getAsDouble())
                : OptionalDouble.empty();
    }

    private static ShareTrust weaker(ShareTrust one, ShareTrust other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /**
     * Returns the figures as they are known now. Waits for nothing.
     *
     * @return the figures; their joules are those of the blocks divided so far until they are final
     */
    public synchronized RequestFigures figures() {
        EnergyReading known = energy;
        return new RequestFigures(id(), origin, started(), since(firstTokenNanos), since(endNanos), status, failure,
                tokens, known == null
                        ? EnergyReading.unavailable(Scope.GPU, "meter", "its joules are not divided yet")
                        : known,
                known == null ? OptionalDouble.empty() : promptJoules,
                known == null ? OptionalDouble.empty() : answerJoules,
                known == null ? OptionalDouble.empty() : fixedJoules, trust, isFinal);
    }

    private Instant started() {
        return Instant.EPOCH.plusNanos(clock.epochAnchorNanos()).plusNanos(clock.sinceAnchor(startNanos));
    }

    private Optional<Duration> since(OptionalLong nanos) {
        return nanos.isPresent() ? Optional.of(Duration.ofNanos(nanos.getAsLong() - startNanos)) : Optional.empty();
    }
}
