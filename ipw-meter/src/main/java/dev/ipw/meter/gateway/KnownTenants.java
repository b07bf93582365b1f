package dev.ipw.meter.gateway;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tenants that are counted by name. Callers may invent names, so all beyond a number are counted together. */
final class KnownTenants {
    static final String OTHER = "other";
    private static final Logger LOGGER = LoggerFactory.getLogger(KnownTenants.class);

    private final int max;
    private final Set<String> reserved;
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean hasWarned = new AtomicBoolean();

    /**
     * Creates the tenants of a gateway.
     *
     * @param max      the maximum number of further names, of which the first ones count
     * @param reserved names that always count
     */
    KnownTenants(int max, Set<String> reserved) {
        this.max = max;
        this.reserved = Set.copyOf(reserved);
    }

    /** Returns the name under which a tenant is counted. */
    String counted(String tenant) {
        return reserved.contains(tenant) || names.contains(tenant) || admit(tenant) ? tenant : OTHER;
    }

    private boolean admit(String tenant) {
        synchronized (names) {
            if (names.size() < max) {
                names.add(tenant);
                return true;
            }
        }
        if (!hasWarned.getAndSet(true)) {
            LOGGER.warn("More than {} tenants have asked; the requests of further ones are counted together as '{}'",
                    max, OTHER);
        }
        return false;
    }
}
