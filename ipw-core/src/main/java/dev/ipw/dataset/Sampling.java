package dev.ipw.dataset;

import dev.ipw.dataset.Sampling.Sample.SampleManifest;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * The rule for drawing a run's records and their order.
 *
 * <p>The seed puts all records in an order: by SHA-256 of the seed in decimal, a line feed and the record's id, in
 * UTF-8. Each subject gives its first records in that order, in proportion to its share of the dataset (largest
 * remainder; the same order of the subjects' names settles ties), and the chosen records are asked in that order. So
 * the same seed gives the same sample on every machine, whatever their order in the file; a bigger sample of the same
 * dataset holds nearly all of a smaller one; and a run that is cut short has asked a fair sample too.
 *
 * <p>A dataset that keeps its own order gives its first records.
 *
 * <p>Sampling reads the dataset twice and holds only the sample.
 *
 * @param maxQueries the maximum number of records; empty for all
 * @param seed       the seed of the order
 */
@API(status = API.Status.EXPERIMENTAL)
public record Sampling(OptionalInt maxQueries, long seed) {
    /** The default seed. */
    public static final long DEFAULT_SEED = 42;

    /** Rejects an empty sample. */
    public Sampling {
        Objects.requireNonNull(maxQueries, "maxQueries");
        if (maxQueries.isPresent() && maxQueries.getAsInt() < 1) {
            throw new ConfigurationException("The number of queries (" + Setting.MAX_QUERIES
                    + ") must be at least 1, not " + maxQueries.getAsInt()
                    + "; leave it out to take the whole dataset");
        }
    }

    /**
     * Returns the sampling of every record, in the order of {@link #DEFAULT_SEED}.
     *
     * @return the sampling
     */
    public static Sampling all() {
        return new Sampling(OptionalInt.empty(), DEFAULT_SEED);
    }

    /**
     * Returns the sampling of some records, by {@link #DEFAULT_SEED}.
     *
     * @param maxQueries the maximum number
     * @return the sampling
     * @throws ConfigurationException if it is less than 1
     */
    public static Sampling atMost(int maxQueries) {
        return new Sampling(OptionalInt.of(maxQueries), DEFAULT_SEED);
    }

    /**
     * Draws the sample.
     *
     * @param dataset where to draw from
     * @return the records and the description of the draw
     * @throws InputException         if the dataset is empty, cannot be read, or changes while it is read
     * @throws ConfigurationException if the sample does not fit into the memory that Java may use
     */
    public Sample draw(Dataset dataset) {
        SortedMap<String, Long> population = population(dataset);
        return dataset.keepsOrder() ? first(dataset, population) : drawn(dataset, population);
    }

    /** Takes the first records of a dataset whose order is its own. */
    private Sample first(Dataset dataset, SortedMap<String, Long> population) {
        List<DatasetRecord> sample;
        try (Stream<DatasetRecord> records = dataset.records()) {
            sample = records.limit(maxQueries.orElse(Integer.MAX_VALUE)).toList();
        }
        return sample(dataset, sample, population);
    }

    private Sample sample(Dataset dataset, List<DatasetRecord> sample, SortedMap<String, Long> population) {
        List<SampleManifest.Entry> entries = sample.stream().map(SampleManifest.Entry::of).toList();
        return new Sample(sample, new SampleManifest(dataset.id(), seed, population, entries));
    }

    private Sample drawn(Dataset dataset, SortedMap<String, Long> population) {
        long total = population.values().stream().mapToLong(Long::longValue).sum();
        Map<String, Integer> quotas = quotas(population, total);
        Map<String, PriorityQueue<Ranked>> chosen = new TreeMap<>();
        quotas.forEach((subject, quota) -> chosen.put(subject, new PriorityQueue<>(LAST_FIRST)));
        try (Stream<DatasetRecord> records = dataset.records()) {
            records.forEach(record -> offer(record, quotas, chosen));
        }
        List<DatasetRecord> sample = chosen.values().stream().flatMap(PriorityQueue::stream)
                .sorted(LAST_FIRST.reversed()).map(Ranked::record).toList();
        if (sample.size() != quotas.values().stream().mapToInt(Integer::intValue).sum()) {
            throw new InputException(dataset.id() + " changed while it was read; start again once it is complete");
        }
        return sample(dataset, sample, population);
    }

    /** Counts the records of each subject, and throws if memory cannot hold the sample. */
    private SortedMap<String, Long> population(Dataset dataset) {
        SortedMap<String, Long> bySubject = new TreeMap<>();
        SampleMemory memory = new SampleMemory();
        try (Stream<DatasetRecord> records = dataset.records()) {
            records.forEach(record -> {
                bySubject.merge(subject(record), 1L, Long::sum);
                memory.add(record);
            });
        }
        if (bySubject.isEmpty()) {
            throw new InputException(dataset.id() + " holds no records; give a dataset with at least one question");
        }
        long total = bySubject.values().stream().mapToLong(Long::longValue).sum();
        memory.requireRoom(dataset, Math.min(maxQueries.orElse(Integer.MAX_VALUE), total),
                Runtime.getRuntime().maxMemory());
        return bySubject;
    }

    private static String subject(DatasetRecord record) {
        return record.subject().orElse("");
    }

    /** Shares the sample over the subjects by largest remainder. */
    private Map<String, Integer> quotas(SortedMap<String, Long> population, long total) {
        int most = (int) Math.min(maxQueries.orElse(Integer.MAX_VALUE), total);
        Map<String, Integer> quotas = new TreeMap<>();
        population.forEach((subject, count) -> quotas.put(subject, Math.toIntExact(most * count / total)));
        int left = most - quotas.values().stream().mapToInt(Integer::intValue).sum();
        List<String> byRemainder = new ArrayList<>(population.keySet());
        byRemainder.sort(Comparator
                .comparingLong((String subject) -> most * Objects.requireNonNull(population.get(subject)) % total)
                .reversed().thenComparing(subject -> Fingerprint.rank(seed, subject), Arrays::compareUnsigned));
        byRemainder.subList(0, left).forEach(subject -> quotas.merge(subject, 1, Integer::sum));
        return quotas;
    }

    private void offer(DatasetRecord record, Map<String, Integer> quotas, Map<String, PriorityQueue<Ranked>> chosen) {
        PriorityQueue<Ranked> ofSubject = chosen.get(subject(record));
        if (ofSubject == null) {
            return;
        }
        ofSubject.add(new Ranked(Fingerprint.rank(seed, record.id()), record));
        if (ofSubject.size() > quotas.getOrDefault(subject(record), 0)) {
            ofSubject.remove();
        }
    }

    private static final Comparator<Ranked> LAST_FIRST = Comparator.comparing(Ranked::rank, Arrays::compareUnsigned)
            .reversed();

    private record Ranked(byte[] rank, DatasetRecord record) {}

    /**
     * The sample of records that a run asks.
     *
     * @param records  the records, in the order in which they are asked
     * @param manifest the description of the draw
     */
    public record Sample(List<DatasetRecord> records, SampleManifest manifest) {
        private static final Pattern EPOCH = Pattern.compile("(.*)#\\d+", Pattern.DOTALL);

        /** Copies the records and rejects nulls. */
        public Sample {
            records = List.copyOf(records);
            Objects.requireNonNull(manifest, "manifest");
        }

        /**
         * Throws if a record has an id that another has in a later epoch.
         *
         * @throws InputException if there is such an id
         */
        public void requireRepeatable() {
            Set<String> ids = records.stream().map(DatasetRecord::id).collect(Collectors.toSet());
            for (String id : ids) {
                Matcher epoch = EPOCH.matcher(id);
                if (epoch.matches() && ids.contains(epoch.group(1))) {
                    throw new InputException("Dataset " + manifest.datasetId() + " has a record '" + id
                            + "', which is what '"
                            + epoch.group(1) + "' is called when it is asked again; give one of the two another id");
                }
            }
        }

        /**
         * The ids and hashes of a run's records, so that a resumed or compared run can verify that it asks the same
         * questions.
         *
         * @param datasetId           the dataset's id
         * @param seed                the seed of the sampling
         * @param populationBySubject the number of records of each subject in the dataset; those without one count
         *                            under the empty text
         * @param entries             the records taken, in the order in which they are asked
         */
        public record SampleManifest(String datasetId, long seed, SortedMap<String, Long> populationBySubject,
                List<Entry> entries) {

            /** Copies the collections and rejects nulls. */
            public SampleManifest {
                Objects.requireNonNull(datasetId, "datasetId");
                populationBySubject = Collections.unmodifiableSortedMap(new TreeMap<>(populationBySubject));
                entries = List.copyOf(entries);
            }

            /**
             * One record and its content.
             *
             * @param id     the record's id
             * @param sha256 SHA-256 over the whole record, 64 hexadecimal digits in lower case
             */
            public record Entry(String id, String sha256) {
                /** Rejects nulls. */
                public Entry {
                    Objects.requireNonNull(id, "id");
                    Objects.requireNonNull(sha256, "sha256");
                }

                /**
                 * Creates the entry of a record.
                 *
                 * @param record the record
                 * @return its entry
                 */
                public static Entry of(DatasetRecord record) {
                    return new Entry(record.id(), Fingerprint.of(record));
                }
            }
        }
    }
}
