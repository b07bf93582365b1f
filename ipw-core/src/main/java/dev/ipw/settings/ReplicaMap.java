package dev.ipw.settings;

import dev.ipw.error.ConfigurationException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/**
 * The devices of each of several replicas of a server, which a header field names: one of responses, as a load balancer
 * before the replicas sets it, or one of requests that pass a gateway.
 *
 * <pre>{@code
 * ReplicaMap replicas = ReplicaMap.parse(List.of("response-header:X-Served-By=a=nvidia-0",
 *         "response-header:X-Served-By=b=nvidia-1,nvidia-2"));
 * }</pre>
 *
 * @param replicas the replicas
 */
@API(status = API.Status.EXPERIMENTAL)
public record ReplicaMap(List<Replica> replicas) {
    /** The map of a single server, which all devices serve. */
    public static final ReplicaMap NONE = new ReplicaMap(List.of());

    // Timelines keep no longer ones.
    private static final int MAX_VALUE_CHARACTERS = 200;

    private static final String REQUEST_HEADER = "header:";
    private static final String RESPONSE_HEADER = "response-header:";

    /** Copies the list. */
    public ReplicaMap {
        replicas = List.copyOf(replicas);
    }

    /**
     * A replica.
     *
     * @param isOfResponse whether responses name it, not requests
     * @param header       the name of the header field; kept in lower case
     * @param value        the value of the field
     * @param devices      the names of its devices, at least one
     */
    public record Replica(boolean isOfResponse, String header, String value, Set<String> devices) {
        /** Copies the devices in their order; rejects nulls. */
        public Replica {
            header = header.toLowerCase(Locale.ROOT);
            Objects.requireNonNull(value, "value");
            devices = Collections.unmodifiableSet(new LinkedHashSet<>(devices));
            if (devices.isEmpty()) {
                throw new ConfigurationException("The replica '" + value + "' has no device; name those that serve it");
            }
            if (value.length() > MAX_VALUE_CHARACTERS) {
                throw new ConfigurationException("The name of a replica has at most " + MAX_VALUE_CHARACTERS
                        + " characters, not " + value.length());
            }
        }

        private static Replica parse(String entry) {
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
            return new Replica(isOfResponse, entry.substring(begin, equals),
                    entry.substring(equals + 1, second), devices);
        }

        /** Returns the form that is parsed. */
        @Override
        public String toString() {
            return (isOfResponse ? RESPONSE_HEADER : REQUEST_HEADER) + header + "=" + value + "="
                    + String.join(",", devices);
        }
    }

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
        entries.forEach(entry -> replicas.add(Replica.parse(entry)));
        return new ReplicaMap(replicas);
    }

    /**
     * Returns whether there is a single server.
     *
     * @return true without a replica
     */
    public boolean isEmpty() {
        return replicas.isEmpty();
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

    /**
     * Returns the devices of each replica.
     *
     * @return their names, in the order of the replicas
     */
    public List<Set<String>> ofEach() {
        return replicas.stream().map(Replica::devices).toList();
    }

    /**
     * Finds the replica that a request names.
     *
     * @param fields returns the value of a header field of the request by its name in lower case
     * @return its devices; none if there is a single server; empty if it names no replica
     */
    public Optional<Set<String>> ofRequest(Function<String, Optional<String>> fields) {
        return isEmpty() ? Optional.of(Set.of()) : named(false, fields);
    }

    /**
     * Finds the replica that a response names.
     *
     * @param fields returns the value of a header field of the response by its name in lower case
     * @return its devices; empty if it names no replica
     */
    public Optional<Set<String>> ofResponse(Function<String, Optional<String>> fields) {
        return named(true, fields);
    }

    private Optional<Set<String>> named(boolean isOfResponse, Function<String, Optional<String>> fields) {
        return replicas.stream().filter(replica -> replica.isOfResponse == isOfResponse
                && fields.apply(replica.header).filter(replica.value::equals).isPresent()).findFirst()
                .map(Replica::devices);
    }

    /**
     * Returns the response header of a run's replicas.
     *
     * @return its name in lower case; empty if there is a single server
     */
    public Optional<String> responseHeader() {
        return replicas.stream().map(Replica::header).findFirst();
    }

    /**
     * Finds a run's replica by its name.
     *
     * @param replica the value of the response header
     * @return its devices; empty if the map lacks it
     */
    public Optional<Set<String>> devicesOf(String replica) {
        return replicas.stream().filter(one -> one.value.equals(replica)).findFirst().map(Replica::devices);
    }

    /** Rejects a map that cannot be a run's: responses name each of its replicas once, by one header. */
    ReplicaMap requireOfRun() {
        if (replicas.stream().anyMatch(replica -> !replica.isOfResponse)
                || replicas.stream().map(Replica::header).distinct().count() > 1) {
            throw new ConfigurationException("The responses of a run name their replicas by one header, for example"
                    + " response-header:X-Served-By=a=nvidia-0 and response-header:X-Served-By=b=nvidia-1, not "
                    + texts());
        }
        if (replicas.stream().map(Replica::value).distinct().count() < replicas.size()) {
            throw new ConfigurationException(
                    "A replica occurs twice. Name all of its devices at once, separated by commas: " + texts());
        }
        return this;
    }

    /**
     * Returns the forms that are parsed.
     *
     * @return one text for each replica
     */
    public List<String> texts() {
        return replicas.stream().map(Replica::toString).toList();
    }
}
