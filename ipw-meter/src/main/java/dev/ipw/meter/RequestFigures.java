package dev.ipw.meter;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.energy.attribution.ShareTrust;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.apiguardian.api.API;

/**
 * The figures of one request.
 *
 * @param id            its unique name
 * @param origin        its labels and devices
 * @param started       when it was sent to the server
 * @param firstTokenIn  the time to its first token; empty before there is one
 * @param duration      the time to the end of its answer; empty while it is open
 * @param status        the server's HTTP status; empty while it is not known
 * @param failure       why its answer is not complete; empty if it is, or is not known yet
 * @param tokens        its tokens as far as the server reported them
 * @param energy        its joules with bounds and provenance, or why there are none
 * @param phases        the joules of its prompt and its answer with their bounds; empty if they cannot be separated well
 * @param fixedJoules   its part of the joules that the engine's steps use whatever is in them; empty if the cost of
 *                      steps is not known
 * @param trust         the reliability of its joules
 * @param isFinal       whether its joules do not change any more
 * @param hosted        the estimate by its billed tokens, if its server is one whose models others host; empty
 *                      otherwise
 */
@API(status = API.Status.EXPERIMENTAL)
public record RequestFigures(String id, RequestOrigin origin, Instant started, Optional<Duration> firstTokenIn,
        Optional<Duration> duration, OptionalInt status, Optional<String> failure, RequestTokens tokens,
        EnergyReading energy, Optional<PhaseJoules> phases, OptionalDouble fixedJoules, ShareTrust trust,
        boolean isFinal, Optional<HostedFigure> hosted) {}
