package dev.ipw.inference.relay;

import dev.ipw.inference.exchange.ModelServer;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** A request that a relay passes on: where it goes, and who receives its events. */
public interface AdmittedRequest {
    /**
     * Starts the request, whose body has been read.
     *
     * @param exchange the exchange, which can be cancelled until it has ended
     * @throws Refusal if it is not passed on after all; nothing else is called then
     */
    default void begin(RunningExchange exchange) throws Refusal {}

    /** Records the end of an exchange that has begun, after its last event. */
    default void ended() {}

    /**
     * Returns the server for a request.
     *
     * @param request the request
     * @return the server, whose secrets are removed from its words in errors
     */
    ModelServer server(ClientRequest request);

    /**
     * Returns the address for a request.
     *
     * @param request the request
     * @return an absolute address
     */
    URI address(ClientRequest request);

    /**
     * Returns the header fields for the server.
     *
     * @param request the request
     * @return values by name
     */
    Map<String, String> headers(ClientRequest request);

    /**
     * Returns whether the relay may request the token counts of a stream in the name of the client.
     *
     * @return true by default
     */
    default boolean mayAddUsage() {
        return true;
    }

    /**
     * Starts the call of a model. If it throws anything but a refusal, the request is passed on all the same.
     *
     * @param request  the request
     * @param protocol its protocol
     * @param asked    the properties of its body
     * @return receives the events of the call; empty if nobody does
     * @throws Refusal if the call is not passed on
     */
    Optional<CallReceiver> call(ClientRequest request, CallProtocol protocol, AskedBody asked) throws Refusal;

    /**
     * Records a request that is passed on and whose events nobody receives.
     *
     * @param request the request
     */
    default void passedOn(ClientRequest request) {}
}
