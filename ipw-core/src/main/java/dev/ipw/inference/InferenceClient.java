package dev.ipw.inference;

import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * A client of one model. Implementations must allow calls from many threads at once and block the calling thread, which
 * may be a virtual one; an interrupt cancels the request and frees the server's slot.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface InferenceClient extends AutoCloseable {
    /**
     * Describes this client and its model.
     *
     * @return facts for the record of a run, without secrets
     */
    ClientInfo describe();

    /**
     * Checks that the model is reachable, before anything is measured. Does nothing by default.
     *
     * @throws dev.ipw.error.ServerUnreachableException if the server does not answer
     * @throws dev.ipw.error.ConfigurationException     if the server answers but cannot serve the model
     * @throws InterruptedException                     if the calling thread is interrupted
     */
    default void check() throws InterruptedException {}

    /**
     * Returns the warnings of {@link #check} and of the requests so far: findings that do not prevent requests. A run
     * asks after the check and again after its requests. Nothing by default.
     *
     * @return sentences for the run's warnings, without secrets
     */
    default List<String> warnings() {
        return List.of();
    }

    /**
     * Returns the fields of a request's body that make the server generate exactly the maximum of tokens, past the
     * model's own end. Without such fields an answer may be shorter than requested.
     *
     * @return JSON texts by field name, for {@link GenerationOptions#body()}; none by default
     */
    default Map<String, String> fixedLengthFields() {
        return Map.of();
    }

    /**
     * Sends a request, and reports its events to the sink as they happen.
     *
     * @param request the request
     * @param sink    takes the moments and pieces of the answer
     * @return the whole answer
     * @throws InferenceException   if the request fails; the events up to then were passed to the sink
     * @throws InterruptedException if the calling thread is interrupted
     */
    InferenceResponse infer(InferenceRequest request, ResponseSink sink)
            throws InferenceException, InterruptedException;

    /**
     * Returns whether answers use this library's own transport, so that a run's calibration is valid for this client
     * too. No by default.
     *
     * @return true if they do
     */
    default boolean usesLibraryTransport() {
        return false;
    }

    /** Releases connections and memory. A second call does nothing. */
    @Override
    default void close() {}
}
