package dev.ipw.benchmarks.routing;

import java.util.Locale;

/** A resource that a router saves. */
enum RoutingResource {
    /** Energy. */
    JOULES("J"),
    /** Floating-point operations. */
    FLOP("FLOP"),
    /** Money. */
    USD("USD"),
    /** The time to answer. */
    SECONDS("s");

    private final String unit;

    RoutingResource(String unit) {
        this.unit = unit;
    }

    String unit() {
        return unit;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
