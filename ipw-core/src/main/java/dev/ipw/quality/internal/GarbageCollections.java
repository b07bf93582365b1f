package dev.ipw.quality.internal;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * The number of garbage collections that stop this process. Concurrent collectors have two beans each: those of ZGC and
 * Shenandoah whose names end in "Cycles" count concurrent work, which stops no thread. Every bean of Serial, Parallel
 * and G1 counts pauses. So does "G1 Concurrent GC", which counts the remark and the clean-up.
 */
final class GarbageCollections {
    private static final double MILLIS = 1e3;

    private final GarbageCollectorMXBean[] stopping;

    GarbageCollections() {
        this(ManagementFactory.getGarbageCollectorMXBeans());
    }

    GarbageCollections(List<GarbageCollectorMXBean> beans) {
        stopping = beans.stream().filter(bean -> stopsTheProgram(bean.getName()))
                .toArray(GarbageCollectorMXBean[]::new);
    }

    static boolean stopsTheProgram(String collector) {
        return !collector.endsWith(" Cycles");
    }

    /** Returns the number since the process began. A bean that does not count returns -1. */
    long count() {
        long count = 0;
        for (GarbageCollectorMXBean bean : stopping) {
            count += Math.max(0, bean.getCollectionCount());
        }
        return count;
    }

    /** Returns their duration since the process began. */
    double seconds() {
        long millis = 0;
        for (GarbageCollectorMXBean bean : stopping) {
            millis += Math.max(0, bean.getCollectionTime());
        }
        return millis / MILLIS;
    }
}
