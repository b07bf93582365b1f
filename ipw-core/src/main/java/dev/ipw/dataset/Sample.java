package dev.ipw.dataset;

import java.util.List;
import java.util.Objects;

/**
 * Hold the records that a run asks.
 *
 * @param records  the records, in the order in which they are asked
 * @param manifest what was taken from what
 */
public record Sample(List<DatasetRecord> records, SampleManifest manifest) {
    /** Copy the records and refuse nulls. */
    public Sample {
        records = List.copyOf(records);
        Objects.requireNonNull(manifest, "manifest");
    }
}
