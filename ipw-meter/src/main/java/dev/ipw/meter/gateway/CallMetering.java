package dev.ipw.meter.gateway;

import dev.ipw.inference.relay.AskedBody;
import dev.ipw.inference.relay.CallProtocol;
import dev.ipw.inference.relay.CallReceiver;
import dev.ipw.inference.relay.ClientRequest;
import dev.ipw.inference.relay.Refusal;
import dev.ipw.meter.EnergyMeter;
import dev.ipw.meter.MeteredRequest;
import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.RequestOrigin;
import dev.ipw.settings.ReplicaMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The metering of the calls that pass a gateway.
 *
 * @param meter         receives their events; empty if nothing is metered
 * @param tenants       names who asks
 * @param known         bounds the number of these names
 * @param replicas      names the devices that serve a request
 * @param rules         are checked before a request is sent
 * @param isInBand      whether answers get their joules
 * @param countsStreams whether the token counts of streams may be requested in the name of the caller
 * @param lost          the calls whose events are incomplete
 */
record CallMetering(Optional<EnergyMeter> meter, TenantRule tenants, KnownTenants known, ReplicaMap replicas,
        List<AdmissionRule> rules,
        boolean isInBand, boolean countsStreams, LostCalls lost) {
    private static final String UNKNOWN_MODEL = "unknown";
    private static final int MAX_MODEL_CHARACTERS = 128;

    /** Checks the rules for a call, and starts its metering; empty if nothing is metered. */
    Optional<CallReceiver> start(ClientRequest request, CallProtocol protocol, AskedBody asked) throws Refusal {
        Optional<Set<String>> devices = replicas.ofRequest(
                header -> Optional.ofNullable(request.headers().get(header)));
        RequestOrigin origin = new RequestOrigin(
                LabelText.of(asked.model().orElse(UNKNOWN_MODEL), MAX_MODEL_CHARACTERS),
                known.begin(tenants.tenant(request, asked)), devices.orElseGet(replicas::devices));
        for (AdmissionRule rule : rules) {
            Optional<AdmissionRule.Rejection> rejection = rule.check(origin);
            if (rejection.isPresent()) {
                known.end(origin.tenant(), false);
                throw Refusal.tooMany(rejection.get().reason(),
                        rejection.get().retryAfter().map(wait -> Math.max(1, (int) wait.toSeconds())).orElse(0));
            }
        }
        if (meter.isEmpty()) {
            known.end(origin.tenant(), false);
        }
        return meter.map(one -> {
            double expected = PromptTokens.of(asked);
            MeteredRequest metered = devices.isPresent()
                    ? one.start(origin, expected)
                    : one.startAnywhere(origin, expected);
            if (!protocol.isAnswered()) {
                metered.answersWithoutTokens();
            } else if (!asked.isStream()) {
                metered.answersAtOnce();
            }
            return new MeteredCall(metered, protocol, isInBand, replicas,
                    succeeded -> known.end(origin.tenant(), succeeded), lost);
        });
    }

    /** Finds the figures of a call; empty if it is unknown, or its events are incomplete. */
    Optional<RequestFigures> find(String id) {
        return lost.contains(id) ? Optional.empty() : meter.flatMap(one -> one.find(id));
    }

    /** The latest calls whose events are incomplete. */
    static final class LostCalls {
        private static final int MAX_KEPT = 10_000;

        private final Set<String> ids = new LinkedHashSet<>();

        synchronized void add(String id) {
            ids.add(id);
            if (ids.size() > MAX_KEPT) {
                ids.remove(ids.iterator().next());
            }
        }

        synchronized boolean contains(String id) {
            return ids.contains(id);
        }
    }
}
