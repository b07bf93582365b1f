package dev.ipw.internal.wire;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** An HTTP proxy that wants a user and a password. */
final class LoginProxy extends Proxy {
    private final String authorization;

    /**
     * Holds a proxy with its login.
     *
     * @param address where it is
     * @param login   user and password with a colon between them
     */
    LoginProxy(InetSocketAddress address, String login) {
        super(Type.HTTP, address);
        authorization = "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the value of the header that a proxy wants; empty if it wants none. */
    static Optional<String> authorization(Proxy proxy) {
        return proxy instanceof LoginProxy login ? Optional.of(login.authorization) : Optional.empty();
    }
}
