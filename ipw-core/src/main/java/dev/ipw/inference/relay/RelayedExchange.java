package dev.ipw.inference.relay;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.exchange.HttpFailures;
import dev.ipw.inference.relay.CallOutcome.Failure;
import dev.ipw.inference.relay.PassedBody.ClientLeft;
import dev.ipw.inference.relay.ResponsePassing.ReadCall;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireRequest;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One exchange: a client's request to the server, and the response back; the events of a model call are reported. */
final class RelayedExchange implements RunningExchange {
    private static final Logger LOGGER = LoggerFactory.getLogger(RelayedExchange.class);

    private final ClientRequest request;
    private final ClientResponse response;
    private final AdmittedRequest admitted;
    private final Relay relay;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Thread asking;
    private @Nullable String cancelled;

    RelayedExchange(ClientRequest request, ClientResponse response, AdmittedRequest admitted, Relay relay) {
        this.request = request;
        this.response = response;
        this.admitted = admitted;
        this.relay = relay;
    }

    /** Runs the exchange. */
    void run() {
        try {
            admitted.begin(this);
        } catch (Refusal refusal) {
            refuse(refusal, Map.of());
            return;
        }
        try {
            Optional<CallProtocol> protocol = CallProtocol.of(request);
            if (protocol.isEmpty() || !call(protocol.get())) {
                admitted.passedOn(request);
                ask(Optional.of(request.body()).filter(body -> body.length > 0),
                        new ResponsePassing(response, Optional.empty(), false, relay.heldAnswer()), Map.of());
            }
        } catch (Refusal refusal) {
            refuse(refusal, Map.of());
        } finally {
            admitted.ended();
        }
    }

    @Override
    public void cancel(String reason) {
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

    /** Passes a call on; returns false, and does nothing, if nobody receives its events. */
    private boolean call(CallProtocol protocol) throws Refusal {
        AskedBody asked;
        Optional<CallReceiver> receiving;
        try {
            asked = AskedBody.of(protocol, request, admitted.mayAddUsage());
            receiving = admitted.call(request, protocol, asked);
        } catch (RuntimeException | Error failure) { // A call that cannot be recorded is passed on.
            if (relay.failures().getAndIncrement() == 0) {
                LOGGER.warn("A call could not be recorded; it is passed on nevertheless. Later failures like it are"
                        + " only counted", failure);
            }
            return false;
        }
        if (receiving.isEmpty()) {
            return false;
        }
        AtomicReference<@Nullable AnswerReading> opened = new AtomicReference<>();
        GuardedReceiver receiver = new GuardedReceiver(receiving.get(), relay.failures(), () -> usage(opened));
        AnswerReading reading = protocol.reading(admitted.server(request), asked.isStream(), receiver,
                receiver.keepsText());
        opened.set(reading);
        ResponsePassing passing = new ResponsePassing(response, Optional.of(new ReadCall(reading, receiver)),
                asked.addsUsage(), relay.heldAnswer());
        Optional<Failure> broken = failed(FailureKind.CLIENT_ERROR, "The request could not be passed on");
        try {
            broken = ask(Optional.of(asked.bytes()), passing, receiver.addedHeaders());
        } finally {
            receiver.ended(new CallOutcome(passing.status(), passing.answer(), usage(opened),
                    passing.answer().isPresent() ? Optional.empty() : failure(passing, broken)));
        }
        return true;
    }

    private static TokenUsage usage(AtomicReference<@Nullable AnswerReading> opened) {
        AnswerReading reading = opened.get();
        return reading == null ? TokenUsage.absent() : reading.usage();
    }

    /**
     * Returns the failure of the call. An unreadable answer takes precedence over the client's disconnection that
     * followed it.
     */
    private static Optional<Failure> failure(ResponsePassing passing, Optional<Failure> broken) {
        Optional<InferenceException> unreadable = passing.unreadable();
        return unreadable.isPresent()
                ? failed(unreadable.get().kind(), String.valueOf(unreadable.get().getMessage()))
                : broken;
    }

    /**
     * Sends the request to the server; empty if its response was passed on completely.
     *
     * @param added header fields of an error of the relay's own
     */
    private Optional<Failure> ask(Optional<byte[]> body, ResponsePassing passing, Map<String, String> added) {
        try {
            WireRequest asked = new WireRequest(request.wantsHeadOnly() ? "GET" : request.method(),
                    admitted.address(request), admitted.headers(request), body);
            beginAsking();
            try {
                relay.transport().exchange(asked, relay.settings().upstream(), passing);
            } finally {
                endAsking();
            }
            return Optional.empty();
        } catch (InterruptedException stopped) {
            return failed(FailureKind.CANCELLED, String.valueOf(cancelled));
        } catch (ClientLeft gone) {
            LOGGER.debug("A client took no more of a response", gone);
            return failed(FailureKind.CANCELLED,
                    "the " + relay.settings().client() + " closed the connection before the answer was whole");
        } catch (WireException broken) {
            InferenceException failure = HttpFailures.failed(broken);
            if (!response.hasBegun()) {
                refuse(Refusal.ofServer(String.valueOf(failure.getMessage())), added);
            }
            return failed(failure.kind(), String.valueOf(failure.getMessage()));
        } catch (InferenceException refused) {
            return failed(refused.kind(), String.valueOf(refused.getMessage()));
        } catch (IllegalArgumentException unsendable) {
            Refusal refusal = Refusal.malformed("its query or a header field has a character that cannot be sent");
            refuse(refusal, added);
            return failed(FailureKind.CLIENT_ERROR, String.valueOf(refusal.getMessage()));
        }
    }

    /**
     * Sends an error to the client. If the client does not receive it, the recorded reason of the failure is
     * unchanged.
     */
    private void refuse(Refusal refusal, Map<String, String> added) {
        try {
            response.refuse(refusal, added);
        } catch (IOException gone) {
            LOGGER.debug("A client took no refusal", gone);
        }
    }

    private static Optional<Failure> failed(FailureKind kind, String message) {
        return Optional.of(new Failure(kind, message));
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
}
