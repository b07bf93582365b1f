package dev.ipw.results.internal.finishing;

import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.settings.ReplicaMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The devices that served each call: those of its shard's server, and of the replica that its response names. */
final class ServingDevices {
    private static final int MAX_NAMES = 3;

    private final List<Set<String>> shards;
    private final Set<String> measured;
    private final ReplicaMap replicas;
    private final Set<String> ofReplicas;
    private final Set<String> missing;
    private final Set<String> unmapped = new TreeSet<>();
    private final Set<String> unmeasured = new TreeSet<>();
    private long calls;
    private long unknown;
    private long unnamed;

    /**
     * Creates the devices of a run.
     *
     * @param shards   the devices of each shard's server; empty if one server answered all
     * @param measured the names of all devices
     * @param replicas the devices of each replica; empty for a single one
     */
    ServingDevices(List<Set<String>> shards, Set<String> measured, ReplicaMap replicas) {
        this.shards = List.copyOf(shards);
        this.measured = Set.copyOf(measured);
        this.replicas = replicas;
        ofReplicas = replicas.devices();
        missing = new TreeSet<>(ofReplicas);
        missing.removeAll(measured);
    }

    /** Returns whether a device may have served a shard. */
    boolean areOf(int shard, String device) {
        return shards.isEmpty() || shards.get(shard).contains(device);
    }

    /** Adds the devices to a call. */
    RequestActivity of(CallActivities.CallActivity call, int shard) {
        if (replicas.isEmpty()) {
            return shards.isEmpty() ? call.activity() : call.activity().servedBy(shards.get(shard));
        }
        calls++;
        Set<String> server = shards.isEmpty() ? measured : shards.get(shard);
        Optional<Set<String>> own = call.replica().flatMap(replicas::devicesOf);
        if (own.isEmpty()) {
            unknown++;
            call.replica().ifPresentOrElse(unmapped::add, () -> unnamed++);
            // A replica that the map lacks may have the devices of several others.
            return call.activity().servedBy(server)
                    .servedByOneOf(call.replica().isPresent() ? List.of(ofReplicas) : replicas.ofEach());
        }
        Set<String> devices = new HashSet<>(server);
        devices.removeAll(ofReplicas);
        devices.addAll(own.get());
        return call.activity().servedBy(devices);
    }

    /** Returns whether a device that served a call, or may have, was not measured: joules of the others would be too few. */
    boolean isPartlyMeasured(CallActivities.CallActivity call) {
        if (missing.isEmpty()) {
            return false;
        }
        Set<String> lacking = new TreeSet<>(missing);
        lacking.retainAll(call.replica().flatMap(replicas::devicesOf).orElse(ofReplicas));
        unmeasured.addAll(lacking);
        return !lacking.isEmpty();
    }

    /** Returns whether the calls of a query may be served by different devices. */
    boolean areReplicas() {
        return !replicas.isEmpty();
    }

    /** Warns of calls whose replica, or its joules, are not known. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (unknown > 0) {
            String header = replicas.responseHeader().orElse("");
            warnings.add(String.format(Locale.ROOT,
                    "Of %d of %d calls it is not known which replica served them: %s. Their joules, and those of calls"
                            + " beside them, have bounds and no figure; the totals are whole.",
                    unknown, calls, why(header)));
        }
        if (!unmeasured.isEmpty()) {
            warnings.add("Calls of replicas with these devices have no joules, as the devices were not measured under"
                    + " these names: " + listed(unmeasured) + ".");
        }
        return warnings;
    }

    private String why(String header) {
        List<String> reasons = new ArrayList<>();
        if (unnamed > 0) {
            reasons.add(unnamed + " have no header '" + header + "'");
        }
        if (!unmapped.isEmpty()) {
            reasons.add("the map lacks " + listed(unmapped) + ", which that header names");
        }
        return String.join(", and ", reasons);
    }

    private static String listed(Set<String> all) {
        String names = String.join(", ", all.stream().limit(MAX_NAMES).map(name -> "'" + name + "'").toList());
        return all.size() > MAX_NAMES ? names + " and " + (all.size() - MAX_NAMES) + " more" : names;
    }
}
