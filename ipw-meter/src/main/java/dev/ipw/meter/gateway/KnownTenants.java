package dev.ipw.meter.gateway;

import dev.ipw.meter.RequestOrigin;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tenants that are counted by name. Callers may invent names, so all beyond a number are counted together. A name
 * is kept once a request of it succeeds; until then it takes a place only while a request of it runs.
 */
final class KnownTenants {
    private static final Logger LOGGER = LoggerFactory.getLogger(KnownTenants.class);

    private final int max;
    private final Set<String> reserved;
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> running = new HashMap<>();
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

    /** Returns the name under which a request of a tenant is counted while it runs. It is to be {@linkplain #end ended}. */
    String begin(String tenant) {
        return isKept(tenant) || hasPlace(tenant) ? tenant : RequestOrigin.OTHER;
    }

    /**
     * Ends a request.
     *
     * @param name      the name under which it was counted
     * @param succeeded whether the server accepted it
     * @return the name under which it is counted finally
     */
    String end(String name, boolean succeeded) {
        synchronized (names) {
            if (isKept(name) || !running.containsKey(name)) {
                return name;
            }
            if (succeeded) {
                running.remove(name);
                names.add(name);
                return name;
            }
            running.computeIfPresent(name, (same, count) -> count > 1 ? count - 1 : null);
            return RequestOrigin.OTHER;
        }
    }

    private boolean isKept(String tenant) {
        return reserved.contains(tenant) || names.contains(tenant);
    }

    private boolean hasPlace(String tenant) {
        synchronized (names) {
            if (isKept(tenant)) {
                return true;
            }
            if (running.containsKey(tenant) || names.size() + running.size() < max) {
                running.merge(tenant, 1, Integer::sum);
                return true;
            }
        }
        if (!hasWarned.getAndSet(true)) {
            LOGGER.warn("More than {} tenants have asked; the requests of further ones are counted together as '{}'",
                    max, RequestOrigin.OTHER);
        }
        return false;
    }
}
