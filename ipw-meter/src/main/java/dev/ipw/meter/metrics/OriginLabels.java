package dev.ipw.meter.metrics;

import dev.ipw.meter.RequestOrigin;
import java.util.HashSet;
import java.util.Set;

/** The labels of requests. Not only models and tenants are bounded, but also their pairs. */
final class OriginLabels {
    private static final int PAIRS_PER_VALUE = 10;

    private final BoundedLabels models;
    private final BoundedLabels tenants;
    private final Set<Pair> pairs = new HashSet<>();
    private final int maxPairs;

    OriginLabels(MetricsOptions options) {
        models = new BoundedLabels(options.maxLabelValues(), options.models());
        tenants = new BoundedLabels(options.maxLabelValues(), options.tenants());
        maxPairs = PAIRS_PER_VALUE * options.maxLabelValues();
    }

    /** The model and the tenant of a request as labels. */
    record Pair(String model, String tenant) {}

    Pair of(RequestOrigin origin) {
        Pair pair = new Pair(models.of(origin.model()), tenant(origin.tenant()));
        return pairs.contains(pair) || (pairs.size() < maxPairs && pairs.add(pair))
                ? pair
                : new Pair(pair.model(), RequestOrigin.OTHER);
    }

    String tenant(String tenant) {
        return tenants.of(tenant);
    }
}
