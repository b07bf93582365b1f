package dev.ipw.inference.relay;

/** The decision about a request whose head has been read. A request that is not answered at all is a {@link Refusal}. */
public sealed interface Decision {
    /**
     * The request is passed on.
     *
     * @param request receives what happens to it
     */
    record Pass(AdmittedRequest request) implements Decision {}

    /**
     * The request is answered without the server.
     *
     * @param status      the HTTP status
     * @param contentType the type of the body
     * @param body        the body; not copied
     */
    record Answer(int status, String contentType, byte[] body) implements Decision {}
}
