package dev.ipw.meter.gateway;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.relay.ClientRequest;
import dev.ipw.internal.wire.WireResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/**
 * The devices of each of several replicas of a server, which a header field names: one of requests, as a caller or a
 * proxy before the gateway sets it, or one of responses, as a load balancer behind the gateway does.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class ReplicaMap {
    /** The map of a single server, which all devices serve. */
    public static final ReplicaMap NONE = new ReplicaMap(List.of());

    private static final String REQUEST_HEADER = "header:";
    private static final String RESPONSE_HEADER = "response-header:";

    private final List<Replica> replicas;

    private ReplicaMap(List<Replica> replicas) {
        this.replicas = replicas;
    }

    private record Replica(boolean isOfResponse, String header, String value, Set<String> devices) {}

    /**
     * Parses a map.
     *
     * @param entries each {@code header:NAME=VALUE=DEVICE}, or {@code response-header:NAME=VALUE=DEVICE}, with further
     *                devices after commas
     * @return the map
     * @throws ConfigurationException if an entry has another form
     */
    public static ReplicaMap parse(List<String> entries) {
        List<Replica> replicas = new ArrayList<>();
        for (String entry : entries) {
            int equals = entry.indexOf('=');
            // A value and a device may be addresses with a port.
            int second = entry.indexOf('=', equals + 1);
            boolean isOfResponse = entry.startsWith(RESPONSE_HEADER);
            int begin = isOfResponse ? RESPONSE_HEADER.length() : REQUEST_HEADER.length();
            if (!(isOfResponse || entry.startsWith(REQUEST_HEADER)) || equals <= begin || second <= equals + 1) {
                throw new ConfigurationException("A replica is header:NAME=VALUE=DEVICE, for example"
                        + " header:X-Replica=a=nvidia-0,nvidia-1, or response-header:NAME=VALUE=DEVICE, not '" + entry
                        + "'");
            }
            Set<String> devices = Arrays.stream(entry.substring(second + 1).split(",")).map(String::strip)
                    .filter(name -> !name.isEmpty()).collect(Collectors.toCollection(LinkedHashSet::new));
            if (devices.isEmpty()) {
                throw new ConfigurationException("The replica '" + entry + "' has no device; name those that serve it");
            }
            replicas.add(new Replica(isOfResponse, entry.substring(begin, equals).toLowerCase(Locale.ROOT),
                    entry.substring(equals + 1, second), devices));
        }
        return new ReplicaMap(List.copyOf(replicas));
    }

    /**
     * Returns the devices that the map names.
     *
     * @return the names, of all replicas
     */
    public Set<String> devices() {
        return replicas.stream().flatMap(replica -> replica.devices.stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the devices that serve a request; empty if there are several replicas and it does not name one. */
    Optional<Set<String>> devices(ClientRequest request) {
        return replicas.isEmpty()
                ? Optional.of(Set.of())
                : named(false, header -> Optional.ofNullable(request.headers().get(header)));
    }

    /** Returns the devices that a response names; empty if it names none. */
    Optional<Set<String>> devices(WireResponse response) {
        return named(true, response::header);
    }

    private Optional<Set<String>> named(boolean isOfResponse, Function<String, Optional<String>> fields) {
        return replicas.stream().filter(replica -> replica.isOfResponse == isOfResponse
                && fields.apply(replica.header).filter(replica.value::equals).isPresent()).findFirst()
                .map(Replica::devices);
    }
}
