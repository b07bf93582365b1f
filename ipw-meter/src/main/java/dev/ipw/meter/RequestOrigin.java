package dev.ipw.meter;

import java.util.Objects;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * The origin of a request: the labels under which its joules are counted, and the devices that serve it.
 *
 * @param model   the requested model
 * @param tenant  who asks: a tenant, a user, or the hash of a key; never a key
 * @param devices the names of the devices of the replica that serves it, as {@code ipw monitor} shows them; empty if
 *                all devices do
 */
@API(status = API.Status.EXPERIMENTAL)
public record RequestOrigin(String model, String tenant, Set<String> devices) {
    /** The label of all models or tenants beyond those that are counted by name; one of this name counts with them. */
    public static final String OTHER = "other";

    /** Copies the devices. */
    public RequestOrigin {
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(tenant, "tenant");
        devices = Set.copyOf(devices);
    }

    /**
     * Creates the origin of a request that all devices serve.
     *
     * @param model  the requested model
     * @param tenant who asks
     * @return the origin
     */
    public static RequestOrigin of(String model, String tenant) {
        return new RequestOrigin(model, tenant, Set.of());
    }
}
