package dev.ipw.quality.internal;

import dev.ipw.quality.internal.MeasurementWindowMonitor.GarbageCollections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class GarbageCollectionsTests {
    @ParameterizedTest
    @ValueSource(strings = {"Copy", "MarkSweepCompact", "PS Scavenge", "PS MarkSweep", "G1 Young Generation",
            "G1 Old Generation", "G1 Concurrent GC", "ZGC Pauses", "ZGC Minor Pauses", "ZGC Major Pauses",
            "Shenandoah Pauses"})
    void theseStopTheProgram(String collector) {
        assertThat(GarbageCollections.stopsTheProgram(collector)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ZGC Cycles", "ZGC Minor Cycles", "ZGC Major Cycles", "Shenandoah Cycles"})
    void theseRunBesideIt(String collector) {
        assertThat(GarbageCollections.stopsTheProgram(collector)).isFalse();
    }

    @Test
    void countsACollectionOfThisProcess() {
        GarbageCollections collections = new GarbageCollections();
        long before = collections.count();
        byte[] garbage = new byte[0];
        // A JVM may ignore the wish, so there is garbage until it must.
        while (collections.count() == before) {
            System.gc();
            garbage = new byte[1 << 20];
        }
        assertThat(collections.count()).isGreaterThan(before);
        assertThat(garbage).isNotEmpty();
        assertThat(collections.seconds()).isNotNegative();
    }
}
