package dev.ipw.meter;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.internal.stream.StreamedDivision;
import dev.ipw.telemetry.internal.stream.StreamedRequest;
import dev.ipw.telemetry.internal.stream.StreamedShare;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
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
    /** The usual length of a token of English text. */
    private static final double CHARACTERS_PER_TOKEN = 4;
    /** The longest text that is taken as one token: servers that send each token alone send such ones too. */
    private static final int MAX_TOKEN_CHARACTERS = 24;
    /** The statuses of requests for which no server works; for others, such as 424, it may have processed the prompt. */
    private static final Set<Integer> REFUSED = Set.of(400, 401, 403, 404, 405, 413, 415, 422, 429, 503, 529);

    private final StreamedRequest streamed;
    private volatile RequestOrigin origin;
    private final RunClock clock;
    private final long startNanos;
    private OptionalLong firstTokenNanos = OptionalLong.empty();
    private OptionalLong endNanos = OptionalLong.empty();
    private OptionalInt status = OptionalInt.empty();
    private Optional<String> failure = Optional.empty();
    private RequestTokens tokens = RequestTokens.UNKNOWN;
    private final StreamedDivision division;
    private final PendingEvents events;
    private final Optional<HostedServer> hosted;
    private boolean isWithoutTokens;
    private boolean isReplicaUnknown;
    private @Nullable StreamedShare divided;

    /**
     * Creates a request.
     *
     * @param division            divides the joules, and estimates those used since the last block
     * @param expectedInputTokens an estimate of its prompt's tokens
     * @param hosted              estimates its joules by its tokens; empty if they are only measured
     */
    MeteredRequest(StreamedRequest streamed, RequestOrigin origin, RunClock clock, StreamedDivision division,
            double expectedInputTokens, Optional<HostedServer> hosted) {
        this.hosted = hosted;
        this.division = division;
        this.streamed = streamed;
        this.origin = origin;
        this.clock = clock;
        startNanos = streamed.startNanos();
        isReplicaUnknown = streamed.isReplicaUnknown();
        events = new PendingEvents(streamed, division, origin, expectedInputTokens);
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

    /** Returns whether it was not ended yet. */
    synchronized boolean isOpen() {
        return endNanos.isEmpty();
    }

    /** Passes the events so far to the division. */
    synchronized void passEvents() {
        events.pass();
    }

    /** Passes the events so far to the division, returns them, and holds later ones back until the release. */
    synchronized Optional<RequestEvents> takeEvents() {
        return events.take();
    }

    /** Lets the division see later events again. */
    synchronized void releaseEvents() {
        events.release();
    }

    private long time(long nanoTime) {
        return Math.max(startNanos, MeterTime.wholeMicros(clock, nanoTime));
    }

    RequestOrigin origin() {
        return origin;
    }

    /**
     * Reports the replica that serves a request which was {@linkplain EnergyMeter#startAnywhere started anywhere}. Joules
     * that are divided before stay bounded without a figure. Ignored for other requests and once the replica is known.
     *
     * @param devices the names of the devices of the replica; without any it stays unknown
     */
    public synchronized void servedBy(Set<String> devices) {
        // In its origin, no devices would stand for all of them.
        if (isReplicaUnknown && endNanos.isEmpty() && !devices.isEmpty()) {
            isReplicaUnknown = false;
            origin = new RequestOrigin(origin.model(), origin.tenant(), devices);
            events.serveBy(origin.devices());
        }
    }

    /**
     * Sets the tenant for which it is counted from now on. Ignored once it has ended.
     *
     * @param tenant who asks; never a key
     */
    public synchronized void countFor(String tenant) {
        if (endNanos.isEmpty() && !tenant.equals(origin.tenant())) {
            origin = new RequestOrigin(origin.model(), tenant, origin.devices());
            events.countFor(tenant);
        }
    }

    /**
     * Reports the tokens of the prompt, if the server counts them before it answers.
     *
     * @param input  all of them, at least zero
     * @param cached those served from a cache, at least zero
     */
    public void promptTokens(long input, long cached) {
        long now = time(System.nanoTime());
        synchronized (this) {
            events.countInput(Math.max(0, input), Math.max(0, cached), now);
        }
    }

    /**
     * Reports the server's counts before the end of the answer, for the figures until then. Nothing is divided by them.
     *
     * @param counted its tokens as far as the server reported them; a count that is empty keeps the one before
     */
    public synchronized void tokens(RequestTokens counted) {
        if (endNanos.isEmpty()) {
            tokens = new RequestTokens(counted.input().isPresent() ? counted.input() : tokens.input(),
                    counted.cached().isPresent() ? counted.cached() : tokens.cached(),
                    counted.output().isPresent() ? counted.output() : tokens.output(),
                    counted.reasoning().isPresent() ? counted.reasoning() : tokens.reasoning());
        }
    }

    /** Reports that the answer comes at once, not in pieces as it is generated. To be called when the request starts. */
    public void answersAtOnce() {
        synchronized (this) {
            events.expectWhole();
        }
    }

    /** Reports that the answer will have no tokens, as that to embeddings has none. To be called when the request starts. */
    public void answersWithoutTokens() {
        synchronized (this) {
            isWithoutTokens = true;
        }
    }

    /**
     * Reports a piece of the answer's text, whose tokens are estimated from its length.
     *
     * @param piece   the text
     * @param atNanos when it arrived, by {@link System#nanoTime()}
     */
    public void text(String piece, long atNanos) {
        tokens(piece.length() <= MAX_TOKEN_CHARACTERS ? 1 : piece.length() / CHARACTERS_PER_TOKEN, atNanos);
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
        long time = time(atNanos);
        synchronized (this) {
            if (count > 0 && endNanos.isEmpty()) {
                events.addTokens(time, count);
                if (firstTokenNanos.isEmpty()) {
                    firstTokenNanos = OptionalLong.of(time);
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
        end(OptionalInt.of(httpStatus), counted, problem, atNanos, REFUSED.contains(httpStatus));
    }

    /**
     * Ends the request now, without a response of the server. Later calls do nothing.
     *
     * @param problem why there is none
     */
    public void fail(String problem) {
        end(OptionalInt.empty(), RequestTokens.UNKNOWN, Optional.of(problem), System.nanoTime(), false);
    }

    /**
     * Ends a request that never reached the server, so that it has no joules. Later calls do nothing.
     *
     * @param httpStatus the status of the answer that the caller got
     * @param problem    why the server was not reached
     */
    public void failUnsent(int httpStatus, String problem) {
        end(OptionalInt.of(httpStatus), RequestTokens.UNKNOWN, Optional.of(problem), startNanos, true);
    }

    private void end(OptionalInt httpStatus, RequestTokens counted, Optional<String> problem, long atNanos,
            boolean isRefused) {
        long time = time(atNanos);
        synchronized (this) {
            if (endNanos.isPresent()) {
                return;
            }
            status = httpStatus;
            tokens = counted;
            failure = problem;
            endNanos = OptionalLong.of(time);
            // A server that refuses a request has neither processed its prompt nor answered it.
            boolean isUnworked = isRefused && firstTokenNanos.isEmpty();
            orNone(counted.input(), isUnworked)
                    .ifPresent(input -> events.countInput(input, counted.cached().orElse(0), time));
            events.end(time, orNone(counted.output(), firstTokenNanos.isEmpty() && (isUnworked || isWithoutTokens)));
        }
    }

    private static OptionalLong orNone(OptionalLong counted, boolean isNone) {
        return counted.isEmpty() && isNone ? OptionalLong.of(0) : counted;
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
        events.passIfAdded();
        StreamedShare known = divided;
        if (known == null) {
            return figures(division.provisional(streamed, nowNanos), Optional.empty(), OptionalDouble.empty(),
                    ShareTrust.UNTRUSTED, false);
        }
        return figures(known.isLast() ? known.energy() : estimated(known.energy(), nowNanos), known.phases(),
                known.fixedJoules(), known.isLast() ? known.trust() : ShareTrust.UNTRUSTED,
                known.isLast());
    }

    private RequestFigures figures(EnergyReading energy, Optional<PhaseJoules> phases, OptionalDouble fixedJoules,
            ShareTrust trust, boolean isFinal) {
        return new RequestFigures(id(), origin, started(), since(firstTokenNanos), since(endNanos), status, failure,
                tokens, energy, phases, fixedJoules, trust, isFinal,
                hosted.map(server -> server.figure(origin.model(), tokens, endNanos.isEmpty(), failure.isPresent())));
    }

    /** Adds an estimate of the joules since the last block. */
    private EnergyReading estimated(EnergyReading known, long nowNanos) {
        EnergyReading since = division.provisional(streamed, nowNanos);
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
