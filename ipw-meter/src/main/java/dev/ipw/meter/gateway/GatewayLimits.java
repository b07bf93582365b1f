package dev.ipw.meter.gateway;

import java.time.Duration;
import org.apiguardian.api.API;

/**
 * The limits of a gateway.
 *
 * @param connections       the maximum number of connections of callers; further ones are closed at once
 * @param head              the time limit for the head of a request
 * @param body              the time limit for its body
 * @param idle              the time limit of a connection without a request
 * @param maxBodyBytes      the maximum size of the body of a request
 * @param maxHeldBytes      the maximum size of the bodies of all requests that run at once; an eighth of the heap if that
 *                          is less, but one body at least
 * @param upstreamFirstByte the time limit until the server responds; one that does not stream responds when its answer
 *                          is complete
 * @param upstreamIdle      the time limit in which a response makes no progress, be it the server or the caller that
 *                          takes nothing
 */
@API(status = API.Status.EXPERIMENTAL)
public record GatewayLimits(int connections, Duration head, Duration body, Duration idle, long maxBodyBytes,
        long maxHeldBytes, Duration upstreamFirstByte, Duration upstreamIdle) {
    /** The usual limits: 4,096 connections, bodies of 32 MiB, a response within an hour, progress within 10 minutes. */
    public static final GatewayLimits DEFAULT = new GatewayLimits(4_096, Duration.ofSeconds(10), Duration.ofMinutes(1),
            Duration.ofSeconds(100), 32L << 20, heldBytes(), Duration.ofHours(1), Duration.ofMinutes(10));

    /** Returns the bytes of bodies for which there is room: each is in memory up to four times. */
    private static long heldBytes() {
        return Math.clamp(Runtime.getRuntime().maxMemory() / 8, 32L << 20, 512L << 20);
    }
}
