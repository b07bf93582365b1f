package dev.ipw.inference.relay;

import dev.ipw.internal.wire.ServingLimits;
import dev.ipw.internal.wire.WireLimits;
import java.time.Duration;

/**
 * The settings of a relay.
 *
 * @param name         its name, for threads and the log
 * @param client       the word for a client in reasons of failures, such as {@code program}
 * @param clients      the limits of its clients
 * @param upstream     the limits of an exchange with the server
 * @param maxBodyBytes the maximum size of the body of a request
 * @param maxHeldBytes the maximum size of the bodies of all requests that run at once; of answers that are not streamed, a
 *                     quarter of it is read at once
 * @param isKeyInPath  whether a path may begin with a key
 */
public record RelaySettings(String name, String client, ServingLimits clients, WireLimits upstream, long maxBodyBytes,
        long maxHeldBytes, boolean isKeyInPath) {
    private static final long MAX_BODY_BYTES = 64L << 20;
    /** Loose limits: a client has time limits of its own. */
    private static final WireLimits PATIENT = new WireLimits(Duration.ofSeconds(30), Duration.ofDays(1),
            Duration.ofDays(1), Duration.ofDays(7), WireLimits.DEFAULT.maxBodyBytes());

    /**
     * Creates the settings of a relay whose clients are trusted to end their requests.
     *
     * @param name        its name
     * @param client      the word for a client in reasons of failures
     * @param clients     the limits of its clients
     * @param isKeyInPath whether a path may begin with a key
     * @return the settings
     */
    public static RelaySettings patient(String name, String client, ServingLimits clients, boolean isKeyInPath) {
        return new RelaySettings(name, client, clients, PATIENT, MAX_BODY_BYTES, Long.MAX_VALUE, isKeyInPath);
    }
}
