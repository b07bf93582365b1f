package dev.ipw.agents.proxy;

import dev.ipw.agents.proxy.PassedBody.ProgramLeft;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.exchange.EventExchange;
import dev.ipw.inference.exchange.HttpFailures;
import dev.ipw.inference.exchange.ModelServer;
import dev.ipw.internal.wire.Transport;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireLimits;
import dev.ipw.internal.wire.WireRequest;
import dev.ipw.query.RequestFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One exchange: a program's request to the server, and the response back; a model call is recorded. */
final class ProxyExchange {
    /** Loose limits: the program has time limits of its own, and so does the task. */
    private static final WireLimits LIMITS = new WireLimits(Duration.ofSeconds(30), Duration.ofDays(1),
            Duration.ofDays(1), Duration.ofDays(7), WireLimits.DEFAULT.maxBodyBytes());
    /** Header fields that are not passed on: those of one connection, of the transport, and of the task's key. */
    private static final Set<String> LEFT_OUT = Set.of("host", "connection", "keep-alive", "content-length",
            "transfer-encoding", "te", "trailer", "expect", "upgrade", "proxy-connection", "proxy-authorization",
            "accept-encoding", "authorization", "x-api-key", "api-key", "x-goog-api-key");
    private static final Logger LOGGER = LoggerFactory.getLogger(ProxyExchange.class);

    private final ProgramRequest request;
    private final ProgramResponse response;
    private final ProxyTask task;
    private final Upstream upstream;
    private final Transport transport;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Thread asking;
    private @Nullable String cancelled;

    ProxyExchange(ProgramRequest request, ProgramResponse response, ProxyTask task, Upstream upstream,
            Transport transport) {
        this.request = request;
        this.response = response;
        this.task = task;
        this.upstream = upstream;
        this.transport = transport;
    }

    /** Runs the exchange. */
    void run() throws IOException {
        if (!task.begin(this)) {
            response.refuse(Refusal.ofKey());
            return;
        }
        try {
            Optional<CallProtocol> protocol = CallProtocol.of(request);
            if (protocol.isPresent()) {
                call(protocol.get());
            } else {
                task.passedOn(request);
                ask(Optional.of(request.body()).filter(body -> body.length > 0),
                        new ResponsePassing(response, Optional.empty(), false));
            }
        } finally {
            task.ended(this);
        }
    }

    /** Cancels the request to the server if it is running; a finished exchange is not changed. */
    void cancel(String reason) {
        lock.lock();
        try {
            if (cancelled == null) {
                cancelled = reason;
            }
            if (asking != null) {
                asking.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    private void call(CallProtocol protocol) {
        long start = System.nanoTime();
        task.began(start);
        TimelineRecorder recorder = new TimelineRecorder(start);
        AskedBody asked = AskedBody.of(protocol, request);
        EventExchange reader = new EventExchange(server(), asked.isStream(), recorder, protocol.answer(recorder));
        ResponsePassing passing = new ResponsePassing(response, Optional.of(reader), asked.addsUsage());
        Optional<RequestFailure> broken = failed(FailureKind.CLIENT_ERROR, "The request could not be passed on");
        try {
            broken = ask(Optional.of(asked.bytes()), passing);
        } finally {
            Optional<InferenceResponse> answer = passing.answer();
            Optional<RequestFailure> failure = answer.isPresent()
                    ? tooLong(recorder)
                    : failure(passing, broken);
            ResponseTimeline recorded = recorder.finish(System.nanoTime());
            task.observed(new ObservedCall(protocol.messages(asked.json()), answer.orElseGet(() -> partial(recorder)),
                    recorded.isOrdered() ? recorded : new TimelineRecorder(start).finish(System.nanoTime()), failure));
        }
    }

    /**
     * Returns the failure of the call. An unreadable answer takes precedence over the program's disconnection that
     * followed it.
     */
    private static Optional<RequestFailure> failure(ResponsePassing passing, Optional<RequestFailure> broken) {
        Optional<InferenceException> unreadable = passing.unreadable();
        return unreadable.isPresent()
                ? failed(unreadable.get().kind(), String.valueOf(unreadable.get().getMessage()))
                : broken;
    }

    private static Optional<RequestFailure> tooLong(TimelineRecorder recorder) {
        return recorder.isOverfull()
                ? Optional.of(new RequestFailure(FailureKind.TOO_LARGE, "The answer is longer than "
                        + InferenceResponse.MAX_CHARACTERS
                        + " characters, or came in more chunks than are kept; what is kept of it is cut"))
                : Optional.empty();
    }

    private static InferenceResponse partial(TimelineRecorder recorder) {
        return new InferenceResponse(recorder.answer(),
                Optional.of(recorder.reasoning()).filter(text -> !text.isEmpty()), TokenUsage.absent(),
                Optional.empty(), ServerTimings.UNKNOWN, OptionalDouble.empty(), Optional.empty(), List.of());
    }

    /** Sends the request to the server; empty if its response was passed on completely. */
    private Optional<RequestFailure> ask(Optional<byte[]> body, ResponsePassing passing) {
        try {
            WireRequest asked = new WireRequest(request.wantsHeadOnly() ? "GET" : request.method(),
                    upstream.address(request), headers(), body);
            beginAsking();
            try {
                transport.exchange(asked, LIMITS, passing);
            } finally {
                endAsking();
            }
            return Optional.empty();
        } catch (InterruptedException stopped) {
            return failed(FailureKind.CANCELLED, String.valueOf(cancelled));
        } catch (ProgramLeft gone) {
            LOGGER.debug("A program took no more of a response", gone);
            return failed(FailureKind.CANCELLED, "the program closed the connection before the answer was whole");
        } catch (WireException broken) {
            InferenceException failure = HttpFailures.failed(broken);
            if (!response.hasBegun()) {
                refuse(Refusal.ofServer(String.valueOf(failure.getMessage())));
            }
            return failed(failure.kind(), String.valueOf(failure.getMessage()));
        } catch (InferenceException refused) {
            return failed(refused.kind(), String.valueOf(refused.getMessage()));
        } catch (IllegalArgumentException unsendable) {
            Refusal refusal = Refusal.malformed("its query or a header field has a character that cannot be sent");
            refuse(refusal);
            return failed(FailureKind.CLIENT_ERROR, String.valueOf(refusal.getMessage()));
        }
    }

    /**
     * Sends an error to the program. If the program does not receive it, the recorded reason of the failure is
     * unchanged.
     */
    private void refuse(Refusal refusal) {
        try {
            response.refuse(refusal);
        } catch (IOException gone) {
            LOGGER.debug("A program took no refusal", gone);
        }
    }

    private static Optional<RequestFailure> failed(FailureKind kind, String message) {
        return Optional.of(new RequestFailure(kind, message));
    }

    private void beginAsking() throws InterruptedException {
        lock.lock();
        try {
            if (cancelled != null) {
                throw new InterruptedException(cancelled);
            }
            asking = Thread.currentThread();
        } finally {
            lock.unlock();
        }
    }

    private void endAsking() {
        lock.lock();
        try {
            asking = null;
            // An interrupt that came after the end must not affect the following steps.
            Thread.interrupted();
        } finally {
            lock.unlock();
        }
    }

    private ModelServer server() {
        return upstream.server(request);
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        request.headers().forEach((name, value) -> {
            if (!LEFT_OUT.contains(name)) {
                headers.put(name, value);
            }
        });
        headers.putAll(server().headers());
        return headers;
    }
}
