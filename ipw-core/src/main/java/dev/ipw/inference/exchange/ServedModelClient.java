package dev.ipw.inference.exchange;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import java.util.List;
import java.util.Map;

/** A client of one model of one server: the base of the clients of all APIs. */
public abstract class ServedModelClient implements InferenceClient {
    private final ServedModel served;
    private final Map<String, String> facts;

    /**
     * Creates a client.
     *
     * @param served the model and its server
     * @param facts  further facts of this API, by name
     */
    protected ServedModelClient(ServedModel served, Map<String, String> facts) {
        this.served = served;
        this.facts = Map.copyOf(facts);
    }

    /**
     * Returns the model.
     *
     * @return the model and its server
     */
    protected final ServedModel served() {
        return served;
    }

    @Override
    public final ClientInfo describe() {
        return served.describe(facts);
    }

    @Override
    public final void check() throws InterruptedException {
        served.check();
    }

    @Override
    public final List<String> warnings() {
        return served.warnings();
    }

    @Override
    public final boolean usesLibraryTransport() {
        return true;
    }

    /** Returns the model and the server. */
    @Override
    public final String toString() {
        return served.toString();
    }
}
