package dev.ipw.dataset;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Hold the ids and hashes of a run's records, so that a resumed or compared run can verify that it asks the same
 * questions.
 *
 * @param datasetId           the dataset's id
 * @param seed                the seed of the sampling
 * @param populationBySubject how many records the dataset has of each subject; those without one count under empty text
 * @param entries             the records taken, in the order in which they are asked
 */
public record SampleManifest(String datasetId, long seed, SortedMap<String, Long> populationBySubject,
        List<Entry> entries) {

    /** Copy the collections and refuse nulls. */
    public SampleManifest {
        Objects.requireNonNull(datasetId, "datasetId");
        populationBySubject = Collections.unmodifiableSortedMap(new TreeMap<>(populationBySubject));
        entries = List.copyOf(entries);
    }

    /**
     * Name one record and its content.
     *
     * @param id     the record's id
     * @param sha256 SHA-256 over everything the record holds, 64 hexadecimal digits in lower case
     */
    public record Entry(String id, String sha256) {
        /** Refuse nulls. */
        public Entry {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(sha256, "sha256");
        }

        /**
         * Name a record and its content.
         *
         * @param record the record
         * @return its entry
         */
        public static Entry of(DatasetRecord record) {
            return new Entry(record.id(), Fingerprint.of(record));
        }
    }
}
