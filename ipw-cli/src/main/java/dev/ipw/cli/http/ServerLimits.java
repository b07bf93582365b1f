package dev.ipw.cli.http;

import dev.ipw.internal.wire.ServingLimits;

/**
 * The setter of {@link ServingLimits} for the servers of the JDK in this process. The JDK's server reads its limits
 * from system properties, once, when the first server of the process is created; a property from the command line is
 * not changed. It has one limit for the head and the body of a request.
 */
final class ServerLimits {
    private ServerLimits() {}

    /**
     * Sets the limits of requests and connections.
     *
     * @param limits the limits; half of the connections may be idle
     */
    static void set(ServingLimits limits) {
        // Without it the kernel holds each small chunk back until the one before is acknowledged, for 40 ms.
        setUnlessGiven("sun.net.httpserver.nodelay", "true");
        setUnlessGiven("sun.net.httpserver.maxReqTime", limits.head().toSeconds());
        setUnlessGiven("sun.net.httpserver.idleInterval", limits.idle().toSeconds());
        setUnlessGiven("sun.net.httpserver.maxIdleConnections", limits.connections() / 2);
        setUnlessGiven("jdk.httpserver.maxConnections", limits.connections());
    }

    private static void setUnlessGiven(String property, Object value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, String.valueOf(value));
        }
    }
}
