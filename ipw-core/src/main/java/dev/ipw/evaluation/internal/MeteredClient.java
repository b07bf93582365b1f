package dev.ipw.evaluation.internal;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import java.util.List;
import java.util.Map;

/** A client that reports every call, on the thread that made it. */
record MeteredClient(InferenceClient client, JudgeCalls calls, Meter meter) implements InferenceClient {
    @Override
    public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
            throws InferenceException, InterruptedException {
        boolean mayBeCharged = true;
        TokenUsage tokens = TokenUsage.absent();
        boolean isAnswered = false;
        ServingHost host = client.describe().servingHost();
        calls.begin(host);
        try {
            InferenceResponse response = client.infer(request, sink);
            tokens = response.usage();
            isAnswered = true;
            return response;
        } catch (InferenceException failed) {
            mayBeCharged = !isFree(failed.kind());
            throw failed;
        } finally {
            calls.end(host);
            meter.called(tokens, mayBeCharged, isAnswered);
        }
    }

    /**
     * Returns whether a failure costs nothing. A call that was refused with an error status, or reached no server, used
     * no token that has a price.
     */
    private static boolean isFree(FailureKind kind) {
        return kind == FailureKind.HTTP_STATUS || kind == FailureKind.UNREACHABLE
                || kind == FailureKind.CONNECT_TIMEOUT;
    }

    @Override
    public ClientInfo describe() {
        return client.describe();
    }

    @Override
    public void check() throws InterruptedException {
        client.check();
    }

    @Override
    public List<String> warnings() {
        return client.warnings();
    }

    @Override
    public Map<String, String> fixedLengthFields() {
        return client.fixedLengthFields();
    }

    @Override
    public boolean usesLibraryTransport() {
        return client.usesLibraryTransport();
    }

    @Override
    public void close() {
        client.close();
    }

    /** A receiver of calls. */
    @FunctionalInterface
    interface Meter {
        /**
         * Receives a call.
         *
         * @param tokens       the counted tokens
         * @param mayBeCharged false if its tokens have no price
         * @param isAnswered   false if it failed
         */
        void called(TokenUsage tokens, boolean mayBeCharged, boolean isAnswered);
    }
}
