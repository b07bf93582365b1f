package dev.ipw.cli.http;

/**
 * Bound what clients can take of a server of this process. The JDK's server reads its limits from system properties, once,
 * when the first server of the process is made; a property that was set on the command line stays.
 */
final class ServerLimits {
    private static final int LONGEST_REQUEST_SECONDS = 10;
    private static final int LONGEST_IDLE_SECONDS = 30;

    private ServerLimits() {}

    /**
     * Set the limits of requests and connections.
     *
     * @param mostConnections how many connections there may be at once; half as many may be idle
     */
    static void set(int mostConnections) {
        // Otherwise the kernel holds each small chunk back until the one before is acknowledged, for 40 ms.
        setUnlessGiven("sun.net.httpserver.nodelay", "true");
        setUnlessGiven("sun.net.httpserver.maxReqTime", LONGEST_REQUEST_SECONDS);
        setUnlessGiven("sun.net.httpserver.idleInterval", LONGEST_IDLE_SECONDS);
        setUnlessGiven("sun.net.httpserver.maxIdleConnections", mostConnections / 2);
        setUnlessGiven("jdk.httpserver.maxConnections", mostConnections);
    }

    private static void setUnlessGiven(String property, Object value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, String.valueOf(value));
        }
    }
}
