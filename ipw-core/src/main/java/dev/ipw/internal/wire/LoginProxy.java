package dev.ipw.internal.wire;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** An HTTP proxy that requires a user and a password. */
final class LoginProxy extends Proxy {
    private final String authorization;

    /**
     * Creates a proxy with its login.
     *
     * @param address its address
     * @param login   user and password with a colon between them
     */
    LoginProxy(InetSocketAddress address, String login) {
        super(Type.HTTP, address);
        authorization = "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the value of the header that a proxy requires; empty if it requires none. */
    static Optional<String> authorization(Proxy proxy) {
        return proxy instanceof LoginProxy login ? Optional.of(login.authorization) : Optional.empty();
    }
}
