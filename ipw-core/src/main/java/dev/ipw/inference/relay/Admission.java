package dev.ipw.inference.relay;

import java.net.InetAddress;

/** The rules of a relay: which requests of which clients are passed on. */
@FunctionalInterface
public interface Admission {
    /**
     * Decides about a request, before its body is read.
     *
     * @param head   the request without its body
     * @param client the client's address
     * @return the decision
     * @throws Refusal if it is not passed on
     */
    Decision decide(ClientRequest head, InetAddress client) throws Refusal;
}
