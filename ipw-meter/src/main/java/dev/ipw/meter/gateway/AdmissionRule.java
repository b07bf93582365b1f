package dev.ipw.meter.gateway;

import dev.ipw.meter.RequestOrigin;
import java.time.Duration;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * A rule that every request to a model must meet before it is sent to the server, such as a budget. It is called on the
 * request's own thread and must not wait. A rule that throws is logged and counts as met.
 */
@FunctionalInterface
@API(status = API.Status.EXPERIMENTAL)
public interface AdmissionRule {
    /**
     * Checks a request.
     *
     * @param origin its model and who asks
     * @return why it is refused, with HTTP status 429; empty if it is sent
     */
    Optional<Rejection> check(RequestOrigin origin);

    /**
     * The reason why a request is not sent.
     *
     * @param reason     for the caller, such as {@code the budget of team-a is used up: 5 MJ a day}
     * @param retryAfter when the caller may ask again; empty if that is not known
     */
    record Rejection(String reason, Optional<Duration> retryAfter) {}
}
